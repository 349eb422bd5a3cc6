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
	"bases":          {0x691c108dbb0be06b, 0x18a2d7f9d9b54ee4, 0xf101aaf8c371c035, 0x6798b4e842015442},
	"bots-vs-humans": {0x92a6a1735f4aa392, 0xf970aa23ca8ec897, 0x75cb395a1fb000dd, 0x2d44f53af714b801},
	"camp":           {0x6e854539c8c4ff08, 0xc846a528f95e555c, 0xa2fbedbb47486f9e, 0x619582b77ea8ea39},
	"chase":          {0x30daa2c6468e48ef, 0x6543a7902a329ced, 0x6fccff0837913f24, 0xb89d0204e8c0989f},
	"cowardly":       {0xb54109bd35848b00, 0x668671968c07bf19, 0x54e1bd32dd2c511f, 0x5aef564ff101cfc6},
	"crowd":          {0x69b72625548688aa, 0x58677dba9641d382, 0x34b75b8c688cab79, 0x3666df7dd0f5aec8},
	"gunship":        {0x70b2686bf826a081, 0x73f2a3cc23675c7e, 0xd6c8aa293293c3df, 0x9107e033fac3ae3a},
	"meadow":         {0xe43093dff9648d28, 0xaf4b8e0ebe2b44bf, 0xeec84d81e72acb38, 0x42e3d10e450089a7},
	"monsters":       {0x99652e7fca6eddc6, 0x968f0517e2f48812, 0xf11524c4cd9cad35, 0xdeccae38357dc305},
	"siege":          {0xfbba1c0f4c1df97b, 0x3960198940fc5b50, 0x737a33b44fbb8f4c, 0x669f1f7ac55e305b},
	"skirmish":       {0x00b7f48ebdc124f2, 0xaee5e46b97a3bdcc, 0x533883a4e80d9e4d, 0x3a6117fae01c6b46},
	"squad":          {0x5cb6881da8fa8355, 0xf334b0581fd0f0cd, 0x7d1804e54b39f579, 0x5338fccedd4aaa4d},
	"tag":            {0x54e12e04e72640f3, 0x5801843ded9ebd0f, 0xf9535531401ba9bb, 0xf957d99f96aa84d6},
	"tag.json":       {0x54e12e04e72640f3, 0x5801843ded9ebd0f, 0xf9535531401ba9bb, 0xf957d99f96aa84d6},
	"wilds":          {0x833429a5494c5b35, 0x024bb596a084f29c, 0x1f28b191b092e16f, 0xbfbc91f3829bdfa1},
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
