package stage_test

import (
	"os"
	"path/filepath"
	"testing"
)

// Who is found by tags is who has them: by its class, by scripts, or no more. What is
// found comes in order of distance.
func TestFoundAreThoseThatHaveTheTags(t *testing.T) {
	src := `local B = Class(Brain, function(self) Brain._ctor(self) end)
		local asked = { { { "sheep" } }, { { "CHOSEN" } }, { { "sheep", "chosen" } }, { { "burning" } }, { { "idle" }, { "sheep" } }, { { "wolf" }, { "chosen" } },
			{ nil, nil, { "wolf", "chosen" } }, { { "nobody" } }, { { "_combat" }, { "nobody", "chosen" } }, { { "player" } }, { { "grain" } }, { { "sheepclass" } } }
		local function has(e, tags, all)
			for _, tag in ipairs(tags or {}) do
				if e:HasTag(tag) ~= all then return not all end
			end
			return all
		end
		local function same(a, b)
			if #a ~= #b then return false end
			for i = 1, #a do
				if a[i] ~= b[i] then return false end
			end
			return true
		end
		function B:OnStart()
			local inst, ticks = self.inst, 0
			if inst.GUID % 3 == 0 then inst:AddTag("chosen") end
			if inst.GUID % 4 == 0 then inst:RemoveTag("Sheep") end
			if inst.GUID % 5 == 0 then inst:AddTag("wolf") end
			self.bt = BT(inst, ActionNode(function()
				ticks = ticks + 1
				if ticks == 3 and inst.GUID % 2 == 0 then inst:RemoveTag("chosen") end
				local x, y, z = inst.Transform:GetWorldPosition()
				local all, far = TheSim:FindEntities(x, y, z, 15), -1
				for i, e in ipairs(all) do
					local d = e:GetDistanceSqToPoint(x, y, z)
					if d < far or d == far and e.GUID < all[i - 1].GUID and e.GUID > 0 then print("WRONG order") end
					far = d
				end
				for i, q in ipairs(asked) do
					local want = {}
					for _, e in ipairs(all) do
						if has(e, q[1], true) and not has(e, q[2], false) and (q[3] == nil or has(e, q[3], false)) then table.insert(want, e) end
					end
					if not same(TheSim:FindEntities(x, y, z, 15, q[1], q[2], q[3]), want) then print("WRONG list " .. i) end
					local first
					for n = #want, 1, -1 do
						if want[n] ~= inst then first = want[n] end
					end
					if FindEntity(inst, 15, nil, q[1], q[2], q[3]) ~= first then print("WRONG first " .. i) end
					local seen = {}
					FindEntity(inst, 15, function(e) table.insert(seen, e) end, q[1], q[2], q[3])
					for n = #want, 1, -1 do
						if want[n] == inst then table.remove(want, n) end
					end
					if not same(seen, want) then print("WRONG turn " .. i) end
				end
				print("asked")
			end))
		end
		return B`
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "brain.lua"), []byte(src), 0o666); err != nil {
		t.Fatal(err)
	}
	faults, printed := played(t, filepath.Join(dir, "scene.yaml"), `
world: { width: 40, height: 40 }
items: [ { kind: grain, count: 30, food: 0.5 } ]
bots:
  - { id: sheepclass, name: Sheep, count: 20, health: 100, tags: [sheep], initialState: { burning: false }, behavior: { file: brain.lua } }
  - { id: wolfclass, name: Wolf, count: 10, health: 100, tags: [wolf], initialState: { burning: true }, behavior: { file: brain.lua } }
  - { id: stranger, name: Stranger, count: 4, tags: [sheep], behavior: { kind: action, name: stay } }
`, false, 6)
	asked := false
	for _, line := range append(faults, printed...) {
		if line == "asked" {
			asked = true
		} else {
			t.Error(line)
		}
	}
	if !asked {
		t.Error("nobody asked")
	}
}
