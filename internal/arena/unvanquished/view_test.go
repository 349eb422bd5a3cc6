package unvanquished_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
	"github.com/thicket-sim/thicket/session"
)

// A building that is put up is seen as it grows: a telenode takes 10 seconds, which are
// 200 frames.
func TestBuildingsAreSeenAsTheyStand(t *testing.T) {
	g := trial.Scene{Buildings: "reactor 3000 3000, drill 3000 2600", Settings: trial.TheKit}.Open(t)
	if class := trial.Built(g); class != "telenode" {
		t.Fatalf("a %s was put up", class)
	}
	begun := trial.Those(g, "telenode")[0].Building
	g.Steps(100)
	half := trial.Those(g, "telenode")[0].Building
	g.Steps(101)
	done := trial.Those(g, "telenode")[0].Building
	if begun.Kind != "telenode" || begun.Finished > 0.02 || math.Abs(float64(half.Finished-begun.Finished)-0.5) > 0.001 || done.Finished != 1 {
		t.Errorf("%+v, after 5 seconds %+v, after 10 %+v", begun, half, done)
	}
}

// Without a reactor an armoury has no power, and a telenode has what it needs.
func TestPowerAndFireAreSeen(t *testing.T) {
	g := trial.Scene{Buildings: "armoury 3000 3000, telenode 3000 2000, egg 5000 5000, overmind 5600 5600"}.Open(t)
	g.Step()
	for kind, powered := range map[string]bool{"armoury": false, "telenode": true, "egg": true} {
		if b := trial.Those(g, kind)[0].Building; b.Kind != kind || b.Powered != powered || b.Burning || b.Finished != 1 {
			t.Errorf("%s: %+v", kind, b)
		}
	}
	trial.Ignite(g.Arena, trial.Those(g, "egg")[0].ID)
	g.Step()
	if b := trial.Those(g, "egg")[0].Building; !b.Burning {
		t.Errorf("an egg on fire: %+v", b)
	}
}

// A goal is seen as what it is, and money, stuck time and the timer as trees have them.
func TestWhatABotHasIsSeen(t *testing.T) {
	g := trial.Scene{Tree: "action gesture", Buildings: "reactor 3000 3000, armoury 3000 3400", More: "match: { purse: 70 }"}.Open(t)
	bot := func(tree string) session.BodyView {
		g.Does(tree)
		return g.Bot(arenatest.One)
	}
	armoury := trial.Those(g, "armoury")[0].ID
	if b := bot("action moveTo( E_H_ARMOURY )"); b.Goal != (session.GoalView{Kind: session.GoalBody, ID: armoury, X: 3000. / trial.InUnits, Y: 3400. / trial.InUnits}) {
		t.Errorf("goal %+v", b.Goal)
	}
	if b := bot("action changeGoal( 3100, 3200, 0 )"); b.Goal != (session.GoalView{Kind: session.GoalPoint, X: 3100. / trial.InUnits, Y: 3200. / trial.InUnits}) {
		t.Errorf("goal %+v", b.Goal)
	}
	g.Steps(20)
	b := bot("sequence { action resetMyTimer action resetStuckTime }")
	if !b.Tracked || b.Money != 70 || b.Timer != 0 || b.Stuck != 0 {
		t.Errorf("%+v", b)
	}
	g.Does("action gesture")
	g.Steps(19)
	if b := g.Bot(arenatest.One); math.Abs(b.Timer-1) > 1e-6 || math.Abs(b.Stuck-1) > 1e-6 {
		t.Errorf("a second later the timer is at %v and the stuck clock at %v", b.Timer, b.Stuck)
	}
	if b := trial.Those(g, "armoury")[0]; b.Tracked || b.Goal.Kind != session.NoGoal {
		t.Errorf("an armoury: %+v", b)
	}
}
