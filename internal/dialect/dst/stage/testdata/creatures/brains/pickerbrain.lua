require "behaviours/doaction"
local Picker = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Pick(inst)
    local what = FindEntity(inst, 30, function(e) return e.components.pickable:CanBePicked() end, { "pickable" }, { "INLIMBO" })
    return what and BufferedAction(inst, what, ACTIONS.PICK) or nil
end
function Picker:OnStart()
    self.bt = BT(self.inst, PriorityNode({ DoAction(self.inst, Pick, "pick", true), StandStill(self.inst) }, 0.5))
end
return Picker
