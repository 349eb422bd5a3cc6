-- A creature that turns into a beast: from what it ate, or when the moon is full.
local native = ...
local WERE_TIME = 120

local function moon(inst, full)
    local self = inst.components.werebeast
    if self == nil then return end
    if full and not self:IsInWereState() then
        inst:DoTaskInTime(1 + math.random(), function() self:SetWere() end)
    elseif not full and self:IsInWereState() then
        inst:DoTaskInTime(1 + math.random(), function() self:SetNormal() end)
    end
end

local WereBeast = Class(function(self, inst)
    self.inst = inst
    if native.made(inst) then inst:WatchWorldState("isfullmoon", moon) end
end)
WereBeast.weretime, WereBeast.triggeramount, WereBeast.triggerlimit = WERE_TIME, 0, nil

function WereBeast:SetOnWereFn(fn) self.onsetwerefn = fn end
function WereBeast:SetOnNormalFn(fn) self.onsetnormalfn = fn end
function WereBeast:SetTriggerLimit(n) self.triggerlimit, self.triggeramount = n, 0 end
function WereBeast:TriggerDelta(n)
    self.triggeramount = math.max(0, self.triggeramount + n)
    if self.triggerlimit ~= nil and self.triggeramount >= self.triggerlimit then
        self.triggeramount = 0
        self:SetWere()
    end
end
function WereBeast:ResetTriggers() self.triggeramount = 0 end
function WereBeast:IsInWereState() return self._reverttask ~= nil end
local function revert(inst, self)
    self._reverttask = nil
    self:SetNormal()
end
function WereBeast:SetWere(time)
    if IsEntityDead(self.inst) then return end
    if self._reverttask ~= nil then self._reverttask:Cancel() end
    self._reverttask = self.inst:DoTaskInTime(time or self.weretime, revert, self)
    if self.onsetwerefn ~= nil then self.onsetwerefn(self.inst) end
    self.inst:PushEvent("transformwere")
end
function WereBeast:SetNormal()
    if self._reverttask ~= nil then self._reverttask:Cancel() end
    self._reverttask = nil
    if IsEntityDead(self.inst) then return end
    if self.onsetnormalfn ~= nil then self.onsetnormalfn(self.inst) end
    self.inst:PushEvent("transformnormal")
end
function WereBeast:OnRemoveFromEntity() self.inst:StopWatchingWorldState("isfullmoon", moon) end

return WereBeast
