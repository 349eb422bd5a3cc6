package command

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image/gif"
	"image/png"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/ground/longtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// world is a line of a dump.
type world struct {
	Tick          int64
	Time          float64
	Bots, Players []struct {
		ID           uint32
		Name         string
		Class, Team  *string
		X, Y, HX, HY float64
		Action       *string
		Target       *uint32
		State        map[string]any
	}
}

func worlds(t *testing.T, text []byte) []world {
	t.Helper()
	var all []world
	for line := range bytes.Lines(text) {
		var w world
		d := json.NewDecoder(bytes.NewReader(line))
		d.DisallowUnknownFields()
		if err := d.Decode(&w); err != nil {
			t.Fatalf("line %d: %v", len(all)+1, err)
		}
		all = append(all, w)
	}
	return all
}

func TestWorkersDoNotChangeTheDigest(t *testing.T) {
	names := []string{"camp", "siege", "tag"} // the tests of scenes compare all of them
	if longtest.On {
		names = scenes.Shipped()
	}
	for _, name := range names {
		args := []string{"run", name, "--ticks", "60", "--json"}
		if name == "crowd" {
			args = append(args, "--bots", "2000")
		}
		digests := map[string][]int{}
		for _, workers := range longtest.Ends(1, 2, 7) {
			code, out, errs := thicket(t, append(args, "--workers", fmt.Sprint(workers))...)
			var r playback.Result
			if err := json.Unmarshal([]byte(out), &r); code != 0 || err != nil {
				t.Fatalf("%s: exit code %d, %v\n%s", name, code, err, errs)
			}
			digests[r.Digest] = append(digests[r.Digest], workers)
		}
		if len(digests) != 1 {
			t.Errorf("%s: found digests by workers %v, wanted one", name, digests)
		}
	}
}

func TestResultHasTheseKeys(t *testing.T) {
	_, out, errs := thicket(t, "run", "tag", "--ticks", "30", "--seed", "5", "--workers", "3", "--json")
	var got map[string]any
	d := json.NewDecoder(strings.NewReader(out))
	if err := d.Decode(&got); err != nil {
		t.Fatal(err, errs)
	}
	if _, err := d.Token(); err != io.EOF {
		t.Errorf("found more after the object: %v", err)
	}
	want := []string{
		"actions", "bots", "classes", "digest", "events", "faultCount", "faults", "notices", "ns_per_bot_tick", "replies",
		"scene", "seed", "stopped", "teams", "ticks", "ticksPlayed", "ticksWanted", "ticks_per_s", "wall_s", "workers",
	}
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("keys (-want +got)\n%s", diff)
	}
	for key, want := range map[string]any{
		"scene": "tag", "seed": 5., "workers": 3., "bots": 50., "ticks": 30., "replies": []any{},
		"actions": map[string]any{"chase_nearest": 30., "flee_nearest": 49 * 30.},
	} {
		if diff := cmp.Diff(want, got[key]); diff != "" {
			t.Errorf("%s (-want +got)\n%s", key, diff)
		}
	}
	if got["wall_s"].(float64) <= 0 || got["ns_per_bot_tick"].(float64) <= 0 {
		t.Errorf("found times %v and %v, wanted more than 0", got["wall_s"], got["ns_per_bot_tick"])
	}
}

// The numbers of a dump are those of the game, to the last bit.
func TestDumpIsExact(t *testing.T) {
	file := filepath.Join(t.TempDir(), "tag.jsonl")
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "50", "--dump", file); code != 0 {
		t.Fatal(errs)
	}
	lines := worlds(t, read(t, file))
	s, err := live.Open("tag", live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if len(lines) != 51 {
		t.Fatalf("found %d lines, wanted 51", len(lines))
	}
	for tick, line := range lines {
		if line.Tick != int64(tick) {
			t.Fatalf("line %d is of tick %d", tick+1, line.Tick)
		}
		snap := s.Snapshot()
		for i, b := range snap.Bots {
			got := line.Bots[i]
			if got.ID != uint32(b.ID) || got.X != float64(b.X) || got.Y != float64(b.Y) || got.HX != float64(b.HX) || got.HY != float64(b.HY) {
				t.Fatalf("tick %d: found %+v, wanted %+v", tick, got, b)
			}
			if action := got.Action; (action == nil) != (b.Action == "") || action != nil && *action != b.Action {
				t.Fatalf("tick %d: bot %d: action %v, wanted %q", tick, b.ID, action, b.Action)
			}
			if it := b.State[0].Value.Bool(); got.State["it"] != it {
				t.Fatalf("tick %d: bot %d: state %v, wanted it to be %v", tick, b.ID, got.State, it)
			}
		}
		s.Step()
	}
}

// A line of a dump has what its tick's commands did, so that the next line
// follows from it alone, and a pause leaves no second line of its tick.
func TestDumpShowsCommandsOfItsTick(t *testing.T) {
	dir := t.TempDir()
	commands, file := filepath.Join(dir, "c.jsonl"), filepath.Join(dir, "d.jsonl")
	script := `{"tick": 3, "do": "join", "name": "Ann", "at": [10, 10]}
{"tick": 4, "do": "pause"}
{"tick": 6, "do": "place", "id": "Ann", "at": [20, 20]}
{"tick": 8, "do": "resume"}
`
	if err := os.WriteFile(commands, []byte(script), 0o644); err != nil {
		t.Fatal(err)
	}
	code, out, errs := thicket(t, "run", "tag", "--ticks", "10", "--commands", commands, "--dump", file, "--json")
	if code != 0 {
		t.Fatal(errs)
	}
	var at []string
	for _, w := range worlds(t, read(t, file)) {
		text := fmt.Sprint(w.Tick)
		for _, p := range w.Players {
			text += fmt.Sprintf(" %s at %v", p.Name, p.X)
		}
		at = append(at, text)
	}
	want := []string{"0", "1", "2", "3 Ann at 10", "4 Ann at 20", "5 Ann at 20", "6 Ann at 20"}
	if diff := cmp.Diff(want, at); diff != "" {
		t.Errorf("lines (-want +got)\n%s", diff)
	}
	var r playback.Result
	if err := json.Unmarshal([]byte(out), &r); err != nil || r.Ticks != 6 {
		t.Errorf("found %d ticks (%v), wanted 6", r.Ticks, err)
	}
}

