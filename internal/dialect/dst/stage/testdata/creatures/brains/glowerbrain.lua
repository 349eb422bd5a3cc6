require "behaviours/leash"
require "behaviours/wander"
require "behaviours/runaway"
local Glower = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Place(inst) return inst.components.formationfollower.formationpos end
function Glower:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return GetTime() - inst._time_since_formation_attacked < TUNING.GLOWER_ALERT_TIME end, "Alert", RunAway(inst, "pilgrim", 20, 25)),
        WhileNode(function() return inst.components.formationfollower.in_formation end, "Formation", PriorityNode({
            Leash(inst, Place, 0.5, 0.25, function() return Place(inst) ~= nil and inst:GetDistanceSqToPoint(Place(inst)) > 9 end),
            StandStill(inst),
        }, 0.1)),
        Wander(inst, nil, 5),
    }, 0.1))
end
return Glower
