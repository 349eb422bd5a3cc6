package scenes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/vector"
	"github.com/thicket-sim/thicket/scenes"
)

// digests are those of the shipped scenes after a thousand ticks. A change that
// moves one of them changes what bots do, for everybody who plays that scene:
// it is meant, and told, or a mistake.
var digests = map[string]uint64{
	"bases":          0x091cb10dd349dba1,
	"bots-vs-humans": 0xfd69a6aa9770406d,
	"camp":           0x31ccd95380441167,
	"chase":          0xd8ef7b47cfa3a20d,
	"cowardly":       0xc00076d7e54a9e50,
	"crowd":          0xe0f75162fe224290,
	"gunship":        0xa88928d4782adf4e,
	"meadow":         0xdccc724a67e7e86a,
	"monsters":       0x345fc56524aa2289,
	"siege":          0x2bb1692b27f23a3c,
	"skirmish":       0xc776333f8351ef37,
	"squad":          0xae9a305a65f05888,
	"tag":            0x2cecf6a95b9bb8e8,
	"tag.json":       0x2cecf6a95b9bb8e8,
	"wilds":          0xd44509d03d53f9fa,
}

func TestDigestsOfShippedScenes(t *testing.T) { playAll(t, scenes.Shipped()) }

// TestDigestsWithoutVectors plays the scenes that have herds.
func TestDigestsWithoutVectors(t *testing.T) {
	was := vector.Use(false)
	defer vector.Use(was)
	playAll(t, []string{"bots-vs-humans", "chase", "crowd", "tag"})
}

func playAll(t *testing.T, names []string) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "crowd" {
				t.Skip("100,000 bots take some seconds")
			}
			s, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s.Setup.Workers = 2
			g := start(t, s)
			for range 1000 {
				g.Step()
			}
			if got := g.Digest(); got != digests[name] {
				t.Errorf("the digest after 1,000 ticks is %016x, wanted %016x", got, digests[name])
			}
		})
	}
}
