package command

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/thicket-sim/thicket/internal/command/bisect"
	"github.com/thicket-sim/thicket/internal/ground/cputime"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// planted builds the program with one text of a source file changed.
func planted(t *testing.T, file, from, to string) string {
	t.Helper()
	path, err := filepath.Abs(filepath.Join("../..", file))
	if err != nil {
		t.Fatal(err)
	}
	src := string(read(t, path))
	if strings.Count(src, from) != 1 {
		t.Fatalf("%s has %d times %q, wanted it once", file, strings.Count(src, from), from)
	}
	dir := t.TempDir()
	changed, overlay, program := filepath.Join(dir, "changed.go"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "thicket")
	list, _ := json.Marshal(map[string]map[string]string{"Replace": {path: changed}}) // texts always marshal
	for name, text := range map[string]string{changed: strings.Replace(src, from, to, 1), overlay: string(list)} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-o", program, "../../cmd/thicket").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}

// TestBisectFindsAPlantedDifference changes a constant of one leaf in a second build, and
// wants the tick, the bot and the node of that leaf: from the recording of the other build
// and this one, and from two recordings in either order.
func TestBisectFindsAPlantedDifference(t *testing.T) {
	if !longtest.On {
		t.Skip("builds the program anew with a planted difference, which takes a minute; -tags long runs it")
	}
	for _, plant := range []struct{ file, from, to, leaf string }{
		{"internal/arena/core/act_move.go", "float64(r*(x-0.5))", "float64(r*(x-0.4375))", "roam_near"},
		{"internal/arena/core/ask.go", "return t.HealthShare(q)\n", "return t.HealthShare(q) * 0.97\n", "go_home"},
	} {
		other := planted(t, plant.file, plant.from, plant.to)
		dir := t.TempDir()
		mine, theirs := filepath.Join(dir, "mine.rec"), filepath.Join(dir, "theirs.rec")
		if code, _, errs := thicket(t, "run", "siege", "--ticks", "1800", "--json", "--record", mine); code != exitDone {
			t.Fatal(errs)
		}
		if out, err := exec.Command(other, "run", "siege", "--ticks", "1800", "--json", "--record", theirs).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		var ticks []int64
		for _, args := range [][]string{{theirs}, {mine, theirs}, {theirs, mine}} {
			began := cputime.Now()
			code, out, errs := thicket(t, append([]string{"replay", "--json", "--bisect"}, args...)...)
			if took := cputime.Now() - began; took > time.Minute {
				t.Errorf("%s: it took %v", plant.leaf, took)
			}
			var r bisect.Report
			if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitFault {
				t.Fatalf("%s: exit code %d, %v: %s%s", plant.leaf, code, err, out, errs)
			}
			t.Logf("%s", r.String())
			ticks = append(ticks, r.Tick)
			found := slices.ContainsFunc(r.Bodies, func(b bisect.Body) bool {
				nodes := b.Others
				if b.Node != nil {
					nodes = append(nodes, *b.Node)
				}
				return b.Name != "" && slices.ContainsFunc(nodes, func(n bisect.Node) bool {
					return n.File == "shipped/siege.yaml" && strings.Contains(n.Detail, plant.leaf)
				})
			})
			if r.Equal || r.Tick == 0 || len(r.Parts) == 0 || !found {
				t.Errorf("%s: %s", plant.leaf, r.String())
			}
		}
		if ticks[0] != ticks[1] || ticks[1] != ticks[2] {
			t.Errorf("%s: the first ticks are %d", plant.leaf, ticks)
		}
		// the build that recorded finds nothing
		if out, err := exec.Command(other, "replay", theirs, "--workers", "3").CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
	}
}

// TestBisectNamesOneOfMany records a game of 600 bots in which one is moved behind the back of
// the recorder: this build does not do that.
func TestBisectNamesOneOfMany(t *testing.T) {
	scene, err := scenes.Load("siege", scenes.Options{})
	if err == nil {
		err = scene.Scale(600)
	}
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, live.Options{OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	file := filepath.Join(t.TempDir(), "moved.rec")
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Record(out)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range 60 {
		if tick == 30 {
			s.World().Position.Of(77).X += 0.25
		}
		s.Step()
	}
	if err := errors.Join(r.Close(), out.Close()); err != nil {
		t.Fatal(err)
	}
	code, text, errs := thicket(t, "replay", "--bisect", file)
	want := "part at tick 31 (1.033 s)\n  parts  position"
	if name := s.Game().NameOf(77); code != exitFault || !strings.Contains(text, want) || !strings.Contains(text, name+" (id 77, class ") || !strings.Contains(text, "node shipped/siege.yaml:") {
		t.Errorf("exit code %d, wanted %q and %s:\n%s%s", code, want, name, text, errs)
	}
}
