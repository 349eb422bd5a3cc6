package live_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	trees "github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// carried returns a bundle after its way through bytes.
func carried(t testing.TB, b *scenes.Bundle) *scenes.Bundle {
	t.Helper()
	var e state.Encoder
	b.Encode(&e)
	data, err := e.Bytes()
	if err != nil {
		t.Fatal(err)
	}
	d := state.NewDecoder(data)
	out := scenes.DecodeBundle(d, limit.Values{})
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	return out
}

func quiet(t testing.TB, scene *scenes.Scene, err error) *live.Session {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	s, err := live.New(scene, live.Options{OnNotice: func(string) {}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func told(s *live.Session) string { return strings.Join(s.Notices(), "\n") }

// wantSame plays two sessions and compares them.
func wantSame(t testing.TB, a, b *live.Session, ticks int) {
	t.Helper()
	if x, y := told(a), told(b); x != y {
		t.Errorf("notices\n%s\nwanted\n%s", y, x)
	}
	for range ticks {
		if x, y := a.Digest(), b.Digest(); x != y {
			t.Fatalf("tick %d: digest %016x, wanted %016x", a.World().Clock().Tick, y, x)
		}
		a.Step()
		b.Step()
	}
}

func TestShippedScenesPlayFromTheirBundles(t *testing.T) {
	if testing.Short() {
		t.Skip("plays all shipped scenes, twice")
	}
	t.Parallel()
	for _, name := range scenes.Shipped() {
		scene, err := scenes.Load(name, scenes.Options{})
		if err == nil && name != "tag" {
			err = scene.Scale(30)
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := carried(t, scene.Bundle()).Load(scenes.Options{})
		a, b := quiet(t, scene, err), quiet(t, again, err)
		wantSame(t, a, b, 20)
		if again.File != scene.File || len(again.Files()) != 0 {
			t.Errorf("%s: the scene is %s with %d files", name, again.File, len(again.Files()))
		}
	}
}

// dialectFiles is a scene with a tree of each dialect, and each tree needs another file.
var dialectFiles = map[string]string{
	"game/scene.yaml": `
tickRate: 10
lua: [lib/lib.lua]
behaviors: { go: { file: trees/go.yaml } }
bots:
  - { id: wage, name: W, count: 3, speedMps: 2, behavior: go }
  - { id: unv, name: U, count: 3, speedMps: 2, behavior: { file: bots/u.bt } }
  - { id: drag, name: D, count: 3, speedMps: 2, behavior: { file: d.debt } }
  - { id: brain, name: B, count: 3, speedMps: 2, behavior: { file: b.lua } }
  - { id: mbt, name: M, count: 3, speedMps: 2, behavior: { file: m.xml } }
`,
	"game/trees/go.yaml":    "kind: wander\n",
	"game/bots/u.bt":        "#include \"bots/speed.inc\"\nselector { action wander behavior later }\n",
	"game/bots/later.bt":    "action wander()\n",
	"game/bots/speed.inc":   "// nothing\n",
	"game/d.debt":           "<behaviorTree><sequence loop='true'><action name='wander'/><subTree>parts/p.debt</subTree></sequence></behaviorTree>",
	"game/parts/p.debt":     "<behaviorTree><action name='wander'/></behaviorTree>",
	"game/b.lua":            "require 'parts/own'\nlocal B = Class(Brain, function(self) Brain._ctor(self) end)\nfunction B:OnStart() self.bt = BT(self.inst, PriorityNode({ Wander(self.inst, nil, Far) }, 1)) end\nreturn B",
	"game/parts/own.lua":    "require 'behaviours/wander'\nFar = 7\n",
	"game/m.xml":            `<BehaviorTree><Root><Loop><Sequence><AssertLua code="return Two() == 2"/><wander/></Sequence></Loop></Root></BehaviorTree>`,
	"game/lib/lib.lua":      "function Two() return 2 end",
	"game/trees/again.json": `{"kind": "flee_nearest"}`,
	"secret.json":           `{"kind": "flee_nearest"}`,
}

// inFolder makes files in a folder of their own and works there.
func inFolder(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.(*testing.T).Chdir(dir)
	return dir
}

func TestScenesOfAllDialectsPlayFromTheirBundles(t *testing.T) {
	for _, c := range []struct{ from, scene, root string }{
		{".", "game/scene.yaml", ""}, {"game", "scene.yaml", "../game"}, {"game/bots", "../scene.yaml", "../../game"},
		{"game", "../game/scene.yaml", ""}, {".", "ABS/game/scene.yaml", ""},
	} {
		dir := inFolder(t, dialectFiles)
		if runtime.GOOS != "windows" { // where links need a right
			if err := os.Rename("game/parts/own.lua", "game/parts/real.lua"); err != nil {
				t.Fatal(err)
			}
			for link, to := range map[string]string{"game/parts/own.lua": "real.lua", "game/trees/out.json": "../../secret.json"} {
				if err := os.Symlink(to, link); err != nil {
					t.Fatal(err)
				}
			}
		}
		t.Chdir(filepath.Join(dir, c.from))
		name := strings.Replace(c.scene, "ABS", dir, 1)
		scene, err := scenes.Load(name, scenes.Options{Root: c.root})
		a := quiet(t, scene, err)
		files := fmt.Sprint(scene.Files())
		if n := len(scene.Files()); n != 11 {
			t.Errorf("the scene has %d files: %s", n, files)
		}
		first := carried(t, scene.Bundle())
		// what only a command names: there, not there, outside, there no more
		switches := func(s *live.Session, between func(i int)) (all []string) {
			for i, file := range []string{"trees/again.json", "trees/none.json", "trees/out.json", "trees/again.json"} {
				between(i)
				all = append(all, fmt.Sprint(s.Do(&session.Switch{Class: "wage", File: file})))
			}
			return all
		}
		var parts []int
		did := switches(a, func(i int) {
			if parts = append(parts, len(scene.Found(0))); i == 3 {
				if err := os.Remove(filepath.Join(dir, "game/trees/again.json")); err != nil {
					t.Fatal(err)
				}
			}
		})
		all := scene.Found(0)
		parts = append(parts, len(all))

		t.Chdir(os.TempDir())
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		again, err := first.Load(scenes.Options{})
		b := quiet(t, again, err)
		if got := fmt.Sprint(again.Files()); got != files {
			t.Errorf("%+v: the files are\n%s\nwanted\n%s", c, got, files)
		}
		redid := switches(b, func(i int) { again.Feed(all[parts[i]:parts[i+1]]) })
		if !slices.Equal(redid, did) {
			t.Errorf("%+v: the commands answer\n%q\nwanted\n%q", c, redid, did)
		}
		if did[0] != "<nil>" || !strings.Contains(did[1], "no file") || !strings.Contains(did[2], "outside the root") || !strings.Contains(did[3], "no file") {
			t.Errorf("%+v: the commands answer %q", c, did)
		}
		wantSame(t, a, b, 30)
	}
}

// TestBundleOfAReloadedScene edits files while the scene is played. The bundle makes the
// same steps: also the mixture of old and new that a faulty reload leaves behind.
func TestBundleOfAReloadedScene(t *testing.T) {
	inFolder(t, dialectFiles)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	scene, err := scenes.Load("game/scene.yaml", scenes.Options{})
	a := quiet(t, scene, err)
	write("game/bots/later.bt", "action flee_nearest()\n")
	if _, err := a.Reload(); err != nil {
		t.Fatal(err)
	}
	write("game/trees/go.yaml", "kind: flee_nearest\nwhere: { key: it, value: true }\n")
	write("game/bots/later.bt", "action nothing_of_the_kind()\n")
	_, faulty := a.Reload()
	if faulty == nil {
		t.Fatal("a reload of a faulty file succeeds")
	}
	// reads the include as it is now, beside trees that had it as it was
	write("game/bots/other.bt", "selector { behavior later }\n")
	refused := a.Do(&session.Switch{Class: "unv", File: "bots/other.bt"})
	if refused == nil {
		t.Fatal("a tree with a faulty include is taken")
	}
	write("game/bots/later.bt", "action wander()\n")
	if again := a.Do(&session.Switch{Class: "unv", File: "bots/other.bt"}); fmt.Sprint(again) != fmt.Sprint(refused) {
		t.Fatal(again)
	}
	if _, err := a.Reload(); err != nil {
		t.Fatal(err)
	}
	if err := a.Do(&session.Switch{Class: "unv", File: "bots/other.bt"}); err != nil {
		t.Fatal(err)
	}
	if err := os.RemoveAll("game"); err != nil {
		t.Fatal(err)
	}

	bundle := carried(t, scene.Bundle())
	if len(bundle.Steps) != 4 { // a reload, the tree with its fault, a reload, the tree
		t.Fatalf("the bundle has the steps %+v", bundle.Steps)
	}
	again, err := bundle.Load(scenes.Options{})
	b := quiet(t, again, err)
	from := bundle.First
	for i := range bundle.Steps {
		step := &bundle.Steps[i]
		r, err := again.Redo(step, bundle.Found[from:step.Found])
		if err != nil {
			t.Fatalf("step %d: %v", i, err)
		}
		if from = step.Found; r != nil {
			b.Game().Revise(&r.Revision)
			again.Adopt(r)
		}
	}
	again.Feed(bundle.Found[from:])
	if err := b.Do(&session.Switch{Class: "unv", File: "bots/other.bt"}); err != nil {
		t.Fatal(err)
	}
	wantSame(t, a, b, 30)
}

func TestBundlesThatAreRefused(t *testing.T) {
	t.Parallel()
	scene, err := scenes.Load("camp", scenes.Options{})
	if err != nil {
		t.Fatal(err)
	}
	decode := func(b *scenes.Bundle) error {
		var e state.Encoder
		b.Encode(&e)
		data, _ := e.Bytes()
		d := state.NewDecoder(data)
		scenes.DecodeBundle(d, limit.Values{})
		return d.Close()
	}
	for want, change := range map[string]func(*scenes.Bundle){
		"a scene of 1000000 files": func(b *scenes.Bundle) { b.First = 1_000_000 },
		"a step after 0 of":        func(b *scenes.Bundle) { b.Steps = []scenes.Step{{Found: 0}} },
		"of 17825792 bytes":        func(b *scenes.Bundle) { b.Found[0].Text = make([]byte, 17<<20) },
	} {
		b := scene.Bundle()
		change(b)
		if err := decode(b); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
	b := scene.Bundle()
	b.Found = b.Found[:1]
	b.First = 1
	if _, err := b.Load(scenes.Options{}); err == nil || !strings.Contains(err.Error(), "no file") {
		t.Errorf("without its files: %v", err)
	}
}

// TestFilesReadLateAreInABundle: those that trees read while they run, with what they held; one
// without is as it was before there were any.
func TestFilesReadLateAreInABundle(t *testing.T) {
	b := &scenes.Bundle{File: "x.yaml", Late: []trees.Late{{Name: "a.lua", Sum: [32]byte{1, 31: 2}, Of: []string{"p.lua", "q.lua"}}, {Name: "b.lua", Of: []string{"p.lua"}}}}
	if d := cmp.Diff(b.Late, carried(t, b).Late); d != "" {
		t.Error(d)
	}
	b.Late = nil
	var e state.Encoder
	b.Encode(&e)
	e.Uvarint(1)
	e.String("a.lua")
	e.Blob([]byte("short"))
	e.Uvarint(0)
	data, _ := e.Bytes()
	d := state.NewDecoder(data)
	scenes.DecodeBundle(d, limit.Values{})
	if err := d.Close(); err == nil || !strings.Contains(err.Error(), "a sum of 5 bytes, wanted 32") {
		t.Errorf("a short sum: %v", err)
	}
}
