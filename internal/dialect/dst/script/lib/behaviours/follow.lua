-- Stays with somebody: goes to who is too far, and away from who is too near. When it
-- is done its body goes on until another node stops it.
local Follow = Class(BehaviourNode, function(self, inst, target, min_dist, target_dist, max_dist, canrun, alwayseval, inlimbo_invalid)
    BehaviourNode._ctor(self, "Follow")
    self.inst, self.target, self.canrun, self.alwayseval = inst, target, canrun ~= false, alwayseval ~= false
    self.inlimbo_invalid = inlimbo_invalid
    self.min_dist_fn, self.target_dist_fn, self.max_dist_fn = min_dist, target_dist, max_dist
end)

function Follow:GetTarget()
    local target = FunctionOrValue(self.target, self.inst)
    return target and target:IsValid() and target or nil
end

function Follow:DBString()
    return tostring(self.currenttarget) .. " " .. tostring(self.action)
end

function Follow:EvaluateDistances()
    local inst, target = self.inst, self.currenttarget
    self.min_dist = FunctionOrValue(self.min_dist_fn, inst, target) or 0
    self.target_dist = FunctionOrValue(self.target_dist_fn, inst, target)
    self.max_dist = FunctionOrValue(self.max_dist_fn, inst, target)
end

function Follow:AreDifferentPlatforms(a, b) return a:GetCurrentPlatform() ~= b:GetCurrentPlatform() end

function Follow:Choose(distance)
    if distance < self.min_dist * self.min_dist then return "BACKOFF" end
    if distance > self.max_dist * self.max_dist or self:AreDifferentPlatforms(self.inst, self.currenttarget) then
        return "APPROACH"
    end
end

function Follow:IsLost(target)
    return target == nil or not target:IsValid() or target.components.health ~= nil and target.components.health:IsDead()
        or self.inlimbo_invalid and target:IsInLimbo()
end

function Follow:Approach(target, distance)
    local inst = self.inst
    if distance < self.target_dist * self.target_dist and not self:AreDifferentPlatforms(inst, target) then
        self.status = SUCCESS
        return
    end
    local far = 0.75 * self.max_dist
    local run = self.canrun and (distance > far * far or inst.sg:HasStateTag("running"))
    inst.components.locomotor:GoToPoint(target:GetPosition(), nil, run)
end

function Follow:BackOff(target, distance)
    local inst = self.inst
    if distance > self.target_dist * self.target_dist then
        self.status = SUCCESS
        return
    end
    local angle = inst:GetAngleToPoint(target:GetPosition()) + 180
    if self.canrun then
        inst.components.locomotor:RunInDirection(angle)
    else
        inst.components.locomotor:WalkInDirection(angle)
    end
end

function Follow:Visit()
    local inst = self.inst
    if self.status == READY then
        self.currenttarget, self.action = self:GetTarget(), nil
        if self.currenttarget then
            self:EvaluateDistances()
            self.action = self:Choose(inst:GetDistanceSqToInst(self.currenttarget))
        end
        self.status = self.action and RUNNING or FAILED
    elseif self.alwayseval and self.status == RUNNING then
        self:EvaluateDistances()
    end
    if self.status ~= RUNNING then return end
    local target = self.currenttarget
    if self:IsLost(target) then
        self.status = FAILED
        inst.components.locomotor:Stop()
        return
    end
    local distance = inst:GetDistanceSqToInst(target)
    if self.action == "APPROACH" then self:Approach(target, distance) else self:BackOff(target, distance) end
    if self.status == RUNNING then self:Sleep(0.25) end
end

return { Follow = Follow }
