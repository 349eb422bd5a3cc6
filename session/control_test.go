package session_test

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// Some trees take commands; the others, and who has no tree, refuse them.
func TestControl(t *testing.T) {
	s := start(t, field)
	player := do(t, s, &session.Join{Name: "Ann"}).IDs[0]
	for _, c := range []struct {
		control session.Control
		want    string // in the error
	}{
		{session.Control{Bot: &session.Who{ID: 1}, Name: "reset"}, `takes no command "reset"`},
		{session.Control{Class: "bot", Name: "reset", Data: host.IntValue(1)}, `takes no command "reset"`},
		{session.Control{Bot: &session.Who{ID: player}, Name: "reset"}, "has no tree"},
		{session.Control{Bot: &session.Who{ID: components.ID(99)}, Name: "reset"}, "nobody has id 99"},
		{session.Control{Class: "bto", Name: "reset"}, `unknown bot class "bto"`},
	} {
		if err := s.Do(&c.control); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.control, err, c.want)
		}
	}
}
