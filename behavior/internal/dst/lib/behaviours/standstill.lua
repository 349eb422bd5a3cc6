-- Stays where it is, as long as it may.
local StandStill = Class(BehaviourNode, function(self, inst, startfn, keepfn)
    BehaviourNode._ctor(self, "StandStill")
    self.inst, self.startfn, self.keepfn = inst, startfn, keepfn
end)

function StandStill:Visit()
    if self.status == READY then
        if self.startfn == nil or self.startfn(self.inst) then
            self.status = RUNNING
            self.inst.components.locomotor:Stop()
        else
            self.status = FAILED
        end
    end
    if self.status == RUNNING then
        if self.keepfn == nil or self.keepfn(self.inst) then
            self:Sleep(0.5)
        else
            self.status = FAILED
        end
    end
end

return { StandStill = StandStill }
