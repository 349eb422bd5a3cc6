package systems

import (
	"fmt"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/ground/vector"
	"github.com/thicket-sim/thicket/internal/systems/herd"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// tag returns a setup of one class that plays tag, every 37th bot it.
func tag(t testing.TB, bots int, edges Edges, side float32) *Setup {
	reg := NewRegistry()
	doc := `{kind: selector, children: [
		{kind: sequence, children: [{kind: state_equals, key: it, value: true}, {kind: chase_nearest, where: {key: it, value: false}}]},
		{kind: sequence, children: [{kind: state_equals, key: it, value: false}, {kind: flee_nearest, where: {key: it, value: true}}]},
		{kind: wander}]}`
	program, _, err := trees.LoadSource("tag.yaml", []byte(doc), reg)
	if err != nil {
		t.Fatal(err)
	}
	is := func(it bool) []StateValue {
		return []StateValue{{Key: reg.Key("it"), Value: reg.Sym(host.BoolValue(it))}}
	}
	return &Setup{
		Width: side, Height: side, Edges: edges, TickRate: 30, Seed: 7, Registry: reg, HumanTeam: NoTeam, BotTeam: NoTeam,
		Classes: []Class{{
			ID: "bot", Name: "Bot", Team: NoTeam, SpeedMPS: 5, Max: 1 << 20, Count: bots, State: is(false),
			Start: []Start{{Count: bots/37 + 1, State: is(true)}}, Program: program,
		}},
	}
}

// TestHerdsAreTheSameWorld plays a herd beside bots that think one by one, with
// vector instructions and without, which is set for the whole process: it runs alone.
func TestHerdsAreTheSameWorld(t *testing.T) {
	was := vector.On()
	defer vector.Use(was)
	for _, on := range slices.Compact([]bool{was, false}) {
		vector.Use(on)
		t.Run(fmt.Sprintf("vectors=%v", on), herdsAreTheSameWorld)
	}
}

func herdsAreTheSameWorld(t *testing.T) {
	for _, edges := range []Edges{Clamp, Bounce, Wrap} {
		lanes, err := New(tag(t, 3000, edges, 300))
		if err != nil {
			t.Fatal(err)
		}
		defer lanes.Close()
		setup := tag(t, 3000, edges, 300)
		setup.Classes[0].Program = &run.Program{Tree: setup.Classes[0].Program.Tree, Semantics: struct{ run.Semantics }{setup.Classes[0].Program.Semantics}}
		single, err := New(setup)
		if err != nil {
			t.Fatal(err)
		}
		defer single.Close()
		if lanes.herds.Of(0) == nil || single.herds.Of(0) != nil {
			t.Fatal("wanted a herd in the one game and none in the other")
		}
		for tick := range 120 {
			if tick == 50 { // everybody in one corner
				for _, g := range []*Game{lanes, single} {
					for _, id := range g.Everyone()[:1000] {
						p := *g.World.Position.Of(id)
						p.X, p.Y = p.X/20, p.Y/20
						if err := g.Place(id, &p, nil); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			lanes.Step()
			single.Step()
			if lanes.Digest() != single.Digest() {
				t.Fatalf("edges %d: two worlds after tick %d", edges, tick+1)
			}
		}
	}
}

// TestOwnActionsInHerds plays a game's own action, which looks for the nearest
// one bot after the other, in a herd and bot by bot.
func TestOwnActionsInHerds(t *testing.T) {
	var digests []uint64
	for _, rows := range []func(*host.Rows){(*host.Rows).OneByOne, nil} {
		setup := tag(t, 1500, Bounce, 200)
		reg := setup.Registry
		if err := reg.AddAction(host.Action{
			Name: "approach", Params: []host.Param{where}, Local: true, Rows: rows,
			Tick: func(c *host.Call) host.Status { return steerByNearest(c, 1) },
		}); err != nil {
			t.Fatal(err)
		}
		doc := `{kind: action, name: approach, args: {where: {key: it, value: false}}}`
		program, _, err := trees.LoadSource("approach.yaml", []byte(doc), reg)
		if err != nil {
			t.Fatal(err)
		}
		setup.Classes[0].Program = program
		g, err := New(setup)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if herd := g.herds.Of(0) != nil; herd != (rows != nil) {
			t.Fatalf("a herd: %v, wanted one for an action by columns only", herd)
		}
		for range 60 {
			g.Step()
		}
		digests = append(digests, g.Digest())
	}
	if digests[0] != digests[1] {
		t.Error("two worlds")
	}
}

// TestManyActionsAreNoHerd plays a tree of which each bot of a group may do another
// action: as many as a group can note, and one more.
func TestManyActionsAreNoHerd(t *testing.T) {
	for actions := herd.MaxActions; actions <= herd.MaxActions+1; actions++ {
		setup := tag(t, 1500, Bounce, 200)
		doc := "kind: selector\nchildren:\n"
		for i := range actions {
			name := fmt.Sprintf("turn-%d", i)
			if err := setup.Registry.AddAction(host.Action{
				Name: name, Local: true, Rows: (*host.Rows).OneByOne,
				Tick: func(c *host.Call) host.Status {
					if int(c.Bot)%actions != i {
						return host.Failure
					}
					c.Head(1, 0)
					return host.Success
				},
			}); err != nil {
				t.Fatal(err)
			}
			doc += "  - {kind: action, name: " + name + "}\n"
		}
		program, _, err := trees.LoadSource("turns.yaml", []byte(doc), setup.Registry)
		if err != nil {
			t.Fatal(err)
		}
		setup.Classes[0].Program = program
		g, err := New(setup)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		if made := g.herds.Of(0) != nil; made != (actions <= herd.MaxActions) {
			t.Errorf("%d actions: a herd: %v", actions, made)
		}
		g.Step()
		var snap session.Snapshot
		g.Snapshot(&snap)
		for i := range snap.Bots {
			b := &snap.Bots[i]
			if want := fmt.Sprintf("turn-%d", int(b.ID)%actions); b.Action != want {
				t.Fatalf("%d actions: bot %d did %q, wanted %q", actions, b.ID, b.Action, want)
			}
		}
	}
}

// TestSystemsOfAGameMoveHerds lets another system make bots fast, and put them
// elsewhere, between thinking and moving.
func TestSystemsOfAGameMoveHerds(t *testing.T) {
	var games []*Game
	for _, inLanes := range []bool{true, false} {
		setup := tag(t, 2000, Bounce, 240)
		setup.Rules = []Rule{{Radius: 2, From: is(t, setup, true), To: is(t, setup, false),
			SetFrom: []StateValue{{setup.Registry.Key("it"), setup.Registry.Sym(host.BoolValue(false))}},
			SetTo:   []StateValue{{setup.Registry.Key("it"), setup.Registry.Sym(host.BoolValue(true))}}}}
		if !inLanes {
			p := setup.Classes[0].Program
			setup.Classes[0].Program = &run.Program{Tree: p.Tree, Semantics: struct{ run.Semantics }{p.Semantics}}
		}
		g, err := New(setup)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		g.World.Add(ecs.Think, "wind", ecs.SystemFunc(func(w *ecs.World) {
			tick := w.Clock().Tick
			table := w.Tables()[0]
			speeds, positions := w.Speed.Column(table), w.Position.Column(table)
			for i, row := range w.Identity.Column(table) {
				if tick%10 == 3 && row.ID%7 == 0 {
					speeds[i].MPS += float32(tick) * 20
				}
				if tick%10 == 6 && row.ID%11 == 0 {
					p := &positions[i]
					p.X, p.Y = 240-p.X, 240-p.Y
				}
			}
		}))
		games = append(games, g)
	}
	for tick := range 60 {
		for _, g := range games {
			g.Step()
		}
		if games[0].Digest() != games[1].Digest() {
			t.Fatalf("two worlds after tick %d", tick+1)
		}
	}
	if games[0].Counts.EventCounts()["contact"] == 0 {
		t.Error("no contact in the whole game")
	}
}

// is returns the condition that a body is it, or is not.
func is(t testing.TB, s *Setup, it bool) Condition {
	var l syntax.List
	n, err := markup.Parse("is.yaml", fmt.Appendf(nil, "it: %v", it), markup.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	c := trees.CompileCondition(n, "is", s.Registry, &l)
	if err := l.Err(); err != nil {
		t.Fatal(err)
	}
	return Condition{Program: c.Program, Plain: c.Plain, Tests: c.Tests}
}

// TestNoAllocationByAnyWay plays scenes in which nobody and everybody is it.
func TestNoAllocationByAnyWay(t *testing.T) {
	for name, starters := range map[string]int{"nobody": 0, "few": 5, "sparse": 60, "half": 1000, "all": 2000} {
		setup := tag(t, 2000, Bounce, 220)
		setup.Classes[0].Start[0].Count = starters
		g, err := New(setup)
		if err != nil {
			t.Fatal(err)
		}
		defer g.Close()
		for range 200 {
			g.Step()
		}
		if n := testing.AllocsPerRun(50, g.Step); n != 0 {
			t.Errorf("%s it: %v allocations a tick, wanted none", name, n)
		}
	}
}
