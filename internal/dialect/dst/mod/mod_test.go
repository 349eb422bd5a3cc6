package mod_test

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	google "github.com/google/pprof/profile"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile/pprof"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
)

// game begins a scene that may stand beside testdata, and returns what is printed meanwhile.
func game(t *testing.T, file, text string, o scenes.Options) (play *live.Session, notices string, printed *[]string) {
	t.Helper()
	s, err := scenes.Parse(file, []byte(text), o)
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range s.Notices {
		notices += n.Error() + "\n"
	}
	if play, err = live.New(s, live.Options{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { play.Close() })
	printed = new([]string)
	play.Game().TreeLog.On(func(e host.LogEntry) { *printed = append(*printed, e.Text) })
	return play, notices, printed
}

func faults(play *live.Session) (all []string) {
	list, _ := play.Game().Faults.List()
	for _, f := range list {
		if !f.Note {
			all = append(all, f.String())
		}
	}
	return all
}

func source(t *testing.T, name string) string {
	t.Helper()
	src, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(src)
}

// What a mod asks for takes effect on its own creatures and on those of the game.
func TestAModChangesTheGame(t *testing.T) {
	const file = "testdata/bog.yaml"
	play, notices, printed := game(t, file, source(t, file), scenes.Options{})
	for range 200 {
		play.Step()
	}
	for _, want := range []string{
		"rat\ttrue\ttrue\t7\ttrue\ttrue\ttrue\t2\ttrue\ttrue\tday",
		"toad\ttrue\t40\t5\ttrue\ttrue\tToad\tbog\t1.0",
	} {
		if n := len(slices.DeleteFunc(slices.Clone(*printed), func(line string) bool { return line != want })); n != 3 {
			t.Errorf("%d creatures told %q, wanted 3, among\n%s", n, want, strings.Join(*printed, "\n"))
		}
	}
	if f := faults(play); len(f) > 0 {
		t.Errorf("faults: %s", strings.Join(f, "\n"))
	}
	const want = "testdata/bog/modmain.lua:12:1: AddRecipe2 of the mod bog does nothing here (2 times)"
	if strings.Count(notices, "AddRecipe2") != 1 || !strings.Contains(notices, want) {
		t.Errorf("notices are\n%swanted one of %q", notices, want)
	}
}

// A game with mods goes on from a save as it would have without.
func TestAGameWithModsIsSaved(t *testing.T) {
	const file = "testdata/bog.yaml"
	play, _, _ := game(t, file, source(t, file), scenes.Options{})
	for range 70 {
		play.Step()
	}
	var save bytes.Buffer
	if err := play.Save(&save); err != nil {
		t.Fatal(err)
	}
	other, err := live.Restore(bytes.NewReader(save.Bytes()), live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	var printed []string
	other.Game().TreeLog.On(func(e host.LogEntry) { printed = append(printed, e.Text) })
	for range 130 {
		play.Step()
		other.Step()
	}
	if a, b := play.Digest(), other.Digest(); a != b {
		t.Errorf("the digest is %v, after a save %v", a, b)
	}
	if !slices.ContainsFunc(printed, func(line string) bool { return strings.HasPrefix(line, "toad\ttrue") }) || len(faults(other)) > 0 {
		t.Errorf("after a save it told %q, with faults %q", printed, faults(other))
	}
}

// A scene sets what a mod asks its players.
func TestAScenSetsTheOptionsOfAMod(t *testing.T) {
	const file = "testdata/bog.yaml"
	text := source(t, file) + "settings: { MOD.bite: 20 }\n"
	play, _, printed := game(t, file, text, scenes.Options{})
	for range 160 {
		play.Step()
	}
	if !slices.Contains(*printed, "toad\ttrue\t40\t20\ttrue\ttrue\tToad\tbog\t1.0") {
		t.Errorf("printed %q, wanted a bite of 20", *printed)
	}
}

// write makes files below a new folder, and returns it.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// a creature that tells what a function of its file says
const teller = `
local Helper = require "helper"
return Prefab("teller", function()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	inst:DoTaskInTime(0, function() print(Helper()) end)
	return inst
end)`

const scene = `name: Order
seed: 1
bots: [{ id: teller, name: Teller, count: 1, behavior: { creature: prefabs/teller.lua, root: game, mod: [one, two] } }]
`

// Of the same file in two mods that of the later one counts, which has the lower priority; so it
// is whichever the scene names first.
func TestModsAreSortedAsInTheGame(t *testing.T) {
	main := func(name string) string {
		return `GLOBAL.ORDER = (GLOBAL.rawget(GLOBAL, "ORDER") or "") .. "` + name + `"`
	}
	dir := write(t, map[string]string{
		"game/prefabs/teller.lua": teller, "game/helper.lua": `return function() return "game" end`,
		"one/modinfo.lua": `name = "one" priority = -1`, "one/modmain.lua": main("one"), "one/scripts/helper.lua": `return function() return ORDER .. " of one" end`,
		"two/modinfo.lua": `name = "two" priority = 5`, "two/modmain.lua": main("two"), "two/scripts/helper.lua": `return function() return ORDER .. " of two" end`,
	})
	play, _, printed := game(t, filepath.Join(dir, "s.yaml"), scene, scenes.Options{})
	for range 5 {
		play.Step()
	}
	if want := []string{"twoone of one"}; !slices.Equal(*printed, want) {
		t.Errorf("printed %q, wanted %q; faults %q", *printed, want, faults(play))
	}
}

// What fails in a modmain.lua is told at its place, and what it did before counts.
func TestAModThatFailsIsTold(t *testing.T) {
	dir := write(t, map[string]string{
		"game/prefabs/teller.lua": teller, "game/helper.lua": `return function() return tostring(ORDER) end`,
		"one/modmain.lua": "GLOBAL.ORDER = 1\nAddPrefabPostInit(\"teller\", nil)\nGLOBAL.ORDER = 2\n",
		"two/modmain.lua": "AddPrefabPostInit(\"teller\", function(inst)\n\tinst.nothing.at = 1\nend)\nAddPrefabPostInt(\"teller\")\nmodimport(\"none\")\n",
	})
	play, notices, printed := game(t, filepath.Join(dir, "s.yaml"), scene, scenes.Options{})
	for range 5 {
		play.Step()
	}
	for _, want := range []string{
		"one/modmain.lua:2:1: the mod one: AddPrefabPostInit: argument 2: wanted a function, found nil; the file modmain.lua ends there",
		`two/modmain.lua:4:1: AddPrefabPostInt is unknown: a stub stands in for it; did you mean "AddPrefabPostInit"?`,
		`two/modmain.lua:5:1: the mod two: modimport: no file "none.lua" in the mod two`,
	} {
		if !strings.Contains(notices, want) {
			t.Errorf("notices are\n%swanted %q", notices, want)
		}
	}
	if want := []string{"1"}; !slices.Equal(*printed, want) {
		t.Errorf("printed %q, wanted %q", *printed, want)
	}
	if f := faults(play); len(f) != 1 || !strings.Contains(f[0], "two/modmain.lua:2:") || !strings.Contains(f[0], "inst.nothing is nil") {
		t.Errorf("faults are %q", f)
	}
}

// What a mod registers for names that nothing has is told where it is registered, once for each function.
func TestChangesForNamesOfNothingAreTold(t *testing.T) {
	dir := write(t, map[string]string{
		"game/prefabs/teller.lua": teller, "game/helper.lua": `return function() return "" end`,
		"game/brains/tellerbrain.lua": `return Class(Brain)`,
		"game/prefabs/frogs.lua":      `return Prefab("toad", function() return CreateEntity() end)`, "game/stategraphs/SGfrog.lua": `return StateGraph("leaper", {}, {}, "idle")`,
		"one/modmain.lua": `local function change() end
for _, name in ipairs{ "teller", "toad", "world", "forest" } do AddPrefabPostInit(name, change) end
AddPrefabPostInit("tellar", change)
AddPrefabPostInit("wilson", change)
AddComponentPostInit("combat", change)
AddComponentPostInit("combats", change)
AddStategraphPostInit("frog", change)
AddStategraphPostInit("leaper", change)
AddStategraphPostInit("wolf", change)
AddBrainPostInit("tellrbrain", change)
AddBrainPostInit("tellerbrain", change)
`,
		"two/modmain.lua": "",
	})
	_, notices, _ := game(t, filepath.Join(dir, "s.yaml"), scene, scenes.Options{})
	for _, want := range []string{
		`one/modmain.lua:3:1: AddPrefabPostInit: no file of the roots has tellar (did you mean "teller"?), wilson, so this changes nothing`,
		`one/modmain.lua:6:1: AddComponentPostInit: no file of the roots has combats (did you mean "combat"?), so this changes nothing`,
		`one/modmain.lua:9:1: AddStategraphPostInit: no file of the roots has wolf, so this changes nothing`,
		`one/modmain.lua:10:1: AddBrainPostInit: no file of the roots has tellrbrain (did you mean "tellerbrain"?), so this changes nothing`,
	} {
		if strings.Count(notices, want) != 1 {
			t.Errorf("notices are\n%swanted once %q", notices, want)
		}
	}
	if n := strings.Count(notices, "changes nothing"); n != 4 {
		t.Errorf("%d notices, wanted 4:\n%s", n, notices)
	}
}

// The first of several roots that has a file is meant, whoever asks for it.
func TestTheFirstRootThatHasAFileIsMeant(t *testing.T) {
	dir := write(t, map[string]string{
		"game/prefabs/teller.lua": teller, "game/helper.lua": `return require "other"`, "game/other.lua": `return function() return "game" end`,
		"first/other.lua": `return function() return "first" end`,
	})
	text := strings.Replace(scene, "root: game, mod: [one, two]", "root: [first, game]", 1)
	play, _, printed := game(t, filepath.Join(dir, "s.yaml"), text, scenes.Options{})
	for range 5 {
		play.Step()
	}
	if want := []string{"first"}; !slices.Equal(*printed, want) {
		t.Errorf("printed %q, wanted %q; faults %q", *printed, want, faults(play))
	}
}

// A folder that is no mod, or is not there, is refused where the scene names it.
func TestAFolderThatIsNoMod(t *testing.T) {
	dir := write(t, map[string]string{"game/prefabs/teller.lua": teller, "one/readme.txt": ""})
	for text, want := range map[string]string{
		"mod: one":    `the folder "` + filepath.ToSlash(filepath.Join(dir, "one")) + `" is no mod`,
		"mod: [none]": `s.yaml:3:106: no folder "none" beside this file`,
		"mod: [3]":    "mod: wanted the name of a folder, found 3",
	} {
		_, err := scenes.Parse(filepath.Join(dir, "s.yaml"), []byte(strings.Replace(scene, "mod: [one, two]", text, 1)), scenes.Options{})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: the error is %v, wanted %q", text, err, want)
		}
	}
}

// A profile names functions and nodes, and the game is the same with it.
func TestAProfileChangesNothing(t *testing.T) {
	const file = "testdata/bog.yaml"
	play, _, _ := game(t, file, source(t, file), scenes.Options{})
	watched, _, _ := game(t, file, source(t, file), scenes.Options{})
	var times profile.Recorder
	watched.Scene().Record(&times)
	for range 300 {
		play.Step()
		watched.Step()
	}
	if a, b := play.Digest(), watched.Digest(); a != b {
		t.Errorf("the digest is %v, with a profile %v", a, b)
	}
	var out bytes.Buffer
	if err := pprof.Write(&out, times.Samples()); err != nil {
		t.Fatal(err)
	}
	p, err := google.Parse(&out)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, f := range p.Function {
		found[f.Name+" of "+f.Filename] = true
	}
	for _, name := range []string{
		"Wander:Visit of thicket/behaviours/wander.lua", "LocoMotor:OnUpdate of thicket/components/locomotor.lua",
		"BehaviourNode croak of testdata/bog/scripts/brains/bogtoadbrain.lua", "PriorityNode Priority of testdata/bog/scripts/brains/bogtoadbrain.lua",
	} {
		if !found[name] {
			t.Errorf("there is no function %s among %v", name, found)
		}
	}
	for _, s := range p.Sample {
		if last := s.Location[len(s.Location)-1].Line[0].Function.Name; !strings.Contains(last, "/prefabs/") {
			t.Errorf("a sample is of %s, wanted the file of a creature", last)
		}
	}
}

// The files of a mod are run once: what is edited of them waits, and is told.
func TestAnEditedModWaits(t *testing.T) {
	dir := write(t, map[string]string{
		"game/prefabs/teller.lua": teller, "game/helper.lua": `return function() return "game" end`,
		"one/modmain.lua": `modimport("more")`, "one/more.lua": "GLOBAL.ORDER = 1", "two/modmain.lua": "",
		"s.yaml": scene,
	})
	s, err := scenes.Load(filepath.Join(dir, "s.yaml"), scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	play, err := live.New(s, live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	play.Step()
	for _, name := range []string{"one/more.lua", "two/modmain.lua"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("GLOBAL.ORDER = 2"), 0o666); err != nil {
			t.Fatal(err)
		}
		told, err := play.Reload()
		if err != nil {
			t.Fatal(err)
		}
		text := told.String()
		if !strings.Contains(text, name+": this file of a mod has changed; "+scenes.Waits) {
			t.Errorf("a reload with %s edited told %q", name, text)
		}
		if told, _ = play.Reload(); told.String() != "nothing has changed" {
			t.Errorf("the next reload told %q", told)
		}
	}
}
