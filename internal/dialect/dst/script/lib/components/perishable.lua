-- What goes bad: fresh above a half, stale above a fifth, spoiled below. It wakes
-- only when that changes.
local native = ...
local need = native.need
local FRESH, STALE = 0.5, 0.2

local Perishable = Class(function(self, inst)
    self.inst = inst
    self.perishtime, self.perishremainingtime, self.localPerishMultiplyer = nil, nil, 1
end)

local function state(self)
    local p = self:GetPercent()
    return p > FRESH and "fresh" or p > STALE and "stale" or "spoiled"
end

local function tag(self)
    local now = state(self)
    if now == self.tagged then return end
    if self.tagged then self.inst:RemoveTag(self.tagged) end
    self.tagged = now
    self.inst:AddTag(now)
    self.inst:PushEvent("forceperishchange")
end

-- The time that went by since it was counted last.
local function count(self)
    if self.since and self.perishremainingtime then
        self.perishremainingtime = math.max(0, self.perishremainingtime - (GetTime() - self.since) * self.localPerishMultiplyer)
        self.since = GetTime()
    end
end

local wake
local function plan(self)
    if self.task then self.task:Cancel() end
    self.task = nil
    if self.since == nil or self.perishremainingtime == nil or self.localPerishMultiplyer <= 0 then return end
    local p = self.perishremainingtime / self.perishtime
    local next = p > FRESH and FRESH or p > STALE and STALE or 0
    self.task = self.inst:DoTaskInTime((p - next) * self.perishtime / self.localPerishMultiplyer, wake, self)
end
wake = function(_, self)
    self.task = nil
    count(self)
    tag(self)
    if self.perishremainingtime <= 1e-6 then self:Perish() else plan(self) end
end

local function changed(self)
    tag(self)
    self.inst:PushEvent("perishchange", { percent = self:GetPercent() })
    if self.since and self.perishremainingtime <= 0 then self:Perish() else plan(self) end
end

function Perishable:SetPerishTime(time)
    need(time, 1)
    self.perishtime, self.perishremainingtime = time, time
    if self.since then self.since = GetTime() end
    tag(self)
    plan(self)
end
function Perishable:SetNewMaxPerishTime(time)
    local p = self:GetPercent()
    self.perishtime = time
    self:SetPercent(p)
end
function Perishable:SetOnPerishFn(fn) self.perishfn = fn end
function Perishable:SetLocalMultiplier(m)
    count(self)
    self.localPerishMultiplyer = m
    plan(self)
end
function Perishable:GetLocalMultiplier() return self.localPerishMultiplyer end

function Perishable:StartPerishing()
    count(self)
    self.since = GetTime()
    tag(self)
    plan(self)
end
function Perishable:StopPerishing()
    count(self)
    self.since = nil
    plan(self)
end
function Perishable:IsPerishing() return self.since ~= nil end

function Perishable:GetPercent()
    if not (self.perishtime and self.perishremainingtime) or self.perishtime <= 0 then return 0 end
    local left = self.perishremainingtime
    if self.since then left = left - (GetTime() - self.since) * self.localPerishMultiplyer end
    return math.min(1, math.max(0, left / self.perishtime))
end
function Perishable:SetPercent(p)
    need(p, 1)
    if not self.perishtime then return end
    self.perishremainingtime = math.min(math.max(p, 0), 1) * self.perishtime
    if self.since then self.since = GetTime() end
    changed(self)
end
function Perishable:ReducePercent(p) self:SetPercent(self:GetPercent() - p) end
function Perishable:AddTime(time)
    if self.perishtime == nil then return end
    count(self)
    self.perishremainingtime = math.min(self.perishtime, self.perishremainingtime + time)
    changed(self)
end

function Perishable:IsFresh() return state(self) == "fresh" end
function Perishable:IsStale() return state(self) == "stale" end
function Perishable:IsSpoiled() return state(self) == "spoiled" end

-- Another thing takes its place, with its holder or where it lay.
function Perishable:Perish()
    local inst = self.inst
    self:StopPerishing()
    inst:PushEvent("perished")
    if self.perishfn then self.perishfn(inst) end
    if not inst:IsValid() or self.onperishreplacement == nil then return end
    local item = inst.components.inventoryitem
    local owner = item and item.owner
    local goop = SpawnPrefab(self.onperishreplacement)
    if goop ~= nil then
        if goop.components.stackable and inst.components.stackable then goop.components.stackable:SetStackSize(inst.components.stackable.stacksize) end
        local x, y, z = inst.Transform:GetWorldPosition()
        goop.Transform:SetPosition(x, y, z)
    end
    local slot = item and item:GetSlotNum()
    inst:Remove()
    local holder = owner and (owner.components.inventory or owner.components.container)
    if goop ~= nil and holder then holder:GiveItem(goop, slot) end
end

function Perishable:OnRemoveFromEntity()
    if self.task then self.task:Cancel() end
    if self.tagged then self.inst:RemoveTag(self.tagged) end
end

return Perishable
