package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/command/scenelist"
)

// The questions of testdata/why, over all shipped scenes, have the answers that stand there.
// Each file begins with the command line. With -update the answers become those that are
// given.
func TestWhyAnswers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole games")
	}
	files, err := filepath.Glob(filepath.Join("testdata", "why", "*.txt"))
	if err != nil || len(files) < 20 {
		t.Fatalf("%d questions, %v", len(files), err)
	}
	asked := map[string]bool{}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			line, want, _ := strings.Cut(string(read(t, file)), "\n")
			args := argsOf(line)
			asked[args[3]] = true
			code, out, errs := thicket(t, args[2:]...)
			if code != exitDone || errs != "" {
				t.Fatalf("exit code %d: %s", code, errs)
			}
			if *update {
				if err := os.WriteFile(file, []byte(line+"\n"+out), 0o666); err != nil {
					t.Fatal(err)
				}
				return
			}
			if diff := cmp.Diff(want, out); diff != "" {
				t.Errorf("%s (-want +got)\n%s", line, diff)
			}
		})
	}
	for _, scene := range scenelist.Names() {
		if !asked[scene] {
			t.Errorf("nobody asks anything about %s", scene)
		}
	}
}

// argsOf splits a command line, in which quotes keep spaces together.
func argsOf(line string) (all []string) {
	for i, part := range strings.Split(line, `"`) {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

// A save and a recording are explained as the scene is of which they are, with its commands.
func TestWhyOfSavesAndRecordings(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long: whole games")
	}
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("c.jsonl"), []byte(`{"tick": 20, "do": "place", "id": 1, "at": [80, 50]}`+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := thicket(t, "run", "siege", "--ticks", "59", "--commands", in("c.jsonl"), "--save", in("s.save"), "--json"); code != exitDone {
		t.Fatal(errs)
	}
	if code, _, errs := thicket(t, "run", "siege", "--ticks", "60", "--commands", in("c.jsonl"), "--record", in("s.rec"), "--json"); code != exitDone {
		t.Fatal(errs)
	}
	explained := func(args ...string) []string {
		t.Helper()
		code, out, errs := thicket(t, append([]string{"why", "--bot", "1", "--instead", "fight"}, args...)...)
		if code != exitDone {
			t.Fatalf("%q: %s", args, errs)
		}
		return strings.Split(out, "\n\n")
	}
	scene, recording, save := explained("siege", "--at", "2s", "--commands", in("c.jsonl")), explained(in("s.rec")), explained(in("s.save"))
	if diff := cmp.Diff(scene, recording); diff != "" {
		t.Errorf("a recording (-scene +recording)\n%s", diff)
	}
	if last := len(save) - 1; save[1] != scene[1] || save[last] != scene[len(scene)-1] || !strings.Contains(save[0], "since tick 60 or before: the game begins there") {
		t.Errorf("a save\n%s\nthe scene\n%s", save, scene)
	}
	if !strings.Contains(scene[1], "distance to red-camp: 6") { // where the command has put it
		t.Errorf("the command was not carried out\n%s", scene[1])
	}
}

func TestWhyWritesJSONAndPictures(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "why.svg")
	code, out, errs := thicket(t, "why", "gunship", "--bot", "Gunship 1", "--at", "10s", "--not", "FlyShoot", "--json", "--svg", picture)
	var r struct {
		Moment struct {
			Does  string
			Nodes []struct{ Because []struct{ Text string } }
		}
		Other struct{ Ways []struct{ Does string } }
	}
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitDone || r.Moment.Does != "FlyShoot" || len(r.Other.Ways) == 0 {
		t.Errorf("exit code %d, %v, %s: %s", code, err, errs, out)
	}
	if !strings.Contains(string(read(t, picture)), "Gunship 1 at tick 300: FlyShoot") {
		t.Error("the picture does not say whose it is")
	}
	if _, out, _ := thicket(t, "why", "tag", "--bot", "1", "--at", "3", "--svg", "-"); !strings.HasPrefix(out, "<svg ") || !strings.HasSuffix(out, "</svg>\n") {
		t.Errorf("on standard output: %.40s", out)
	}
}

func TestWhyRefuses(t *testing.T) {
	dir := t.TempDir()
	save := filepath.Join(dir, "s.save")
	if code, _, errs := thicket(t, "run", "tag", "--ticks", "5", "--save", save, "--json"); code != exitDone {
		t.Fatal(errs)
	}
	for _, c := range []struct {
		args, want string
		code       int
	}{
		{"tag --at 5", "--bot is missing", exitUsage},
		{"tag --bot 1", "--at is missing", exitUsage},
		{"tag --bot 1 --at 5m", `--at: found "5m", wanted a tick from 1 on, such as 372, or seconds, such as 12.4s`, exitUsage},
		{"tag --bot 1 --at 5 --diff x", `--diff: found "x"`, exitUsage},
		{"tag --bot 1 --at 5 --json --svg -", "wanted one of them", exitUsage},
		{"tag --bot 1 --at 5 --bots x=", "--bots", exitUsage},
		{"tag --bot 1 --at 5 --workers 0", "--workers 0, wanted 1 to 1024", exitUsage},
		{save + " --bot 1 --seed 3", "--seed cannot be with a save", exitUsage},
		{save + " --bot 1 --at 5", "the game begins with tick 5, wanted a later one", exitFault},
		{"tga --bot 1 --at 5", "tag", exitFault},
		{"tag --bot 99 --at 5", "there is nobody with id 99", exitFault},
		{"tag --bot 1 --at 5 --instead chase_neerest", `has no action "chase_neerest"; did you mean "chase_nearest"?`, exitFault},
	} {
		if code, _, errs := thicket(t, append([]string{"why"}, strings.Fields(c.args)...)...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%s: exit code %d, %s, wanted %d, %s", c.args, code, errs, c.code, c.want)
		}
	}
}
