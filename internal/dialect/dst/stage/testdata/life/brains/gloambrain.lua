require("behaviours/chaseandattack")
require("behaviours/wander")
require("behaviours/doaction")

local GloamBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function EatMeat(inst)
    local meat = FindEntity(inst, 15, function(item)
        return item:IsOnValidGround() and inst.components.eater:CanEat(item)
    end, nil, { "INLIMBO" }, { "edible_MEAT" })
    return meat ~= nil and BufferedAction(inst, meat, ACTIONS.EAT) or nil
end

function GloamBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(function() return self.inst.components.hunger:GetPercent() < .9 end, "Hungry",
            DoAction(self.inst, EatMeat, "eat meat", true, 10)),
        ChaseAndAttack(self.inst, 20, 35),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 25),
    }, .25))
end

return GloamBrain
