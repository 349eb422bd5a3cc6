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
	"bases":          {0x9959a449ce327e43, 0x9c4bd588b7039bd6, 0x5237940d7842a2bf, 0xe5a9ef44ae17a9eb},
	"bots-vs-humans": {0x92a6a1735f4aa392, 0xf970aa23ca8ec897, 0x75cb395a1fb000dd, 0x2d44f53af714b801},
	"camp":           {0xbafc1b48b5064b11, 0x533d0de489836730, 0x326ddc1ba8c47d2f, 0xab0562d8922287e0},
	"chase":          {0x30daa2c6468e48ef, 0x6543a7902a329ced, 0x6fccff0837913f24, 0xb89d0204e8c0989f},
	"cowardly":       {0xc87e694bd6169da9, 0x139ffe8e763ee173, 0xc24dc8d79cb3081e, 0x4daf2eda5d997228},
	"crowd":          {0x69b72625548688aa, 0x58677dba9641d382, 0x34b75b8c688cab79, 0x3666df7dd0f5aec8},
	"gunship":        {0xa2a0bef2788c0423, 0x79ab164af1cd2ff5, 0x04c5521d595f519b, 0x5c36b338fdb4f536},
	"meadow":         {0xec3cda5ebc0f1b7c, 0x48d02a919e7a6df1, 0x945b4a982948b6ef, 0x807cf06351d983f4},
	"monsters":       {0xd9c1b503f3645e14, 0x3a75068b0387fe54, 0xfdefbf827b970447, 0xdc8f9c609abc1303},
	"siege":          {0x060b2a5cac1eff37, 0xde7e8c6dc5f1d953, 0xbfbb09dc0d862a13, 0x1cbc2d938d4577ce},
	"skirmish":       {0x697505fe709c144a, 0x290f12500d594235, 0x76a83a66ff3ab437, 0x14e6972b1c520c1f},
	"squad":          {0x863344e5fe2388cd, 0xf1e485d1e31b03ff, 0x523f62f80be7591f, 0x36badac8cc121582},
	"tag":            {0x54e12e04e72640f3, 0x5801843ded9ebd0f, 0xf9535531401ba9bb, 0xf957d99f96aa84d6},
	"tag.json":       {0x54e12e04e72640f3, 0x5801843ded9ebd0f, 0xf9535531401ba9bb, 0xf957d99f96aa84d6},
	"wilds":          {0xa636cd9d4b2e9818, 0xba6028ad55692367, 0x29dd39077ee9ffa0, 0x26c660f2b800abc7},
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
