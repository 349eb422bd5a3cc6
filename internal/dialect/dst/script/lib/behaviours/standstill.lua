-- Stays where it is, as long as it may.
local StandStill = Class(BehaviourNode, function(self, inst, startfn, keepfn)
    BehaviourNode._ctor(self, "StandStill")
    self.inst, self.startfn, self.keepfn = inst, startfn, keepfn
end)

function StandStill:Visit()
    local inst = self.inst
    if self.status == READY then
        self.status = (self.startfn == nil or self.startfn(inst)) and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    if self.keepfn == nil or self.keepfn(inst) then
        inst.components.locomotor:Stop()
        self:Sleep(0.5)
    else
        self.status = FAILED
    end
end

return { StandStill = StandStill }
