package missing_test

import (
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/internal/dialect/dst/missing"
)

func TestSurvey(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range map[string]string{
		"modmain.lua": "AddRecipe2(1)\nAddPrefabPostInit('x', function(inst) inst:AddTag('y') end)\nNoSuchCall()\nGLOBAL.SpawnPrefab('x')\n",
		"scripts/prefabs/x.lua": `local function fn()
			local inst = CreateEntity()
			inst.entity:AddTransform()
			inst:AddComponent("combat")
			inst.components.combat:SetTarget(nil)
			inst.components.combat:NoSuchMethod()
			inst:AddComponent("mine")
			inst.components.mine:Dig()
			inst:AddComponent("nosuchcomponent")
			inst.Croak = function() end
			inst:Croak()
			inst:NoSuchAct()
			inst.entity:SetPristine()
			inst:SetStateGraph("SGnosuch")
			inst:SetBrain(require "brains/xbrain")
			print(TUNING.NO_SUCH, nosuchglobal, ThePlayer)
			toad_init_fn(inst)
			return inst
		end
		return Prefab("x", fn)`,
		"scripts/components/mine.lua": "local Mine = Class(function(self) end)\nfunction Mine:Dig() end\nreturn Mine\n",
		"scripts/brains/xbrain.lua":   "return Class(Brain)\n",
		"scripts/odd.lua":             "local = 3\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	r, err := missing.Survey(missing.Folder{Name: "m", FS: files}, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]missing.Name{}
	for _, n := range r.Names {
		got[n.Name] = n
	}
	for name, want := range map[string]missing.Status{
		"AddRecipe2": missing.Stubbed, "AddPrefabPostInit": missing.Done, "NoSuchCall": missing.Unknown, "SpawnPrefab": missing.Done, "inst:AddTag": missing.Done,
		"inst.components.combat:SetTarget": missing.Done, "inst.components.combat:NoSuchMethod": missing.Unknown, "inst.components.mine": missing.Own,
		"inst.components.nosuchcomponent": missing.Unknown, "inst:Croak": missing.Own, "inst:NoSuchAct": missing.Unknown, "inst.entity:SetPristine": missing.Stubbed,
		"stategraphs/SGnosuch": missing.Unknown, `require "brains/xbrain"`: missing.Own, "TUNING.NO_SUCH": missing.Unknown, "nosuchglobal": missing.Unknown,
		"CreateEntity": missing.Done, "ThePlayer": missing.Stubbed, "toad_init_fn": missing.Stubbed, "Prefab": missing.Done,
	} {
		if got[name].Status != want {
			t.Errorf("%s is %q, wanted %q", name, got[name].Status, want)
		}
	}
	if n := got["inst.components.combat:NoSuchMethod"]; n.First != "m/scripts/prefabs/x.lua:6:4" || n.Uses != 1 || n.Files != 1 {
		t.Errorf("found %+v", n)
	}
	if len(r.Broken) != 1 || r.Broken[0] != `m/scripts/odd.lua:1:7: found "=", wanted a name` {
		t.Errorf("broken are %q", r.Broken)
	}
	if c := r.Counts[missing.Unknown]; c.Names != 7 || c.Uses != 7 {
		t.Errorf("unknown are %+v", c)
	}
}
