package core_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	_ "github.com/thicket-sim/thicket/internal/ground/longtest/draws"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestSiegesEnd plays siege on ten seeds where tests may take long, otherwise on two: all end,
// and both teams win some. What there is adds up at every tick.
func TestSiegesEnd(t *testing.T) { holdMatch(t, "siege") }

// TestSkirmishesEnd does the same for another match.
func TestSkirmishesEnd(t *testing.T) { holdMatch(t, "skirmish") }

// TestSkirmishShowsItsEnd: the minute that is played by default has a winner.
func TestSkirmishShowsItsEnd(t *testing.T) {
	t.Parallel()
	g := arenatest.Shipped(t, "skirmish", 0, 1, 0)
	g.Steps(1800)
	if !g.Game().Over() || g.Arena.Match.Winner() < 0 {
		t.Errorf("over: %v, winner %d", g.Game().Over(), g.Arena.Match.Winner())
	}
}

func holdMatch(t *testing.T, scene string) {
	seeds, audited, wins := uint64(10), uint64(2), 2
	if !longtest.On {
		seeds, audited, wins = 2, 1, 0
	}
	won := map[int]int{}
	for seed := uint64(1); seed <= seeds; seed++ {
		g := arenatest.Shipped(t, scene, 0, 1, seed)
		for tick := 0; !g.Game().Over(); tick++ {
			if tick > 9001 {
				t.Fatalf("seed %d: no end", seed)
			}
			g.Step()
			if seed <= audited {
				g.Audit()
			}
		}
		won[g.Arena.Match.Winner()]++
		if _, n := g.Game().Faults.List(); n > 0 {
			t.Errorf("seed %d: %d faults", seed, n)
		}
	}
	if won[0] < wins || won[1] < wins {
		t.Errorf("the first won %d, the second %d of %d", won[0], won[1], seeds)
	}
}

// TestMeadowLives plays five minutes of meadow: both kinds are there all the
// time, and what there is adds up.
func TestMeadowLives(t *testing.T) {
	if testing.Short() {
		t.Skip("plays five minutes of a meadow")
	}
	t.Parallel()
	seeds := uint64(1)
	if longtest.On {
		seeds = 3
	}
	for seed := uint64(1); seed <= seeds; seed++ {
		g := arenatest.Shipped(t, "meadow", 0, 1, seed)
		for range 9000 {
			g.Step()
			g.Audit()
		}
		for _, event := range []string{"ate", "killed", "dawn", "dusk"} {
			if g.Events(event) == 0 {
				t.Errorf("seed %d: no %s in five minutes", seed, event)
			}
		}
		t.Logf("seed %d: %v", seed, g.Game().Counts.EventCounts())
	}
}

// TestWorkersDoNotMatter wants the same world from any number of workers.
func TestWorkersDoNotMatter(t *testing.T) {
	t.Parallel()
	bots, ticks := 800, 60
	if longtest.On {
		bots, ticks = 3000, 90
	}
	for _, scene := range []string{"siege", "meadow", "skirmish", "bases"} {
		var digests []uint64
		for _, workers := range longtest.Ends(1, 2, 4, 7) {
			g := arenatest.Shipped(t, scene, bots, workers, 5).Steps(ticks)
			digests = append(digests, g.Digest())
		}
		for _, d := range digests[1:] {
			if d != digests[0] {
				t.Errorf("%s: digests %x on some numbers of workers", scene, digests)
			}
		}
	}
}

// TestTheDigestSeesTheArena wants it to tell worlds apart that differ in the
// arena alone.
func TestTheDigestSeesTheArena(t *testing.T) {
	t.Parallel()
	a, b := arenatest.Shipped(t, "siege", 0, 1, 1).Steps(30), arenatest.Shipped(t, "siege", 0, 1, 1).Steps(30)
	if a.Digest() != b.Digest() {
		t.Fatal("the same game has two digests")
	}
	a.Hurt(3)
	if a.Digest() == b.Digest() {
		t.Error("the digest does not see a hurt")
	}
	a, b = arenatest.Shipped(t, "siege", 0, 1, 1), arenatest.Shipped(t, "siege", 0, 1, 1)
	a.Arena.Say(3, "x", 5)
	if a.Digest() == b.Digest() {
		t.Error("the digest does not see a line")
	}
}

