package scenes_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// sceneDir makes a folder with files, by name, and works in it.
func sceneDir(t *testing.T, files map[string]string) (dir string) {
	t.Helper()
	dir = t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	return dir
}

// TestBehavioursPlay gives bots their trees in each way that a scene knows, and
// looks at what the bots do.
func TestBehavioursPlay(t *testing.T) {
	sceneDir(t, map[string]string{
		"game/scene.yaml": `
behaviors:
  named: { kind: chase_nearest }
  filed: { file: trees/flee.json }
bots:
  - { id: a, name: Here, count: 2, behavior: { kind: wander } }
  - { id: b, name: File, count: 3, behavior: { file: trees/flee.json } }
  - { id: c, name: Root, count: 4, behavior: { file: /trees/chase.yaml } }
  - { id: d, name: Named, count: 5, behavior: named }
  - { id: e, name: NamedFile, count: 6, behavior: filed }
  - { id: f, name: Bare, count: 7, behavior: wander }
  - { id: g, name: StateNamed, count: 8, initialState: { behavior: named } }
  - { id: h, name: StateFile, count: 9, initialState: { behavior: filed } }
  - { id: i, name: StateBare, count: 10, initialState: { behavior: flee_nearest } }
  - { id: j, name: None, count: 11 }
`,
		"game/trees/flee.json":  `{"kind": "flee_nearest"}`,
		"game/trees/chase.yaml": `kind: chase_nearest`,
	})
	s := load(t, "game/scene.yaml")
	wantNotices(t, s)
	c := s.Setup.Classes
	if c[1].Program == nil || c[1].Program != c[4].Program || c[3].Program != s.Setup.Behaviors[0].Program {
		t.Error("a file, or a named behaviour, was compiled more than once")
	}
	g := start(t, s)
	g.Step()
	want := map[string]int64{"wander": 2 + 7, "flee_nearest": 3 + 6 + 9 + 10, "chase_nearest": 4 + 5 + 8}
	if diff := cmp.Diff(want, g.Counts.ActionCounts()); diff != "" {
		t.Errorf("actions (-want +got)\n%s", diff)
	}
	if n := g.Pools.Notices(); len(n) > 0 {
		t.Errorf("notices %q", n)
	}
}

