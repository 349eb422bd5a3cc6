-- Does one action that a function chooses, and waits for how it ends.
local DoAction = Class(BehaviourNode, function(self, inst, getactionfn, name, run, timeout)
    BehaviourNode._ctor(self, name or "DoAction")
    self.inst, self.getactionfn, self.shouldrun, self.timeout = inst, getactionfn, run, timeout
end)

function DoAction:OnFail() self.pendingstatus = FAILED end
function DoAction:OnSucceed() self.pendingstatus = SUCCESS end

function DoAction:Visit()
    if self.status == READY then
        local action = self.getactionfn(self.inst)
        if action == nil then
            self.status = FAILED
            return
        end
        action:AddFailAction(function() self:OnFail() end)
        action:AddSuccessAction(function() self:OnSucceed() end)
        self.action, self.pendingstatus, self.time = action, nil, GetTime()
        self.inst.components.locomotor:PushAction(action, FunctionOrValue(self.shouldrun, self.inst))
        self.status = RUNNING
    end
    if self.status == RUNNING then
        if self.timeout and GetTime() - self.time > FunctionOrValue(self.timeout, self.inst) then
            self.status = FAILED
        elseif self.pendingstatus then
            self.status = self.pendingstatus
        elseif not self.action:IsValid() then
            self.status = FAILED
        end
    end
end

return { DoAction = DoAction }
