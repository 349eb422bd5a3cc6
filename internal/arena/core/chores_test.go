package core_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/arena/arenatest"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

// What bodies do side by side comes to the same as what they do one after the other, by
// ascending id: with fights, deaths, hunger, healing, signals, poses and notes.
func TestChoresAreThoseDoneInTurn(t *testing.T) {
	t.Parallel()
	names := []string{"siege", "meadow", "cowardly", "skirmish", "bases"}
	if testing.Short() {
		names = names[:1] // each takes a second
	}
	for _, scene := range names {
		bots, ticks := 300, 150
		if longtest.On {
			ticks = 900
		}
		aside := arenatest.Shipped(t, scene, bots, 2, 3)
		turns := arenatest.Shipped(t, scene, bots, 1, 3)
		turns.Arena.DoInTurn()
		for tick := range ticks {
			aside.Step()
			turns.Step()
			if tick%10 > 0 {
				continue
			}
			if got, want := aside.Digest(), turns.Digest(); got != want {
				t.Fatalf("%s: digest %v at tick %d, in turn %v", scene, got, tick, want)
			}
		}
	}
}
