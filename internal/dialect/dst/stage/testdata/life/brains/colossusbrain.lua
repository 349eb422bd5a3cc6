require("behaviours/chaseandattack")
require("behaviours/wander")

local ColossusBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function ShouldPound(inst)
    return inst.phase >= 2 and inst.components.combat:HasTarget() and not inst.components.timer:TimerExists("pound_cd")
        and inst:IsNear(inst.components.combat.target, 5)
end

local function ShouldCall(inst)
    return inst.phase >= 3 and not inst.called
end

function ColossusBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(function() return ShouldCall(self.inst) end, "Call",
            ActionNode(function() self.inst:PushEvent("docall") end)),
        WhileNode(function() return ShouldPound(self.inst) end, "Pound",
            ActionNode(function() self.inst:PushEvent("dopound") end)),
        ChaseAndAttack(self.inst, 60, 30, nil, nil, true),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 5),
    }, .5))
end

function ColossusBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("spawnpoint", self.inst:GetPosition())
end

return ColossusBrain
