-- What one fights with.
local native = ...
local need = native.need
local Weapon = Class(function(self, inst)
    self.inst = inst
    self.damage = 10
    inst:AddTag("weapon")
end)

function Weapon:SetDamage(damage)
    need(damage, 1)
    self.damage = damage
end
function Weapon:SetRange(attack, hit) self.attackrange, self.hitrange = attack, hit or attack end
function Weapon:SetProjectile(prefab) self.projectile = prefab end
function Weapon:SetProjectileOffset(n) self.projectile_offset = n end
function Weapon:SetOnAttack(fn) self.onattack = fn end
function Weapon:SetOnProjectileLaunch(fn) self.onprojectilelaunch = fn end
function Weapon:SetOnProjectileLaunched(fn) self.onprojectilelaunched = fn end
function Weapon:SetElectric(dry, wet)
    self.stimuli, self.electric_damage_mult, self.electric_wet_damage_mult = "electric", dry, wet
end
function Weapon:SetOverrideStimuliFn(fn) self.overridestimulifn = fn end
function Weapon:CanRangedAttack() return self.projectile ~= nil end

function Weapon:GetDamage(attacker, target)
    local damage = self.damage
    if type(damage) == "function" then damage = damage(self.inst, attacker, target) end
    return damage
end
function Weapon:OnAttack(attacker, target, projectile)
    if self.onattack then self.onattack(self.inst, attacker, target) end
    local uses = self.inst.components.finiteuses
    if uses and uses.Use and projectile == nil then uses:Use(self.attackwear or 1) end
end

-- A projectile flies by itself where the scene knows how; else it hits at once.
function Weapon:LaunchProjectile(attacker, target)
    if self.projectile == nil then return end
    if self.onprojectilelaunch then self.onprojectilelaunch(self.inst, attacker, target) end
    local flying = SpawnPrefab(self.projectile)
    if flying == nil then return end
    local x, y, z = attacker.Transform:GetWorldPosition()
    flying.Transform:SetPosition(x, y, z)
    local c = flying.components
    if c.projectile then
        c.projectile:Throw(self.inst, target, attacker)
    elseif c.complexprojectile then
        c.complexprojectile:Launch(target:GetPosition(), attacker, self.inst)
    end
    if self.onprojectilelaunched then self.onprojectilelaunched(self.inst, attacker, target, flying) end
end

return Weapon
