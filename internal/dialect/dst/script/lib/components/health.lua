-- Points of health, and death. The arena shows what is left.
local native = ...
local need = native.need
local FIRE_FADES, FIRE_BEGINS, ROTS = 0.5, 1, 2

local Health = Class(function(self, inst)
    self.inst = inst
    self.currenthealth = self.maxhealth
    if native.foreign(inst) then
        setmetatable(self, self.Foreign)
        self.currenthealth = nil
    elseif native.made(inst) then
        self.externalabsorbmodifiers = SourceModifierList(inst, 0, SourceModifierList.additive)
        self.externalfiredamagemultipliers = SourceModifierList(inst)
        self:Show()
    else
        local points, full, armour = native.vitals(inst)
        if full > 0 then
            self.currenthealth, self.maxhealth, self.absorb = points > 0 and points or full, full, armour > 0 and armour or nil
        else
            self.invincible = true
        end
    end
end)

-- What it has until something else is set.
Health.maxhealth, Health.minhealth, Health.penalty, Health.absorb, Health.playerabsorb, Health.fire_damage_scale = 100, 0, 0, 0, 0, 1
Health.invincible, Health.nofadeout, Health.takingfiredamage = false, false, false
Health.canmurder, Health.canheal, Health.vulnerabletoheatdamage = true, true, true

-- Who hurt it counts for the arena's scores.
function Health:Show(by)
    if native.isbody(self.inst) then
        native.mirror(self.inst, "set_health", math.max(self.currenthealth, 0), math.max(self.maxhealth, 0), by ~= nil and native.isbody(by) and by.GUID or 0)
    end
end

function Health:IsDead() return self.currenthealth <= 0 end
function Health:IsHurt() return self.currenthealth < self:GetMaxWithPenalty() end
function Health:GetMaxWithPenalty() return self.maxhealth - self.maxhealth * self.penalty end
function Health:GetPercent() return self.currenthealth / self.maxhealth end
function Health:GetPercentWithPenalty() return self.currenthealth / self:GetMaxWithPenalty() end
function Health:GetPenaltyPercent() return self.penalty end
function Health:SetPenalty(penalty)
    need(penalty, 1)
    self.penalty = math.max(0, math.min(penalty, 0.75))
end
function Health:DeltaPenalty(by) self:SetPenalty(self.penalty + by) end
function Health:IsInvincible()
    local sg = rawget(self.inst, "sg")
    return self.invincible or sg ~= nil and sg:HasStateTag("temp_invincible")
end
function Health:SetInvincible(on)
    self.invincible = on
    self.inst:PushEvent("invincibletoggle", { invincible = on })
end
function Health:SetMinHealth(n)
    need(n, 1)
    self.minhealth = n
end
function Health:SetAbsorptionAmount(share)
    need(share, 1)
    self.absorb = share
end
function Health:SetAbsorptionAmountFromPlayer(share) self.playerabsorb = share end
function Health:SetMaxDamageTakenPerHit(n) self.maxdamagetakenperhit = n end

function Health:SetMaxHealth(n)
    need(n, 1)
    self.maxhealth, self.currenthealth = n, n
    self:DoDelta(0, true, nil, true, nil, true)
    self:Show()
end
function Health:SetCurrentHealth(n)
    need(n, 1)
    self.currenthealth = n
    self:Show()
end
function Health:SetPercent(share, overtime, cause)
    need(share, 1)
    self:SetVal(self.maxhealth * share, cause)
    self:DoDelta(0, overtime, cause, true, nil, true)
end

-- The dead lie there for a while, then fade.
local function rot(inst)
    if inst:IsValid() then ErodeAway(inst) end
end
local function die(self, cause, afflicter)
    local inst = self.inst
    TheWorld:PushEvent("entity_death", { inst = inst, cause = cause, afflicter = afflicter })
    inst:PushEvent("death", { cause = cause, afflicter = afflicter })
    if self.nofadeout or not inst:IsValid() then return end
    inst:AddTag("NOCLICK")
    inst.persists = false
    inst:DoTaskInTime(self.destroytime or ROTS, rot)
end

function Health:SetVal(n, cause, afflicter)
    local before, most = self.currenthealth, self:GetMaxWithPenalty()
    local least = math.min(self.minhealth or 0, most)
    self.currenthealth = math.max(least, math.min(n, most))
    if self.currenthealth ~= before then self:Show(afflicter) end
    if n <= least then self.inst:PushEvent("minhealth", { cause = cause, afflicter = afflicter }) end
    if before > 0 and self.currenthealth <= 0 then die(self, cause, afflicter) end
end

-- What remains of a blow.
local function absorbed(self, amount, afflicter)
    local share = 1 - self.absorb
    if afflicter ~= nil and self.playerabsorb ~= 0 and afflicter:HasTag("player") then share = share - self.playerabsorb end
    if self.externalabsorbmodifiers ~= nil then share = share - self.externalabsorbmodifiers:Get() end
    amount = amount * math.max(0, math.min(share, 1))
    if self.maxdamagetakenperhit ~= nil then amount = math.max(amount, -math.abs(self.maxdamagetakenperhit)) end
    return amount
end

