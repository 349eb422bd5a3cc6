-- Runs to the nearest of some things until it is near enough.
local FindClosest = Class(BehaviourNode, function(self, inst, see_dist, safe_dist, tags, exclude_tags, one_of_tags)
    BehaviourNode._ctor(self, "FindClosest")
    self.inst, self.see_dist, self.safe_dist = inst, see_dist, safe_dist
    self.tags = type(tags) == "string" and { tags } or tags
    self.exclude_tags, self.one_of_tags = exclude_tags, one_of_tags
    self.lastchecktime = 0
end)

function FindClosest:DBString() return "to " .. tostring(self.targ) end

function FindClosest:PickTarget()
    local inst = self.inst
    self.targ = FindEntity(inst, FunctionOrValue(self.see_dist, inst), nil, self.tags, self.exclude_tags, self.one_of_tags)
    self.lastchecktime = GetTime()
end

-- Whether the thing is still there and what it was.
function FindClosest:IsFit(e)
    if not e or not e:IsValid() then return false end
    for _, tag in ipairs(self.tags or {}) do
        if not e:HasTag(tag) then return false end
    end
    for _, tag in ipairs(self.exclude_tags or {}) do
        if e:HasTag(tag) then return false end
    end
    return self.one_of_tags == nil or e:HasOneOfTags(self.one_of_tags)
end

function FindClosest:Visit()
    local inst, locomotor = self.inst, self.inst.components.locomotor
    if self.status == READY then
        self:PickTarget()
        self.status = RUNNING
    end
    if self.status ~= RUNNING then return end
    if GetTime() - self.lastchecktime > 5 or not self:IsFit(self.targ) then self:PickTarget() end
    if self.targ == nil then
        self.status = FAILED
        return
    end
    local near = FunctionOrValue(self.safe_dist, inst, self.targ) or 5
    if inst:IsNear(self.targ, near) then
        self.status = SUCCESS
        locomotor:Stop()
    else
        locomotor:GoToPoint(inst:GetPositionAdjacentTo(self.targ, near * 0.98), nil, true)
    end
end

return { FindClosest = FindClosest }
