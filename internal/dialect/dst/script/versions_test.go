package script_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// nursery is a folder of creatures that somebody edits, and games that play it.
type nursery struct {
	t   *testing.T
	dir string
}

const (
	kinOld = `local Kin = {}
function Kin.sing() print("OLD") end
return Kin`
	// the functions have other numbers, so that a wrong version is heard
	kinNew = `local Kin = {}
function Kin.hum() print("HUM") end
function Kin.sing() print("NEW") end
return Kin`
	nestFile = `local Kin = require "prefabs/kin"
local function moth()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	print("moth BROWN")
	return inst
end
local function nest()
	local inst = CreateEntity()
	inst.entity:AddTransform()
	TheWorld.choir = TheWorld.choir or Kin.sing
	inst:DoPeriodicTask(0.5, function() TheWorld.choir() Kin.sing() end)
	inst:DoPeriodicTask(0.7, function() SpawnPrefab("moth"):Remove() end)
	return inst
end
return Prefab("nest", nest), Prefab("moth", moth)`
)

func newNursery(t *testing.T) *nursery {
	n := &nursery{t, t.TempDir()}
	n.write("prefabs/nest.lua", nestFile)
	n.write("prefabs/kin.lua", kinOld)
	n.write("wolf.lua", wolfFile)
	n.write("scene.yaml", sceneFile)
	return n
}

const sceneFile = `
world: { width: 20, height: 20 }
bots:
  - { id: nest, name: Nest, count: 1, maxCount: 9, behavior: { creature: prefabs/nest.lua } }
  - { id: moth, name: Moth, count: 0, maxCount: 20, behavior: { creature: prefabs/nest.lua } }
  - { id: wolf, name: Wolf, count: 1, minCount: 0, maxCount: 5, behavior: { file: wolf.lua } }
`

const wolfFile = `local Wolf = Class(Brain, function(self) Brain._ctor(self) end)
function Wolf:OnStart() self.bt = BT(self.inst, PriorityNode({ ActionNode(function() print("HOWL") end) }, 0.5)) end
return Wolf`

func (n *nursery) write(name, text string) {
	n.t.Helper()
	name = filepath.Join(n.dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		n.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		n.t.Fatal(err)
	}
}

func (n *nursery) open() *live.Session {
	n.t.Helper()
	s, err := live.Open(filepath.Join(n.dir, "scene.yaml"), live.Options{Workers: 1})
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(s.Close)
	return s
}

// restored is what a save of a session is made to again.
func (n *nursery) restored(s *live.Session) *live.Session {
	n.t.Helper()
	var b bytes.Buffer
	if err := s.Save(&b); err != nil {
		n.t.Fatal(err)
	}
	again, err := live.Restore(&b, live.Options{Workers: 1})
	if err != nil {
		n.t.Fatal(err)
	}
	n.t.Cleanup(again.Close)
	return again
}

// told plays some ticks and returns what scripts print.
func told(s *live.Session, ticks int) (all []string) {
	s.Game().TreeLog.On(func(e host.LogEntry) { all = append(all, e.Text) })
	for range ticks {
		s.Step()
	}
	return all
}

// TestFunctionsOfAnEditedFileGoOn: a file that is edited is what those who require it have from
// then on, while what somebody kept of it stays as it was, also over a save.
func TestFunctionsOfAnEditedFileGoOn(t *testing.T) {
	n := newNursery(t)
	seen, unseen := n.open(), n.open()
	games := []*live.Session{seen, unseen}
	for i, edit := range []struct {
		file, text string
		sung       []string
	}{
		{"prefabs/kin.lua", kinNew, []string{"NEW", "OLD"}},
		{"prefabs/nest.lua", nestFile + "\n", []string{"NEW", "OLD"}},
		{"prefabs/kin.lua", kinOld, []string{"OLD"}},
		{"prefabs/nest.lua", nestFile, []string{"OLD"}},
	} {
		seen.Digest() // which is of no matter to what comes
		n.restored(seen)
		n.write(edit.file, edit.text)
		for _, s := range games {
			if r, err := s.Reload(); err != nil || len(r.Changes) == 0 {
				t.Fatalf("%v, %v", r, err)
			}
		}
		if again := n.restored(seen); again.Digest() != seen.Digest() {
			t.Fatal("a save right after the reload makes another game")
		}
		for _, s := range games {
			if err := s.Do(&session.Add{Class: "nest", Count: 1}); err != nil {
				t.Fatal(err)
			}
		}
		now := told(seen, 45)
		if diff := cmp.Diff(now, told(unseen, 45)); diff != "" {
			t.Fatalf("edit %d: the game that was seen (-) and the other (+)\n%s", i, diff)
		}
		var sung []string
		for _, song := range []string{"NEW", "OLD"} {
			if slices.Contains(now, song) {
				sung = append(sung, song)
			}
		}
		if !slices.Equal(sung, edit.sung) {
			t.Errorf("edit %d: %q are sung, wanted %q", i, sung, edit.sung)
		}
		if a, b := seen.Digest(), unseen.Digest(); a != b {
			t.Fatalf("edit %d: digest %016x, of the game that was not seen %016x", i, a, b)
		}
		once := n.restored(seen)
		twice := n.restored(once)
		now = told(seen, 40)
		told(unseen, 40)
		for what, s := range map[string]*live.Session{"restored": once, "restored twice": twice} {
			if diff := cmp.Diff(now, told(s, 40)); diff != "" {
				t.Fatalf("edit %d: as it was (-) and %s (+)\n%s", i, what, diff)
			}
			if s.Digest() != seen.Digest() {
				t.Errorf("edit %d: %s it has another digest", i, what)
			}
		}
	}
}

