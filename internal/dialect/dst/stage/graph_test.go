package stage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// A creature's own state graph goes from state to state as events, its animations and
// its timeouts let it.
func TestAStateGraphOfTheUser(t *testing.T) {
	faults, notes, printed, _ := lived(t, "testdata/creatures/scene.yaml", `
world: { width: 40, height: 40 }
settings: { ANIM.badger.taunt: 1, ANIM.taunt_pre: 0.5, ANIM.walk_pre: 0.2, ANIM.badger.run_pre: 0.1, ANIM.atk: 0.6, ANIM.sleep_pre: 1, ANIM.sleep_loop: 1, ANIM.sleep_pst: 1, ANIM.walk_loop: 0.8, ANIM.run_loop: 0.5, ANIM.walk_pst: 0.2, ANIM.run_pst: 0.2 }
bots:
  - { id: badger, name: Badger, count: 1, health: 100, behavior: { creature: prefabs/badger.lua } }
`, false, 420)
	for _, f := range append(faults, notes...) {
		t.Error(f)
	}
	want := []string{
		"5 roar", "loud true true", "roared 1 45", "50 idle", "81 walk_start", "87 walk", "109 walk_stop", "115 idle", "115 walk_start", "121 walk", "146 walk",
		"150 attack", "163 bite", "168 idle", "168 walk_start", "174 walk", "199 walk", "200 run_start", "203 run", "219 run", "230 run_stop", "236 idle",
		"240 sleep", "270 sleeping", "300 sleeping", "330 sleeping", "350 wake", "380 idle",
	}
	for i := range printed {
		printed[i] = strings.ReplaceAll(printed[i], "\t", " ")
	}
	if diff := cmp.Diff(want, printed); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Where the user has no file of the name that a creature asks for, it gets Thicket's own
// graph, with one notice.
func TestAStateGraphThatIsNotThere(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"lost.lua": `
		return Prefab("lost", function()
			local inst = CreateEntity()
			inst.entity:AddTransform()
			inst:AddComponent("locomotor")
			inst:SetStateGraph("SGlost")
			inst:SetBrain(require "lostbrain")
			return inst
		end)`, "lostbrain.lua": `
		local B = Class(Brain, function(self) Brain._ctor(self) end)
		function B:OnStart()
			local inst = self.inst
			inst:DoTaskInTime(0.5, function() print(inst.sg.sg.name, inst.sg.currentstate.name, inst.sg:HasStateTag("moving")) end)
			inst.components.locomotor:RunInDirection(0)
			self.bt = BT(inst, ConditionNode(function() return false end))
		end
		return B`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	file, scene := filepath.Join(dir, "scene.yaml"), `
world: { width: 40, height: 40 }
bots: [ { id: lost, name: Lost, count: 2, behavior: { creature: lost.lua } } ]
`
	s, err := scenes.Parse(file, []byte(scene), scenes.Options{})
	if err != nil || len(s.Notices) != 1 || !strings.Contains(s.Notices[0].Error(), "lost.lua:6:") || !strings.Contains(s.Notices[0].Error(), "SGlost.lua") {
		t.Errorf("%v, %v", err, s.Notices)
	}
	faults, notes, printed, _ := lived(t, file, scene, false, 30)
	for _, f := range append(faults, notes...) {
		t.Error(f)
	}
	if diff := cmp.Diff([]string{"creature\trun_start\ttrue", "creature\trun_start\ttrue"}, printed); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
