package dragengine_test

import (
	"math"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/facttest"
	"github.com/thicket-sim/thicket/session"
)

// The facts of the engine's example game, by their names in the shared list.
var facts = map[string]func(*testing.T){
	"chance-not-read":   chanceIsNotRead,
	"wander-home":       wanderStaysNearHome,
	"wander-ends":       wanderEndsNearItsGoal,
	"turning-first-run": turningMaySucceedAtOnce,
	"turning-step":      turningTakesSteps,
	"wait-time":         waitTakesAWhile,
	"nearby-limit":      nearbyEndsAtFourMetres,
	"nearby-blind":      nearbyIsBlind,
	"notnearby":         notNearbyIsTheOpposite,
	"flee-needs-run":    fleeNeedsARunner,
	"flee-goes-on":      fleeGoesOn,
	"flee-goal":         goalAwayFromThePlayer,
	"backoff-close":     tooNearRunsAnew,
	"tree-interrupt":    treeIsInterrupted,
	"tree-far-again":    treeFarAgain,
	"tree-shares":       treeShares,
}

func TestFacts(t *testing.T) {
	for name, test := range facts {
		t.Run(name, test)
	}
}

// Each fact of the list has a test.
func TestEveryFactIsHeld(t *testing.T) {
	facttest.Whole(t, "dragengine", func(name string) bool { return facts[name] != nil })
}

// game is a hutch whose hare stood at (50, 50) in its first tick.
type game struct{ *arenatest.Game }

// again makes the hare begin its tree anew at (50, 50), and plays a tick.
func (g game) again() {
	g.control()
	g.Put(1, 50, 50, 1, 0).Steps(1)
}

func (g game) control() {
	g.T.Helper()
	if err := g.Do(&session.Control{Bot: &session.Who{ID: 1}, Name: "reset"}); err != nil {
		g.T.Fatal(err)
	}
}

// rule returns the rule at which the hare's tree stands.
func (g game) rule() (text string) {
	p, err := g.Game.Game().Watchers.ProgramOf(1)
	if err != nil {
		g.T.Fatal(err)
	}
	_ = g.Game.Game().Watchers.Look(1, func(x *run.Exec) { text = p.Semantics.(run.Inspector).Inspect(x).Values[0].Value }) // it has a tree
	return text
}

func (g game) action() string { return g.Bot(1).Action }

// goal returns where the hare goes, from the middle of the field.
func (g game) goal() (x, y float64, going bool) {
	to, going, _ := dragengine.Mind(g.Arena, g.Arena.BodyOf(1))
	return float64(to.X) - 50, float64(to.Y) - 50, going
}

// share plays so many beginnings and counts the actions that were run in them.
func (g game) shares(n int) map[string]float64 {
	counts := map[string]float64{}
	for range n {
		g.again()
		counts[g.action()] += 1 / float64(n)
	}
	return counts
}

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.Abs(got-want) > by {
		t.Errorf("%s is %v, wanted %v", what, got, want)
	}
}

func chanceIsNotRead(t *testing.T) {
	g := inHutch(t, "<action name='wander'><parameter name='chance'>1</parameter></action><action name='stand'/>")
	near(t, "the share of wander", g.shares(2000)["wander"], 0.25, 0.04)
	g = inHutch(t, "<action name='wait'><parameter name='chance'>0</parameter></action><action name='stand'/>")
	near(t, "the share of wait", g.shares(200)["wait"], 1, 1e-9)
}

func wanderStaysNearHome(t *testing.T) {
	g := inHutch(t, "<action name='wander'/><action name='stand'/>")
	farthest, legs := 0.0, 0
	for range 1000 {
		g.again()
		g.control()
		g.Put(1, 90, 90, 1, 0).Steps(1)
		if x, y, going := g.goal(); going && g.action() == "wander" {
			legs++
			farthest = max(farthest, math.Hypot(x, y))
		}
	}
	if legs < 150 || farthest > 8.0001 || farthest < 7.5 {
		t.Errorf("the farthest of %d goals is %v m from home, wanted up to 8", legs, farthest)
	}
}

const thenDone = "<action name='set_state'><parameter name='key'>done</parameter><parameter name='value'>1</parameter></action>"

