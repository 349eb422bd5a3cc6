-- Stages through which a thing grows.
local Growable = Class(function(self, inst)
    self.inst = inst
    self.stages, self.stage = nil, 1
    self.loopstages, self.growoffscreen, self.magicgrowable = false, false, false
end)

local function due(inst, self)
    self.task, self.targettime = nil, nil
    self:DoGrowth()
end

function Growable:OnRemoveFromEntity() self:StopGrowing() end
function Growable:SetOnGrowthFn(fn) self.ongrowth = fn end
function Growable:GetStage() return self.stage end
function Growable:GetCurrentStageData() return self.stages ~= nil and self.stages[self.stage] or nil end

function Growable:GetNextStage()
    local n = self.stages ~= nil and #self.stages or 1
    if self.stage < n then return self.stage + 1 end
    return self.loopstages and 1 or n
end

function Growable:IsGrowing() return self.task ~= nil end
function Growable:StopGrowing()
    if self.task ~= nil then self.task:Cancel() end
    self.task, self.targettime, self.pausedremaining = nil, nil, nil
end

-- Begins to grow out of the stage that it is in, unless that is the last.
function Growable:StartGrowing(time)
    self:StopGrowing()
    local stage = self:GetCurrentStageData()
    if stage == nil then return end
    local seconds = time or stage.time ~= nil and stage.time(self.inst, self.stage, stage) or nil
    if seconds == nil or not self.loopstages and self.stage >= #self.stages then return end
    if self.springgrowth and TheWorld.state.isspring then seconds = SpringGrowthMod(seconds) end
    self.targettime = GetTime() + seconds
    self.task = self.inst:DoTaskInTime(seconds, due, self)
end

function Growable:GetTimeToGrow() return self.targettime ~= nil and self.targettime - GetTime() or self.pausedremaining or 0 end
function Growable:ExtendGrowTime(extra)
    if self.task ~= nil then self:StartGrowing(self:GetTimeToGrow() + extra) end
end
function Growable:Pause()
    if self.task == nil then return end
    local left = self:GetTimeToGrow()
    self:StopGrowing()
    self.pausedremaining = left
end
function Growable:Resume()
    if self.pausedremaining == nil then return false end
    self:StartGrowing(math.max(0, self.pausedremaining))
    return true
end

function Growable:SetStage(stage)
    local n = self.stages ~= nil and #self.stages or stage
    self.stage = math.max(1, math.min(stage, n))
    local data = self:GetCurrentStageData()
    if data ~= nil and data.fn ~= nil then data.fn(self.inst, self.stage, data) end
end

function Growable:DoGrowth(skipgrownfn)
    if self.stages == nil then return false end
    local before = self.stage
    self:SetStage(self:GetNextStage())
    if not self.inst:IsValid() then return true end
    local data = self:GetCurrentStageData()
    if not skipgrownfn and data ~= nil and data.growfn ~= nil then data.growfn(self.inst, self.stage, data) end
    if self.ongrowth ~= nil then self.ongrowth(self.inst, before, self.stage) end
    if self.inst:IsValid() then self:StartGrowing() end
    return true
end

return Growable
