package scenes_test

import (
	"fmt"
	"runtime"
	"testing"

	"github.com/thicket-sim/thicket/internal/vector"
	"github.com/thicket-sim/thicket/scenes"
)

// digestTicks are the ticks after which the digest of a scene is known.
var digestTicks = [...]int{20, 100, 200, 1000}

// digests are those of the shipped scenes after digestTicks, on any machine. A change
// that moves one of them changes what bots do, for everybody who plays that scene: it is
// meant, and told, or a mistake. What a test prints goes in here.
var digests = map[string][len(digestTicks)]uint64{
	"bases":          {0x8028bfa992790e8d, 0x594a503b0b26b9b3, 0xb3d064a0f12e6fba, 0xdd32dbbfdac7cdda},
	"bots-vs-humans": {0x5de8ea23d4af70c3, 0xeb3790e545cf5415, 0x729d3461e6cfdddb, 0xa29777ca28228610},
	"camp":           {0x9930caf31cef83dd, 0xca63b73d7400b602, 0x6f8b7a6619f1164d, 0xa6e760acd2433c2e},
	"chase":          {0xd7efaa48c1e03b04, 0x3c678c0ac09f58ec, 0xb7fa6bb7cd87c79a, 0xfcee142b0df65704},
	"cowardly":       {0x4456dc1f2924a6d1, 0x8be3bddd7c744cc3, 0x905167229423429c, 0x6a68445b33ffec13},
	"crowd":          {0xd77dc9a2d7fec283, 0x0a639c6f287da934, 0x153e0ada29fb6127, 0x85222d892c5a291f},
	"gunship":        {0xe5c16504320637c4, 0x9da30e841367d256, 0x5bea3fdb873ba611, 0x1a78c747f96afc7e},
	"meadow":         {0x942c9f61d26499ee, 0x1389af1bc7604e47, 0xe74f48ec60c2003a, 0xaedca6b71b639a9f},
	"monsters":       {0x6b33199d9a910a6b, 0x63e88cebafd18699, 0xde37a5cc3248eaa5, 0x227b300517be8c55},
	"siege":          {0xa3c29b40f827534a, 0x8f87a33318caec14, 0x956c4b0f06c639da, 0x143f16a7c35f7c91},
	"skirmish":       {0x4de25c2cf2019b20, 0x2ff2c42bb99d165f, 0xd94452a379eb4d76, 0x7e4fb12a12cf3e00},
	"squad":          {0x193d73583946b7ef, 0xeeeb08844bdb7536, 0x25c72f7a0b73862d, 0xffb3a2e62f8125f4},
	"tag":            {0xe7039439a63121b2, 0x069a6719d614361c, 0x449d15accf3a60cd, 0x575a9c9208301c0a},
	"tag.json":       {0xe7039439a63121b2, 0x069a6719d614361c, 0x449d15accf3a60cd, 0x575a9c9208301c0a},
	"wilds":          {0xfe2220ea36579bae, 0x6277208e8b738f6d, 0x39203286e5646108, 0x0990bf2c754baee1},
}

// TestDigestsOfShippedScenes is what a test binary for another processor is run for.
func TestDigestsOfShippedScenes(t *testing.T) { playAll(t, scenes.Shipped(), len(digestTicks), 2) }

// TestDigestsWithoutVectors plays the scenes that have herds.
func TestDigestsWithoutVectors(t *testing.T) {
	was := vector.Use(false)
	defer vector.Use(was)
	playAll(t, []string{"bots-vs-humans", "chase", "crowd", "tag"}, len(digestTicks), 2)
}

// TestDigestsOfAnyWorkers plays 200 ticks with up to 16 workers, on one thread, on two and
// on all that there are.
func TestDigestsOfAnyWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("plays each scene many times")
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for workers := 1; workers <= 16; workers++ {
		threads := []int{runtime.NumCPU(), 1, 2}[workers%3]
		t.Run(fmt.Sprint(workers), func(t *testing.T) {
			runtime.GOMAXPROCS(threads)
			var names []string
			for _, name := range scenes.Shipped() {
				// A tick of the two takes longest: a few numbers of workers are enough.
				if name != "crowd" && name != "camp" || workers%5 == 1 {
					names = append(names, name)
				}
			}
			playAll(t, names, len(digestTicks)-1, workers)
		})
	}
}

// playAll compares scenes with the first so many of their digests.
func playAll(t *testing.T, names []string, digestsOfEach, workers int) {
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && name == "crowd" {
				t.Skip("100,000 bots take some seconds")
			}
			s, err := scenes.Load(name, scenes.Options{})
			if err != nil {
				t.Fatal(err)
			}
			s.Setup.Workers = workers
			g := start(t, s)
			got := [len(digestTicks)]uint64{}
			want := digests[name]
			for i := range digestsOfEach {
				for g.World.Clock().Tick < int64(digestTicks[i]) {
					g.Step()
				}
				if got[i] = g.Digest(); got[i] != want[i] {
					t.Errorf("the digest after %d ticks is %#016x, wanted %#016x", digestTicks[i], got[i], want[i])
				}
			}
			if t.Failed() {
				t.Logf("%q: %#v,", name, got)
			}
		})
	}
}
