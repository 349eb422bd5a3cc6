-- Does one action that a function chooses, and waits for how it ends.
local DoAction = Class(BehaviourNode, function(self, inst, getactionfn, name, run, timeout)
    BehaviourNode._ctor(self, name or "DoAction")
    self.inst, self.getactionfn, self.shouldrun, self.timeout = inst, getactionfn, run, timeout
end)

function DoAction:OnFail() self.pendingstatus = FAILED end
function DoAction:OnSucceed() self.pendingstatus = SUCCESS end

function DoAction:Start(action)
    self.action, self.pendingstatus, self.time = action, nil, GetTime()
    action:AddFailAction(function()
        if self.action == action then self:OnFail() end
    end)
    action:AddSuccessAction(function()
        if self.action == action then self:OnSucceed() end
    end)
    self.inst.components.locomotor:PushAction(action, FunctionOrValue(self.shouldrun, self.inst))
    self.status = RUNNING
end

function DoAction:Visit()
    if self.status == READY then
        local action = self.getactionfn(self.inst)
        if not action then
            self.status = FAILED
            return
        end
        self:Start(action)
    end
    if self.status ~= RUNNING then return end
    if self.pendingstatus then
        self.status = self.pendingstatus
    elseif not self.action:IsValid() or
        self.timeout and GetTime() - self.time > FunctionOrValue(self.timeout, self.inst) then
        self.status = FAILED
    end
end

return { DoAction = DoAction }
