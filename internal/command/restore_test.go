package command

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

var restores = flag.Int("restores", 0, "save each shipped scene at so many random ticks, and play 1,000 ticks on in other processes; without it at one, and 60 ticks, or 150 where tests may take long")

// TestSavesGoOnInOtherProcesses saves each shipped scene at random ticks while it is played.
// From each save a process of its own, with another number of workers, plays on, and comes
// to the digest of the game that was not interrupted.
func TestSavesGoOnInOtherProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: processes of every shipped scene")
	}
	program := itself(t)
	for i, name := range scenes.Shipped() {
		if name == "crowd" && *restores == 0 && !longtest.On {
			continue // scripts play a smaller one
		}
		t.Run(name, func(t *testing.T) {
			times, on, upTo := max(*restores, 1), int64(60), int64(120)
			switch {
			case *restores > 0:
				on, upTo = 1000, 2000
			case longtest.On:
				on, upTo = 150, 300
			}
			random := rand.New(rand.NewPCG(uint64(i), uint64(times)))
			all := saves(t, name, times, on, upTo, random)
			for i, s := range all {
				workers := 2 + random.IntN(6)
				run := exec.Command(program, "run", "--restore", s.file, "--ticks", fmt.Sprint(s.ticks), "--json", "--workers", fmt.Sprint(workers))
				var errs strings.Builder
				run.Stderr = &errs
				out, err := run.Output()
				var r struct {
					Ticks  int64 // of the game
					Digest string
				}
				if err == nil {
					err = json.Unmarshal(out, &r)
				}
				if want := fmt.Sprintf("%016x", s.digest); err != nil || r.Ticks != s.at+s.ticks || r.Digest != want {
					t.Errorf("saved at tick %d, %d of %d ticks on with %d workers: digest %s, wanted %s; %v\n%s", s.at, r.Ticks-s.at, s.ticks, workers, r.Digest, want, err, errs.String())
				}
				if t.Failed() && i > 3 {
					break
				}
			}
			t.Logf("%d saves, the last at tick %d", len(all), all[len(all)-1].at)
		})
	}
}

// saved is a save of a game, and how that went on.
type saved struct {
	file   string
	at     int64  // tick
	ticks  int64  // that were played from there
	digest uint64 // after them
}

// saves plays a scene on one worker and saves it at random ticks up to a tick, or to the end
// of its match. It tells where each of these games is so many ticks later, or at that end.
func saves(t *testing.T, name string, times int, on, upTo int64, random *rand.Rand) (all []saved) {
	t.Helper()
	open := func() *live.Session {
		s, err := live.Open(name, live.Options{OnFault: func(host.Fault) {}, OnNotice: func(string) {}})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(s.Close)
		return s
	}
	s, end := open(), int64(0)
	for ; end < upTo && !s.Game().Over(); end++ {
		s.Step()
	}
	folder := t.TempDir()
	for i := range times {
		all = append(all, saved{file: filepath.Join(folder, fmt.Sprintf("%d.save", i)), at: random.Int64N(end)})
	}
	slices.SortFunc(all, func(a, b saved) int { return int(a.at - b.at) })
	s = open()
	for tick := int64(0); ; tick++ {
		for i := range all {
			one := &all[i]
			if one.at == tick {
				f, err := os.Create(one.file)
				if err == nil {
					err = s.Save(f)
				}
				if err == nil {
					err = f.Close()
				}
				if err != nil {
					t.Fatal(err)
				}
			}
			if one.at <= tick && one.ticks == 0 && (tick == one.at+on || s.Game().Over()) {
				one.ticks, one.digest = tick-one.at, s.Digest()
			}
		}
		if all[len(all)-1].ticks > 0 {
			return all
		}
		s.Step()
	}
}
