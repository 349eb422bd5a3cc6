-- Cold: what gets too much of it stands still until it thaws.
local native = ...
local need = native.need
local NORMAL, FROZEN, THAWING = "NORMAL", "FROZEN", "THAWING"
local WEARS, THAWS = 10, 10

local Freezable = Class(function(self, inst) self.inst = inst end)
Freezable.state, Freezable.coldness, Freezable.resistance, Freezable.wearofftime, Freezable.damagetobreak = NORMAL, 0, 1, WEARS, 0

function Freezable:SetResistance(n)
    need(n, 1)
    self.resistance = n
end
function Freezable:SetExtraResist(n) self.extraresist = n end
function Freezable:SetDefaultWearOffTime(time) self.wearofftime = time end
function Freezable:SetRedirectFn(fn) self.redirectfn = fn end
function Freezable:SetOnFreezeFn(fn) self.onfreezefn = fn end
function Freezable:AddShatterFX() end
function Freezable:SetShatterFXLevel() end
function Freezable:SpawnShatterFX() end
function Freezable:PushColour() end
function Freezable:PopColour() end
function Freezable:UpdateTint() end
function Freezable:IsFrozen() return self.state ~= NORMAL end
function Freezable:IsThawing() return self.state == THAWING end
function Freezable:IsImmuneToFreeze() return false end
function Freezable:GetFrozenPercent() return math.min(1, self.coldness / self:ResolveResistance()) end
function Freezable:ResolveResistance() return self.resistance + (self.extraresist or 0) end
function Freezable:ResolveWearOffTime(time) return time end

local wear
local function later(self, time, fn)
    if self.wearofftask ~= nil then self.wearofftask:Cancel() end
    self.wearofftask = self.inst:DoTaskInTime(time, fn, self)
end
wear = function(inst, self)
    self.wearofftask = nil
    if self.state == FROZEN then
        self:Thaw()
    elseif self.state == THAWING then
        self:Unfreeze()
    else
        self.coldness = math.max(0, self.coldness - 1)
        if self.coldness > 0 then later(self, self.wearofftime, wear) end
    end
end
function Freezable:StartWearingOff(time) later(self, time or self.wearofftime, wear) end

function Freezable:AddColdness(n, time, nofreeze)
    local inst = self.inst
    if self.redirectfn ~= nil and self.redirectfn(inst, n, time, nofreeze) then return end
    if IsEntityDead(inst) then return end
    if n > 0 and inst.components.burnable ~= nil and inst.components.burnable:IsBurning() then inst.components.burnable:Extinguish() end
    self.coldness = math.max(0, self.coldness + n)
    if self.coldness >= self:ResolveResistance() and not nofreeze then
        self:Freeze(time)
    elseif self.coldness > 0 and self.state == NORMAL then
        self:StartWearingOff()
    end
end

-- A blow frees. It listens as long as it is frozen.
local function struck(inst, data)
    local self = inst.components.freezable
    if self == nil or not self:IsFrozen() then return end
    self.damagetotal = (self.damagetotal or 0) + (data ~= nil and data.damageresolved or data ~= nil and data.damage or 0)
    if self.damagetotal > self.damagetobreak then self:Unfreeze() end
end

function Freezable:Freeze(time)
    local inst = self.inst
    if IsEntityDead(inst) or inst:IsInLimbo() then return end
    local before = self.state
    self.state, self.damagetotal = FROZEN, 0
    if self.onfreezefn ~= nil then self.onfreezefn(inst) end
    if before == NORMAL then
        if inst.brain ~= nil then inst.brain:Stop() end
        if inst.components.combat ~= nil then inst.components.combat:SetTarget(nil) end
        if inst.components.locomotor ~= nil then inst.components.locomotor:Stop() end
        inst:ListenForEvent("attacked", struck)
        inst:PushEvent("freeze")
    end
    self:StartWearingOff(time)
end
function Freezable:Thaw(time)
    if self.state ~= FROZEN then return end
    self.state, self.coldness = THAWING, 0
    self.inst:PushEvent("onthaw")
    self:StartWearingOff(time or THAWS)
end
function Freezable:Unfreeze()
    if self.state == NORMAL then return end
    local inst = self.inst
    self.state, self.coldness = NORMAL, 0
    if self.wearofftask ~= nil then self.wearofftask:Cancel() end
    self.wearofftask = nil
    inst:RemoveEventCallback("attacked", struck)
    if inst.brain ~= nil and not inst:IsInLimbo() then inst.brain:Start() end
    inst:PushEvent("unfreeze")
end
function Freezable:Reset()
    self.state, self.coldness = NORMAL, 0
    if self.wearofftask ~= nil then self.wearofftask:Cancel() end
    self.wearofftask = nil
end
function Freezable:OnRemoveFromEntity() self:Reset() end

return Freezable
