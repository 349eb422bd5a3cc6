package server

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
)

// Two rooms of one server hold each to the limits of its own session: what one refuses, with the
// number that it has, the other takes.
func TestRoomsHaveLimitsOfTheirOwn(t *testing.T) {
	s, url := serve(t, Options{})
	for name, deep := range map[string]int64{"flat": 1, "steep": 3} {
		game, err := thicket.Start(name+".yaml", []byte(chase), thicket.Options{Limits: map[string]int64{"tree.depth": deep}})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Open(name, game); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		room, tree string
		status     int
		want       string
	}{
		{"flat", "{ kind: wander }", 200, `"ok":true`},
		{"flat", "{ kind: selector, children: [{ kind: wander }] }", 409, "deeper than 1 nodes"},
		{"steep", "{ kind: selector, children: [{ kind: wander }] }", 200, `"ok":true`},
		{"steep", "{ kind: selector, children: [{ kind: selector, children: [{ kind: selector, children: [{ kind: wander }] }] }] }", 409, "deeper than 3 nodes"},
		{"flat", "{ kind: selector, children: [{ kind: wander }] }", 409, "deeper than 1 nodes"},
	} {
		command := `{"do":"tree","class":"cat","file":"calm.yaml","source":"` + c.tree + `"}`
		status, got := ask(t, "POST", url+"/api/commands?room="+c.room, secret, command)
		if status != c.status || !strings.Contains(got, c.want) {
			t.Errorf("%s with %s: %d %s, wanted %d and %q", c.room, c.tree, status, got, c.status, c.want)
		}
	}
}