// TestTextTreesPlay has trees that mention each other and remember what runs, on
// one worker and on several.
func TestTextTreesPlay(t *testing.T) {
	sceneDir(t, map[string]string{
		"scene.yaml": `
bots:
  - { id: a, name: Hunter, count: 3000, behavior: { file: bots/hunter.bt } }
  - { id: b, name: Prey, count: 3000, behavior: { file: bots/prey.bt } }
`,
		"bots/hunter.bt": `
#include "bots/pause.inc"
selector
{
	decorator timer( PAUSE ) { sequence { action stalk action chase_nearest } }
	behavior prey
}`,
		"bots/prey.bt":   "sequence { condition 1 action wander }",
		"bots/pause.inc": "#define PAUSE 300",
	})
	var digests []uint64
	for _, workers := range []int{1, 2, 5} {
		reg := systems.NewRegistry()
		err := reg.AddAction(host.Action{Name: "stalk", Local: true, Tick: func(c *host.Call) host.Status {
			return host.Status(3 * c.Random())
		}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := scenes.Load("scene.yaml", scenes.Options{Registry: reg})
		if err != nil {
			t.Fatal(err)
		}
		s.Setup.Workers = workers
		g := start(t, s)
		for range 40 {
			g.Step()
		}
		digests = append(digests, g.Digest())
		if n := g.Counts.ActionCounts(); n["chase_nearest"] == 0 || n["wander"] == 0 || n["stalk"] == 0 {
			t.Errorf("actions %v, wanted some of each", n)
		}
	}
	if digests[1] != digests[0] || digests[2] != digests[0] {
		t.Errorf("digests %v for 1, 2 and 5 workers", digests)
	}
}

func TestRootOption(t *testing.T) {
	dir := sceneDir(t, map[string]string{
		"games/tag/scene.yaml": "bots: [{ id: a, name: A, behavior: { file: /shared/a.yaml } }, { id: b, name: B, behavior: { file: b.yaml } }]",
		"games/tag/b.yaml":     "kind: wander",
		"shared/a.yaml":        "kind: wander",
	})
	for _, root := range []string{".", dir, "games/.."} {
		if _, err := scenes.Load("games/tag/scene.yaml", scenes.Options{Root: root}); err != nil {
			t.Errorf("root %s: %v", root, err)
		}
	}
	_, err := scenes.Load("games/tag/scene.yaml", scenes.Options{})
	if want := `games/tag/scene.yaml:1:44: no file "/shared/a.yaml" in the root "games/tag"`; err == nil || err.Error() != want {
		t.Errorf("without a root: %v, wanted %s", err, want)
	}
}

// TestScenesBesideBots has the layout in which trees are kept by name: what is
// in bots or brains refers to the folder above.
func TestScenesBesideBots(t *testing.T) {
	sceneDir(t, map[string]string{
		"bots/scene.yaml":   "bots: [{ id: a, name: A, behavior: { file: brains/a.yaml } }, { id: b, name: B, behavior: { file: b.yaml } }]",
		"bots/b.yaml":       "kind: wander",
		"brains/a.yaml":     "kind: wander",
		"brains/scene.yaml": "bots: [{ id: a, name: A, behavior: { file: bots/b.yaml } }, { id: b, name: B, behavior: { file: /brains/a.yaml } }]",
	})
	load(t, "bots/scene.yaml")
	load(t, "brains/scene.yaml")
	t.Chdir("bots")
	load(t, "scene.yaml")
}

func TestSymbolicLinks(t *testing.T) {
	dir := sceneDir(t, map[string]string{
		"secret.yaml":     "kind: wander",
		"game/scene.yaml": "bots: [{ id: a, name: A, behavior: { file: link.yaml } }]",
		"game/tree.yaml":  "kind: wander",
	})
	link := func(target string) {
		t.Helper()
		os.Remove("game/link.yaml")
		if err := os.Symlink(target, "game/link.yaml"); err != nil {
			if runtime.GOOS == "windows" { // where links need a right
				t.Skip(err)
			}
			t.Fatal(err)
		}
	}
	link(filepath.Join(dir, "secret.yaml"))
	wantRefusal(t, "game/scene.yaml", `game/scene.yaml:1:44: file "link.yaml" is outside the root "game"; name a wider root with --root`)
	link("../secret.yaml")
	wantRefusal(t, "game/scene.yaml", `game/scene.yaml:1:44: file "link.yaml" is outside the root "game"; name a wider root with --root`)
	if _, err := scenes.Load("game/scene.yaml", scenes.Options{Root: "."}); err != nil {
		t.Errorf("in a wider root: %v", err)
	}
	link("tree.yaml")
	load(t, "game/scene.yaml")
}

func TestNoticesOfScenesAndTheirTrees(t *testing.T) {
	sceneDir(t, map[string]string{
		"scene.yaml": `
networking: { port: 3 }
bots:
  - { id: a, name: A, behavior: { file: tree.yaml } }
  - { id: b, name: B, behavior: { kind: chase_nearest, where: { key: it, value: .nan } } }
rules: [{ on: contact, from: { it: [1] }, to: {} }]
audio: loud
`,
		"tree.yaml": "{ kind: state_equals, key: it, value: {} }",
	})
	wantNotices(t, load(t, "scene.yaml"),
		`key "networking" is not for Thicket and is ignored`,
		`".nan" equals nothing, so nobody matches`,
		`[1] equals nothing, so this test is never true`,
		`key "audio" is not for Thicket and is ignored`,
		`{} equals nothing, so this test is never true`,
	)
}

func TestSceneTree(t *testing.T) {
	sceneDir(t, map[string]string{
		"game/scene.yaml":      "bots: [{ id: a, name: A, behavior: { file: trees/a.yaml } }]",
		"game/trees/a.yaml":    "kind: wander",
		"game/trees/bad.yaml":  "kind: wonder",
		"game/trees/more.json": `{"kind": "wander"}`,
	})
	s := load(t, "game/scene.yaml")
	if p, err := s.Tree("trees/a.yaml"); err != nil || p != s.Setup.Classes[0].Program {
		t.Errorf("a file that the scene has: %v", err)
	}
	if p, err := s.Tree("trees/more.json"); err != nil || p == nil {
		t.Errorf("another file: %v", err)
	}
	for ref, want := range map[string]string{
		"trees/bad.yaml":  `game/trees/bad.yaml:1:7: unknown kind "wonder"`,
		"trees/none.yaml": `game/scene.yaml: no file "trees/none.yaml" beside this one or in the root "game"`,
		"../x.yaml":       `game/scene.yaml: file "../x.yaml" is outside the root "game"`,
	} {
		if _, err := s.Tree(ref); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, wanted %s", ref, err, want)
		}
	}
}

func TestShippedScenesRefuseFilesOfTheDisk(t *testing.T) {
	sceneDir(t, map[string]string{"a.yaml": "kind: wander", "shipped/a.yaml": "kind: wander"})
	s := load(t, "tag")
	for _, ref := range []string{"a.yaml", "/a.yaml", "../a.yaml"} {
		if _, err := s.Tree(ref); err == nil {
			t.Errorf("%s: a shipped scene read a file of the disk", ref)
		}
	}
}

func TestParseReadsBesideItsName(t *testing.T) {
	sceneDir(t, map[string]string{"game/a.yaml": "kind: wander"})
	src := []byte("bots: [{ id: a, name: A, behavior: { file: a.yaml } }]")
	if _, err := scenes.Parse("game/virtual.yaml", src, scenes.Options{}); err != nil {
		t.Error(err)
	}
	_, err := scenes.Parse("virtual.yaml", src, scenes.Options{})
	if _, ok := err.(syntax.ErrorList); !ok {
		t.Errorf("an error of type %T: %v", err, err)
	}
}

// A scene's files of Lua are there for the code in its trees, and a tree that
// finishes is stopped where the scene says so.
func TestTreesHaveTheScenesLuaAndPolicy(t *testing.T) {
	for policy, want := range map[string]int64{"stop": 1, "reboot": 10} {
		sceneDir(t, map[string]string{
			"scene.yaml":  "lua: [lib/one.lua, two.lua]\nonRootFinished: " + policy + "\nbots:\n  - { id: a, name: A, count: 1, behavior: { file: a.xml } }\n",
			"lib/one.lua": "function double(x) return 2 * x end",
			"two.lua":     "four = double(2)",
			"a.xml":       `<BehaviorTree><Root><LuaGate code="return double(four) == 8"><Wander/></LuaGate></Root></BehaviorTree>`,
		})
		s := load(t, "scene.yaml")
		wantNotices(t, s)
		g, err := systems.New(&s.Setup)
		if err != nil {
			t.Fatal(err)
		}
		for range 10 {
			g.Step()
		}
		if got := g.Counts.ActionCounts()["wander"]; got != want {
			t.Errorf("%s: wandered %d times, wanted %d", policy, got, want)
		}
		g.Close()
	}
}

// A scene says what becomes of trees that fail, and how many rules they may run.
func TestTreesHaveTheScenesLimits(t *testing.T) {
	for keys, want := range map[string]struct{ acted, faults int64 }{
		"":                      {10, 0},
		"onRootFailed: restart": {10, 0},
		"onRootFailed: stop":    {1, 1},
		"stepLimit: 5":          {10, 10},
		"stepLimit: 6":          {10, 0},
	} {
		sceneDir(t, map[string]string{
			"scene.yaml": keys + "\nbots: [{ id: a, name: A, count: 1, behavior: { file: a.debt } }]\n",
			"a.debt":     `<behaviorTree><sequence id="root"><action name="stand"/><failure/></sequence></behaviorTree>`,
		})
		reg := arena.NewRegistry()
		s, err := scenes.Load("scene.yaml", scenes.Options{Registry: reg})
		if err != nil {
			t.Fatal(err)
		}
		g := start(t, s)
		for range 10 {
			g.Step()
		}
		faults := int64(0)
		for _, f := range g.Faults.Counted() {
			if !f.Note { // it is noted that a tree begins anew
				faults += f.Times
			}
		}
		if g.Counts.ActionCounts()["stand"] != want.acted || faults != want.faults {
			t.Errorf("%q: acted %d times with %d faults, wanted %+v", keys, g.Counts.ActionCounts()["stand"], faults, want)
		}
	}
}

func TestFaultsOfTreeSettings(t *testing.T) {
	sceneDir(t, map[string]string{
		"a.yaml":  "lua: [none.lua, bad.lua]\nbots: []",
		"b.yaml":  "lua: one.lua\nonRootFinished: stopp\nbots: []",
		"c.yaml":  "lua: [1]\nbots: []",
		"d.yaml":  "onRootFailed: reboot\nstepLimit: 0\nbots: []",
		"bad.lua": "x = = 1",
	})
	for file, want := range map[string]string{
		"a.yaml": "a.yaml:1:7: no file \"none.lua\" beside this one or in the root \".\"\nbad.lua:1:5: found \"=\", wanted an expression",
		"b.yaml": "b.yaml:1:6: lua: wanted a list of at most 100 files, found \"one.lua\"\nb.yaml:2:17: onRootFinished: wanted reboot, fresh or stop, found \"stopp\"; did you mean \"stop\"?",
		"c.yaml": "c.yaml:1:7: lua: wanted the name of a file, found 1",
		"d.yaml": "d.yaml:1:15: onRootFailed: wanted restart or stop, found \"reboot\"\nd.yaml:2:12: stepLimit: wanted a whole number from 1 to 65535, found 0",
	} {
		if _, err := scenes.Load(file, scenes.Options{}); err == nil || err.Error() != want {
			t.Errorf("%v\nwanted %s", err, want)
		}
	}
}
