package fight_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/unvanquished/trial"
)

// A fight ends two seconds after a human saw the foe last.
func TestAFightIsGivenUpAfterTwoSeconds(t *testing.T) {
	g := trial.Play(t, "selector { sequence { action fight action say( \"lost\" ) } }").Steps(8).Put(trial.Two, 90, 50, 1, 0).Steps(1)
	g.Put(trial.One, 58, 25, 1, 0).Put(trial.Two, 66, 25, 1, 0).Steps(19)
	if said := g.Bot(trial.One).Speech; said != "" {
		t.Errorf("it says %q within two seconds", said)
	}
	g.Steps(2)
	if said := g.Bot(trial.One).Speech; said != "lost" {
		t.Errorf("it says %q after two seconds, wanted \"lost\"", said)
	}
}
