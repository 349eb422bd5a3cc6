require "behaviours/chaseandattack"
require "behaviours/leash"
require "behaviours/wander"
local Drake = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Drake:Home() return self.inst.components.knownlocations:GetLocation("spawnpoint") end
function Drake:ShouldReset()
    local home = self:Home()
    return home ~= nil and self.inst.components.combat:HasTarget() and self.inst:GetDistanceSqToPoint(home) > TUNING.DRAKE_RESET_DIST * TUNING.DRAKE_RESET_DIST
end
function Drake:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return self:ShouldReset() end, "Reset", ActionNode(function() inst:Reset() end)),
        ChaseAndAttack(inst, 30, 60),
        Leash(inst, function() return self:Home() end, 6, 2, true),
        Wander(inst, function() return self:Home() end, 3),
    }, 0.25))
end
return Drake