func wanderEndsNearItsGoal(t *testing.T) {
	g := inHutch(t, "<sequence><action name='wander'><parameter name='wander.chance'>1</parameter></action>"+thenDone+"</sequence>")
	for _, c := range []struct {
		left float32
		done string
	}{{0.3, "0"}, {0.2, "1"}} {
		g.again()
		to, _, _ := dragengine.Mind(g.Arena, g.Arena.BodyOf(1))
		g.Put(1, to.X-c.left, to.Y, 1, 0).Steps(1)
		_, _, going := g.goal()
		if b := g.Bot(1); g.State(1, "done") != c.done || going != (c.done == "0") || !going && b.X != to.X-c.left {
			t.Errorf("%v m from its goal: done %q, has a goal: %v, at %v", c.left, g.State(1, "done"), going, b.X-to.X)
		}
	}
}

func turningMaySucceedAtOnce(t *testing.T) {
	for angle, share := range map[string]float64{"0.09": 1, "180": 0} {
		g := inHutch(t, "<sequence><action name='turning'><parameter name='turning.chance'>1</parameter><parameter name='turning.angle'>"+
			angle+"</parameter></action>"+thenDone+"</sequence>")
		g.again()
		if done := g.State(1, "done") == "1"; done != (share == 1) {
			t.Errorf("turning by up to %s degrees ends in its first run: %v", angle, done)
		}
	}
}

func turningTakesSteps(t *testing.T) {
	g := inHutch(t, "<sequence><action name='turning'><parameter name='turning.chance'>1</parameter></action>"+thenDone+"</sequence>")
	for {
		g.again()
		_, _, face := dragengine.Mind(g.Arena, g.Arena.BodyOf(1))
		if face.X > -0.97 {
			continue
		}
		for i, want := range []float64{60, 120, math.Acos(float64(face.X)) * 180 / math.Pi} {
			near(t, "the angle", math.Acos(float64(g.Bot(1).HX))*180/math.Pi, want, 0.05)
			if g.State(1, "done") == "1" {
				t.Errorf("it has turned after %d steps", i+1)
			}
			g.Steps(1)
		}
		if g.State(1, "done") != "1" {
			t.Error("it has not turned after three steps")
		}
		return
	}
}

func waitTakesAWhile(t *testing.T) {
	g := inHutch(t, "<sequence><action name='wait'/>"+thenDone+"<running/></sequence><action name='stand'/>")
	shortest, longest := 1000, 0
	for range 80 {
		g.again()
		if err := g.Do(&session.SetState{Who: session.Who{ID: 1}, State: session.State{Key: "done", Value: host.IntValue(0)}}); err != nil {
			t.Fatal(err)
		}
		ticks := 0
		for ; g.State(1, "done") != "1"; ticks++ {
			if a := g.action(); a != "wait" {
				t.Fatalf("after %d ticks it does %q", ticks, a)
			}
			g.Steps(1)
		}
		shortest, longest = min(shortest, ticks), max(longest, ticks)
	}
	if shortest < 10 || shortest > 14 || longest > 50 || longest < 46 {
		t.Errorf("it waited for %d to %d ticks, wanted 10 to 50", shortest, longest)
	}
}

const asks = "<action name='stand'><condition>playerNearby</condition></action><action name='stay'><condition>playerNotNearby</condition></action>"

func nearbyEndsAtFourMetres(t *testing.T) {
	g := inHutch(t, asks)
	g.again()
	if a := g.action(); a != "stay" {
		t.Errorf("without a player it does %q", a)
	}
	id := g.Join(54, 50, components.Heading{}, 1)
	for far, want := range map[float32]string{0.5: "stand", 3.99: "stand", 4: "stay", 40: "stay"} {
		g.Put(id, 50+far, 50, 0, 0)
		g.again()
		if a := g.action(); a != want {
			t.Errorf("a player at %v m: it does %q, wanted %q", far, a, want)
		}
	}
}

func nearbyIsBlind(t *testing.T) {
	g := inHutchWith(t, asks, "obstacles: [{ rect: [51, 40, 1, 20] }]\n")
	g.Join(53, 50, components.Heading{}, 1)
	g.again()
	if a := g.action(); a != "stand" || g.Arena.Sight.Sees(g.Arena.BodyOf(1), g.Arena.BodyOf(2)) {
		t.Errorf("behind a wall it does %q", a)
	}
}

func notNearbyIsTheOpposite(t *testing.T) {
	ask := func(condition string) game {
		return inHutch(t, "<action name='stand'><condition>"+condition+"</condition></action><action name='stay'/>")
	}
	for _, far := range []float32{0, 1, 3.9998, 3.9999, 4, 4.0001, 7, 40} {
		yes, no := ask("playerNearby"), ask("playerNotNearby")
		for _, g := range []game{yes, no} {
			g.Join(float64(50+far), 50, components.Heading{}, 1)
			g.again()
		}
		if yes.action() == no.action() {
			t.Errorf("at %v m both conditions do %q", far, yes.action())
		}
	}
}

