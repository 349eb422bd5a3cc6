require "behaviours/doaction"
local Foal = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Investigate(inst)
    local place = inst.components.knownlocations:GetLocation("investigate")
    return place and BufferedAction(inst, nil, ACTIONS.INVESTIGATE, nil, place, nil, 0.5) or nil
end
function Foal:OnStart()
    self.bt = BT(self.inst, PriorityNode({ DoAction(self.inst, Investigate, "investigate", true), StandStill(self.inst) }, 0.25))
end
return Foal
