package main

import (
	"bytes"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/thicket-sim/thicket/internal/command/playback"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/windowtest"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/window"
	"github.com/thicket-sim/thicket/session"
)

func TestCommandLines(t *testing.T) {
	for line, want := range map[string]string{
		"":                      "found 0 arguments, wanted one scene",
		"tag chase":             "found 2 arguments, wanted one scene",
		"tag --workers 0":       "--workers 0, wanted 1 to 1024",
		"tag --record film.mp4": "--record film.mp4, wanted a file that ends in .gif",
		"tag --bots many":       "--bots many, wanted a number of bots or CLASS=NUMBER",
		"tag --bots =3":         "--bots =3, wanted a number of bots or CLASS=NUMBER",
		"--list tag":            `found "tag", wanted no scene`,
		"tag --fulscreen":       "unknown flag --fulscreen; did you mean --fullscreen?",
		"tag --bogusflag":       "unknown flag: --bogusflag",
		"tag --size 12x":        "--size 12x, wanted WIDTHxHEIGHT, such as 1280x720",
		"tag --size 100x100":    "--size: a window of 100x100, wanted 320x360 to 8192x8192",
		"tag --speed fast":      "--speed fast, wanted a number of times of real time, such as 4x",
		"tag --size 390x844 --fullscreen --paused --speed 2 --select x": "",
		"tag --seed 9 --bots 12":   "",
		"chase --bots hunter=3":    "",
		"nosuch.yaml --workers 2":  "",
		"--web :0":                 "",
		"my.yaml --record out.gif": "",
	} {
		_, err := parse(strings.Fields(line), io.Discard)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, wanted %q", line, err, want)
		}
	}
	var out, errs bytes.Buffer
	if code := execute([]string{"--help"}, &out, &errs); code != exitDone || !strings.Contains(out.String(), "--record") {
		t.Errorf("help: exit code %d\n%s%s", code, &out, &errs)
	}
	out.Reset()
	if code := execute([]string{"--list"}, &out, &errs); code != exitDone || !strings.Contains(out.String(), "\ncrowd ") {
		t.Errorf("list: exit code %d\n%s%s", code, &out, &errs)
	}
	if code := execute([]string{"nosuch"}, &out, &errs); code != exitFault || !strings.Contains(errs.String(), "nosuch:1:1: no such file") {
		t.Errorf("no such scene: exit code %d\n%s", code, &errs)
	}
}

func TestOptionsShapeTheScene(t *testing.T) {
	o, err := parse(strings.Fields("chase --bots 20 --bots hunter=3 --seed 9"), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s, err := o.open()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if n := s.World().Count(0); n != 3 || s.Scene().Setup.Seed != 9 || len(s.Snapshot().Bots) < 20 {
		t.Errorf("%d hunters of %d bots, seed %d", n, len(s.Snapshot().Bots), s.Scene().Setup.Seed)
	}
}

// What a game offers is played by stand-ins, of which the window tells, and so is what nobody offers
// with --lenient.
func TestStandInsArePlayed(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"yard.yaml": "bots:\n  - { id: hen, name: Hen, count: 1, behavior: { kind: action, name: peck } }\n",
		"game.json": `{"version": 1, "arena": true, "sections": [{"title": "Hens", "entries": [{"name": "peck", "kind": "action"}]}]}`,
	} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"yard.yaml":                          "unknown action \"peck\"",
		"yard.yaml --vocabulary game.json":   "yard.yaml:2:47: the game's peck is a stand-in here, made of game.json: it succeeds at once and does nothing",
		"yard.yaml --lenient":                "peck",
		"yard.yaml --vocabulary absent.json": "absent.json:1:1: no such file",
	} {
		o, err := parse(strings.Fields(line), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		var told []string
		o.onNotice = func(text string) { told = append(told, text) }
		s, err := o.open()
		if err != nil {
			told = append(told, err.Error())
		} else {
			defer s.Close()
			s.Step()
		}
		if text := strings.Join(told, "\n"); !strings.Contains(text, want) || (err == nil) != (strings.Contains(line, "--") && !strings.Contains(line, "absent")) {
			t.Errorf("%s: %v, told\n%s\nwanted %s", line, err, text, want)
		}
	}
}

