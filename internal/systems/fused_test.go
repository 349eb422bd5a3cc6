package systems

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/vector"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// touching is tag where who is it touches another, among bots of a second class that
// wander. lanes says whether the classes are herds.
func touching(t testing.TB, edges Edges, lanes bool) *Setup {
	s := tag(t, 1200, edges, 190)
	value := func(it bool) []StateValue {
		return []StateValue{{Key: s.Registry.Key("it"), Value: s.Registry.Sym(host.BoolValue(it))}}
	}
	s.Rules = []Rule{{Radius: 1.5, Cooldown: 0.5, From: is(t, s, true), To: is(t, s, false), SetFrom: value(false), SetTo: value(true)}}
	wander, _, err := trees.LoadSource("wander.yaml", []byte(`{kind: wander}`), s.Registry)
	if err != nil {
		t.Fatal(err)
	}
	drifter := s.Classes[0]
	drifter.ID, drifter.Count, drifter.Start, drifter.Program = "drifter", 400, nil, wander
	s.Classes = append(s.Classes, drifter)
	if !lanes {
		for i := range s.Classes {
			p := s.Classes[i].Program
			s.Classes[i].Program = &run.Program{Tree: p.Tree, Semantics: struct{ run.Semantics }{p.Semantics}}
		}
	}
	return s
}

// TestHerdsMoveTheSameInEveryWay plays a herd in all the ways in which its bots may
// think and move, beside bots that think one by one: at once and one stage after the
// other; with a system in each stage that puts bots elsewhere and makes them fast, or
// that reads where they are; watched; with and without vectors. Digests and what
// snapshots tell are the same after each tick, and where they are taken seldom. Vector
// instructions are set for the whole process: it runs alone.
func TestHerdsMoveTheSameInEveryWay(t *testing.T) {
	ways := map[string]func(g *Game, p *played){
		"plain":  func(*Game, *played) {},
		"idle":   func(g *Game, _ *played) { g.World.Add(ecs.Act, "idle", ecs.SystemFunc(func(*ecs.World) {})) },
		"scalar": func(*Game, *played) {},
		"watched": func(g *Game, _ *played) {
			g.Watchers.watches = watches{{3, func(*run.Program) run.Tracer { return nil }}}
		},
	}
	for _, stage := range []ecs.Stage{ecs.Command, ecs.Sense, ecs.Think, ecs.Act, ecs.Rules, ecs.Publish} {
		ways["wind in "+stage.String()] = func(g *Game, _ *played) { g.World.Add(stage, "wind", ecs.SystemFunc(wind)) }
		ways["glance in "+stage.String()] = func(g *Game, p *played) {
			g.World.Add(stage, "glance", ecs.SystemFunc(func(w *ecs.World) { glance(w, p) }))
		}
	}
	for name, way := range ways {
		for _, edges := range []Edges{Bounce, Wrap} {
			for _, every := range []int{1, 7} {
				if (every == 1) != (edges == Bounce) && !longtest.On {
					continue
				}
				t.Run(fmt.Sprintf("%s/edges=%d/every=%d", name, edges, every), func(t *testing.T) {
					wanted := play(t, touching(t, edges, false), every, way)
					if name == "scalar" {
						defer vector.Use(vector.Use(false))
					}
					if diff := cmp.Diff(wanted, play(t, touching(t, edges, true), every, way)); diff != "" {
						t.Error(diff)
					}
				})
			}
		}
	}
}

// glance reads a row now and then, and seldom all.
func glance(w *ecs.World, p *played) {
	see := func(at components.Position, h components.Heading) {
		p.Seen = p.Seen*31 + uint64(math.Float32bits(at.X)) + uint64(math.Float32bits(h.Y))<<32
	}
	switch id := components.ID(w.Clock().Tick); id % 5 {
	case 1:
		see(w.Position.Get(id), w.Heading.Get(id))
	case 3:
		id, heading := w.Identity.Rows(w.Tables()[0]), w.Heading.Rows(w.Tables()[0])
		for i, at := range w.Position.Rows(w.Tables()[0]) {
			if id[i].ID%7 == 0 {
				see(at, heading[i])
			}
		}
	}
}

// wind puts some bots elsewhere now and then, some beside others, and makes others fast.
func wind(w *ecs.World) {
	table := w.Tables()[0]
	for i, row := range w.Identity.Column(table) {
		switch tick := w.Clock().Tick % 10; {
		case tick == 3 && row.ID%97 == 0:
			w.Speed.Column(table)[i].MPS += 3
		case tick == 6 && row.ID%11 == 0:
			p := &w.Position.Column(table)[i]
			p.X, p.Y = p.Y, p.X
		case tick == 5 && row.ID%61 == 0 && w.Alive(row.ID/61): // beside one who was it in the beginning
			p := w.Position.Get(row.ID / 61)
			w.Position.Column(table)[i] = components.Position{X: p.X, Y: p.Y}
		case tick == 8 && row.ID%13 == 0:
			w.Heading.Column(table)[i] = components.Heading{X: -1}
		}
	}
}

// played is a game after a tick.
type played struct {
	Tick    int
	Digest  uint64
	Told    uint64 // of actions and targets
	Seen    uint64 // by glances
	Actions map[string]int64
	Touched int64
}

// play plays 60 ticks in which bots and a player come, are put elsewhere, turned,
// made fast, given a tree of their own and taken away, and looks at the game after every so many.
func play(t *testing.T, setup *Setup, every int, way func(*Game, *played)) (all []played) {
	t.Helper()
	g, err := New(setup)
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	var p played
	way(g, &p)
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	var snap session.Snapshot
	for tick := range 60 {
		id := components.ID(100 + tick)
		switch tick % 15 {
		case 3:
			must(g.Place(id, &components.Position{X: 20, Y: 30}, &components.Heading{X: 1}))
		case 5:
			_, err := g.Population.Add(0, 40, &Spot{X: 50, Y: 50, Radius: 9})
			must(err)
		case 7:
			must(g.Population.RemoveBot(id))
		case 9:
			g.World.Speed.Of(id).MPS = 11
		case 11:
			_, err := g.Population.Join(Player{Heading: components.Heading{Y: 1}, SpeedMPS: 4})
			must(err)
		}
		switch tick {
		case 37: // there is no herd then
			must(g.Pools.SwitchBot(2, setup.Classes[1].Program))
		case 46:
			g.Pools.SwitchClass(0, setup.Classes[0].Program)
		}
		g.Step()
		if tick%every != every-1 {
			continue
		}
		g.Snapshot(&snap)
		p = played{Tick: tick, Digest: g.Digest(), Actions: g.Counts.ActionCounts(), Touched: g.Counts.EventCounts()["contact"], Seen: p.Seen}
		for _, b := range snap.Bots {
			p.Told = p.Told*31 + uint64(b.ID)<<32 + uint64(b.Target)<<8 + uint64(len(b.Action))
		}
		all = append(all, p)
	}
	if last := all[len(all)-1]; last.Touched == 0 || last.Actions["flee_nearest"] == 0 {
		t.Fatalf("%v, wanted contacts and bots that flee", last)
	}
	return all
}
