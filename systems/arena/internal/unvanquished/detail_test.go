package unvanquished_test

import (
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
