package command

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/trees"
)

// runOut returns the output of a command line.
func runOut(t *testing.T, code int, args ...string) (out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	if got := execute(context.Background(), args, &o, &e); got != code {
		t.Fatalf("%v: exit code %d, wanted %d\n%s", args, got, code, e.String())
	}
	return o.String(), e.String()
}

// TestActionsListsEverything holds the lists to what a registry offers.
func TestActionsListsEverything(t *testing.T) {
	text, _ := runOut(t, 0, "actions")
	raw, _ := runOut(t, 0, "actions", "--json")
	var list struct {
		Sections []struct {
			Dialect string
			Own     bool
			Entries []struct {
				Name, Kind, Doc string
				Conditions      []string
			}
		}
	}
	if err := json.Unmarshal([]byte(raw), &list); err != nil {
		t.Fatal(err)
	}
	var listed []string
	for _, s := range list.Sections {
		for _, e := range s.Entries {
			if e.Doc == "" {
				t.Errorf("%s of %q has no doc", e.Name, s.Dialect)
			}
			if s.Dialect == "" && !s.Own && !strings.Contains(text, "  "+e.Name) {
				t.Errorf("%s is not in the text", e.Name)
			}
			listed = append(append(listed, e.Name), e.Conditions...)
		}
	}
	reg := arena.NewRegistry()
	offered := append(reg.ActionNames(), reg.FuncNames()...)
	for _, d := range trees.Dialects() {
		own := reg.Overlay(d.Name)
		offered = slices.Concat(offered, own.ActionNames(), own.FuncNames())
	}
	for _, name := range offered {
		isHidden := strings.HasPrefix(name, "game.") // called by no tree and no script of a game
		if slices.Contains(listed, name) == isHidden {
			t.Errorf("%s is listed: %v", name, !isHidden)
		}
	}
}

// What is only said in scripts is found, and what no script can say is refused by its name.
func TestActionsOfLua(t *testing.T) {
	text, _ := runOut(t, 0, "actions", "math.floor", "string.gsub")
	for _, want := range []string{"math.floor  x  -> a number", "Rounds down.", "string.gsub  s pattern by [most]  -> a text"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if _, errs := runOut(t, 1, "actions", "os.time"); !strings.Contains(errs, `no script can say "os.time": os is not in the sandbox`) {
		t.Error(errs)
	}
}

// Names with periods are listed as all others are.
func TestActionsOfDottedNames(t *testing.T) {
	file := filepath.Join(t.TempDir(), "watch.yaml")
	scene := "actions: { watch.begin: { kind: timer.start } }\nconditions: { timer.running: { kind: timer.running } }\nbots: [{ id: a, name: A, count: 1, behavior: { kind: wander } }]\n"
	if err := os.WriteFile(file, []byte(scene), 0o600); err != nil {
		t.Fatal(err)
	}
	text, _ := runOut(t, 0, "actions", "--scene", file)
	for _, want := range []string{"The scene", "  watch.begin", "  timer.running"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text[:min(len(text), 600)])
		}
	}
}

func TestActionsByName(t *testing.T) {
	text, _ := runOut(t, 0, "actions", "attack", "health")
	for _, want := range []string{"Fighting and living", "attack  [who]", "default enemy", "{ kind: action, name: attack, args: { who: enemy } }", "health  [who]  -> a number"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "Minds") {
		t.Errorf("more than was asked for\n%s", text)
	}
	if _, errs := runOut(t, 1, "actions", "atack"); !strings.Contains(errs, `did you mean "attack"?`) {
		t.Errorf("error %q", errs)
	}
	for name, wants := range map[string][]string{
		"ChasePlayer":  {"What a game offers to trees of mbt alone, in trees of .xml files", "nearest player that it sees"},
		"Move":         {"[stopWithinDistance]", "speed: a text, default Run: how fast (Walk, Run, Sprint)"},
		"Wait":         {"The dialect mbt", "R, and S when its time is"},
		"SequenceNode": {"The dialect dst"},
	} {
		text, _ := runOut(t, 0, "actions", name)
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
	}
	if _, errs := runOut(t, 1, "actions", "ChasePlayr"); !strings.Contains(errs, `did you mean "ChasePlayer"?`) {
		t.Errorf("error %q", errs)
	}
	if _, errs := runOut(t, 1, "actions", "xyzzy"); !strings.Contains(errs, "`thicket actions` lists") {
		t.Errorf("error %q", errs)
	}
	runOut(t, 2, "actions", "--json", "--markdown")
}

