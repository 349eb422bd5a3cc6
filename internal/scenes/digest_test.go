package scenes_test

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/ground/vector"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// digestTicks are the ticks after which the digest of a scene is known.
var digestTicks = [...]int{20, 100, 200, 1000}

// digests holds the digests of the shipped scenes after digestTicks, on any machine. A
// change that moves one of them changes what bots do, for everybody who plays that scene: it
// is meant, and told, or a mistake. What a test prints goes in here.
var digests = map[string][len(digestTicks)]uint64{
	"bases":          {0x7f728f1101d2a5d7, 0xec60781f06aeda93, 0x65ce37a40849260b, 0xbf78e8bd9763dc0e},
	"bots-vs-humans": {0x29f3b67952d7fe99, 0x924319fb12e0889e, 0xd2c777ae46e1dc5e, 0xa9f31c373e88ffd1},
	"camp":           {0x43b47460afd8595f, 0xb4fa3281600103e1, 0x50f7bac4e8aec892, 0x4ac94da6732e58f},
	"chase":          {0x2eadd7b615e7789f, 0xd8bc57f6d9959ceb, 0x4db6a3fb1eec35a1, 0x6de23aa9c1de81a7},
	"cowardly":       {0x731fa49e41da900d, 0x9f940a12d3b3af97, 0xf05b6937d9b53998, 0x0e9aca613d974140},
	"crowd":          {0x73a3e9b90df870a6, 0xe9d28a50e263f9ed, 0xb6838447743e6903, 0x9f283f461300a4ad},
	"delivery":       {0x6edb8474951bd5f3, 0x3b5e8e05d865ef87, 0xe7974c2194045d9d, 0x07a3ee8b7628dc2e},
	"gunship":        {0x7b0e9ca3df96adda, 0xe560ee0107f7692c, 0xd9ceccc061c078b2, 0xdd234c7773bbe59d},
	"meadow":         {0xee737f39e42b26be, 0x9c08bff62da975bb, 0xb2124cd0b39ff5c9, 0x84992877e382cb82},
	"monsters":       {0xa46a0f53a2b43ae7, 0x5bb245dbe4e5dded, 0x435ddc91e8e236be, 0xf152d13c73be66ac},
	"patrol":         {0xaae53f1329a69e61, 0x9ad6e1714cee152e, 0xbef174d2c140fa63, 0xb3c3b5224cd41192},
	"siege":          {0xe43443203dcbdc58, 0xb4e0a0fe00f3551d, 0x06c317a49101a416, 0x5ca7a0886e297ed1},
	"skirmish":       {0x4f91b8c761224dec, 0x737486ba35c4bfff, 0x6f0eb1b82c0fbc0a, 0xe5b86caacdea59c5},
	"squad":          {0x14b37d901c492a14, 0x67f9678383981d79, 0x3cb920607683b630, 0xfc0d1ec2fbe4c8f},
	"tag":            {0x59e5fbec49929ead, 0x05843aafc2eab6d9, 0xc2f805d54b4bf7ed, 0xf8b05981c38f2366},
	"tag.json":       {0x59e5fbec49929ead, 0x05843aafc2eab6d9, 0xc2f805d54b4bf7ed, 0xf8b05981c38f2366},
	"wilds":          {0xa8255c0193f56ba3, 0xc2b74c76e73a0c8e, 0x9a464c2db46cf504, 0x5f88a92c73d3e01a},
}

// slow are the scenes of which a tick takes longest.
var slow = []string{"camp", "crowd", "wilds"}

// TestDigestsOfShippedScenes is run by test binaries for other processors, too. It plays 1,000
// ticks, of slow scenes 100 where tests may not take long.
func TestDigestsOfShippedScenes(t *testing.T) {
	t.Parallel()
	for _, name := range scenes.Shipped() {
		until := len(digestTicks)
		if slices.Contains(slow, name) && !longtest.On {
			until -= 2
		}
		playAll(t, []string{name}, until, 2)
	}
}

// TestDigestsWithoutVectors plays the scenes that have herds, for 1,000 ticks where tests may take
// long, otherwise for 100.
func TestDigestsWithoutVectors(t *testing.T) {
	was := vector.Use(false)
	defer vector.Use(was)
	until := len(digestTicks) - 2
	if longtest.On {
		until = len(digestTicks)
	}
	playAll(t, []string{"bots-vs-humans", "chase", "crowd", "tag"}, until, 2)
}

// TestDigestsOfAnyWorkers plays 200 ticks with up to 16 workers, on one thread, on two and
// on all that there are; where tests may not take long, 100 ticks with the last number of them.
func TestDigestsOfAnyWorkers(t *testing.T) {
	if testing.Short() {
		t.Skip("plays each scene many times")
	}
	first, until := 16, len(digestTicks)-2
	if longtest.On {
		first, until = 1, len(digestTicks)-1
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for workers := first; workers <= 16; workers++ {
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
			playAll(t, names, until, workers)
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
