require "behaviours/chaseandattack"
require "behaviours/standstill"
local Angler = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Angler:CanLure()
    return GetTime() - self.inst.lastluretime > TUNING.ANGLER_LURE_COOLDOWN and not self.inst.components.combat:HasTarget()
end
function Angler:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return not inst.sg:HasStateTag("lure") end, "Not luring", PriorityNode({
            ChaseAndAttack(inst, 10, 20),
            IfNode(function() return self:CanLure() end, "Lures", ActionNode(function() inst:PushEvent("dolure") end)),
        }, 0.25)),
        StandStill(inst, function() return inst.sg:HasStateTag("lure") end),
    }, 0.25))
end
return Angler
