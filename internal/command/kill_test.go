package command

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/ground/longtest"
)

var kills = flag.Int("kills", map[bool]int{true: 12, false: 3}[longtest.On], "kill so many runs that record, and as many that save, at random moments")

// TestRecordingsOfKilledRuns kills runs at random moments. What stands under the name of the
// recording can always be replayed: the one of before, or the new one nearly to its end.
func TestRecordingsOfKilledRuns(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for seconds until it kills")
	}
	program := itself(t)
	file := filepath.Join(t.TempDir(), "x.rec")
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "3", "--json", "--record", file); code != exitDone {
		t.Fatal(errs)
	}
	random := rand.New(rand.NewPCG(1, 7))
	longest := int64(0)
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
		var r struct{ Recording recordingView }
		err := json.Unmarshal([]byte(out), &r)
		if want := map[bool]int{true: exitSame, false: exitPart}[r.Recording.Whole]; code != want || err != nil {
			t.Fatalf("killed after %v: exit code %d, %v: %s", wait, code, err, errs)
		}
		longest = max(longest, r.Recording.Compared)
	}
	if longest < 100 {
		t.Errorf("of a run of two seconds %d ticks were recorded", longest)
	}
	nothingLeft(t, file, "--record")
}

// nothingLeft wants what killed runs left of a file to go when the next one writes it.
func nothingLeft(t *testing.T, file, flag string) {
	t.Helper()
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "3", "--json", flag, file); code != exitDone {
		t.Fatal(errs)
	}
	left, err := os.ReadDir(filepath.Dir(file))
	if err != nil || len(left) != 1 {
		t.Errorf("%v (%v), wanted %s alone", left, err, filepath.Base(file))
	}
}

// whenSaved waits until a file is another one than it was.
func whenSaved(t *testing.T, file string, was []byte) []byte {
	t.Helper()
	for range 3000 {
		if b, err := os.ReadFile(file); err == nil && !bytes.Equal(b, was) {
			return b
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("%s is not written", file)
	return nil
}

// TestSavesOfKilledRuns kills runs that save all the time at random moments after their first
// save: the file is always a whole save.
func TestSavesOfKilledRuns(t *testing.T) {
	program := itself(t)
	file := filepath.Join(t.TempDir(), "x.save")
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "3", "--json", "--save", file); code != exitDone {
		t.Fatal(errs)
	}
	random, saves := rand.New(rand.NewPCG(2, 7)), map[string]bool{}
	for range *kills {
		was, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		run := exec.Command(program, "run", "tag", "--ticks", "100000000", "--json", "--workers", "1", "--save", file, "--save-every", "34ms")
		if err := run.Start(); err != nil {
			t.Fatal(err)
		}
		whenSaved(t, file, was)
		wait := time.Duration(random.IntN(300)) * time.Millisecond
		time.Sleep(wait)
		if err := run.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		_ = run.Wait() // it was killed
		code, out, errs := thicket(t, "run", "--restore", file, "--ticks", "0", "--json")
		var r struct{ Digest string }
		if err = json.Unmarshal([]byte(out), &r); code != exitDone || err != nil {
			t.Fatalf("killed after %v: exit code %d, %v: %s", wait, code, err, errs)
		}
		saves[r.Digest] = true
	}
	if len(saves) < *kills/4 {
		t.Errorf("%d different saves of %d runs, wanted most of them", len(saves), *kills)
	}
	if left, err := os.ReadDir(filepath.Dir(file)); err != nil || len(left) > 3 {
		t.Errorf("%v (%v), wanted no more than what the last run was writing", left, err)
	}
	nothingLeft(t, file, "--save")
}
