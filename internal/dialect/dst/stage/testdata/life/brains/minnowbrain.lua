require("behaviours/wander")
require("behaviours/runaway")

local MinnowBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Middle(inst)
    return inst.components.knownlocations:GetLocation("herd") or inst.components.knownlocations:GetLocation("home")
end

function MinnowBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(function() return self.inst.shy end, "Shy", RunAway(self.inst, "stilt", 3, 5)),
        Wander(self.inst, Middle, 2, { minwalktime = .5, randwalktime = 1, minwaittime = 1, randwaittime = 1 }, nil, nil, nil, { wander_dist = 2 }),
    }, .5))
end

return MinnowBrain
