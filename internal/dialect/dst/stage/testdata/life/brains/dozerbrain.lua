require("behaviours/chaseandattack")
require("behaviours/wander")
require("behaviours/doaction")

local DozerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function EatFood(inst)
    if inst.components.hunger:GetPercent() > .9 then return end
    local food = FindEntity(inst, 20, function(item) return inst.components.eater:CanEat(item) end, nil, { "INLIMBO", "fire" }, inst.components.eater:GetEdibleTags())
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function DozerBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        ChaseAndAttack(self.inst, 6, 12),
        DoAction(self.inst, EatFood, "eat", false, 15),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("bed") end, 10),
    }, .5))
end

function DozerBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("bed", self.inst:GetPosition())
end

return DozerBrain
