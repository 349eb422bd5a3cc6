package mbt_test

import "testing"

// TestWhoChasesOneThatRunsGetsHold: a player that runs more slowly is a step farther off when
// the bot is where it would stand, and is in reach of its hand.
func TestWhoChasesOneThatRunsGetsHold(t *testing.T) {
	p := stage{tree: went(`<ChasePlayer/>`), walls: " ", foe: `, tags: [player]`}.open(t)
	p.Put(two, 23, 50, 1, 0)
	for i := range 200 {
		p.Put(two, 23+0.3*float32(i), 50, 1, 0)
		if p.Step(); p.State(one, "is") != "" {
			break
		}
	}
	if is := p.State(one, "is"); is != `"done"` {
		t.Errorf("after the player has run to x = %v: %s, wanted it in reach of the hand of the bot at x = %v", p.Bot(two).X, is, p.Bot(one).X)
	}
}
