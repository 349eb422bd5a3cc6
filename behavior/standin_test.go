package behavior_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// A dialect of a game has stand-ins where a scene is opened leniently, and errors of its own otherwise.
func TestStandInsOfADialect(t *testing.T) {
	load := func(f behavior.File, reg *host.Registry) (*run.Program, error) {
		at := syntax.Pos{File: f.Name, Line: 1, Col: 1}
		var l syntax.List
		action := reg.Action("leap")
		if action == nil {
			fault := &syntax.Error{Pos: at, Msg: `unknown action "leap"`}
			if action = f.StandInAction(fault, "leap"); action == nil {
				l.Add(fault)
			}
		}
		ask := &syntax.Error{Pos: at, Msg: `unknown condition "up"`}
		if f.StandInFunc(ask, "up", host.BoolValue(false)) == nil {
			l.Add(ask)
		}
		ring := &syntax.Error{Pos: at, Msg: `unknown node "ring", wanted one`}
		if !f.StandIn(ring, "a sequence") {
			l.Add(ring)
		}
		if err := l.Err(); err != nil {
			return nil, err
		}
		if action.Name != "leap" {
			return nil, fmt.Errorf("the stand-in is called %q", action.Name)
		}
		p, _, err := behavior.LoadSource("t.yaml", []byte("{ kind: action, name: wander }"), reg)
		return p, err
	}
	if err := behavior.Register(behavior.Dialect{Name: "ringed", Exts: []string{".ringed"}, Load: load}); err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{
		"s.yaml":   {Data: []byte("bots: [{ id: a, name: A, count: 1, behavior: { file: a.ringed } }, { id: b, name: B, count: 1, behavior: { file: b.ringed } }]")},
		"a.ringed": {}, "b.ringed": {},
	}
	_, err := thicket.Open("s.yaml", thicket.Options{Files: files})
	if err == nil || !strings.Contains(err.Error(), `unknown action "leap"`) || strings.Contains(err.Error(), "stands in") {
		t.Errorf("without stand-ins: %v", err)
	}
	var notices []string
	s, err := thicket.Open("s.yaml", thicket.Options{Files: files, Lenient: true, OnNotice: func(n string) { notices = append(notices, n) }})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	want := []string{
		`a.ringed:1:1: unknown action "leap", for which an action that succeeds after a second stands in, and in 1 more place`,
		`a.ringed:1:1: unknown condition "up", for which a condition that is false stands in, and in 1 more place`,
		`a.ringed:1:1: unknown node "ring", for which a sequence stands in, and in 1 more place`,
	}
	if got := strings.Join(notices, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("notices\n%s", got)
	}
}
