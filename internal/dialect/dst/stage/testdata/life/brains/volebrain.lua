require("behaviours/wander")
require("behaviours/runaway")

local VoleBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

function VoleBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        RunAway(self.inst, "scarytoprey", 5, 9, function(hunter)
            return hunter.components.sleeper == nil or not hunter.components.sleeper:IsAsleep()
        end),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 12),
    }, .25))
end

return VoleBrain
