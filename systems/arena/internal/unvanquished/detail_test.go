package unvanquished_test

import (
	"testing"

	"github.com/thicket-sim/thicket/systems/arena/internal/arenatest"
)

// does reports, for each of the next ticks, whether an action of the first bot
// succeeds.
func does(g *arenatest.Game, action string, ticks int) (did []bool) {
	for range ticks {
		g.Does("selector { sequence { action " + action + " action say( \"yes\" ) } action say( \"no\" ) }")
		did = append(did, g.Bot(one).Speech == "yes")
	}
	return did
}

// A bot leaps again a second after its last leap, to the tick.
func TestLeapsAreASecondApart(t *testing.T) {
	g := play(t, "action stayHere( 0 )")
	for i, did := range does(g, "jump", 12) {
		if want := i == 0 || i == 10; did != want {
			t.Errorf("tick %d: leapt %v, wanted %v", i, did, want)
		}
	}
}

// A fight ends two seconds after a human saw the foe last.
func TestAFightIsGivenUpAfterTwoSeconds(t *testing.T) {
	g := play(t, "selector { sequence { action fight action say( \"lost\" ) } }").Steps(8).Put(two, 90, 50, 1, 0).Steps(1)
	g.Put(one, 58, 25, 1, 0).Put(two, 66, 25, 1, 0).Steps(19)
	if said := g.Bot(one).Speech; said != "" {
		t.Errorf("it says %q within two seconds", said)
	}
	g.Steps(2)
	if said := g.Bot(one).Speech; said != "lost" {
		t.Errorf("it says %q after two seconds, wanted \"lost\"", said)
	}
}
