-- What flies straight at somebody. It hits after the time of its way, if the target
-- is then within its reach.
local Projectile = Class(function(self, inst)
    self.inst = inst
    self.speed, self.hitdist, self.homing, self.range = 20, 1, true, nil
    inst:AddTag("projectile")
end)

function Projectile:SetSpeed(n) self.speed = n end
function Projectile:SetStimuli(name) self.stimuli = name end
function Projectile:SetRange(n) self.range = n end
function Projectile:SetHitDist(n) self.hitdist = n end
function Projectile:SetHoming(on) self.homing = on end
function Projectile:SetOnThrownFn(fn) self.onthrown = fn end
function Projectile:SetOnHitFn(fn) self.onhit = fn end
function Projectile:SetOnPreHitFn(fn) self.onprehit = fn end
function Projectile:SetOnMissFn(fn) self.onmiss = fn end
function Projectile:SetOnCaughtFn(fn) self.oncaught = fn end
function Projectile:SetCanCatch(on) self.cancatch = on end
function Projectile:SetLaunchOffset(v) self.launchoffset = v end
function Projectile:IsThrown() return self.target ~= nil end

local function arrive(inst, self)
    local target = self.target
    if target == nil then return end
    if target:IsValid() and not target:IsInLimbo() and (self.homing or (target:GetPosition() - self.dest):Length() <= self.hitdist + target:GetPhysicsRadius(0)) then
        inst.Transform:SetPosition(target.Transform:GetWorldPosition())
        self:Hit(target)
    else
        self:Miss(target)
    end
end
function Projectile:Throw(owner, target, attacker)
    local inst = self.inst
    self.owner, self.target, self.attacker = owner, target, attacker
    local from = (attacker or owner):GetPosition()
    inst.Transform:SetPosition(from:Get())
    self.dest = target:GetPosition()
    if self.onthrown then self.onthrown(inst, owner, target, attacker) end
    inst:DoTaskInTime((self.dest - from):Length() / math.max(self.speed, 0.1), arrive, self)
end
function Projectile:Miss(target)
    local owner = self.owner
    self:Stop()
    if self.onmiss then self.onmiss(self.inst, owner, target) end
end
function Projectile:Hit(target)
    local attacker, weapon = self.attacker or self.owner, self.inst
    if self.onprehit then self.onprehit(self.inst, attacker, target) end
    self:Stop()
    if attacker and attacker:IsValid() and attacker.components.combat and target.components.combat then
        attacker.components.combat:DoAttack(target, weapon, weapon, self.stimuli)
    end
    if self.onhit then self.onhit(self.inst, attacker, target) end
end
function Projectile:Stop() self.target, self.owner = nil, nil end

return Projectile
