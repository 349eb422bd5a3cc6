require "behaviours/chaseandattack"
require "behaviours/wander"

local Alpha = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.nexthowl = 0
end)

function Alpha:Howls()
    if GetTime() < self.nexthowl or not self.inst.components.combat:HasTarget() or self.inst:NumHoundsToSpawn() == 0 then return false end
    self.nexthowl = GetTime() + TUNING.ALPHA_HOWL_PERIOD
    return true
end

function Alpha:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return self:Howls() end, "Howl", ActionNode(function() inst:PushEvent("dohowl") end)),
        ChaseAndAttack(inst, 30, 60),
        Wander(inst),
    }, 0.25))
end

return Alpha