// TestRefusedFilesOfCreaturesLeaveNothing: nothing of a reload that was refused is heard
// later, of files that are right in themselves.
func TestRefusedFilesOfCreaturesLeaveNothing(t *testing.T) {
	n := newNursery(t)
	s, calm := n.open(), n.open()
	told(s, 10)
	told(calm, 10)
	n.write("prefabs/nest.lua", strings.Replace(nestFile, "BROWN", "WHITE", 1))
	n.write("prefabs/kin.lua", kinNew)
	n.write("wolf.lua", wolfFile+"\n--")
	scene := filepath.Join(n.dir, "scene.yaml")
	src, err := os.ReadFile(scene)
	if err != nil {
		t.Fatal(err)
	}
	n.write("scene.yaml", string(src)+"rules: [{}]\n")
	if r, err := s.Reload(); err == nil {
		t.Fatalf("a broken scene was taken: %v", r)
	}
	if a, b := s.Digest(), calm.Digest(); a != b {
		t.Fatalf("digest %016x, of the game that nobody disturbed %016x", a, b)
	}
	again := n.restored(s)
	for _, s := range []*live.Session{s, calm, again} {
		if err := s.Do(&session.Remove{Class: "wolf", Count: 1}); err != nil {
			t.Fatal(err)
		}
		s.Step()
		if err := s.Do(&session.Add{Class: "wolf", Count: 1}); err != nil {
			t.Fatal(err)
		}
	}
	want := told(calm, 60)
	for what, s := range map[string]*live.Session{"disturbed": s, "restored": again} {
		if diff := cmp.Diff(want, told(s, 60)); diff != "" {
			t.Errorf("as it was (-) and %s (+)\n%s", what, diff)
		}
		if s.Digest() != calm.Digest() {
			t.Errorf("%s it has another digest", what)
		}
	}
}

// TestNamesOfFilesAreNoPartOfAGame plays a scene by three names of it: whatever scripts keep of
// files, the digests are equal, and so is a save. A file that was first read during the game
// is in the save.
func TestNamesOfFilesAreNoPartOfAGame(t *testing.T) {
	n := newNursery(t)
	n.write("prefabs/dust.lua", `return Prefab("dust", function()
		local inst = CreateEntity()
		inst.entity:AddTransform()
		inst.swirl = function() return "dust swirls" end
		return inst
	end)`)
	n.write("wolf.lua", strings.Replace(wolfFile, `print("HOWL")`, `
		local ok, text = pcall(function() local x = nil; return x.y end)
		self.caught = self.caught or tostring(text)
		self.dust = self.dust or SpawnPrefab("dust")
		print(self.dust.swirl())`, 1))
	var want uint64
	for _, name := range []struct{ from, name string }{
		{n.dir, "scene.yaml"}, {filepath.Dir(n.dir), filepath.Join(filepath.Base(n.dir), "scene.yaml")}, {n.dir, filepath.Join(n.dir, "scene.yaml")},
	} {
		t.Chdir(name.from)
		s, err := live.Open(name.name, live.Options{Workers: 1})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		if now := told(s, 60); !slices.Contains(now, "dust swirls") {
			t.Fatalf("%q", now)
		}
		got := s.Digest()
		if want == 0 {
			want = got
		}
		if got != want {
			t.Errorf("%s in %s: digest %016x, wanted %016x", name.name, name.from, got, want)
		}
		again := n.restored(s)
		told(s, 40)
		told(again, 40)
		if again.Digest() != s.Digest() {
			t.Errorf("%s in %s: a save goes on as another game", name.name, name.from)
		}
	}
}

