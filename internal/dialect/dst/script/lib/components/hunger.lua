-- How hungry a creature is. That of a creature without a file is the arena's.
local native = ...
local need = native.need
local PERIOD = 1

local function tick(inst, self) self:DoDec(PERIOD) end

local Hunger = Class(function(self, inst)
    self.inst = inst
    local _, _, _, _, lasts = native.vitals(inst)
    if not native.made(inst) and (lasts > 0 or native.foreign(inst)) then
        setmetatable(self, self.Arena)
    else
        self.current = self.max
        self.burnratemodifiers = SourceModifierList(inst)
        if native.made(inst) then self:Start() end
    end
end)
Hunger.max, Hunger.hungerrate, Hunger.hurtrate, Hunger.burnrate, Hunger.burning = 100, 1, 1, 1, true

function Hunger:SetMax(n)
    need(n, 1)
    self.max, self.current = n, n
end
function Hunger:SetRate(n)
    need(n, 1)
    self.hungerrate = n
    self:Start()
end
-- One without a file whose class knows no hunger gets hungry when a rate is set.
function Hunger:Start() self.task = self.task or self.inst:DoPeriodicTask(PERIOD, tick, nil, self) end
function Hunger:SetKillRate(n)
    need(n, 1)
    self.hurtrate = n
end
function Hunger:SetOverrideStarveFn(fn) self.overridestarvefn = fn end
function Hunger:Pause() self.burning = false end
function Hunger:Resume() self.burning = true end
function Hunger:IsPaused() return not self.burning end
function Hunger:GetPercent() return self.current / self.max end
function Hunger:IsStarving() return self.current <= 0 end
function Hunger:SetCurrent(n) self:DoDelta(n - self.current) end
function Hunger:SetPercent(share, overtime)
    need(share, 1)
    self:DoDelta(self.max * share - self.current, overtime)
end

function Hunger:DoDelta(amount, overtime, ignore_invincible)
    if self.redirect ~= nil then return self.redirect(self.inst, amount, overtime) end
    local health = self.inst.components.health
    if not ignore_invincible and health ~= nil and health:IsInvincible() and amount < 0 then return end
    local before = self.current
    self.current = math.max(0, math.min(before + amount, self.max))
    self.inst:PushEvent("hungerdelta", { oldpercent = before / self.max, newpercent = self.current / self.max, overtime = overtime, delta = self.current - before })
    if before > 0 and self.current <= 0 then
        self.inst:PushEvent("startstarving")
    elseif before <= 0 and self.current > 0 then
        self.inst:PushEvent("stopstarving")
    end
end

-- Who was hungry already loses health.
function Hunger:DoDec(dt, ignore_damage)
    local health = self.inst.components.health
    if not self.burning or health ~= nil and health:IsDead() then return end
    if self.current > 0 then
        self:DoDelta(-self.hungerrate * dt * self.burnrate * self.burnratemodifiers:Get(), true)
    elseif not ignore_damage then
        if self.overridestarvefn ~= nil then
            self.overridestarvefn(self.inst, dt)
        elseif health ~= nil then
            health:DoDelta(-self.hurtrate * dt, true, "hunger")
        end
    end
end
function Hunger:LongUpdate(dt) self:DoDec(dt, true) end
function Hunger:OnRemoveFromEntity()
    if self.task ~= nil then self.task:Cancel() end
end

-- The arena counts from sated, 0, to starving, 1.
local Arena = Class(Hunger)
Hunger.Arena = Arena
Arena.__index = native.live(Arena, { current = function(self)
    local _, _, _, hunger = native.vitals(self.inst)
    return (1 - hunger) * self.max
end })
function Arena:SetRate(n) self.hungerrate = n end
function Arena:SetMax(n) self.max = n end
function Arena:DoDelta() end

return Hunger