func TestATickAllocatesNothing(t *testing.T) {
	warmUp := 300
	if longtest.On {
		warmUp = 900
	}
	names := []string{"siege", "meadow", "skirmish", "bases"}
	if testing.Short() {
		names = names[:1] // each takes a second
	}
	for _, scene := range names {
		g := arenatest.Shipped(t, scene, 400, 2, 2).Steps(warmUp)
		if n := testing.AllocsPerRun(200, g.Step); n != 0 {
			t.Errorf("%s: %v allocations a tick", scene, n)
		}
	}
}

// TestScenesWithoutAnArenaHaveNone wants scenes of old to be what they were.
func TestScenesWithoutAnArenaHaveNone(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"tag", "chase", "crowd", "bots-vs-humans"} {
		if g := arenatest.Shipped(t, name, 0, 1, 0); g.Arena != nil {
			t.Errorf("%s has an arena", name)
		}
	}
	if g := arenatest.Open(t, "bots: [{ id: a, name: A, count: 1, behavior: { kind: action, name: stand } }]", 1); g.Arena == nil {
		t.Error("a tree that stands has no arena")
	}
	g := arenatest.Open(t, "bots: [{ id: a, name: A, count: 1, behavior: { kind: wander } }]", 1).Steps(3)
	b := &session.Switch{Class: "a", Behavior: "wander"}
	if err := g.Do(b); err != nil || core.Of(g.Game()) != nil {
		t.Errorf("%v, and an arena that nobody asked for", err)
	}
}

// TestATreeOfLaterWakesTheArena gives a running scene a tree that needs one.
func TestATreeOfLaterWakesTheArena(t *testing.T) {
	g := arenatest.Open(t, "behaviors: { x: { kind: action, name: say, args: { text: Now } } }\nbots: [{ id: a, name: A, count: 2, behavior: { kind: wander } }]", 1).Steps(3)
	if core.Of(g.Game()) != nil {
		t.Fatal("an arena that nobody uses")
	}
	if err := g.Do(&session.Switch{Class: "a", Behavior: "x"}); err != nil {
		t.Fatal(err)
	}
	if got := g.Steps(2).Bot(2).Speech; got != "Now" {
		t.Errorf("says %q", got)
	}
}

// TestNobodyIsEverInAnObstacle moves bots of all kinds about random scenes.
func TestNobodyIsEverInAnObstacle(t *testing.T) {
	trees := []string{
		"{ kind: wander }", "{ kind: chase_nearest }", "{ kind: flee_nearest }", "{ kind: action, name: roam, args: { every: 3 } }",
		"{ kind: action, name: follow, args: { who: anybody } }", "{ kind: action, name: flee, args: { who: anybody } }",
		"{ kind: action, name: strafe, args: { who: anybody } }", "{ kind: action, name: move_dir, args: { forward: 1, right: 0.3, pace: sprint } }",
		"{ kind: action, name: teleport, args: { x: 20, y: 20 } }", "{ kind: action, name: fight, args: { who: anybody } }",
	}
	ticks := 0
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		fmt.Fprintf(&b, "seed: %d\ntickRate: %d\nworld: { width: 40, height: 30, edges: %s, solid: %v }\nobstacles:\n",
			rapid.IntRange(1, 99).Draw(t, "seed"), rapid.SampledFrom([]int{3, 10, 30}).Draw(t, "rate"),
			rapid.SampledFrom([]string{"clamp", "bounce", "wrap"}).Draw(t, "edges"), rapid.Bool().Draw(t, "solid"))
		for range rapid.IntRange(1, 6).Draw(t, "obstacles") {
			x, y := rapid.IntRange(0, 34).Draw(t, "x"), rapid.IntRange(0, 24).Draw(t, "y")
			w, h := rapid.IntRange(1, 6).Draw(t, "w"), rapid.IntRange(1, 6).Draw(t, "h")
			switch rapid.IntRange(0, 2).Draw(t, "shape") {
			case 0:
				fmt.Fprintf(&b, "  - { rect: [%d, %d, %d, %d] }\n", x, y, w, h)
			case 1:
				fmt.Fprintf(&b, "  - { circle: [%d, %d, %d] }\n", x+3, y+3, 1+w%3)
			case 2:
				fmt.Fprintf(&b, "  - { polygon: [[%d, %d], [%d, %d], [%d, %d]] }\n", x, y, x+w, y, x, y+h)
			}
		}
		b.WriteString("bots:\n")
		for i, tree := range trees {
			fmt.Fprintf(&b, "  - { id: c%d, name: C%d, count: 2, speedMps: %d, foes: [c0], behavior: %s }\n", i, i,
				rapid.SampledFrom([]int{1, 4, 60}).Draw(t, "speed"), tree)
		}
		s, err := live.Start("scene.yaml", []byte(b.String()), live.Options{})
		if err != nil {
			t.Fatalf("%v\n%s", err, b.String())
		}
		defer s.Close()
		a := core.Of(s.Game())
		for range 100 {
			s.Step()
			ticks++
			if err := a.Audit(); err != nil {
				t.Fatalf("tick %d: %v\n%s", s.World().Clock().Tick, err, b.String())
			}
		}
	})
	if longtest.On && ticks < 10_000 {
		t.Errorf("%d ticks, wanted 10,000 or more", ticks)
	}
}