// TestWithoutADisplay runs the program where no window can be.
func TestWithoutADisplay(t *testing.T) {
	if runtime.GOOS != "linux" || testing.Short() {
		t.Skip("builds the program; elsewhere there is always a display")
	}
	program := filepath.Join(t.TempDir(), "thicket-view")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	run := exec.Command(program, "tag")
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "DISPLAY=") && !strings.HasPrefix(v, "WAYLAND_DISPLAY=") {
			run.Env = append(run.Env, v)
		}
	}
	out, err := run.CombinedOutput()
	if run.ProcessState.ExitCode() != exitFault {
		t.Errorf("%v, wanted exit code %d", err, exitFault)
	}
	text := string(out)
	if strings.Count(text, "\n") != 1 {
		t.Errorf("found %d lines, wanted one:\n%s", strings.Count(text, "\n"), text)
	}
	for _, want := range []string{"thicket run tag,", "--gif", "--web"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q does not name %s", text, want)
		}
	}
}

// viewed returns a viewer with its window, of a scene.
func viewed(t *testing.T, scene string) (*viewer, *window.Game) {
	t.Helper()
	windowtest.Need(t)
	o, err := parse([]string{scene, "--workers", "1"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s, err := o.open()
	if err != nil {
		t.Fatal(err)
	}
	v := &viewer{options: o, session: s, again: o.open, drops: once(nil)}
	t.Cleanup(func() {
		v.close()
		v.session.Close()
	})
	if err := v.follow(); err != nil {
		t.Fatal(err)
	}
	g, err := window.NewGame(s)
	if err != nil {
		t.Fatal(err)
	}
	g.OnUpdate, g.OnRestart, g.OnWrite = v.update, v.restart, v.write
	return v, g
}

// once takes together all that is dropped on a window, all of it in the next update.
func once(files fs.FS) func() fs.FS {
	return func() fs.FS {
		now := files
		files = nil
		return now
	}
}

func update(t *testing.T, g *window.Game) {
	t.Helper()
	if err := g.Update(); err != nil {
		t.Fatal(err)
	}
}

const cats = "bots:\n  - { id: cat, name: Cat, count: 3, speedMps: 2, behavior: { file: cat.yaml } }\n"

// Keys and look are those of the command line, and keys that are none are told of.
func TestTheCommandLineDressesTheWindow(t *testing.T) {
	_, g := viewed(t, "tag")
	for line, want := range map[string]string{
		"tag --key J=F5 --key .=n --light": `--key .=n: N does something already`, "tag --key J": `--key "J", wanted OLD=NEW`,
		"tag --key J=F99": `--key J=F99: "F99" is no key`, "tag --key J=F6": "",
		"tag --speed 3x":             `--speed 3x is no speed of the window, wanted one of [0.25 0.5 1 2 4 8 16 32 64]; did you mean 4x?`,
		`tag --select TagBot7`:       `--select: nobody is called "TagBot7"; did you mean "Tag Bot 7"?`,
		`tag --select unknownperson`: `--select: nobody is called "unknownperson"`,
	} {
		o, err := parse(strings.Fields(line), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if err := o.dress(g); want == "" && err != nil || want != "" && (err == nil || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, wanted %q", line, err, want)
		}
	}
}

// The window begins as the command line says.
func TestTheCommandLineBeginsTheGame(t *testing.T) {
	_, g := viewed(t, "tag")
	o, err := parse([]string{"tag", "--size", "390x844", "--fullscreen", "--paused", "--speed", "4x", "--select", "Tag Bot 7"}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := o.dress(g); err != nil {
		t.Fatal(err)
	}
	for range 10 {
		update(t, g)
	}
	if s := g.Snapshot(); s.Tick != 0 || !g.Session().Paused() || s.Body(g.Renderer().Selected).Name != "Tag Bot 7" {
		t.Errorf("tick %d, paused %v, %d selected", s.Tick, g.Session().Paused(), g.Renderer().Selected)
	}
	if g.Size != image.Pt(390, 844) || !g.Fullscreen {
		t.Errorf("a window of %v, full screen %v", g.Size, g.Fullscreen)
	}
	if err := g.Session().Do(&session.Resume{}); err != nil {
		t.Fatal(err)
	}
	for range 60 {
		update(t, g)
	}
	if tick := g.Snapshot().Tick; tick < 100 || tick > 125 {
		t.Errorf("%d ticks in a second at four times the speed", tick)
	}
}

// A picture of the window is named by scene and tick.
func TestPicturesAreKept(t *testing.T) {
	v, g := viewed(t, "tag")
	t.Chdir(t.TempDir())
	for range 10 {
		update(t, g)
	}
	where, err := v.picture(g, image.NewRGBA(image.Rect(0, 0, 3, 2)))
	if want := fmt.Sprintf("tag-%d.png", g.Snapshot().Tick); err != nil || where != want {
		t.Fatalf("%q, %v, wanted %q", where, err, want)
	}
	f, err := os.Open(where)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if c, err := png.DecodeConfig(f); err != nil || c.Width != 3 || c.Height != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

func TestADroppedSceneIsPlayedWithItsFiles(t *testing.T) {
	v, g := viewed(t, "tag")
	dropped := fstest.MapFS{
		"cats/cats.yaml": {Data: []byte(cats)},
		"cats/cat.yaml":  {Data: []byte("{ kind: wander }\n")},
	}
	if _, err := v.drop(g, dropped); err != nil {
		t.Fatal(err)
	}
	update(t, g)
	if bots := g.Snapshot().Bots; len(bots) != 3 || bots[0].Name != "Cat 1" {
		t.Errorf("bots %+v after dropping three cats", bots)
	}
	broken := fstest.MapFS{"broken.yaml": {Data: []byte("bots:\n  - { id: cat, nme: Cat }\n")}}
	if _, err := v.drop(g, broken); err == nil || !strings.Contains(err.Error(), "unknown key") {
		t.Errorf("a broken scene: %v", err)
	}
	update(t, g)
	if len(g.Snapshot().Bots) != 3 {
		t.Error("a broken scene took the place of the one that was played")
	}
}

// replayed plays a recording to its end.
func replayed(t *testing.T, data []byte) *live.Session {
	t.Helper()
	rec, err := live.ReadRecording(bytes.NewReader(data), limit.Values{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := rec.Open(live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	p, err := live.NewReplay(rec, s, nil)
	for more := err == nil; more; {
		if more, err = p.Before(); more && err == nil {
			s.Step()
			err = p.After()
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func TestADroppedTreeIsThoughtWith(t *testing.T) {
	v, g := viewed(t, "tag")
	var file bytes.Buffer
	r, err := v.session.Record(&file)
	if err != nil {
		t.Fatal(err)
	}
	v.drops = once(fstest.MapFS{"stroll.yaml": {Data: []byte("{ kind: wander }\n")}})
	for range 4 {
		update(t, g)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if again := replayed(t, file.Bytes()); again.Digest() != v.session.Digest() {
		t.Errorf("the recording ends at %016x, wanted %016x", again.Digest(), v.session.Digest())
	}
	for _, b := range g.Snapshot().Bots {
		if b.Action != "wander" {
			t.Fatalf("%s does %q", b.Name, b.Action)
		}
	}
	odd := fstest.MapFS{"b/odd.bt": {Data: []byte("action wandr()")}, "b/odd.yaml": {Data: []byte("kind: wandr")}}
	if _, err := v.drop(g, odd); err == nil || !strings.Contains(err.Error(), "\nshipped/odd.yaml:1:7: ") || !strings.HasPrefix(err.Error(), "shipped/odd.bt:1:8: ") {
		t.Errorf("two broken trees: %v", err)
	}
	if _, err := v.drop(g, fstest.MapFS{"empty": {Mode: fs.ModeDir}}); err == nil {
		t.Error("a folder without files was taken")
	}
	if _, err := v.drop(g, fstest.MapFS{"odd.yaml": {Data: []byte("{ kind: wandr }\n")}}); err == nil || !strings.Contains(err.Error(), "wander") {
		t.Errorf("a broken tree: %v", err)
	}
}

// Of files that are dropped together, the tree that none of the others refers to is thought
// with, and the recording has all of them.
func TestFilesThatAreDroppedTogether(t *testing.T) {
	for name, c := range map[string]struct {
		files  map[string]string
		action string
		log    string
	}{
		"unvanquished": {
			map[string]string{"game/bots/prowl.bt": "#include \"bots/speed.inc\"\naction wander()\n", "game/bots/speed.inc": "// nothing\n", "game/bots/zoo.bt": "selector { behavior prowl }\n"},
			"wander", "Tag Bot think with bots/zoo.bt with bots/prowl.bt, bots/speed.inc",
		},
		"dst": {
			map[string]string{"calm.lua": "require 'modes'\nlocal B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() self.bt = BT(self.inst, Calm(self.inst)) end\nreturn B\n", "modes.lua": "require 'behaviours/standstill'\nfunction Calm(inst) return StandStill(inst) end\n"},
			"", "Tag Bot think with calm.lua with modes.lua",
		},
		"two": {
			map[string]string{"a.yaml": "kind: flee_nearest\n", "b.debt": "<behaviorTree><action id='root' name='wander'/></behaviorTree>"},
			"wander", "2 trees that do not refer to one another were dropped: each takes the place of the one before",
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, g := viewed(t, "tag")
			var file bytes.Buffer
			r, err := v.session.Record(&file)
			if err != nil {
				t.Fatal(err)
			}
			dropped := fstest.MapFS{}
			for name, text := range c.files {
				dropped[name] = &fstest.MapFile{Data: []byte(text)}
			}
			v.drops = once(dropped)
			for range 6 {
				update(t, g)
			}
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			for _, b := range g.Snapshot().Bots {
				if b.Action != c.action || name == "dst" && b.HX != 0 { // brains do not tell what they do
					t.Fatalf("%s does %q and heads for %v, wanted %s", b.Name, b.Action, b.HX, c.action)
				}
			}
			if again := replayed(t, file.Bytes()); again.Digest() != v.session.Digest() {
				t.Errorf("the recording ends at %016x, wanted %016x", again.Digest(), v.session.Digest())
			}
			if told, err := v.drop(g, dropped); err != nil || !slices.Contains(told, c.log) {
				t.Errorf("told %q, %v, wanted %q", told, err, c.log)
			}
		})
	}
}

func TestSavedFilesAreFollowed(t *testing.T) {
	windowtest.Need(t)
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("cats.yaml", cats)
	write("cat.yaml", "{ kind: wander }\n")
	_, g := viewed(t, filepath.Join(dir, "cats.yaml"))
	update(t, g)
	time.Sleep(50 * time.Millisecond)
	write("cat.yaml", "{ kind: selector, children: [{ kind: chase_nearest }] }\n")
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		update(t, g)
		if g.Snapshot().Bots[0].Action == "chase_nearest" {
			return
		}
	}
	t.Error("the saved tree was not taken up within 20 seconds")
}

func TestRecording(t *testing.T) {
	path := filepath.Join(t.TempDir(), "tag.gif")
	o, err := parse([]string{"tag", "--record", path}, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	s, err := o.open()
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	m, err := playback.Record(path, s)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		s.Step()
		if err := m.Add(s); err != nil {
			t.Fatal(err)
		}
	}
	wrote, err := m.Close()
	if err != nil || wrote.Path != path || wrote.What != "10 frames" {
		t.Fatalf("%+v, %v", wrote, err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	all, err := gif.DecodeAll(f)
	if err != nil || len(all.Image) != 10 {
		t.Errorf("%d frames of 20 ticks, %v; wanted every other", len(all.Image), err)
	}
	if _, err := playback.Record(filepath.Join(t.TempDir(), "no", "such.gif"), s); err == nil {
		t.Error("a path that cannot be written is taken")
	}
}

// Restarting plays the same game from its files as they are now, in place of the old one.
func TestRestartingReadsTheFilesAgain(t *testing.T) {
	windowtest.Need(t)
	path := filepath.Join(t.TempDir(), "cats.yaml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	scene := strings.Replace(cats, "{ file: cat.yaml }", "{ kind: wander }", 1)
	write(scene)
	v, g := viewed(t, path)
	first := v.session
	first.Step()
	digest := first.Digest()
	for range 20 {
		first.Step()
	}
	if err := g.OnRestart(g); err != nil {
		t.Fatal(err)
	}
	if v.session.Step(); v.session == first || g.Session() != v.session || v.session.Digest() != digest {
		t.Error("the game that was started again is another one")
	}
	write(strings.Replace(scene, "count: 3", "count: 5", 1))
	if err := g.OnRestart(g); err != nil {
		t.Fatal(err)
	}
	if update(t, g); len(g.Snapshot().Bots) != 5 {
		t.Errorf("%d bots, the file says 5", len(g.Snapshot().Bots))
	}
	write("bots: 3\n")
	if now := v.session; g.OnRestart(g) == nil || g.Session() != now {
		t.Error("a file with an error was started")
	}
}

// Numbers that were tuned are written to the scene's file, and not into those that come with
// the program.
func TestWritingNumbers(t *testing.T) {
	windowtest.Need(t)
	file := filepath.Join(t.TempDir(), "cats.yaml")
	const text = "bots: # all of them\n  - id: cat\n    name: Cat # purrs\n    count: 3\n    speedMps: 2\n    behavior: { kind: wander }\n    tunable: [{ key: speedMps }]\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	_, g := viewed(t, file)
	numbers := []scenes.Number{{Class: "cat", Key: "speedMps", Value: 4.5}}
	if err := g.OnWrite(g, numbers); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if want := strings.Replace(text, "speedMps: 2", "speedMps: 4.5", 1); err != nil || string(got) != want {
		t.Errorf("%v, got\n%s", err, got)
	}
	_, g = viewed(t, "tag")
	if err := g.OnWrite(g, numbers); err == nil || !strings.Contains(err.Error(), "comes with the program") {
		t.Errorf("a shipped scene: %v", err)
	}
}
