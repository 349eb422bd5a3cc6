package live_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// What a scene offers to trees is there once, however often it is read.
func TestReloadOfASceneThatOffersActions(t *testing.T) {
	const scene = "actions: { calm: { kind: parameterTable, entry: fear, set: 0 } }\n" +
		"bots: [{ id: hare, name: Hare, count: 1, speedMps: 1, behavior: { file: hare.debt } }]\n"
	p := newProject(t, 1, map[string]string{"scene.yaml": scene, "hare.debt": `<behaviorTree><action name="calm"/></behaviorTree>`})
	p.want("nothing has changed")
	p.write("hare.debt", `<behaviorTree><sequence><action name="calm"/><action name="rest"/></sequence></behaviorTree>`)
	p.want("reloaded hare.debt for 1 bot")
	p.steps(1)
	p.remembers(1, 1)
	p.write("scene.yaml", strings.Replace(scene, "set: 0", "set: 1", 1))
	p.want("nothing has changed; scene.yaml:1:1: actions has changed; that waits until the scene begins anew")
}

// A file that a tree includes is one of its files.
func TestReloadOfAnInclude(t *testing.T) {
	p := newProject(t, 1, map[string]string{
		"scene.yaml": "bots:\n  - { id: hare, name: Hare, count: 2, speedMps: 1, behavior: { file: hare.bt } }\n" +
			"  - { id: cow, name: Cow, count: 1, speedMps: 1, behavior: { file: cow.bt } }\n",
		"hare.bt": "sequence { action rest behavior later }", "later.bt": "action rest()", "cow.bt": "action rest()",
	})
	if diff := cmp.Diff([]scenes.File{
		{Name: filepath.Join(p.dir, "scene.yaml"), Of: []string{"the scene"}},
		{Name: filepath.Join(p.dir, "hare.bt"), Of: []string{`class "hare"`}},
		{Name: filepath.Join(p.dir, "later.bt"), Of: []string{`class "hare"`}},
		{Name: filepath.Join(p.dir, "cow.bt"), Of: []string{`class "cow"`}},
	}, p.Files()); diff != "" {
		t.Errorf("files (-want +got)\n%s", diff)
	}
	p.steps(2)
	p.remembers(1, 2)
	p.write("later.bt", "action nap()")
	p.want("reloaded hare.bt for 2 bots")
	p.steps(1)
	p.remembers(1, 1) // the nap, which is new
	p.write("later.bt", "action sleep()")
	if got := p.reload(); !strings.HasPrefix(got, "error: later.bt:1:8: ") {
		t.Errorf("reload says %s", got)
	}
	if err := os.Remove(filepath.Join(p.dir, "later.bt")); err != nil {
		t.Fatal(err)
	}
	if got := p.reload(); !strings.HasPrefix(got, "error: hare.bt:1:33: ") {
		t.Errorf("reload says %s", got)
	}
	p.steps(1)
	p.remembers(1, 2)
	p.remembers(3, 4)
	p.write("later.bt", "action rest()")
	p.want("reloaded hare.bt for 2 bots")
	p.steps(1)
	p.remembers(1, 1)
}

// Who is inside a node that only so many bots may be in stays inside, and is
// counted once.
func TestReloadKeepsPlacesThatAreTaken(t *testing.T) {
	const tree = `<BehaviorTree><Root><Loop><Selector><LimitConcurrentUsers max="1"><Wait duration="100"/></LimitConcurrentUsers><nap/></Selector></Loop></Root></BehaviorTree>`
	p := newProject(t, 2, map[string]string{
		"scene.yaml": "bots: [{ id: hare, name: Hare, count: 3, speedMps: 1, behavior: { file: hare.xml } }]", "hare.xml": tree,
	})
	inside := func(want ...components.ID) {
		t.Helper()
		clear(p.rested)
		p.steps(2)
		var in []components.ID
		for _, b := range p.Snapshot().Bots {
			if p.rested[b.ID] == 0 {
				in = append(in, b.ID)
			}
		}
		if diff := cmp.Diff(want, in); diff != "" {
			t.Errorf("inside (-want +got)\n%s", diff)
		}
	}
	inside(1)
	for range 3 {
		p.write("hare.xml", tree+"<!-- again -->")
		p.want("reloaded hare.xml for 3 bots")
		inside(1)
		p.write("hare.xml", strings.Replace(tree, "100", "200", 1))
		p.want("reloaded hare.xml for 3 bots")
		inside(1)
		p.write("hare.xml", "\n"+tree) // the node stands on another line
		p.want("reloaded hare.xml for 3 bots")
		inside(1)
	}
	do(t, p.Session, &session.Remove{Bot: &session.Who{ID: 1}})
	inside(2)
	p.write("hare.xml", strings.Replace(tree, `max="1"`, `max="2"`, 1))
	p.want("reloaded hare.xml for 2 bots")
	inside(2, 3)
	// what runs inside begins anew, in the place that the bot has
	p.write("hare.xml", strings.Replace(tree, "<Wait", "<Timeout", 1))
	p.want("reloaded hare.xml for 2 bots")
	inside(2, 3)
	p.write("hare.xml", strings.Replace(tree, "LimitConcurrentUsers max=\"1\"", "SuppressFailure", 1))
	if got := p.reload(); !strings.HasPrefix(got, "error: hare.xml:1:") {
		t.Errorf("reload says %s", got)
	}
	inside(2, 3)
	p.write("hare.xml", tree)
	p.reload()
	inside(2, 3) // nobody is thrown out
}

