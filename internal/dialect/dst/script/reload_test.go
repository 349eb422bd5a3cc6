package script_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// TestFilesOfCreaturesAreReadAgain edits each kind of file that creatures are made of:
// those who are born after a reload are as the files say then.
func TestFilesOfCreaturesAreReadAgain(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const nest = `
		local function moth()
			local inst = CreateEntity()
			inst.entity:AddTransform()
			inst:AddComponent("wings")
			inst:SetStateGraph("SGmoth")
			print("moth BROWN", inst.components.wings.n, inst.sg.currentstate.name)
			return inst
		end
		local function nest()
			local inst = CreateEntity()
			inst.entity:AddTransform()
			print("nest WOOD")
			inst:DoPeriodicTask(1, function()
				SpawnPrefab("moth"):Remove()
				SpawnPrefab("dust"):Remove()
			end)
			return inst
		end
		return Prefab("nest", nest), Prefab("moth", moth)`
	const wings = `return Class(function(self, inst) self.n = 2 end)`
	const graph = `return StateGraph("moth", { State{ name = "sits" } }, {}, "sits")`
	const dust = `return Prefab("dust", function() print("dust GREY") return CreateEntity() end)`
	write("prefabs/nest.lua", nest)
	write("prefabs/dust.lua", dust)
	write("components/wings.lua", wings)
	write("stategraphs/SGmoth.lua", graph)
	write("scene.yaml", `
world: { width: 20, height: 20 }
bots:
  - { id: nest, name: Nest, count: 1, maxCount: 5, behavior: { creature: prefabs/nest.lua } }
  - { id: moth, name: Moth, count: 0, maxCount: 20, behavior: { creature: prefabs/nest.lua } }
`)
	play, err := live.Open(filepath.Join(dir, "scene.yaml"), live.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer play.Close()
	var printed []string
	play.Game().TreeLog.On(func(e host.LogEntry) { printed = append(printed, e.Text) })
	// after runs the game until the nest has made another moth, and gives what was told
	after := func() []string {
		t.Helper()
		printed = nil
		for range 31 {
			play.Step()
		}
		return printed
	}
	wants := func(now []string, want ...string) {
		t.Helper()
		for _, w := range want {
			if !slices.Contains(now, w) {
				t.Errorf("%q was not told: %q", w, now)
			}
		}
	}
	reload := func() {
		t.Helper()
		if _, err := play.Reload(); err != nil {
			t.Fatal(err)
		}
	}
	wants(after(), "nest WOOD", "moth BROWN\t2\tsits", "dust GREY")
	for _, edit := range []struct{ file, text, old, now, told string }{
		{"prefabs/nest.lua", nest, "BROWN", "WHITE", "moth WHITE\t2\tsits"},
		{"components/wings.lua", wings, "2", "4", "moth WHITE\t4\tsits"},
		{"stategraphs/SGmoth.lua", graph, "sits", "flits", "moth WHITE\t4\tflits"},
		{"prefabs/dust.lua", dust, "GREY", "PINK", "dust PINK"},
	} {
		write(edit.file, strings.ReplaceAll(edit.text, edit.old, edit.now))
		reload()
		wants(after(), edit.told)
	}
	for _, b := range play.Snapshot().Bots {
		if b.Class == "moth" {
			t.Errorf("%s %d is there, which was removed before it appeared", b.Class, b.ID)
		}
	}
	// who is born by the scene is, too, and what a file does not describe any more is gone
	write("prefabs/nest.lua", strings.NewReplacer("WOOD", "STRAW", `, Prefab("moth", moth)`, "").Replace(nest))
	reload()
	if err := play.Do(&session.Add{Class: "nest", Count: 1}); err != nil {
		t.Fatal(err)
	}
	now := after()
	wants(now, "nest STRAW")
	if slices.ContainsFunc(now, func(s string) bool { return strings.HasPrefix(s, "moth") }) {
		t.Errorf("there are moths: %q", now)
	}
}
