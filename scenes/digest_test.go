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
	"bases":          {0xb6b0129f7f63bbb4, 0x28a126356dc35735, 0x4022d05f9a96badb, 0x15bd3381d99dd358},
	"bots-vs-humans": {0x92a6a1735f4aa392, 0xf970aa23ca8ec897, 0x75cb395a1fb000dd, 0x2d44f53af714b801},
	"camp":           {0x695656a997a32ede, 0xe649522b70c8002b, 0x05643319f87aa1a4, 0x8fde377ef9a4e81d},
	"chase":          {0x30daa2c6468e48ef, 0x6543a7902a329ced, 0x6fccff0837913f24, 0xb89d0204e8c0989f},
	"cowardly":       {0x5acfa5d52c6c931c, 0x0efda00f9bff801a, 0xeb00fcc9cf82fec3, 0xb529410474dc4aea},
	"crowd":          {0x69b72625548688aa, 0x58677dba9641d382, 0x34b75b8c688cab79, 0x3666df7dd0f5aec8},
	"gunship":        {0xccf1326aab601dfd, 0x573ae714d5b8a2fe, 0xaa018e0524de29d7, 0x5a6ed6925ab3a2b3},
	"meadow":         {0x8aecd7ea69c4595e, 0xc9f15109b9a20f57, 0x508b86bd44264535, 0xce892d99d816c436},
	"monsters":       {0x01fdfb30d9c7e22e, 0x18122b89a0b4c2bf, 0x527167ea4baca828, 0x2cadf69f52a40fa5},
	"siege":          {0xd019cebaf01018a7, 0x1305a9bdb283d4eb, 0x15b8657976b43e34, 0x3ffc5e849fec1866},
	"skirmish":       {0x7db9e2bc5c1b2997, 0x6eb80d93ba7fb224, 0xeac0b5660fa3b88d, 0x35bd29892289c475},
	"squad":          {0x94d960102c6f24e6, 0x9d950bb7feb054ef, 0x786865b8c7116271, 0x27a8b2302f9b15ae},
	"tag":            {0x54e12e04e72640f3, 0x5801843ded9ebd0f, 0xf9535531401ba9bb, 0xf957d99f96aa84d6},
	"tag.json":       {0x54e12e04e72640f3, 0x5801843ded9ebd0f, 0xf9535531401ba9bb, 0xf957d99f96aa84d6},
	"wilds":          {0x50f7fccb8a06b79f, 0x1526f7d2786a77c2, 0x77c549c7212053c1, 0xc5e099e85dbd40fc},
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
