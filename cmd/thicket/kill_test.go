package main

import (
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

var kills = flag.Int("kills", 12, "kill so many runs that record, and as many that save, at random moments")

// TestRecordingsOfKilledRuns kills runs at random moments. What stands under the name of the
// recording can always be replayed: the one of before, or the new one nearly to its end.
func TestRecordingsOfKilledRuns(t *testing.T) {
	program, err := exec.LookPath("thicket") // this test, see TestMain
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.rec")
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "3", "--json", "--record", file); code != exitDone {
		t.Fatal(errs)
	}
	random := rand.New(rand.NewPCG(1, 7))
	longest := 0
	for i := range *kills {
		run := exec.Command(program, "run", "tag", "--ticks", "100000000", "--json", "--workers", "1", "--record", file)
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(random.IntN(400)) * time.Millisecond
		if i == *kills-1 {
			wait = 2 * time.Second
		}
		time.Sleep(wait)
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = run.Wait() // it was killed
		code, out, errs := thicket(t, "replay", file, "--json")
		var r struct{ Ticks int }
		if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil {
			t.Fatalf("killed after %v: exit code %d, %v: %s", wait, code, err, errs)
		}
		longest = max(longest, r.Ticks)
	}
	if longest < 1000 {
		t.Errorf("of a run of two seconds %d ticks were recorded", longest)
	}
	parts, err := filepath.Glob(filepath.Join(filepath.Dir(file), ".*.part-*"))
	if err != nil || len(parts) > *kills {
		t.Error(parts, err)
	}
	for _, p := range parts { // of those that were killed before they had begun
		if info, err := os.Stat(p); err != nil || info.Size() > 1<<20 {
			t.Error(p, err)
		}
	}
}

// TestSavesOfKilledRuns kills runs that save all the time at random moments: the file is
// always a whole save.
func TestSavesOfKilledRuns(t *testing.T) {
	program, err := exec.LookPath("thicket") // this test, see TestMain
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "x.save")
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "3", "--json", "--save", file); code != exitDone {
		t.Fatal(errs)
	}
	random := rand.New(rand.NewPCG(2, 7))
	saves := map[string]bool{}
	for range *kills {
		run := exec.Command(program, "run", "tag", "--ticks", "100000000", "--json", "--workers", "1", "--save", file, "--save-every", "34ms")
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		wait := time.Duration(100+random.IntN(300)) * time.Millisecond
		time.Sleep(wait)
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = run.Wait() // it was killed
		code, out, errs := thicket(t, "run", "--restore", file, "--ticks", "0", "--json")
		var r struct{ Digest string }
		if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil {
			t.Fatalf("killed after %v: exit code %d, %v: %s", wait, code, err, errs)
		}
		saves[r.Digest] = true
	}
	if len(saves) < *kills/4 {
		t.Errorf("%d different saves of %d runs, wanted most of them", len(saves), *kills)
	}
}