func fleeNeedsARunner(t *testing.T) {
	g := inHutch(t, shy)
	g.Join(53, 50, components.Heading{X: 1}, 1)
	g.Steps(2)
	g.again()
	if a := g.action(); a != "backOff" {
		t.Errorf("from one who walks it does %q", a)
	}
}

func fleeGoesOn(t *testing.T) {
	g := inHutch(t, "<action name='flee'/><action name='stand'/>")
	id := g.Join(54.5, 50, components.Heading{X: -1}, 3)
	for g.action() != "flee" {
		g.Steps(1)
	}
	if err := g.Do(&session.Input{Player: session.Who{ID: id}}); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if g.Steps(1); g.action() != "flee" {
			t.Errorf("once the player stands it does %q", g.action())
		}
	}
}

func goalAwayFromThePlayer(t *testing.T) {
	for _, rule := range []string{"<action name='flee'><parameter name='player.speed'>0</parameter></action>", "<action name='backOff'/>"} {
		g := inHutch(t, rule)
		g.Join(47, 50, components.Heading{}, 1)
		left, right := 0.0, 0.0
		for range 200 {
			g.again()
			x, y, _ := g.goal()
			near(t, "the distance of the goal from the player", math.Hypot(x+3, y), 8, 1e-4)
			angle := math.Atan2(y, x+3) * 180 / math.Pi
			left, right = min(left, angle), max(right, angle)
		}
		if left < -15.001 || left > -13 || right > 15.001 || right < 13 {
			t.Errorf("%s: goals from %v to %v degrees, wanted all of -15 to 15", rule, left, right)
		}
	}
}

func tooNearRunsAnew(t *testing.T) {
	g := inHutch(t, "<action name='backOff'/>")
	g.Join(47, 50, components.Heading{}, 1)
	g.again()
	near(t, "the way at a walk", g.From(50, 50), 0.2, 1e-4)
	was := [2]float64{}
	for range 5 {
		g.Put(1, 48.9, 50, 1, 0).Steps(1)
		near(t, "the way at a run", g.From(48.9, 50), 0.6, 1e-4)
		x, y, _ := g.goal()
		if now := [2]float64{x, y}; now == was {
			t.Error("the same goal as in the step before")
		} else {
			was = now
		}
	}
}

// example is the tree of the engine's example game: what a creature does that is left
// alone, and what it does beside a player.
const example = "<action id='.wander' name='wander'><conditionMode>allFalse</conditionMode><condition>playerNearby</condition></action>" +
	"<action id='.turning' name='turning'><condition>playerNotNearby</condition></action>" +
	"<action id='.wait' name='wait'><condition>playerNotNearby</condition></action>" + shy

func treeIsInterrupted(t *testing.T) {
	g := inHutch(t, example)
	g.again()
	for g.action() != "wander" {
		g.again()
	}
	id := g.Join(55, 50, components.Heading{X: -1}, 3)
	before := ""
	for range 10 {
		before = g.action()
		bot, player := g.Bot(1), g.Bot(id)
		nearby := math.Hypot(float64(bot.X-player.X), float64(bot.Y-player.Y)) < 3.999
		g.Steps(1)
		if nearby {
			break
		}
	}
	if a := g.action(); before != "wander" || a != "flee" {
		t.Errorf("it does %q after %q", a, before)
	}
}

func treeFarAgain(t *testing.T) {
	g := inHutch(t, example)
	id := g.Join(55, 50, components.Heading{X: -1}, 3)
	for g.action() != "flee" {
		g.Steps(1)
	}
	bot := g.Bot(1)
	g.Put(id, bot.X+4.5, bot.Y, -1, 0).Steps(1)
	_, _, going := g.goal()
	near(t, "the way in the step in which flee fails", g.From(float64(bot.X), float64(bot.Y)), 0.6, 1e-3)
	rule := g.rule()
	g.Put(id, 95, 95, 0, 0).Steps(1)
	if a := g.action(); !going || rule != "choice #root" || !slices.Contains([]string{"wander", "turning", "wait"}, a) {
		t.Errorf("it stands at %q, has a goal: %v, and does %q next", rule, going, a)
	}
}

func treeShares(t *testing.T) {
	share := inHutch(t, example).shares(4000)
	for action, want := range map[string]float64{"wander": 0.25, "turning": 0.2625, "wait": 0.4875} {
		near(t, "the share of "+action, share[action], want, 0.025)
	}
}
