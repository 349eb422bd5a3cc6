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
	"bases":          {0xd5f810ce27a6b120, 0x8cab89079b3b8e2e, 0x1ee96ae7c756a2b1, 0x091cb10dd349dba1},
	"bots-vs-humans": {0x03a5ddfa98d55bf6, 0x1a72d0325a2c70a2, 0xea189f5388e25651, 0xfd69a6aa9770406d},
	"camp":           {0x7d07dca9a35d2627, 0x73282dd1027fb7ee, 0x7ba8ab8112959235, 0x9227b69eb86ea07e},
	"chase":          {0x88c91c3e1d379b1d, 0x30ae4e597ed26f8c, 0xc2eecb848d22ea37, 0xd8ef7b47cfa3a20d},
	"cowardly":       {0x0bfcd8a07fb906c4, 0x3c61d2edcbaae3e0, 0x0031287e2d183054, 0xc00076d7e54a9e50},
	"crowd":          {0x4f0f8f3c1082279d, 0x9d1df2700a9cc277, 0xda5f722574ee38a5, 0xe0f75162fe224290},
	"gunship":        {0xf6efe3612f6a8231, 0x12f773422b4f724e, 0xb3321d439654ab1f, 0x97939d1a0aa5f026},
	"meadow":         {0x961468b125605fc2, 0x744ca657854bc4e0, 0xc57cea5f76d8e888, 0xdccc724a67e7e86a},
	"monsters":       {0x0bc390b50015d208, 0x2f201ca08c129b7f, 0x5f5c3cc810e8bc1a, 0x345fc56524aa2289},
	"siege":          {0x7899acc5b383eac7, 0x3c4d21f8faee6834, 0x8db0be4ec9810488, 0x2bb1692b27f23a3c},
	"skirmish":       {0xb48be65378bf97ad, 0x09d92516739b2959, 0x5cc65814092f3653, 0xc776333f8351ef37},
	"squad":          {0x800a32e9cc88d4d9, 0xa838a1270b229d47, 0xcbcd6c8bb550a2fb, 0x0d35c10a00171461},
	"tag":            {0x277c18b9392384ae, 0x60b53bf1a17dd21a, 0x134e275a915b3bc6, 0x2cecf6a95b9bb8e8},
	"tag.json":       {0x277c18b9392384ae, 0x60b53bf1a17dd21a, 0x134e275a915b3bc6, 0x2cecf6a95b9bb8e8},
	"wilds":          {0xb039a395b0960c78, 0xd5e8e08409b1ca3e, 0x6f84a080f57b09a7, 0x93eea03b115264d2},
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
