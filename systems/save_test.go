package systems_test

import (
	"testing"

	"github.com/thicket-sim/thicket/session"
)

func stepAll(n int, games ...*session.Session) {
	for range n {
		for _, s := range games {
			s.Step()
		}
	}
}

// What trees remember in the middle of a game, saved and loaded, makes the game
// go on bit for bit; what they remembered at its start does not.
func TestSavedTreesGoOn(t *testing.T) {
	for scene, ticks := range map[string]int{"skirmish": 900, "cowardly": 400} {
		t.Run(scene, func(t *testing.T) {
			a, b, c := shipped(t, scene, 0, 1), shipped(t, scene, 0, 2), shipped(t, scene, 0, 1)
			start, err := a.Game().SaveTrees()
			if err != nil {
				t.Fatal(err)
			}
			stepAll(ticks, a, b, c)
			saved, err := a.Game().SaveTrees()
			if err != nil {
				t.Fatal(err)
			}
			for _, saves := range [][][]byte{start, saved} {
				if err := b.Game().LoadTrees(saves); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.Game().LoadTrees(start); err != nil {
				t.Fatal(err)
			}
			stepAll(ticks, a, b, c)
			if a.Digest() != b.Digest() {
				t.Error("another game after what trees remember was loaded")
			}
			if a.Digest() == c.Digest() {
				t.Error("the same game with trees that forgot: the test shows nothing")
			}
		})
	}
}
