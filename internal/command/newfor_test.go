package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/trees"
)

// coverage is the part of --cover in JSON that the tests read.
type coverage struct {
	Files []struct {
		File  string
		Nodes []struct{ Visits int }
	}
}

// of returns the share of the nodes of a file that were asked, in percent.
func (c *coverage) of(t *testing.T, file string) float64 {
	t.Helper()
	asked, all := 0, 0
	for _, f := range c.Files {
		if f.File != filepath.ToSlash(file) {
			continue
		}
		for _, n := range f.Nodes {
			all++
			if n.Visits > 0 {
				asked++
			}
		}
	}
	if all == 0 {
		t.Fatalf("%s: no nodes", file)
	}
	return 100 * float64(asked) / float64(all)
}

// played writes a scene for a tree beside it, checks it, plays twenty seconds of it and returns how much
// of the tree was asked.
func played(t *testing.T, tree string) float64 {
	t.Helper()
	scene := filepath.Join(filepath.Dir(tree), "for-"+strings.ReplaceAll(filepath.Base(tree), ".", "-")+".yaml")
	for _, args := range [][]string{
		{"new", "--for", tree, scene}, {"check", scene}, {"run", scene, "--seconds", "20", "--cover", scene + ".json", "--json"},
	} {
		if code, out, errs := thicket(t, args...); code != 0 {
			t.Fatalf("%v: exit %d\n%s%s", args, code, out, errs)
		}
	}
	var c coverage
	if err := json.Unmarshal(read(t, scene+".json"), &c); err != nil {
		t.Fatal(err)
	}
	return c.of(t, tree)
}

// A scene that is written for a shipped tree passes check and plays; in twenty seconds it asks the most part of
// a tree that says itself what it asks for.
func TestNewForShippedTrees(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("it plays twenty seconds for each shipped tree")
	}
	dir := t.TempDir()
	var all []string
	for _, name := range scenes.Shipped() {
		if code, out, errs := thicket(t, "new", name, filepath.Join(dir, name+".yaml"), "--force"); code != 0 {
			t.Fatalf("%s: exit %d\n%s%s", name, code, out, errs)
		}
		companions, err := scenes.Companions(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range companions {
			dialect := trees.NameOf(c.Name, c.Src)
			isPart := strings.Contains(c.Name, "prefabs/") || filepath.Ext(c.Name) == ".inc" || filepath.Dir(c.Name) == "trees" && filepath.Ext(c.Name) == ".lua"
			if dialect != "" && !isPart && !slices.Contains(all, c.Name) {
				all = append(all, c.Name)
			}
		}
	}
	floors := map[string]float64{"mbt": 60, "dragengine": 60}
	held := 0
	for _, name := range all {
		file := filepath.Join(dir, filepath.FromSlash(name))
		dialect := trees.NameOf(name, read(t, file))
		share := played(t, file)
		t.Logf("%-12s %-26s %5.1f %%", dialect, name, share)
		if floor, ok := floors[dialect]; ok {
			held++
			if share < floor {
				t.Errorf("%s: %.1f %% of its nodes were asked, want %v %%", name, share, floor)
			}
		}
	}
	if held < 5 {
		t.Errorf("%d trees have a floor, want those of four scenes: %q", held, all)
	}
}

// The scene has what the words of the tree ask for, with the line that asks, and tells what it leaves open.
func TestNewForSaysWhy(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	write("trees/own.lua", "nodes.Wave = { update = function() return true end }\n")
	write("trees/helps.lua", "Helps = {}\nfunction Helps:go(e) return true end\n")
	tree := write("trees/look out.xml", `<BehaviorTree>
  <SignalVariables><Signal name="Fetch" variable="Called" value="true"/></SignalVariables>
  <Variables><Variable name="Called"/></Variables>
  <!-- no ShootFromCover here -->
  <Root><Loop><Selector>
    <ThrowGrenade type="smoke" timeout="2"/>
    <LuaGate code="return Helps:go(entity) and entity.tired"><Move to="well"/></LuaGate>
    <Wait duration="1"/>
    <Wave/>
  </Selector></Loop></Root>
</BehaviorTree>
`)
	scene := filepath.Join(dir, "mine.yaml")
	if code, out, errs := thicket(t, "new", "--for", tree, scene); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	text := string(read(t, scene))
	for _, want := range []string{
		"id: smoke", "# look out.xml:6 ThrowGrenade", "- trees/helps.lua # look out.xml:7 Helps", "- trees/own.lua # look out.xml:9 Wave", "tired: true # look out.xml:7 entity.tired",
		"{ id: well,", "# look out.xml:7 Move", `event: "Fetch", to: everybody } } # look out.xml:2 Signal`, "file: 'trees/look out.xml'",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the scene has no %q:\n%s", want, text)
		}
	}
	if strings.Contains(text, "cover1") {
		t.Error("a comment of the tree asks for covers")
	}
	asJSON := filepath.Join(dir, "mine.json")
	if code, out, errs := thicket(t, "new", "--for", tree, asJSON); code != 0 {
		t.Fatalf("exit %d\n%s%s", code, out, errs)
	}
	if code, out, errs := thicket(t, "check", asJSON, scene); code != 0 {
		t.Errorf("exit %d\n%s%s", code, out, errs)
	}
	for _, args := range [][]string{
		{"new", "--for", tree, scene}, {"new", "--for", tree, "--sweep", scene}, {"new", "--for", tree, tree},
		{"new", "--for", write("no.xml", "<BehaviorTree><Root><Wiat/></Root></BehaviorTree>"), filepath.Join(dir, "no.yaml")},
	} {
		if code, _, _ := thicket(t, args...); code == 0 {
			t.Errorf("%v: exit 0", args)
		}
	}
}

