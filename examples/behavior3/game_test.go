package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/insight/why"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/session"
	"github.com/thicket-sim/thicket/thickettest"
)

const night = "examples/behavior3/night.yaml"

// TestTrees plays the tests of the scene.
func TestTrees(t *testing.T) { thickettest.Run(t, "examples/behavior3/*.test.yaml") }

// TestTheProgramPlays looks at what the program prints.
func TestTheProgramPlays(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := play(&out, night); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"Guard 1 at 30 s:\nrunning  Priority\n",
		"the game that goes on from the save is the same: true\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("found\n%s\nwanted\n%s", out.String(), want)
		}
	}
	asked, of := 0, 0
	_, covered, _ := strings.Cut(out.String(), "covered: ")
	if _, err := fmt.Sscanf(covered, "%d of %d nodes", &asked, &of); err != nil || of != 32 || asked < 29 {
		t.Errorf("%d of %d nodes are covered, wanted 90 %%: %v", asked, of, err)
	}
	if err := play(&out, "examples/behavior3/nobody.yaml"); err == nil {
		t.Error("a scene that is not there is played")
	}
}

func open(t *testing.T, o thicket.Options) *thicket.Session {
	t.Helper()
	s, err := thicket.Open(night, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// TestTheSameGame plays on several workers, watched and not, and from saves.
func TestTheSameGame(t *testing.T) {
	t.Parallel()
	s := open(t, thicket.Options{})
	others := []*thicket.Session{open(t, thicket.Options{Workers: 2}), open(t, thicket.Options{Workers: 4}), open(t, thicket.Options{Workers: 7}), open(t, thicket.Options{})}
	var views []*mind.View
	for _, b := range s.Snapshot().Bots {
		v, err := others[3].Watch(b.ID)
		if err != nil {
			t.Fatal(err)
		}
		views = append(views, v)
	}
	others[3].Cover()
	ticks := 900
	if testing.Short() {
		ticks = 60
	}
	for tick := range ticks {
		s.Step()
		if tick%149 == 17 {
			var save bytes.Buffer
			if err := s.Save(&save); err != nil {
				t.Fatal(err)
			}
			from, err := thicket.Restore(&save, thicket.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer from.Close()
			others = append(others, from)
		}
		for i, o := range others {
			if o.Snapshot().Tick < s.Snapshot().Tick {
				o.Step()
			}
			if o.Digest() != s.Digest() {
				t.Fatalf("game %d parts in tick %d", i, tick)
			}
		}
		for _, v := range views {
			v.Update()
		}
	}
	if faults, n := s.Faults(); n > 0 {
		t.Errorf("%d faults, the first %v", n, faults[0])
	}
}

// TestAnEditedTreeGoesOn makes another version of a tree in the middle of a game.
func TestAnEditedTreeGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	copied := func(name, old, now string) {
		text, err := os.ReadFile(filepath.Join("examples/behavior3", name))
		if err == nil {
			err = os.WriteFile(filepath.Join(dir, name), []byte(strings.ReplaceAll(string(text), old, now)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"night.yaml", "guard.json", "rounds.json", "thief.json"} {
		copied(name, "", "")
	}
	s, err := thicket.Open(filepath.Join(dir, "night.yaml"), thicket.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Do(&thicket.Remove{Class: "thief", Count: 5}); err != nil {
		t.Fatal(err)
	}
	view, err := s.Watch(1)
	if err != nil {
		t.Fatal(err)
	}
	at := func(detail string) string {
		view.Update()
		for _, r := range view.Rows {
			if r.Detail == detail {
				return r.Answer
			}
		}
		return "nothing of it"
	}
	for range 2000 {
		if s.Step(); at(`place="tower"`) == "running" {
			break
		}
	}
	// A node before it in the tree, and other numbers: the guard is still on its way to the tower.
	copied("guard.json", `"children": ["chase", "search", "rounds"]`, `"children": ["chase", "search", "rounds", "idle"]`)
	copied("rounds.json", `"milliseconds": 1500`, `"milliseconds": 100`)
	text, err := os.ReadFile(filepath.Join(dir, "guard.json"))
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(text), `"nodes": {`, `"nodes": { "idle": {"name": "Runner"},`, 1)
	if err := os.WriteFile(filepath.Join(dir, "guard.json"), []byte(edited), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := s.Do(&session.Reload{}); err != nil {
		t.Fatal(err)
	}
	s.Step()
	if got := at(`place="tower"`); got != "running" || len(view.Rows) != 21 {
		t.Errorf("on the way to the tower: %s, in a tree of %d nodes:\n%s", got, len(view.Rows), view)
	}
}

// TestANewSubtreeBeginsWithNothing puts a subtree into the place of a leaf. What the tree around it has
// left open stays so.
func TestANewSubtreeBeginsWithNothing(t *testing.T) {
	t.Parallel()
	a := &actor{}
	reg := &host.Registry{}
	for name, answer := range map[string]string{"a": "success", "b": "running"} {
		if err := reg.AddAction(scripted(name, []string{answer}, a)); err != nil {
			t.Fatal(err)
		}
	}
	dir := t.TempDir()
	var all []*run.Program
	for _, first := range []string{`{"name": "Succeeder"}`, `{"name": "SubTree", "args": {"file": "s.json"}}`} {
		p, err := compile(t, dir, map[string]string{"s.json": chain(4, "Succeeder"), "tree.json": graph(`"r": {"name": "Sequence", "children": ["f", "m"]}, "f": ` + first + `,
"m": {"name": "MemSequence", "children": ["a", "b"]}, "a": {"name": "a"}, "b": {"name": "b"}`)}, reg)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
	pool := run.NewPool(all[0], a)
	pool.Add(1, 0, run.Moment{DT: 0.1})
	if got := tick(pool, a, 1, 0.1); got != "running a=success b=running" {
		t.Fatal(got)
	}
	pool.Migrate(run.NewMigration(all[0], all[1]), run.Moment{Tick: 1, DT: 0.1})
	if got := tick(pool, a, 2, 0.1); got != "running b=running" {
		t.Errorf("after the edit: %s", got)
	}
}

// TestWhoComesBackToLifeBeginsAnew has a bot die in the middle of a list.
func TestWhoComesBackToLifeBeginsAnew(t *testing.T) {
	t.Parallel()
	a := &actor{}
	c := &recording{Tree: []byte(graph(`"r": {"name": "MemSequence", "children": ["a", "b"]}, "a": {"name": "a"}, "b": {"name": "b"}`)), Leaves: map[string][]string{"a": {"success"}, "b": {"running"}}}
	pool := run.NewPool(c.programs(t, a)[0], a)
	row := pool.Add(1, 0, run.Moment{DT: 0.1})
	for now, want := range []string{"running a=success b=running", "running b=running", "running a=success b=running"} {
		if now == 2 {
			pool.Die(row, run.Moment{Tick: 2, DT: 0.1})
			pool.Revive(row, run.Moment{Tick: 2, DT: 0.1})
		}
		if got := tick(pool, a, now, 0.1); got != want {
			t.Errorf("tick %d: %s, wanted %s", now, got, want)
		}
	}
}

// TestANumberOfATreeIsTuned has thieves take longer.
func TestANumberOfATreeIsTuned(t *testing.T) {
	t.Parallel()
	s := open(t, thicket.Options{})
	if err := s.Do(&thicket.Tune{Class: "thief", Key: "tree.fill.milliseconds", Value: 2500}); err != nil {
		t.Fatal(err)
	}
	view, err := s.Watch(4)
	if err != nil {
		t.Fatal(err)
	}
	s.Step()
	if view.Update(); !strings.Contains(view.String(), "Wait milliseconds=2500") {
		t.Errorf("the tree is\n%s", view)
	}
}

// TestToolsKnowTheTrees draws, inspects and explains a bot as the command does.
func TestToolsKnowTheTrees(t *testing.T) {
	t.Parallel()
	s, err := live.Open(night, live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for range 100 {
		s.Step()
	}
	program, err := s.Game().Watchers.ProgramOf(1)
	if err != nil {
		t.Fatal(err)
	}
	var drawn bytes.Buffer
	if err := treedraw.DOT(&drawn, treedraw.Of(program)); err != nil || !strings.Contains(drawn.String(), "MaxTime") {
		t.Errorf("drawn: %v\n%s", err, drawn.String())
	}
	var told run.Inspection
	if err := s.Game().Watchers.Look(1, func(x *run.Exec) { told = program.Semantics.(run.Inspector).Inspect(x) }); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, n := range told.Nodes {
		lines = append(lines, strings.Repeat(" ", n.Depth)+n.Text)
	}
	want := "Priority\n SubTree file=\"rounds.json\"\n  MemSequence\n   move_to_place place=\"gate\""
	if got := strings.Join(lines, "\n"); got != want || len(told.Values) != 1 || told.Values[0].Name != "rounds" {
		t.Errorf("found\n%s\n%v\nwanted\n%s", got, told.Values, want)
	}
	opener := func() (*live.Session, why.Player, error) {
		s, err := live.Open(night, live.Options{})
		return s, endless{}, err
	}
	at, err := why.ParseTime("5s")
	if err != nil {
		t.Fatal(err)
	}
	report, err := why.Explain(context.Background(), opener, why.Question{Bot: "Guard 1", At: at, Instead: "fight"})
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := report.Text(&text); err != nil || !strings.Contains(text.String(), "move_to_place") || !strings.Contains(text.String(), "sees") {
		t.Errorf("explained: %v\n%s", err, text.String())
	}
}

type endless struct{}

func (endless) Before() (bool, error) { return true, nil }
func (endless) After() error          { return nil }

// TestATurnTakesNoMemory counts allocations.
func TestATurnTakesNoMemory(t *testing.T) {
	a := &actor{}
	reg := &host.Registry{}
	if err := reg.AddAction(host.Action{Name: "a", Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
		t.Fatal(err)
	}
	p, err := compile(t, t.TempDir(), map[string]string{"tree.json": graph(`"r": {"name": "MemSequence", "children": ["w", "t"]}, "w": {"name": "Wait"}, "t": {"name": "MaxTime", "args": {"maxTime": 300}, "child": "s"},
"s": {"name": "SubTree", "args": {"file": "s.json"}}`), "s.json": graph(`"r": {"name": "Priority", "children": ["f", "a"]}, "f": {"name": "Failer"}, "a": {"name": "a"}`)}, reg)
	if err != nil {
		t.Fatal(err)
	}
	pool := run.NewPool(p, a)
	for i := range 10 {
		pool.Add(host.BotID(i+1), int32(i), run.Moment{DT: 0.1})
	}
	x, now := pool.NewExec(), int64(0)
	if n := testing.AllocsPerRun(100, func() {
		now++
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: now, DT: 0.1})
	}); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

// TestALoopWithoutEndBreaksOff plays what hangs the original.
func TestALoopWithoutEndBreaksOff(t *testing.T) {
	t.Parallel()
	a := &actor{}
	p, err := compile(t, t.TempDir(), map[string]string{"tree.json": graph(`"r": {"name": "Repeater", "child": "s"}, "s": {"name": "Succeeder"}`)}, &host.Registry{})
	if err != nil {
		t.Fatal(err)
	}
	pool := run.NewPool(p, a)
	pool.Add(1, 0, run.Moment{DT: 0.1})
	if got := tick(pool, a, 1, 0.1); got != "error" || len(a.faults) != 1 || !strings.Contains(a.faults[0].String(), "tree.json:2:1: ") {
		t.Errorf("it answers %s, and %v", got, a.faults)
	}
}