// TestBirthsBetweenReloads: who is born is as the files were when they were read last, whatever
// stands in them by now; a file that several require in turn is read anew for all of them, also
// for those that are first looked for in the middle of the game.
func TestBirthsBetweenReloads(t *testing.T) {
	n := newNursery(t)
	const grain, mote, dust = `return { text = function() return "GRAIN 1" end }`, `return require "prefabs/grain"`, `local mote = require "prefabs/mote"
		return Prefab("dust", function()
			print("dust of " .. mote.text())
			local inst = CreateEntity()
			inst.entity:AddTransform()
			return inst
		end)`
	n.write("prefabs/grain.lua", grain)
	n.write("prefabs/mote.lua", mote)
	n.write("prefabs/dust.lua", dust)
	// both make dust; the second has not done so when the file is edited
	n.write("wolf.lua", strings.Replace(wolfFile, `print("HOWL")`, `if GetTime() > 1.5 then SpawnPrefab("dust"):Remove() end`, 1))
	n.write("prefabs/nest.lua", strings.Replace(nestFile, `SpawnPrefab("moth"):Remove()`, `SpawnPrefab("dust"):Remove()`, 1))
	s := n.open()
	dusts := func(ticks int) (all []string) {
		t.Helper()
		for _, line := range told(s, ticks) {
			if strings.HasPrefix(line, "dust") && !slices.Contains(all, line) {
				all = append(all, line)
			}
		}
		return all
	}
	wants := func(what string, got []string, want string) {
		t.Helper()
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, wanted %q", what, got, want)
		}
	}
	wants("in the beginning", dusts(30), "dust of GRAIN 1")
	n.write("prefabs/grain.lua", strings.Replace(grain, "1", "2", 1))
	n.write("prefabs/dust.lua", strings.Replace(dust, "dust of", "dust with", 1))
	wants("edited and not read", dusts(60), "dust of GRAIN 1")
	for i, edit := range []struct{ file, text, want string }{
		{"prefabs/dust.lua", dust, "dust of GRAIN 2"},
		{"prefabs/grain.lua", strings.Replace(grain, "1", "3", 1), "dust of GRAIN 3"},
		{"prefabs/mote.lua", `return { text = function() return "MOTE" end }`, "dust of MOTE"},
		{"prefabs/mote.lua", mote, "dust of GRAIN 3"},
		{"prefabs/grain.lua", grain, "dust of GRAIN 1"},
	} {
		n.write(edit.file, edit.text)
		if r, err := s.Reload(); err != nil || len(r.Changes) == 0 {
			t.Fatalf("%v, %v", r, err)
		}
		wants(fmt.Sprint("edit ", i), dusts(60), edit.want)
	}
}

// TestFilesReadOnTheWayAreSaved: a file that is read for the first time in the middle of a game
// may be edited and read again, which is told, and saves of the game are restored all the same,
// whether it was looked at since or not.
func TestFilesReadOnTheWayAreSaved(t *testing.T) {
	n := newNursery(t)
	const howl, dust = `return "HOWL grey"`, `return Prefab("dust", function()
		local inst = CreateEntity()
		inst.entity:AddTransform()
		print("dust is grey")
		return inst
	end)`
	n.write("prefabs/dust.lua", dust)
	n.write("prefabs/howl.lua", howl)
	n.write("wolf.lua", strings.Replace(wolfFile, `print("HOWL")`, `SpawnPrefab("dust"):Remove() print(require("prefabs/howl"))`, 1))
	s := n.open()
	told(s, 60)
	for i, edit := range []struct{ file, text, colour string }{
		{"dust", dust, "red"}, {"howl", howl, "red"}, {"dust", "local unused = function() end " + dust, "grey"}, {"howl", howl, "blue"}, {"dust", dust, "blue"},
	} {
		n.write("prefabs/"+edit.file+".lua", strings.Replace(edit.text, "grey", edit.colour, 1))
		r, err := s.Reload()
		if err != nil || !strings.Contains(r.String(), edit.file+".lua") {
			t.Fatalf("edit %d: %v, %v", i, r, err)
		}
		for _, ticks := range []int{0, 40} {
			want := map[string]string{"dust": "dust is ", "howl": "HOWL "}[edit.file] + edit.colour
			if now := told(s, ticks); ticks > 0 && !slices.Contains(now, want) {
				t.Fatalf("edit %d: %q, wanted %q", i, now, want)
			}
			again := n.restored(s)
			if d := cmp.Diff(told(s, 40), told(again, 40)); d != "" {
				t.Errorf("edit %d: the game - and the restored one +:\n%s", i, d)
			}
			if again.Digest() != s.Digest() {
				t.Errorf("edit %d: a save goes on as another game", i)
			}
		}
	}
	if r, err := s.Reload(); err != nil || len(r.Changes) > 0 {
		t.Errorf("nothing was edited: %v, %v", r, err)
	}
}
