require "behaviours/standstill"
require "behaviours/faceentity"
require "stategraphs/commonstates"

local Queen = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._next = 0
end)

function Queen:CanSpawn()
    return GetTime() >= self._next and self.inst.components.commander:GetNumSoldiers() < self.inst:GetDesiredSoldiers()
        and not self.inst.sg:HasStateTag("busy") and not CommonHandlers.HitRecoveryDelay(self.inst)
end

function Queen:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return self:CanSpawn() end, "Soldiers", ActionNode(function()
            self._next = GetTime() + 3
            inst:PushEvent("spawnguards")
        end)),
        StandStill(inst),
    }, 0.5))
end

return Queen
