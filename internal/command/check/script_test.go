package check_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/check"
)

// Files of Lua and of goal pipes that a scene names are judged as the scene finds them, and not as
// trees; a file of pipes is judged alone, too.
func TestScriptsOfAScene(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	said := func(name string, o check.Options) string {
		var b strings.Builder
		if err := (check.Report{Files: []check.File{check.Load(name, o)}}).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	if err := os.Mkdir("own", 0o755); err != nil {
		t.Fatal(err)
	}
	write("den.yaml", "vocabularies: [mbt]\nlua: [own/pipes.xml, own/den.lua]\nbots: [{ id: fox, name: Fox, count: 1, behavior: { file: fox.xml } }]\n")
	write("fox.xml", `<BehaviorTree><Root><Sequence><Sniff/><GoalPipe name="Go"/></Sequence></Root></BehaviorTree>`)
	write("own/pipes.xml", `<GoalPipes><GoalPipe name="Go"><Strafe/></GoalPipe></GoalPipes>`)
	write("own/den.lua", "function nodes.Sniff() return true end\n")
	pipes, lua := filepath.Join("own", "pipes.xml"), filepath.Join("own", "den.lua")
	with := check.Options{Readers: true}
	const strafe = "own/pipes.xml:1:32: notice: the goal operation Strafe has no counterpart here, and is left out\n"
	const judged = ": judged by what the scene den.yaml offers, which reads it; --alone judges it by itself\n"
	for _, c := range []struct{ got, want string }{
		{said(lua, with), lua + judged + lua + ": ok, Lua of a scene\n"},
		{said(pipes, with), pipes + judged + strafe + pipes + ": ok, goal pipes of a scene\n"},
		{said(pipes, check.Options{}), strafe + pipes + ": ok, 1 goal pipe\n"},
	} {
		if c.got != c.want {
			t.Errorf("%s\nwanted\n%s", c.got, c.want)
		}
	}
	write("own/den.lua", "function nodes.Sniff() return true\n")
	if got := said(lua, with); !strings.Contains(got, "own/den.lua:2:1: ") || strings.Contains(got, "unknown name") {
		t.Error(got)
	}
	if f := check.Load(pipes, check.Options{}); f.OK {
		if _, err := f.Trees(""); err == nil || !strings.Contains(err.Error(), "which is no tree") {
			t.Errorf("its trees: %v", err)
		}
	}
	write("own/pipes.xml", `<GoalPipes><GoalPipe name="Go"></GoalPipes>`)
	if got := said(pipes, check.Options{}); !strings.Contains(got, "own/pipes.xml:1:") || strings.Contains(got, "ok") {
		t.Error(got)
	}
}

// A root of the command line is there in the place of those that a scene's classes name. What is then
// missing, of the scene or of a script that it names, is told with that reason.
func TestRootInThePlaceOfTheScenes(t *testing.T) {
	t.Chdir(t.TempDir())
	const brain = "local B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() self.bt = BT(self.inst, PriorityNode({ Wander(self.inst) }, 1)) end\nreturn B\n"
	for name, text := range map[string]string{
		"den.yaml": "bots:\n" +
			"  - { id: fox, name: Fox, count: 1, behavior: { file: brains/fox.lua, root: [wood, moor] } }\n" +
			"  - { id: hen, name: Hen, count: 1, behavior: { file: brains/hen.lua, root: farm } }\n",
		"wood/brains/fox.lua": "require \"brains/common\"\n" + brain, "moor/brains/common.lua": "", "farm/brains/hen.lua": brain,
		"half/brains/fox.lua": "require \"brains/common\"\n" + brain, "half/brains/hen.lua": "require \"brains/nowhere\"\n" + brain,
		"none/readme": "",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for root, want := range map[string]string{
		"": "den.yaml: ok, 2 classes, 2 bots, 0 rules\n",
		"none": `den.yaml:2:55: file "brains/fox.lua" is outside the root "none"; --root is there in the place of the scene's root "wood", which has it
den.yaml:3:55: file "brains/hen.lua" is outside the root "none"; --root is there in the place of the scene's root "farm", which has it
`,
		"half": `half/brains/fox.lua:1:1: no file "brains/common.lua" beside this one or in the root "half"; --root is there in the place of the scene's root "moor", which has it
half/brains/hen.lua:1:1: no file "brains/nowhere.lua" beside this one or in the root "half"; --root is there in the place of the scene's roots "wood", "moor", "farm"
`,
	} {
		var b strings.Builder
		if err := (check.Report{Files: []check.File{check.Load("den.yaml", check.Options{Root: root})}}).WriteText(&b); err != nil {
			t.Fatal(err)
		}
		if b.String() != want {
			t.Errorf("root %q: got\n%s\nwanted\n%s", root, b.String(), want)
		}
	}
}
