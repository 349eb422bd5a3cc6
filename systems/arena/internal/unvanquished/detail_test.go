package unvanquished_test

import (
	"math"
	"testing"
)

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

// A fire burns for ten seconds: 4 points a second, beside 10 of the blow.
func TestAFireBurnsForTenSeconds(t *testing.T) {
	g := play(t, "action stayHere( 0 )")
	for range 3 {
		g.Put(one, 10, 10, 1, 0).Does("action buy( WP_SHOTGUN, UP_FIREBOMB )")
	}
	g.Put(one, 20, 50, 1, 0).Put(two, 90, 50, 1, 0).Put(tower, 24, 50, 1, 0)
	g.Does("action changeGoal( E_ENEMYBUILDING )").Does("action activateUpgrade( UP_FIREBOMB )").Put(one, 10, 10, 1, 0)
	g.Does("action stayHere( 0 )").Steps(120)
	if got := float64(g.Bot(tower).Health); math.Abs(got-30.0/80) > 0.01 {
		t.Errorf("the tower has %v of its health, wanted %v", got, 30.0/80)
	}
}
