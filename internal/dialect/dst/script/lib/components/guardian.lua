-- A guardian that comes when it was called often enough.
local Guardian = Class(function(self, inst)
    self.inst = inst
    self.threshold, self.summons = 20, 0
    self.decaytime = 60
end)

function Guardian:HasGuardian() return self.guardian ~= nil and self.guardian:IsValid() end
function Guardian:SummonsAtMax() return self.summons >= self.threshold end
function Guardian:DismissAtMin() return self.summons <= 0 end

local function decay(inst, self)
    self.summons = math.max(0, self.summons - 1)
    if self.summons == 0 then
        self.task:Cancel()
        self.task = nil
        if self:HasGuardian() then self:DismissGuardian() end
    end
end

-- Answers nothing, so that the action that called counts as failed.
function Guardian:Call(n)
    self.summons = self.summons + (n or 1)
    if self.task == nil then self.task = self.inst:DoPeriodicTask(self.decaytime, decay, nil, self) end
    if self:SummonsAtMax() and not self:HasGuardian() then self:SummonGuardian() end
end

function Guardian:SummonGuardian()
    local e = self.prefab ~= nil and SpawnPrefab(self.prefab) or nil
    if e == nil then return end
    e.Transform:SetPosition(self.inst.Transform:GetWorldPosition())
    self.guardian = e
    self.lost = self.lost or function()
        self.guardian = nil
        self.summons = 0
    end
    self.inst:ListenForEvent("death", self.lost, e)
    self.inst:ListenForEvent("onremove", self.lost, e)
    if self.onsummonfn ~= nil then self.onsummonfn(self.inst, e) end
end

function Guardian:DismissGuardian()
    local e = self.guardian
    if e == nil then return end
    if self.ondismissfn ~= nil then self.ondismissfn(self.inst, e) else e:Remove() end
    self.guardian = nil
end
Guardian.Dismiss = Guardian.DismissGuardian

return Guardian
