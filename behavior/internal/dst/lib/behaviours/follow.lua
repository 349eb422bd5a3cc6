-- Stays with somebody: not too near, not too far.
local Follow = Class(BehaviourNode, function(self, inst, target, min_dist, target_dist, max_dist, canrun, alwayseval)
    BehaviourNode._ctor(self, "Follow")
    self.inst, self.target, self.canrun, self.alwayseval = inst, target, canrun ~= false, alwayseval ~= false
    self.min_dist, self.target_dist, self.max_dist = min_dist, target_dist, max_dist
end)

function Follow:GetTarget()
    local target = FunctionOrValue(self.target, self.inst)
    return target ~= nil and target:IsValid() and target or nil
end

function Follow:DBString()
    return tostring(self.currenttarget) .. " " .. tostring(self.action)
end

function Follow:Distances()
    return FunctionOrValue(self.min_dist, self.inst) or 0, FunctionOrValue(self.target_dist, self.inst),
        FunctionOrValue(self.max_dist, self.inst)
end

function Follow:Choose()
    local least, _, most = self:Distances()
    local d = self.inst:GetDistanceSqToInst(self.currenttarget)
    if d < least * least then return "BACKOFF" end
    if d > most * most then return "APPROACH" end
end

function Follow:Visit()
    local inst = self.inst
    if self.status == READY then
        self.currenttarget = self:GetTarget()
        self.action = self.currenttarget and self:Choose()
        self.status = self.action and RUNNING or FAILED
    end
    if self.status ~= RUNNING then return end
    if self.currenttarget == nil or not self.currenttarget:IsValid() or self.currenttarget ~= self:GetTarget() then
        self.status = FAILED
        inst.components.locomotor:Stop()
        return
    end
    local least, wanted = self:Distances()
    local d = inst:GetDistanceSqToInst(self.currenttarget)
    if self.action == "APPROACH" and d > wanted * wanted then
        inst.components.locomotor:GoToPoint(self.currenttarget:GetPosition(), nil, self.canrun)
    elseif self.action == "BACKOFF" and d < least * least then
        local angle = self.currenttarget:GetAngleToPoint(inst:GetPosition():Get())
        inst.components.locomotor:RunInDirection(angle)
    else
        inst.components.locomotor:Stop()
        self.status = SUCCESS
        return
    end
    self:Sleep(0.25)
end

return { Follow = Follow }
