require("behaviours/chaseandattack")
require("behaviours/runaway")
require("behaviours/wander")

local GadflyBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Sleeper(inst)
    if inst.stung or not (TheWorld.state.isnight and TheWorld.state.timeinphase > .5) then return end
    return FindEntity(inst, 60, function(e) return e.components.sleeper ~= nil and e.components.sleeper:IsAsleep() end, { "_combat" })
end

function GadflyBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        ChaseAndAttack(self.inst, 20, 60, 1, Sleeper),
        RunAway(self.inst, "dozer", 10, 14),
        Wander(self.inst, nil, 5),
    }, .25))
end

return GadflyBrain
