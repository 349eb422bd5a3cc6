package trial

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/session"
)

// answers says how an action of the first bot goes in the next tick: "done", "failed" or
// "runs".
func answers(g *arenatest.Game, action string) string {
	g.T.Helper()
	tick := g.World().Clock().Tick
	done, failed := fmt.Sprintf("done %d", tick), fmt.Sprintf("failed %d", tick)
	g.Does(fmt.Sprintf("sequence { action %s action say( %q ) } action say( %q )", action, done, failed))
	switch g.Bot(arenatest.One).Speech {
	case done:
		return "done"
	case failed:
		return "failed"
	}
	return "runs"
}

// Wants reports an answer that is not the one wanted.
func Wants(g *arenatest.Game, action, want string) {
	g.T.Helper()
	if got := answers(g, action); got != want {
		g.T.Errorf("%s: %s at tick %d, wanted %s", action, got, g.World().Clock().Tick, want)
	}
}

// Those returns the bodies of a class, by id: the dead too.
func Those(g *arenatest.Game, class string) (all []session.BodyView) {
	for _, b := range g.Snapshot().Bots {
		if b.Class == class {
			all = append(all, b)
		}
	}
	return all
}

// Become makes a body one of another class.
func Become(g *arenatest.Game, id components.ID, class string) {
	g.T.Helper()
	i, err := g.Game().ClassIndex(class)
	if err != nil {
		g.T.Fatal(err)
	}
	g.Arena.Life.Become(g.Arena.BodyOf(id), i)
}

// Strike takes points of health from a body, as a blow of another.
func Strike(g *arenatest.Game, id components.ID, points float32, by components.ID) {
	g.Arena.Life.Hurt(g.Arena.BodyOf(id), points, by)
}

// Raze destroys a building at the end of the next tick, by a blow of another.
func Raze(g *arenatest.Game, id, by components.ID) {
	Strike(g, id, 1e4, by)
	g.Step()
}

// Built lets the first bot, a builder that looks right, build what is chosen at a free
// spot, and is the class of that.
func Built(g *arenatest.Game) string {
	g.T.Helper()
	before := map[components.ID]bool{}
	for _, b := range g.Snapshot().Bots {
		before[b.ID] = true
	}
	At(g, arenatest.One, 1000, 6000)
	Wants(g, "buildNowChosenBuildable", "done")
	for _, b := range g.Snapshot().Bots {
		if !before[b.ID] {
			return b.Class
		}
	}
	return ""
}

// Frames returns the frames of that many milliseconds.
func Frames(ms int) int { return ms / 50 }

// Harm takes points from a body, as a blow of nobody.
func Harm(g *arenatest.Game, id components.ID, points float32) {
	g.Arena.Life.Hurt(g.Arena.BodyOf(id), points, 0)
}

// Points returns the health of a body.
func Points(g *arenatest.Game, id components.ID) float64 {
	return float64(g.Arena.Health[g.Arena.BodyOf(id)].Points)
}

// GoalAt wants the goal of the first bot to be of a kind ("body", "point" or ""), at a
// spot in units.
func GoalAt(g *arenatest.Game, kind string, x, y float64) {
	g.T.Helper()
	is, gx, gy := Goal(g.Arena, One)
	if is != kind || math.Abs(float64(gx)*InUnits-x) > 1 || math.Abs(float64(gy)*InUnits-y) > 1 {
		g.T.Errorf("the goal is a %q at (%.0f, %.0f), wanted a %q at (%v, %v)", is, gx*InUnits, gy*InUnits, kind, x, y)
	}
}

// A tree that says whether its action goes on, succeeds or fails: what it says is
// "goes on" while the action runs.
func Tells(action string) string {
	return "concurrent { decorator return( STATUS_SUCCESS ) { action say( \"goes on\" ) } selector { sequence { action " + action +
		" action say( \"done\" ) } action say( \"failed\" ) } }"
}

// Says wants the first bot to have said something in this frame.
func Says(g *arenatest.Game, want string) {
	g.T.Helper()
	if got := g.Bot(One).Speech; got != want {
		g.T.Errorf("it says %q at tick %d, wanted %q", got, g.World().Clock().Tick, want)
	}
}

// From returns how far the first bot is from a point, in units.
func From(g *arenatest.Game, x, y float64) float64 {
	bx, by := Where(g, One)
	return math.Hypot(bx-x, by-y)
}

// Halve takes half of its health from a building.
func Halve(g *arenatest.Game, id components.ID) {
	Strike(g, id, g.Bot(id).Points/2, 0)
}
