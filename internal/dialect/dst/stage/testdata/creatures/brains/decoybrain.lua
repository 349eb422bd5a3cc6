require "behaviours/runaway"
local Decoy = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Decoy:OnStart()
    local inst = self.inst
    local function hunted(hunter) return hunter.components.combat:TargetIs(inst) end
    self.bt = BT(inst, PriorityNode({ RunAway(inst, "drake", 8, 12, hunted), StandStill(inst) }, 0.25))
end
return Decoy
