-- What runs on fuel. It wakes when a section of it, or all, is used up.
local native = ...
local need = native.need
local Fueled = Class(function(self, inst, plain)
    self.inst = inst
    local most = plain and 100 or 0 -- a place of the scene wants for nothing
    self.maxfuel, self.currentfuel, self.rate, self.sections = most, most, 1, 1
    if not plain then self.rate_modifiers = SourceModifierList(inst) end
    self.fueltype, self.accepting, self.consuming, self.bonusmult = FUELTYPE.BURNABLE, false, false, 1
end)

function Fueled:InitializeFuelLevel(n)
    need(n, 1)
    self.maxfuel, self.currentfuel = n, n
end
function Fueled:SetMultiplierFn(fn) self.multfn = fn end
function Fueled:SetUpdateFn(fn) self.updatefn = fn end
function Fueled:SetTakeFuelFn(fn) self.ontakefuelfn = fn end
function Fueled:SetDepletedFn(fn) self.depleted = fn end
function Fueled:SetSections(n) self.sections = n end
function Fueled:SetSectionCallback(fn) self.sectionfn = fn end
function Fueled:SetCanTakeFuelItemFn(fn) self.cantakefuelitemfn = fn end
function Fueled:SetFirstPeriod() end

-- How fast it is used up, and how much is left now.
local function speed(self)
    local others = self.rate_modifiers
    return others ~= nil and self.rate * others:Get() or self.rate
end
local function left(self)
    if not self.consuming then return self.currentfuel end
    return math.max(0, self.currentfuel - (GetTime() - self.since) * speed(self))
end
local function count(self)
    self.currentfuel = left(self)
    self.since = GetTime()
end

function Fueled:GetPercent() return self.maxfuel > 0 and math.min(1, left(self) / self.maxfuel) or 0 end
function Fueled:IsEmpty() return left(self) <= 0 end
function Fueled:IsFull() return left(self) >= self.maxfuel end
function Fueled:GetSectionPercent() return self:GetPercent() * self.sections % 1 end
function Fueled:GetCurrentSection()
    if self:IsEmpty() then return 0 end
    return math.min(math.floor(self:GetPercent() * self.sections) + 1, self.sections)
end

local wake
local function plan(self)
    if self.task then self.task:Cancel() end
    self.task = nil
    if not self.consuming or speed(self) <= 0 then return end
    local size = self.maxfuel / self.sections
    local section = self:GetCurrentSection()
    local till = self.currentfuel - math.max(0, section - 1) * size
    self.task = self.inst:DoTaskInTime(math.max(till, 1e-3) / speed(self), wake, self)
end
local function told(self, before)
    local now = self:GetCurrentSection()
    if now ~= before then
        if self.sectionfn then self.sectionfn(now, before, self.inst) end
        self.inst:PushEvent("onfueldsectionchanged", { newsection = now, oldsection = before })
        if now == 0 and self.depleted then self.depleted(self.inst) end
    end
    self.inst:PushEvent("percentusedchange", { percent = self:GetPercent() })
end
wake = function(_, self)
    self.task = nil
    local before = math.max(1, self.told or self:GetCurrentSection())
    count(self)
    if self.currentfuel <= 1e-3 then self.currentfuel = 0 end
    if self.currentfuel <= 0 then self:StopConsuming() end
    told(self, before)
    self.told = self:GetCurrentSection()
    if self.consuming and self.task == nil then plan(self) end
end

function Fueled:DoDelta(n)
    local before = self:GetCurrentSection()
    count(self)
    self.currentfuel = math.max(0, math.min(self.maxfuel, self.currentfuel + n))
    self.told = self:GetCurrentSection()
    told(self, before)
    plan(self)
end
function Fueled:SetPercent(p)
    need(p, 1)
    self:DoDelta(p * self.maxfuel - left(self))
end
function Fueled:ChangeSection(n) self:DoDelta(n * self.maxfuel / self.sections - 1) end
function Fueled:MakeEmpty()
    if not self:IsEmpty() then self:DoDelta(-self.maxfuel) end
end
function Fueled:StartConsuming()
    if self.consuming then return end
    self.consuming, self.since = true, GetTime()
    self.told = self:GetCurrentSection()
    plan(self)
end
function Fueled:StopConsuming()
    if not self.consuming then return end
    count(self)
    self.consuming = false
    plan(self)
end

function Fueled:CanAcceptFuelItem(item)
    local fuel = item ~= nil and item.components.fuel
    return self.accepting and fuel ~= nil and fuel ~= false and
        (fuel.fueltype == self.fueltype or self.secondaryfueltype ~= nil and fuel.fueltype == self.secondaryfueltype) and
        (self.cantakefuelitemfn == nil or self.cantakefuelitemfn(self.inst, item))
end
function Fueled:TakeFuelItem(item, doer)
    if not self:CanAcceptFuelItem(item) then return false end
    self:DoDelta(item.components.fuel.fuelvalue * self.bonusmult)
    if item.components.fuel.ontaken then item.components.fuel.ontaken(item, self.inst) end
    self.inst:PushEvent("takefuel", { fuelvalue = item.components.fuel.fuelvalue })
    if self.ontakefuelfn then self.ontakefuelfn(self.inst, item.components.fuel.fuelvalue, item, doer) end
    local one = item.components.stackable and item.components.stackable:Get() or item
    one:Remove()
    return true
end

function Fueled:OnRemoveFromEntity()
    if self.task then self.task:Cancel() end
end

return Fueled