// Bots with a brain begin anew in a file that changed; all others go on.
func TestReloadOfABrain(t *testing.T) {
	const brain = `local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart() self.bt = BT(self.inst, PriorityNode({ LoopNode({ HostNode(rest) }) }, 0.1)) end
return Mob`
	p := newProject(t, 1, map[string]string{
		"scene.yaml": "tickRate: 10\nbots:\n  - { id: hare, name: Hare, count: 2, speedMps: 1, behavior: { file: hare.lua } }\n" +
			"  - { id: cow, name: Cow, count: 1, speedMps: 1, behavior: { kind: action, name: rest } }\n",
		"hare.lua": brain,
	})
	p.steps(5)
	if p.rested[1] == 0 {
		t.Fatal("the brain does nothing")
	}
	p.write("hare.lua", strings.Replace(brain, "HostNode(rest)", "HostNode(nap)", 1))
	p.want("reloaded hare.lua for 2 bots")
	clear(p.rested)
	p.steps(5)
	if p.rested[1] == 0 || p.rested[1] > 5 || p.rested[3] != 10 {
		t.Errorf("remembered: %v", p.rested)
	}
	digest := p.Digest()
	p.write("hare.lua", "return Class(Brain")
	if got := p.reload(); !strings.HasPrefix(got, "error: hare.lua:1:") || p.Digest() != digest {
		t.Errorf("reload says %s", got)
	}
}

// A file that a brain requires is one of its files.
func TestReloadOfWhatABrainRequires(t *testing.T) {
	p := newProject(t, 1, map[string]string{
		"scene.yaml": "tickRate: 10\nbots: [{ id: hare, name: Hare, count: 2, speedMps: 1, behavior: { file: hare.lua } }]\n",
		"hare.lua": `require "own"
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart() self.bt = BT(self.inst, LoopNode{ HostNode(Choice) }) end
return Mob`,
		"own.lua": "Choice = rest",
	})
	p.steps(5)
	if p.rested[1] == 0 {
		t.Fatal("the brain does nothing")
	}
	p.write("own.lua", "Choice = nap")
	p.want("reloaded hare.lua for 2 bots")
	p.write("own.lua", "Choice = snooze")
	if got := p.reload(); !strings.HasPrefix(got, "error: hare.lua:3:") || !strings.Contains(got, "HostNode: wanted an action of the game, found nil") {
		t.Errorf("reload says %s", got)
	}
	clear(p.rested)
	p.steps(5)
	if p.rested[1] == 0 {
		t.Error("the old brain does not run on")
	}
}