func TestPictures(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: draws 32 frames")
	}
	dir := t.TempDir()
	moving, last := filepath.Join(dir, "tag.gif"), filepath.Join(dir, "tag.png")
	_, out, errs := thicket(t, "run", "tag", "--ticks", "61", "--gif", moving, "--png", last)
	if errs != "" {
		t.Fatal(errs)
	}
	m, err := gif.DecodeAll(bytes.NewReader(read(t, moving)))
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Image) != 32 || m.Delay[0] != 7 {
		t.Errorf("found %d frames of %d/100 s, wanted 32 (every other tick, and the last) of 7/100 s", len(m.Image), m.Delay[0])
	}
	if _, err := png.Decode(bytes.NewReader(read(t, last))); err != nil {
		t.Error(err)
	}
	for _, want := range []string{"tag.gif (32 frames, ", "tag.png (tick 61, "} {
		if !strings.Contains(out, want) {
			t.Errorf("the summary has no %q:\n%s", want, out)
		}
	}
}

// Ctrl-C and SIGTERM end the program with whole lines and a summary, and with an exit code that
// says so.
func TestInterrupt(t *testing.T) {
	for by, code := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		t.Run(by.String(), func(t *testing.T) { interrupt(t, by, code) })
	}
}

func interrupt(t *testing.T, by os.Signal, code int) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "thicket", "run", "tag", "--ticks", "1000000000", "--dump", "-")
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	r := bufio.NewReader(out)
	if _, err := r.ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Process.Signal(by); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("no interrupts here: ", err)
		}
		t.Fatal(err) // the program is gone before its time
	}
	var last []byte
	for {
		line, err := r.ReadBytes('\n')
		if err == io.EOF {
			if len(line) > 0 {
				t.Errorf("the last line has no end: %.60s...", line)
			}
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		last = line
	}
	if err := cmd.Wait(); cmd.ProcessState.ExitCode() != code {
		t.Errorf("found %v, wanted exit code %d", err, code)
	}
	want := fmt.Sprintf("stopped early, after tick %d of 1000000000", worlds(t, last)[0].Tick)
	if !strings.Contains(errs.String(), want) {
		t.Errorf("no %q in\n%s", want, errs.String())
	}
}

// The texts that trees log are kept with their ticks, bots and nodes.
func TestLogFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "log.jsonl")
	if code, _, errs := thicket(t, "run", "monsters", "--ticks", "1800", "--log", file); code != 0 {
		t.Fatalf("exit code %d: %s", code, errs)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	last := int64(0)
	for i, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		var e struct {
			Tick           int64
			Bot            int
			Tree, At, Text string
		}
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		if e.Tick < last || e.Bot < 1 || e.Bot > 7 || !strings.HasPrefix(e.At, "shipped/trees/monster.xml:2") || e.Text != "struck" {
			t.Errorf("line %d: %s", i+1, line)
		}
		last = e.Tick
	}
	if last == 0 {
		t.Error("nothing was logged")
	}
	if code, out, _ := thicket(t, "run", "tag", "--ticks", "5", "--log", "-"); code != 0 || out != "" {
		t.Errorf("exit code %d, output %q", code, out)
	}
}

// A file that cannot be written to ends the run with an error.
func TestFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	for _, flag := range []string{"--dump", "--gif", "--png"} {
		code, out, errs := thicket(t, "run", "tag", "--ticks", "5", flag, "/dev/full")
		if code != 1 || out != "" || !strings.Contains(errs, "no space left") {
			t.Errorf("%s: exit code %d, output %q, errors %q", flag, code, out, errs)
		}
	}
}

func TestResultNamesClassesAndTeams(t *testing.T) {
	file := filepath.Join(t.TempDir(), "two.yaml")
	scene := `
teams: [{ id: blue, name: The Blues }, { id: red }]
match: { time: 1h }
bots:
  - { id: a, name: Hunter, description: Never rests., teamId: blue, count: 3, behavior: wander }
  - { id: b, name: Hare, teamId: red, count: 2, behavior: wander }
`
	if err := os.WriteFile(file, []byte(scene), 0o666); err != nil {
		t.Fatal(err)
	}
	_, out, errs := thicket(t, "run", file, "--ticks", "3", "--json")
	var got playback.Result
	if err := json.Unmarshal([]byte(out), &got); err != nil {
		t.Fatal(err, errs)
	}
	classes := []playback.ClassView{{ID: "a", Name: "Hunter", Description: "Never rests.", Bots: 3}, {ID: "b", Name: "Hare", Bots: 2}}
	if diff := cmp.Diff(classes, got.Classes); diff != "" {
		t.Errorf("classes (-want +got)\n%s", diff)
	}
	teams := []playback.TeamView{{ID: "blue", Name: "The Blues"}, {ID: "red", Name: "red"}}
	if diff := cmp.Diff(teams, got.Teams); diff != "" {
		t.Errorf("teams (-want +got)\n%s", diff)
	}
	if want := "The Blues 0, red 0"; got.Match != want {
		t.Errorf("the match stands at %q, wanted %q", got.Match, want)
	}
}
