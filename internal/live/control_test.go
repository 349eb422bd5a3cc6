package live_test

import (
	"os"
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

// What sets how trees run holds for bots that come later, in the class that was
// told; what does something once does not.
func TestControlOfBotsToCome(t *testing.T) {
	t.Chdir(t.TempDir())
	tree := "<behaviorTree><choice id='root'><failure/><running id='root.wait'/></choice></behaviorTree>"
	if err := os.WriteFile("a.debt", []byte(tree), 0o666); err != nil {
		t.Fatal(err)
	}
	s := start(t, "bots:\n  - { id: a, name: A, count: 1, behavior: { file: a.debt } }\n  - { id: b, name: B, behavior: { file: a.debt } }\n")
	faults := func() int64 {
		_, before := s.Game().Faults.List()
		s.Step()
		_, after := s.Game().Faults.List()
		return int64(after - before)
	}
	do(t, s, &session.Control{Class: "a", Name: "limit", Data: host.IntValue(100)})
	do(t, s, &session.Control{Class: "a", Name: "limit", Data: host.IntValue(1)})
	do(t, s, &session.Add{Class: "a", Count: 2})
	do(t, s, &session.Add{Class: "b", Count: 3})
	if n := faults(); n != 3 {
		t.Errorf("%d trees broken off, wanted those 3 of the class that was told", n)
	}
	do(t, s, &session.Control{Class: "a", Name: "limit", Data: host.IntValue(100)})
	do(t, s, &session.Control{Class: "a", Name: "jump", Data: host.StringValue("root.wait")})
	do(t, s, &session.Control{Class: "b", Name: "limit", Data: host.IntValue(2)})
	do(t, s, &session.Switch{Class: "b", File: "a.debt"})
	do(t, s, &session.Add{Class: "a", Count: 1})
	if n := faults(); n != 3 {
		t.Errorf("%d trees broken off, wanted the 3 of the other class, which have begun anew", n)
	}
	if err := s.Do(&session.Control{Class: "a", Name: "limit", Data: host.IntValue(0)}); err == nil {
		t.Error("a limit of 0")
	}
	do(t, s, &session.Control{Class: "b", Name: "limit", Data: host.IntValue(100)})
	do(t, s, &session.Add{Class: "a", Count: 1})
	if n := faults(); n != 0 {
		t.Errorf("%d trees broken off after a limit that was refused", n)
	}
	if err := s.Do(&session.Control{Name: "reset"}); err == nil || !strings.Contains(err.Error(), "for nobody") {
		t.Errorf("error %v", err)
	}
}
