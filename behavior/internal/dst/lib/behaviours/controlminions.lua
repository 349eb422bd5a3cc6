-- Sends minions against what is near.
local ControlMinions = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "ControlMinions")
    self.inst, self.ms = inst, inst.components.minionspawner
end)

function ControlMinions:Visit()
    self.ms = self.ms or self.inst.components.minionspawner
    if self.ms == nil or self.ms.numminions == 0 then
        self.status = FAILED
        return
    end
    self.status = RUNNING
    for _, minion in pairs(self.ms.minions or {}) do
        local target = FindEntity(minion, 3, nil, nil, { "INLIMBO", "minion" })
        if target then minion:PushEvent("attack", { target = target }) end
    end
    self:Sleep(1)
end

return { ControlMinions = ControlMinions }
