package stage_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestCreaturesDoWhatTheirFilesSay plays the scenes of testdata/creatures. In comments each
// says how many ticks, and what its creatures tell of themselves, in this order, among
// other things. Nobody may fail or ask for what is not there.
func TestCreaturesDoWhatTheirFilesSay(t *testing.T) {
	files, err := filepath.Glob("testdata/creatures/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal("no scenes", err)
	}
	for i, file := range files {
		if testing.Short() && i%4 > 0 { // each plays a game
			continue
		}
		t.Run(strings.TrimSuffix(filepath.Base(file), ".yaml"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			ticks, wants := 0, []string(nil)
			for line := range strings.Lines(string(src)) {
				if n, ok := strings.CutPrefix(line, "# ticks: "); ok {
					if ticks, err = strconv.Atoi(strings.TrimSpace(n)); err != nil {
						t.Fatal(err)
					}
				} else if text, ok := strings.CutPrefix(line, "# told: "); ok {
					wants = append(wants, strings.TrimSpace(text))
				}
			}
			if ticks == 0 || len(wants) == 0 {
				t.Fatal("the scene does not say how many ticks it lasts, or what is told")
			}
			faults, notes, printed, _ := lived(t, file, string(src), false, ticks)
			for _, f := range append(faults, notes...) {
				t.Error(f)
			}
			rest := printed
			for _, want := range wants {
				for len(rest) > 0 && rest[0] != want {
					rest = rest[1:]
				}
				if len(rest) == 0 {
					t.Fatalf("%q was not told in its turn:\n%s", want, strings.Join(printed, "\n"))
				}
				rest = rest[1:]
			}
		})
	}
}

// A creature that a script makes for which the scene has no class is told of: its brain
// cannot lead a body.
func TestACreatureWithoutAClassIsToldOf(t *testing.T) {
	const file = "testdata/creatures/alpha.yaml"
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	scene := regexp.MustCompile(`(?m)^.*id: pup.*\n`).ReplaceAllString(string(src), "")
	faults, notes, _, _ := lived(t, file, scene, false, 100)
	const want = "SpawnPrefab: no class of the scene has room for a pup, so it has no body, and its brain does not run"
	if len(faults) > 0 || len(notes) != 1 || !strings.Contains(notes[0], want) {
		t.Errorf("faults %q, notes %q, wanted %q", faults, notes, want)
	}
}
