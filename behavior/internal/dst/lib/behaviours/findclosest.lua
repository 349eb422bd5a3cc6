-- Goes to the nearest of some things until it is near enough.
local FindClosest = Class(BehaviourNode, function(self, inst, see_dist, safe_dist, tags, exclude_tags, one_of_tags)
    BehaviourNode._ctor(self, "FindClosest")
    self.inst, self.see_dist, self.safe_dist = inst, see_dist, safe_dist
    self.tags, self.exclude_tags, self.one_of_tags = tags, exclude_tags, one_of_tags
    self.lastchecktime = 0
end)

function FindClosest:DBString() return "to " .. tostring(self.targ) end

function FindClosest:PickTarget()
    self.targ = FindEntity(self.inst, FunctionOrValue(self.see_dist, self.inst), nil, self.tags, self.exclude_tags, self.one_of_tags)
    self.lastchecktime = GetTime()
end

function FindClosest:Visit()
    local inst = self.inst
    if self.status == READY then
        self:PickTarget()
        self.status = RUNNING
    end
    if GetTime() - self.lastchecktime > 5 then self:PickTarget() end
    if self.targ == nil or not self.targ:IsValid() then
        self.status = FAILED
        return
    end
    local near = FunctionOrValue(self.safe_dist, inst)
    if inst:GetDistanceSqToInst(self.targ) < near * near then
        self.status = SUCCESS
        inst.components.locomotor:Stop()
    else
        inst.components.locomotor:GoToPoint(self.targ:GetPosition(), nil, true)
        self:Sleep(0.5)
    end
end

return { FindClosest = FindClosest }