// TestArenaPage holds docs/arena.md to the program; -update writes it.
func TestArenaPage(t *testing.T) {
	page, _ := runOut(t, 0, "actions", "--markdown")
	file := filepath.Join(repository, "docs", "arena.md")
	if *update {
		if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(read(t, file)), page); diff != "" {
		t.Errorf("docs/arena.md is not what is printed (-page +printed)\n%s", diff)
	}
}

// What a scene offers to its own trees stands before what every game has.
func TestActionsOfAScene(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"coop.yaml": "lua: [coop.lua]\nactions: { crow: { kind: globalEvent, event: dawn } }\nconditions: { fed: { kind: flags.state } }\nbots: [{ id: hen, name: Hen, count: 1, behavior: { kind: wander } }]\n",
		"coop.lua":  "function actions.peck() return true end\nconditions.night = function() return false end\nfunction listeners.dusk() end\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := runOut(t, 0, "actions", "--scene", "coop.yaml")
	if want := "The scene, in trees of .debt files\n  crow\n  fed  [flag] [flags.cleared]\n  peck\n  night\n  dusk\n\nSteering\n"; !strings.HasPrefix(out, want) {
		t.Errorf("listed\n%.300s\nwanted\n%s", out, want)
	}
	if out, _ := runOut(t, 0, "actions", "--scene", "coop.yaml", "night"); !strings.Contains(out, "Lua of the scene, at coop.lua:2:12.") {
		t.Error(out)
	}
	if _, errs := runOut(t, 1, "actions", "--scene", "coop.yaml", "pck"); !strings.Contains(errs, `did you mean "peck"?`) {
		t.Error(errs)
	}
	if _, errs := runOut(t, 1, "actions", "--scene", "cop.yaml"); !strings.Contains(errs, "cop.yaml") {
		t.Error(errs)
	}
}

// The nodes that a scene's Lua defines for its Modular Behavior Trees are listed with their
// attributes, children and places, and offered to shells.
func TestNodesOfASceneInLua(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"den.yaml": "lua: [den.lua]\nbots: [{ id: fox, name: Fox, count: 1, behavior: { file: den.xml } }]\n",
		"den.xml":  "<BehaviorTree><Root><Halt/></Root></BehaviorTree>",
		"den.lua": "function nodes.Sniff() return true end\n" +
			"nodes.Dig = { attributes = { depth = 1.5, name = 'hole', deep = false }, elements = { Bone = { size = 1 } }, update = function() return true end }\n" +
			"nodes.Twice = { children = 1, update = function() return true end }\nnodes.All = { children = true, update = function() return true end }\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out, _ := runOut(t, 0, "actions", "--scene", "den.yaml")
	if want := "The scene, in trees of .xml files\n  All\n  Dig  [deep] [depth] [name]\n  Sniff\n  Twice\n\nSteering\n"; !strings.HasPrefix(out, want) {
		t.Errorf("listed\n%.300s\nwanted\n%s", out, want)
	}
	for name, want := range map[string]string{
		"Dig":   "Lua of the scene, at den.lua:2:7. It can have parts Bone.",
		"Twice": "Lua of the scene, at den.lua:3:7.",
		"All":   "It has one child or more.",
		"Sniff": "Lua of the scene, at den.lua:1:16.",
	} {
		if out, _ := runOut(t, 0, "actions", "--scene", "den.yaml", name); !strings.Contains(strings.Join(strings.Fields(out), " "), want) {
			t.Errorf("%s: %s", name, out)
		}
	}
	if out, _ := runOut(t, 0, "actions", "--scene", "den.yaml", "Dig"); !strings.Contains(out, "depth: a number, default 1.5") {
		t.Error(out)
	}
	if out, _ := runOut(t, 0, "__complete", "actions", "--scene", "den.yaml", "Sn"); !strings.Contains(out, "Sniff\n") {
		t.Errorf("a shell is offered %.300s", out)
	}
	if out, _ := runOut(t, 0, "__complete", "actions", "--scene", "den.yml", "wa"); !strings.Contains(out, "wander\n") {
		t.Errorf("without the scene a shell is offered %.300s", out)
	}
}
