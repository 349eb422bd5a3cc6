package systems_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// with returns the registry of every game with one more action.
func with(t *testing.T, a host.Action) *host.Registry {
	t.Helper()
	r := systems.NewRegistry()
	if err := r.AddAction(a); err != nil {
		t.Fatal(err)
	}
	return r
}

const faulty = `
world: { width: 500, height: 500 }
bots:
  - id: c
    name: C
    count: 5000
    behavior:
      kind: selector
      children:
        - { kind: action, name: explode }
        - { kind: wander }
`

func TestAPanicIsReportedAndTheRunGoesOn(t *testing.T) {
	play := func(workers int) ([]host.Fault, int64, uint64) {
		explode := host.Action{Name: "explode", Local: true, Tick: func(c *host.Call) host.Status {
			c.Head(1, 0) // lost with the panic
			if c.Bot%5 == 3 && c.Tick > 1 {
				panic(fmt.Sprintf("bot %d is out of powder", c.Bot))
			}
			return host.Failure
		}}
		s := openWith(t, faulty, live.Options{Registry: with(t, explode), Workers: workers})
		steps(s, 3)
		for _, b := range s.Snapshot().Bots {
			if b.Action != "wander" || b.HX == 1 {
				t.Fatalf("bot %d did %q and heads (%v, %v), wanted it to wander", b.ID, b.Action, b.HX, b.HY)
			}
		}
		first, n := s.Game().Faults.List()
		return first, n, s.Digest()
	}
	first, n, digest := play(1)
	if n != 2000 || len(first) != 5 {
		t.Fatalf("%d faults of which %d are kept, wanted 2000 and 5", n, len(first))
	}
	want := "scene.yaml:10:11: explode of tree c, C 8, tick 2: panic: bot 8 is out of powder"
	if got := first[1].String(); got != want {
		t.Errorf("fault %q, wanted %q", got, want)
	}
	for _, workers := range []int{2, 4} {
		f, n2, d := play(workers)
		if diff := cmp.Diff(first, f); diff != "" || n2 != n || d != digest {
			t.Errorf("%d workers: %d faults, digest %x, wanted %d, %x:\n%s", workers, n2, d, n, digest, diff)
		}
	}
}

// What happens at a node again is listed once, for the first bot.
func TestFaultsOfOneBotStayInOrder(t *testing.T) {
	grumble := host.Action{Name: "grumble", Local: true, Tick: func(c *host.Call) host.Status {
		for i := range 3 {
			c.Warnf("%d", i)
		}
		return host.Success
	}}
	s := openWith(t, `bots: [{ id: c, name: C, count: 2, behavior: { kind: action, name: grumble } }]`,
		live.Options{Registry: with(t, grumble)})
	steps(s, 2)
	var got []string
	first, _ := s.Game().Faults.List()
	for _, f := range first {
		got = append(got, fmt.Sprintf("%d-%d-%s", f.Tick, f.Bot, f.Text))
	}
	want := strings.Fields("1-1-0 1-1-1 1-1-2")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// TestBotsThinkInArchetypeOrder records the calls of an action that is not
// local: class by class, tree by tree, and the bots of each by id.
func TestBotsThinkInArchetypeOrder(t *testing.T) {
	const scene = `
behaviors:
  alpha: { kind: sequence, children: [{ kind: action, name: call }] }
  beta: { kind: action, name: call }
bots:
  - { id: z, name: Z, count: 3, behavior: { kind: action, name: call } }
  - { id: y, name: Y, count: 2, start: [{ count: 1, state: { behavior: beta } }], initialState: { behavior: alpha } }
  - { id: x, name: X, count: 2, behavior: { kind: action, name: call } }
`
	for _, workers := range []int{1, 4} {
		var called []host.BotID
		call := host.Action{Name: "call", Tick: func(c *host.Call) host.Status {
			called = append(called, c.Bot)
			return host.Success
		}}
		s := openWith(t, scene, live.Options{Registry: with(t, call), Workers: workers})
		steps(s, 1)
		if want := []host.BotID{1, 2, 3, 5, 4, 6, 7}; !slices.Equal(called, want) { // alpha's 5 before beta's 4
			t.Errorf("%d workers: order %v, wanted %v", workers, called, want)
		}
		do(t, s, &session.Remove{Bot: &session.Who{ID: 1}}) // moves rows
		do(t, s, &session.Add{Class: "z", Count: 1})
		do(t, s, &session.Switch{Bot: &session.Who{ID: 2}, Behavior: "alpha"})
		called = nil
		s.Step()
		if want := []host.BotID{2, 3, 8, 5, 4, 6, 7}; !slices.Equal(called, want) {
			t.Errorf("%d workers: order %v after a switch, wanted %v", workers, called, want)
		}
	}
}

// TestAnActionSeesTheWorldAsItWas lets a bot look at another that decided
// before it.
func TestAnActionSeesTheWorldAsItWas(t *testing.T) {
	var seen [][2]float32
	look := host.Action{Name: "look", Tick: func(c *host.Call) host.Status {
		x, y := c.World.Position(c.World.Nearest(c.Body, host.Everyone))
		seen = append(seen, [2]float32{x, y})
		c.Head(1, 0)
		return host.Success
	}}
	s := openWith(t, `
tickRate: 1
bots:
  - { id: c, name: C, count: 2, speedMps: 1, behavior: { kind: selector, children: [{ kind: action, name: look }, { kind: chase_nearest }] } }`,
		live.Options{Registry: with(t, look)})
	for id := range components.ID(2) {
		do(t, s, &session.Place{Who: who(id + 1), At: session.Point(float64(10*id), 5)})
	}
	steps(s, 2)
	if want := [][2]float32{{10, 5}, {0, 5}, {11, 5}, {1, 5}}; !slices.Equal(seen, want) {
		t.Errorf("seen %v, wanted %v", seen, want)
	}
}

// TestNearestNeedsNoDeclaration looks for others through an action that has no
// `where`, for which there is no index.
func TestNearestNeedsNoDeclaration(t *testing.T) {
	everyone := func(*host.Registry) host.FacetID { return host.Everyone }
	some := func(r *host.Registry) host.FacetID {
		return host.SymbolsOf(r).Facet(host.Facet{Key: r.Key("k"), Value: r.Sym(host.BoolValue(true))})
	}
	for _, test := range []struct {
		where string
		facet func(*host.Registry) host.FacetID
	}{
		{"", everyone}, {", where: { key: k, value: true }", some},
	} {
		targets := func(tree string) (all []components.ID) {
			var facet host.FacetID
			registry := with(t, host.Action{Name: "spy", Local: true, Tick: func(c *host.Call) host.Status {
				c.Choose(c.World.Nearest(c.Body, facet))
				return host.Success
			}})
			facet = test.facet(registry)
			s := openWith(t, `
world: { width: 9, height: 9, edges: wrap }
bots:
  - { id: a, name: A, count: 40, behavior: `+tree+` }
  - { id: b, name: B, count: 40, initialState: { k: true } }`, live.Options{Registry: registry})
			for id := range components.ID(80) { // many at one distance
				do(t, s, &session.Place{Who: who(id + 1), At: session.Point(float64(id*7%9), float64(id*5%8))})
			}
			s.Step()
			for _, b := range s.Snapshot().Bots[:40] {
				all = append(all, b.Target)
			}
			return all
		}
		want := targets("{ kind: chase_nearest" + test.where + " }")
		if diff := cmp.Diff(want, targets("{ kind: action, name: spy }")); diff != "" || want[0] == 0 {
			t.Error(diff)
		}
	}
}
