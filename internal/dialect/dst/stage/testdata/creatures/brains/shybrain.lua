local Shy = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Watched(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    return FindClosestPlayerInRangeSq(x, y, z, SHY_SEE_DISTANCE_SQ, true)
end

function Shy:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        IfNode(function() return Watched(self.inst) ~= nil and not self.inst:IsLightGreaterThan(2) end, "Seen", ActionNode(function()
            self.inst:Vanished(Watched(self.inst))
        end)),
        StandStill(self.inst),
    }, 0.5))
end
return Shy