// A tree outside of the scene's folder, and one in a folder that names files from its parent, keep
// the root from which they name their files.
func TestNewForKeepsTheRoot(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"game/bots/lone.bt": "#include \"bots/words.inc\"\nselector { action FAR }\n", "game/bots/words.inc": "#define FAR roam\n",
	} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "aside"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, scene := range []string{"game/a.yaml", "game/bots/b.yaml", "c.yaml", "aside/d.yaml"} {
		file := filepath.Join(dir, filepath.FromSlash(scene))
		if code, out, errs := thicket(t, "new", "--for", filepath.Join(dir, "game", "bots", "lone.bt"), file); code != 0 {
			t.Errorf("%s: exit %d\n%s%s", scene, code, out, errs)
		} else if code, out, errs := thicket(t, "check", file); code != 0 {
			t.Errorf("%s: exit %d\n%s%s", scene, code, out, errs)
		}
	}
}

// The examples of the page about the Drag[en]gine are those of the folder; their tests pass, and
// what they ask with what is written for their trees is all but what only answers reach.
func TestDragengineExamples(t *testing.T) {
	t.Parallel()
	p := readPage(t, "docs/dragengine.md")
	folder := filepath.Join(repository, "examples", "dragengine")
	files, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(files) != 12 {
		t.Fatalf("%d files, want a tree, a scene and tests for each of four: %v", len(files), err)
	}
	dir := t.TempDir()
	for _, file := range files {
		text := string(read(t, file))
		if !slices.ContainsFunc(p.in("console"), func(b block) bool { return strings.Contains(b.text, "$ cat "+filepath.Base(file)+"\n"+text) }) {
			t.Errorf("docs/dragengine.md does not show %s as it is", filepath.Base(file))
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(file)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"machine", "patrol", "dialogue", "jump"} {
		file := filepath.Join(dir, name)
		if code, out, errs := thicket(t, "test", file+".test.yaml"); code != 0 {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		}
		var c coverage
		if code, out, errs := thicket(t, "run", file+".yaml", "--seconds", "120", "--strict", "--cover", file+".json", "--json"); code != 0 {
			t.Errorf("%s: exit %d\n%s%s", name, code, out, errs)
		} else if err := json.Unmarshal(read(t, file+".json"), &c); err != nil {
			t.Fatal(err)
		} else if share := c.of(t, file+".debt"); share < 85 {
			t.Errorf("%s: %.1f %% of the nodes were asked", name, share)
		}
		if share := played(t, file+".debt"); share < 60 {
			t.Errorf("a scene for %s: %.1f %% of the nodes were asked", name, share)
		}
	}
}

// A scene for a tree has the files of Lua and of goal pipes beside it that define what it names.
func TestNewForTakesNodesInLuaAndPipes(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"cook.xml":  "<BehaviorTree><Root><Loop><Sequence>\n<Stir times=\"2\"><Spoon/></Stir>\n<GoalPipe name=\"Warm\"/>\n<GoalPipe name=\"Dig\"/><GoalPipe name=\"Made\"/></Sequence></Loop></Root></BehaviorTree>",
		"nodes.lua": "nodes.Stir = { attributes = { times = 1 }, elements = { Spoon = {} }, update = function() return true end }\n",
		"pipes.xml": `<GoalPipes><GoalPipe name="Warm"><Timeout interval="0.5"/></GoalPipe></GoalPipes>`,
		"dig.lua":   "function GoalPipes.Dig(entity, seconds) return seconds > 0.2 end\n",
		"made.lua":  "AI.BeginGoalPipe('Made')\nAI.PushGoal('timeout', 1, 0.3)\nAI.EndGoalPipe()\n",
		"other.lua": "function nodes.Other() return true end\n",
		"other.xml": `<GoalPipes><GoalPipe name="Other"/></GoalPipes>`,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if share := played(t, filepath.Join(dir, "cook.xml")); share != 100 {
		t.Errorf("%.1f %% of its nodes were asked", share)
	}
	scene, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil || len(scene) != 1 {
		t.Fatalf("%q %v", scene, err)
	}
	want := "lua:\n  - pipes.xml # cook.xml:3 Warm\n  - dig.lua # cook.xml:4 Dig\n  - made.lua # cook.xml:4 Made\n  - nodes.lua # cook.xml:2 Stir\n"
	if text := string(read(t, scene[0])); !strings.Contains(text, want) || strings.Contains(text, "other") {
		t.Errorf("it has no\n%s\nin\n%s", want, text)
	}
}