-- Changes it by so many points, and gives how many that were.
function Health:DoDelta(amount, overtime, cause, ignore_invincible, afflicter, ignore_absorb)
    if self.redirect ~= nil and self.redirect(self.inst, amount, overtime, cause, ignore_invincible, afflicter, ignore_absorb) then return 0 end
    need(amount, 1)
    if not ignore_invincible and (self:IsInvincible() or self.inst.is_teleporting) then return 0 end
    if amount < 0 and not ignore_absorb then amount = absorbed(self, amount, afflicter) end
    local before = self:GetPercent()
    self:SetVal(self.currenthealth + amount, cause, afflicter)
    local after = self:GetPercent()
    self.inst:PushEvent("healthdelta", { oldpercent = before, newpercent = after, overtime = overtime, cause = cause, afflicter = afflicter, amount = amount })
    if self.ondelta ~= nil then self.ondelta(self.inst, before, after, overtime, cause, afflicter, amount) end
    return amount
end
function Health:Kill()
    if self.currenthealth > 0 then self:DoDelta(-self.currenthealth, nil, nil, nil, nil, true) end
end
function Health:ForceUpdateHUD(overtime) self:DoDelta(0, overtime, nil, true, nil, true) end

-- Healing by itself.
local function regen(inst, self)
    if not self:IsDead() then self:DoDelta(self.regenamount, true, "regen") end
end
function Health:StartRegen(amount, period, interrupt)
    need(amount, 1)
    need(period, 2)
    if self.regentask ~= nil then
        if interrupt == false then return end
        self.regentask:Cancel()
    end
    self.regenamount, self.regenperiod = amount, period
    self.regentask = self.inst:DoPeriodicTask(period, regen, nil, self)
end
function Health:StopRegen()
    if self.regentask ~= nil then self.regentask:Cancel() end
    self.regentask = nil
end
local function heal(inst, self, amount)
    if not self:IsDead() then self:DoDelta(amount, true, "regen") end
end
function Health:AddRegenSource(source, amount, period, key)
    need(amount, 2)
    self.regensources = self.regensources or {}
    self:RemoveRegenSource(source, key)
    local tasks = self.regensources[source] or {}
    tasks[key or "key"], self.regensources[source] = self.inst:DoPeriodicTask(period, heal, nil, self, amount), tasks
end
function Health:RemoveRegenSource(source, key)
    local tasks = self.regensources and self.regensources[source]
    if tasks and tasks[key or "key"] then
        tasks[key or "key"]:Cancel()
        tasks[key or "key"] = nil
    end
end

-- Fire burns as long as it goes on.
function Health:GetFireDamageScale()
    local others = self.externalfiredamagemultipliers
    return others ~= nil and self.fire_damage_scale * others:Get() or self.fire_damage_scale
end
function Health:DoFireDamage(amount, doer, instant)
    local scale = self:GetFireDamageScale()
    if self:IsInvincible() or scale <= 0 then return end
    local now = GetTime()
    if not self.takingfiredamage then
        self.takingfiredamage, self.takingfiredamagestarttime = true, now
        self.inst:StartUpdatingComponent(self)
        self.inst:PushEvent("startfiredamage")
    end
    self.lastfiredamagetime = now
    if amount > 0 and (instant or now - self.takingfiredamagestarttime >= FIRE_BEGINS) then
        self:DoDelta(-amount * scale, false, doer ~= nil and (doer.nameoverride or doer.prefab) or "fire", nil, doer)
        self.inst:PushEvent("firedamage")
    end
end
function Health:OnUpdate()
    if GetTime() - (self.lastfiredamagetime or 0) > FIRE_FADES then
        self.takingfiredamage = false
        self.inst:StopUpdatingComponent(self)
        self.inst:PushEvent("stopfiredamage")
    end
end
function Health:OnRemoveFromEntity()
    self:StopRegen()
    self.inst:StopUpdatingComponent(self)
    if native.isbody(self.inst) then native.mirror(self.inst, "set_health", 0, 0) end
end

-- As clients ask.
function Health:GetCurrent() return self.currenthealth end
function Health:Max() return self.maxhealth end
function Health:MaxWithPenalty() return self:GetMaxWithPenalty() end
function Health:IsTakingFireDamage() return self.takingfiredamage end
function Health:CanMurder() return self.canmurder end
function Health:CanHeal() return self.canheal end

-- That of a body whose life is the arena's.
local Foreign = Class(Health)
Health.Foreign = Foreign
local live = {
    currenthealth = function(self)
        local points, full = native.vitals(self.inst)
        return full > 0 and points or Health.maxhealth
    end,
    maxhealth = function(self)
        local _, full = native.vitals(self.inst)
        return full > 0 and full or Health.maxhealth
    end,
    invincible = function(self)
        local _, full = native.vitals(self.inst)
        return full <= 0
    end,
}
Foreign.__index = native.live(Foreign, live)
function Foreign:IsDead() return native.dead(self.inst) end
function Foreign:IsInvincible() return self.invincible end
function Foreign:SetVal(n, _, afflicter)
    local lost = self.currenthealth - n
    if lost > 0 then native.mirror(afflicter ~= nil and native.isbody(afflicter) and afflicter or native.self(), "strike_for", self.inst, lost) end
end
function Foreign:DoDelta(amount, _, cause, ignore_invincible, afflicter)
    if amount == 0 or self:IsDead() or self.invincible and not ignore_invincible then return 0 end
    self:SetVal(self.currenthealth + amount, cause, afflicter)
    return amount
end
function Foreign:SetMaxHealth() end
function Foreign:SetCurrentHealth(n) self:SetVal(n) end

return Health