// TestSolidBodiesKeepApart lets bots of a solid world walk through each other if
// they can.
func TestSolidBodiesKeepApart(t *testing.T) {
	src := `
world: { width: 60, height: 20, solid: true }
places: [{ id: left, at: [5, 10], radius: 1 }, { id: right, at: [55, 10], radius: 1 }]
bots:
  - { id: a, name: A, count: 15, speedMps: 3, home: left, behavior: { kind: action, name: move_to_place, args: { place: right } } }
  - { id: b, name: B, count: 15, speedMps: 3, home: right, behavior: { kind: action, name: move_to_place, args: { place: left } } }
`
	g := arenatest.Open(t, src, 1).Steps(60)
	overlap := 0.0
	for range 400 {
		g.Step()
		bots := g.Snapshot().Bots
		for i := range bots {
			for j := range i {
				if d := math.Hypot(float64(bots[i].X-bots[j].X), float64(bots[i].Y-bots[j].Y)); d < 0.8 {
					overlap = max(overlap, 0.8-d)
				}
			}
		}
	}
	if overlap > 0.6 { // who is pushed gives way in the ticks to come
		t.Errorf("two bodies overlap by %.2f m of 0.8", overlap)
	}
}

// TestHerdsAmongWalls has bots that think a word at a time, some of them faster
// by what they became, in a field with obstacles: the same world from any
// number of workers, and the same first tick from bots that think one by one.
func TestHerdsAmongWalls(t *testing.T) {
	if testing.Short() {
		t.Skip("2,500 bots, several times")
	}
	t.Parallel()
	src := `
world: { width: 300, height: 300, edges: bounce }
teams: [{ id: red }]
match: { purse: 1000 }
obstacles: [{ rect: [100, 50, 10, 200] }, { circle: [200, 150, 30] }, { polygon: [[20, 20], [60, 20], [40, 50]] }]
bots:
  - id: a
    name: A
    count: 2500
    initialState: { it: false }
    start: [{ count: 40, state: { it: true } }]
    speedMps: 4
    behavior:
      kind: selector
      children:
        - { kind: sequence, children: [{ kind: state_equals, key: it, value: true }, { kind: chase_nearest, where: { key: it, value: false } }] }
        - { kind: flee_nearest, where: { key: it, value: true } }
  - id: b
    name: B
    teamId: red
    count: 60
    initialState: { it: true }
    health: 10
    behavior: { kind: selector, children: [{ kind: action, name: become, args: { class: fast } }, { kind: action, name: roam, args: { pace: sprint } }] }
  - { id: fast, name: Fast, teamId: red, speedMps: 40 }
rules: [{ on: contact, from: { it: true }, to: { it: false }, set: { from: { it: false }, to: { it: true } }, cooldown: 3s }]
`
	var digests []uint64
	for _, workers := range []int{1, 3} {
		g := arenatest.Open(t, src, workers).Steps(120)
		digests = append(digests, g.Digest())
		g.Audit()
	}
	if digests[0] != digests[1] {
		t.Errorf("digests %x on 1 and 3 workers", digests)
	}
	// The tag of the class becomes that of two: one in a herd, one whose bots
	// think one by one because one of them has a tree of its own.
	herd, single := arenatest.Open(t, src, 1), arenatest.Open(t, src, 1)
	same := &session.Switch{Bot: &session.Who{ID: 1}, Behavior: "chase_nearest"}
	if err := single.Do(same); err != nil {
		t.Fatal(err)
	}
	herd.Steps(1)
	single.Steps(1)
	a, b := herd.Snapshot().Bots, single.Snapshot().Bots
	for i := range a[1:] {
		if p, q := a[i+1], b[i+1]; p.X != q.X || p.Y != q.Y || p.Target != q.Target {
			t.Fatalf("bot %d: (%v, %v) after %d in a herd, (%v, %v) after %d alone", p.ID, p.X, p.Y, p.Target, q.X, q.Y, q.Target)
		}
	}
}