// A reload without a change leaves every shipped scene as it is.
func TestReloadOfShippedScenes(t *testing.T) {
	if testing.Short() {
		t.Skip("plays all shipped scenes")
	}
	t.Parallel()
	for _, name := range scenes.Shipped() {
		src, file, _ := scenes.Source(name)
		p := filepath.Join(t.TempDir(), filepath.Base(file))
		if err := os.WriteFile(p, src, 0o666); err != nil {
			t.Fatal(err)
		}
		if name == "crowd" {
			continue // tag with more bots
		}
		companions, err := scenes.Companions(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range companions {
			to := filepath.Join(filepath.Dir(p), filepath.FromSlash(c.Name))
			if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(to, c.Src, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		s, err := live.Open(p, live.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for range 20 {
			s.Step()
		}
		digest := s.Digest()
		r, err := s.Reload()
		if err != nil || r.String() != "nothing has changed" || s.Digest() != digest {
			t.Errorf("%s: %v, %v", name, r, err)
		}
		s.Step()
		s.Close()
	}
}

// A file of Lua that trees find in place is one of their files; trees that are
// read anew find what Lua remembers, as long as no such file has changed.
func TestReloadOfLua(t *testing.T) {
	const (
		scene = "lua: [lib.lua]\nbots:\n" +
			"  - { id: hare, name: Hare, count: 1, speedMps: 1, behavior: { file: hare.xml } }\n" +
			"  - { id: cow, name: Cow, count: 2, speedMps: 1, behavior: { file: cow.xml } }\n"
		lib  = "function Two() return 2 end"
		hare = `<BehaviorTree><Root><Loop><Selector><AssertLua code="n = (n or 0) + 1 return n ~= 4"/><nap/></Selector></Loop></Root></BehaviorTree>`
		cow  = `<BehaviorTree><Root><Loop><SuppressFailure><LuaGate code="return Two() ~= 2"><nap/></LuaGate></SuppressFailure></Loop></Root></BehaviorTree>`
	)
	p := newProject(t, 1, map[string]string{"scene.yaml": scene, "lib.lua": lib, "hare.xml": hare, "cow.xml": cow})
	if diff := cmp.Diff([]scenes.File{
		{Name: filepath.Join(p.dir, "scene.yaml"), Of: []string{"the scene"}},
		{Name: filepath.Join(p.dir, "hare.xml"), Of: []string{`class "hare"`}},
		{Name: filepath.Join(p.dir, "lib.lua"), Of: []string{`class "hare"`, `class "cow"`}},
		{Name: filepath.Join(p.dir, "cow.xml"), Of: []string{`class "cow"`}},
	}, p.Files()); diff != "" {
		t.Errorf("files (-want +got)\n%s", diff)
	}
	p.steps(2)
	p.want("nothing has changed")
	p.write("hare.xml", hare+"<!-- again -->")
	p.want("reloaded hare.xml for 1 bot")
	p.steps(1)
	p.remembers(1, 0)
	p.steps(1) // the fourth
	p.remembers(1, 1)
	p.remembers(2, 0)
	p.write("lib.lua", "function Two() return")
	if got := p.reload(); !strings.HasPrefix(got, "error: lib.lua:1:") {
		t.Errorf("reload says %s", got)
	}
	p.write("lib.lua", strings.Replace(lib, "return 2", "return 3", 1))
	p.want("reloaded hare.xml for 1 bot, cow.xml for 2 bots")
	p.steps(1)
	p.remembers(2, 1)
}

// A scope with a name is one for all trees, also after one of them was edited.
func TestReloadKeepsScopesOfSeveralTrees(t *testing.T) {
	const (
		scene = "lua: [lib.lua]\nteams: [{ id: red, color: \"#ff0000\" }]\nbots:\n" +
			"  - { id: hare, name: Hare, count: 1, teamId: red, speedMps: 1, behavior: { file: hare.xml } }\n" +
			"  - { id: cow, name: Cow, count: 1, teamId: red, speedMps: 1, behavior: { file: cow.xml } }\n"
		hare = `<BehaviorTree><Root><GroupScope name="door"><Halt/></GroupScope></Root></BehaviorTree>`
		cow  = `<BehaviorTree><Root><Loop><SuppressFailure><GroupScope name="Door"><nap/></GroupScope></SuppressFailure></Loop></Root></BehaviorTree>`
	)
	p := newProject(t, 1, map[string]string{"scene.yaml": scene, "lib.lua": "n = 1", "hare.xml": hare, "cow.xml": cow})
	p.steps(2)
	p.remembers(2, 0)
	p.write("cow.xml", cow+"<!-- again -->")
	p.want("reloaded cow.xml for 1 bot")
	p.steps(2)
	p.remembers(2, 0)
}

// The list of files of Lua may change, too.
func TestReloadOfTheListOfLua(t *testing.T) {
	const scene = "lua: [%]\nbots: [{ id: hare, name: Hare, count: 1, speedMps: 1, behavior: { file: hare.xml } }]\n"
	p := newProject(t, 1, map[string]string{
		"scene.yaml": strings.Replace(scene, "%", "a.lua", 1), "a.lua": "open = false", "b.lua": "open = true",
		"hare.xml": `<BehaviorTree><Root><Loop><SuppressFailure><LuaGate code="return open"><nap/></LuaGate></SuppressFailure></Loop></Root></BehaviorTree>`,
	})
	p.steps(2)
	p.remembers(1, 0)
	p.write("scene.yaml", strings.Replace(scene, "%", "a.lua, b.lua", 1))
	p.want("reloaded hare.xml for 1 bot, lua")
	p.steps(1)
	p.remembers(1, 1)
	p.write("scene.yaml", strings.Replace(scene, "%", "a.lua", 1))
	p.want("reloaded hare.xml for 1 bot, lua")
	p.steps(1)
	p.remembers(1, 1)
	p.write("scene.yaml", strings.Replace(scene, "%", "", 1))
	p.want("reloaded hare.xml for 1 bot, lua; hare.xml:1:59: no Lua global \"open\" is known")
}
