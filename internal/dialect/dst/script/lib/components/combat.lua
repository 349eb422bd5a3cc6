-- Whom a creature fights, how it strikes and what it feels of blows.
local native = ...
local need = native.need
local COOLDOWN, KEEP_PERIOD = 4, 1

local Combat = Class(function(self, inst)
    self.inst = inst
    if native.foreign(inst) then
        setmetatable(self, self.Foreign)
    elseif native.made(inst) then
        self.externaldamagemultipliers = SourceModifierList(inst)
        self.externaldamagetakenmultipliers = SourceModifierList(inst)
    else
        self:Equip()
    end
end)

-- What a combat has until something else is set.
Combat.min_attack_period, Combat.attackrange, Combat.hitrange, Combat.defaultdamage = COOLDOWN, 3, 3, 0
Combat.laststartattacktime, Combat.lastwasattackedtime, Combat.lastwasattackedbytargettime, Combat.lastdoattacktime = 0, 0, 0, 0
Combat.playerdamagepercent, Combat.pvp_damagemod = 1, 1
Combat.canattack, Combat.forcefacing, Combat.battlecryenabled, Combat.battlecryinterval = true, true, true, 5
Combat.hiteffectsymbol, Combat.noimpactsound, Combat.ignorehitrange = "marker", false, false
-- Only a creature with a file has multipliers; nothing changes those of others.
local Fixed = Class(SourceModifierList, function(self) SourceModifierList._ctor(self) end)
function Fixed:SetModifier() end
Combat.externaldamagemultipliers, Combat.externaldamagetakenmultipliers = Fixed(), Fixed()

-- A creature without a file has the weapon and the foes of its class.
local function foeof(inst)
    local foe = native.entity(native.ask(inst, "body_id", "enemy"))
    if foe ~= nil and native.ask(inst, "is_hostile", foe) then return foe end
end
function Combat:Equip()
    local _, _, _, _, _, _, damage, range, cooldown = native.vitals(self.inst)
    if damage > 0 then
        self.defaultdamage, self.attackrange, self.hitrange, self.min_attack_period = damage, range, range, cooldown
    end
    if native.embattled(self.inst) then self:SetRetargetFunction(1, foeof) end
end

function Combat:SetDefaultDamage(damage)
    need(damage, 1)
    self.defaultdamage = damage
end
function Combat:SetAttackPeriod(period)
    need(period, 1)
    self.min_attack_period = period
end
function Combat:SetRange(attack, hit)
    need(attack, 1)
    self.attackrange, self.hitrange = attack, hit or attack
end
function Combat:SetPlayerStunlock(how) self.playerstunlock = how end
function Combat:SetHurtSound(sound) self.hurtsound = sound end
function Combat:SetOnHit(fn) self.onhitfn = fn end
-- Its number, not the creature: what it fought for long is not kept with all that it was.
function Combat:SetLastTarget(target) self.lasttargetGUID = target ~= nil and target.GUID or nil end
function Combat:SetNoAggroTags(tags) self.noaggrotags = tags end
function Combat:AddNoAggroTag(tag)
    self.noaggrotags = self.noaggrotags or {}
    if not table.contains(self.noaggrotags, tag) then table.insert(self.noaggrotags, tag) end
end
function Combat:RemoveNoAggroTag(tag)
    if self.noaggrotags ~= nil then table.removearrayvalue(self.noaggrotags, tag) end
end
function Combat:SetShouldAggroFn(fn) self.shouldaggrofn = fn end
function Combat:SetShouldRecoilFn(fn) self.shouldrecoilfn = fn end

-- Whom it would rather not turn on, each as often as it was said.
function Combat:SetShouldAvoidAggro(target)
    self.shouldavoidaggro = self.shouldavoidaggro or {}
    self.shouldavoidaggro[target] = (self.shouldavoidaggro[target] or 0) + 1
end
function Combat:RemoveShouldAvoidAggro(target)
    local times = self.shouldavoidaggro and self.shouldavoidaggro[target]
    if times then self.shouldavoidaggro[target] = times > 1 and times - 1 or nil end
end
function Combat:ShouldAggro(target)
    if self.shouldavoidaggro ~= nil and self.shouldavoidaggro[target] then return false end
    if self.noaggrotags ~= nil and target:HasOneOfTags(self.noaggrotags) then return false end
    return self.shouldaggrofn == nil or self.shouldaggrofn(self.inst, target)
end

-- Who can be a target, and who can be struck.
local UNTOUCHABLE = { "playerghost", "noattack", "flight", "invisible" }
function Combat:CanBeAttacked(by)
    local inst = self.inst
    if inst:IsInLimbo() or inst:HasOneOfTags(UNTOUCHABLE) then return false end
    if by ~= nil and by:HasTag("player") and inst:HasTag("noplayertarget") then return false end
    return self.canbeattackedfn == nil or self.canbeattackedfn(inst, by)
end

local UNSEEN = { "INLIMBO", "notarget", "invisible", "debugnoattack" }
function Combat:CanTarget(target)
    if target == nil or not target:IsValid() or target:IsInLimbo() or target:HasOneOfTags(UNSEEN) then return false end
    local health = self.inst.components.health
    if self.panic_thresh ~= nil and health ~= nil and health:GetPercent() < self.panic_thresh then return false end
    local combat = target.components.combat
    return combat ~= nil and combat:CanBeAttacked(self.inst)
end

function Combat:IsValidTarget(target)
    if target == nil or target == self.inst or not target:IsValid() or not native.visible(target) then return false end
    local health = target.components.health
    if target.components.combat == nil or health == nil or health:IsDead() or target:HasTag("spawnprotection") then return false end
    if target:HasTag("shadow") and not self.inst:HasTag("crazy") and not self.inst:HasTag("shadow") and self.inst:HasTag("player") then return false end
    return true
end

function Combat:HasTarget() return self.target ~= nil end
function Combat:TargetIs(target) return target ~= nil and self.target == target end
function Combat:IsRecentTarget(target) return target ~= nil and (target == self.target or target.GUID == self.lasttargetGUID) end

-- A target that is removed or goes into limbo is none any more.
local function lost(self)
    local combat = self.inst.components.combat
    if combat == self then self:DropTarget() end
end
function Combat:StartTrackingTarget(target)
    if target == nil then return end
    if self.losetargetcallback == nil then self.losetargetcallback = function() lost(self) end end
    self.inst:ListenForEvent("enterlimbo", self.losetargetcallback, target)
    self.inst:ListenForEvent("onremove", self.losetargetcallback, target)
end
function Combat:StopTrackingTarget(target)
    if target == nil or self.losetargetcallback == nil then return end
    self.inst:RemoveEventCallback("enterlimbo", self.losetargetcallback, target)
    self.inst:RemoveEventCallback("onremove", self.losetargetcallback, target)
end

-- The arena shows whom it fights.
local function show(self)
    local target = self.target
    if target ~= nil and native.isbody(target) then
        native.mirror(self.inst, "choose_target", target)
    else
        native.mirror(self.inst, "clear_target")
    end
end

function Combat:SetTarget(target)
    if target == self.target then return end
    if target ~= nil then
        if not self:IsValidTarget(target) or not self:ShouldAggro(target) then return end
        if target:HasTag("player") and target.sg ~= nil and target.sg:HasStateTag("hiding") then return end
        local follower = self.inst.components.follower
        if follower ~= nil and follower.leader == target and follower.keepleaderonattacked then return end
    end
    local old = self.target
    self:DropTarget(target ~= nil)
    if target ~= nil then self:EngageTarget(target, old) end
    show(self)
end

function Combat:EngageTarget(target, old)
    local inst = self.inst
    self.target = target
    inst:PushEvent("newcombattarget", { target = target, oldtarget = old })
    if self.target ~= target then return end
    self:StartTrackingTarget(target)
    if self.keeptargetfn ~= nil then
        self.updatesat = nil
        inst:StartUpdatingComponent(self)
    end
    local follower = inst.components.follower
    if follower ~= nil and follower.leader == target and target.components.leader ~= nil then
        target.components.leader:RemoveFollower(inst)
    end
end

function Combat:DropTarget(hasnext)
    local target = self.target
    if target == nil then return end
    self:SetLastTarget(target)
    self:StopTrackingTarget(target)
    self.target = nil
    self.inst:StopUpdatingComponent(self)
    if hasnext then return end
    show(self)
    self.inst:PushEvent("droppedtarget", { target = target })
end

function Combat:ValidateTarget()
    if self.target == nil then return end
    if self:IsValidTarget(self.target) then return true end
    self:DropTarget()
end

-- What it says, which creatures put something of their own in place of.
function Combat:GetBattleCryString() end
function Combat:GetGiveUpString() end

function Combat:GiveUp()
    local talker = self.inst.components.talker
    if talker ~= nil then
        local line = self:GetGiveUpString(self.target)
        if line ~= nil then talker:Say(line) end
    end
    self.inst:PushEvent("giveuptarget", { target = self.target })
    self:DropTarget()
end

-- Looking for targets.
local function retarget(inst) inst.components.combat:TryRetarget() end
function Combat:SetRetargetFunction(period, fn)
    need(period, 1)
    self.targetfn, self.retargetperiod = fn, period
    if self.retargettask ~= nil then self.retargettask:Cancel() end
    self.retargettask = fn ~= nil and period ~= nil and self.inst:DoPeriodicTask(period, retarget, period * math.random()) or nil
end

function Combat:TryRetarget()
    local inst, health, sleeper = self.inst, self.inst.components.health, self.inst.components.sleeper
    if self.targetfn == nil or inst:IsAsleep() or health ~= nil and health:IsDead() or sleeper ~= nil and sleeper:IsInDeepSleep() then return end
    local target, force = self.targetfn(inst)
    if target == nil or target == self.target or target:HasTag("notarget") then return end
    local old = self.target
    if old == nil then
        self:SuggestTarget(target)
    elseif force or old:HasTag("structure") and not target:HasTag("structure") then
        self:SetTarget(target)
    end
end

function Combat:SuggestTarget(target)
    if self.target == nil and target ~= nil then
        self:SetTarget(target)
        return true
    end
end

function Combat:SetKeepTargetFunction(fn)
    self.keeptargetfn = fn
    if fn ~= nil and self.target ~= nil then
        self.updatesat = nil
        self.inst:StartUpdatingComponent(self)
    end
end

-- It asks in the next tick, then each second.
function Combat:OnUpdate(dt)
    local inst, target = self.inst, self.target
    if target == nil or self.keeptargetfn == nil or inst:IsAsleep() then
        inst:StopUpdatingComponent(self)
        return
    end
    self.updatesat = GetTick() + math.floor(KEEP_PERIOD / dt + 0.0001) + 1
    local combat = target:IsValid() and not target:IsInLimbo() and target.components.combat
    if not (combat and self.keeptargetfn(inst, target) and combat:CanBeAttacked(inst)) then
        inst:PushEvent("losttarget")
        self:DropTarget()
    end
end

-- Others who help against a target, the nearest first.
local FIGHTERS = { "_combat" }
function Combat:ShareTarget(target, range, fn, most, must)
    need(range, 2)
    if target == nil or most ~= nil and most <= 0 then return end
    local x, y, z = self.inst.Transform:GetWorldPosition()
    local helpers = 0
    for _, e in ipairs(TheSim:FindEntities(x, y, z, SpringCombatMod(range), must or FIGHTERS)) do
        local combat = e ~= self.inst and e.components.combat
        if combat and not IsEntityDead(e) and (fn == nil or fn(e)) and combat:SuggestTarget(target) then
            helpers = helpers + 1
            if helpers >= (most or math.huge) then return end
        end
    end
end

-- The time between two attacks.
function Combat:InCooldown() return self.laststartattacktime + self.min_attack_period > GetTime() end
function Combat:GetCooldown() return math.max(0, self.laststartattacktime + self.min_attack_period - GetTime()) end
function Combat:ResetCooldown() self.laststartattacktime = 0 end
function Combat:RestartCooldown() self.laststartattacktime = GetTime() end
function Combat:OverrideCooldown(left) self.laststartattacktime = GetTime() - self.min_attack_period + left end
function Combat:CancelAttack() self.laststartattacktime = 0 end
local function mayattack(inst)
    local combat = inst.components.combat
    combat.canattack, combat.blanktask = true, nil
end
function Combat:BlankOutAttacks(time)
    self.canattack = false
    if self.blanktask ~= nil then self.blanktask:Cancel() end
    self.blanktask = self.inst:DoTaskInTime(time, mayattack)
end
function Combat:GetLastAttackedTime() return self.lastwasattackedtime end

-- Reach: from the middle of its body to the edge of the other's.
function Combat:GetWeapon()
    local inventory = self.inst.components.inventory
    local item = inventory ~= nil and inventory:GetEquippedItem(EQUIPSLOTS.HANDS)
    if item and item.components.weapon ~= nil then return item end
end
local function reach(self, field)
    local weapon = self:GetWeapon()
    return self[field] + (weapon ~= nil and weapon.components.weapon[field] or 0)
end
function Combat:GetAttackRange() return reach(self, "attackrange") end
function Combat:GetHitRange() return reach(self, "hitrange") end
local function square(target, range)
    range = range + (target ~= nil and target:GetPhysicsRadius(0) or 0)
    return range * range
end
function Combat:CalcAttackRangeSq(target) return square(target or self.target, self:GetAttackRange()) end
function Combat:CalcHitRangeSq(target) return square(target or self.target, self:GetHitRange()) end

function Combat:CanAttack(target)
    if not self:IsValidTarget(target) then return false, true end
    if not self.canattack or self:InCooldown() then return false end
    local sg = self.inst.sg
    if sg ~= nil and sg:HasStateTag("busy") and not sg:HasStateTag("hit") then return false end
    return self.ignorehitrange or self.inst:GetDistanceSqToInst(target) <= self:CalcAttackRangeSq(target)
end
function Combat:LocomotorCanAttack(reached, target)
    if not self:IsValidTarget(target) then return false, true, false end
    reached = reached or self.ignorehitrange or self.inst:GetDistanceSqToInst(target) <= self:CalcAttackRangeSq(target)
    return reached, false, self:InCooldown()
end
function Combat:CanHitTarget(target)
    if target == nil or not target:IsValid() or target:IsInLimbo() then return false end
    local combat = target.components.combat
    if combat == nil or not combat:CanBeAttacked(self.inst) then return false end
    return self.ignorehitrange or self.inst:GetDistanceSqToInst(target) <= self:CalcHitRangeSq(target)
end
function Combat:CanLightTarget() return false end
function Combat:CanExtinguishTarget() return false end

-- Attacks: a state graph hears of them, and strikes.
function Combat:TryAttack(target)
    target = target or self.target
    local sg = self.inst.sg
    if sg ~= nil and sg:HasStateTag("attack") then return true end
    if not self:CanAttack(target) then return false end
    self.inst:PushEvent("doattack", { target = target })
    return true
end
function Combat:ForceAttack()
    if self.target ~= nil and self:TryAttack() then return true end
    self.inst:PushEvent("doattack")
end
function Combat:StartAttack()
    if self.target ~= nil and self.forcefacing and self.target:IsValid() then self.inst:ForceFacePoint(self.target:GetPosition()) end
    self.laststartattacktime = GetTime()
end

function Combat:CalcDamage(target, weapon, multiplier)
    if target:HasTag("alwaysblock") then return 0 end
    local damage, bonus = self.defaultdamage, self.damagebonus or 0
    if weapon ~= nil and weapon.components.weapon ~= nil then
        damage = weapon.components.weapon:GetDamage(self.inst, target) or 0
    end
    local factor = (multiplier or 1) * (self.damagemultiplier or 1) * self.externaldamagemultipliers:Get()
    if self.customdamagemultfn ~= nil then factor = factor * (self.customdamagemultfn(self.inst, target, weapon, multiplier) or 1) end
    if target:HasTag("player") and not self.inst:HasTag("player") then factor = factor * self.playerdamagepercent end
    if self.bonusdamagefn ~= nil then bonus = bonus + (self.bonusdamagefn(self.inst, target, damage, weapon) or 0) end
    local planar = self.inst.components.planardamage
    return damage * factor + bonus, planar ~= nil and { planar = planar:GetDamage() } or nil
end

function Combat:DoAttack(target, weapon, projectile, stimuli, multiplier, range)
    local inst = self.inst
    target, weapon = target or self.target, weapon or self:GetWeapon()
    local hits = self:CanHitTarget(target)
    if hits and range ~= nil then hits = inst:GetDistanceSqToInst(target) <= range * range end
    if not hits then
        inst:PushEvent("onmissother", { target = target, weapon = weapon })
        if self.areahitrange ~= nil and not self.areahitdisabled then self:DoAreaAttack(projectile or inst, self.areahitrange, weapon, self.areahitcheck, stimuli) end
        return
    end
    inst:PushEvent("onattackother", { target = target, weapon = weapon, projectile = projectile, stimuli = stimuli })
    local tool = weapon ~= nil and weapon.components.weapon or nil
    if tool ~= nil and projectile == nil and tool.projectile and tool.CanRangedAttack ~= nil and tool:CanRangedAttack() then
        tool:LaunchProjectile(inst, target)
    elseif target.components.combat ~= nil then
        local damage, special = self:CalcDamage(target, weapon, multiplier)
        target.components.combat:GetAttacked(inst, damage, weapon, stimuli, special)
        if tool ~= nil and tool.OnAttack ~= nil then tool:OnAttack(inst, target, projectile) end
        if self.areahitrange ~= nil and not self.areahitdisabled then self:DoAreaAttack(target, self.areahitrange, weapon, self.areahitcheck, stimuli) end
    end
    self.lastdoattacktime = GetTime()
end

function Combat:SetAreaDamage(range, percent, check)
    self.areahitrange, self.areahitdamagepercent, self.areahitcheck = range, range and (percent or 1) or nil, check
end
function Combat:EnableAreaDamage(on) self.areahitdisabled = on == false end
local SPARED = { "INLIMBO", "notarget", "noattack", "invisible", "playerghost" }
function Combat:DoAreaAttack(target, range, weapon, check, stimuli, spared)
    local hits = 0
    local x, y, z = target.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, range, FIGHTERS, spared or SPARED)) do
        if e ~= target and e ~= self.inst and self:IsValidTarget(e) and (check == nil or check(e, self.inst)) then
            self.inst:PushEvent("onareaattackother", { target = e, weapon = weapon, stimuli = stimuli })
            local damage, special = self:CalcDamage(e, weapon, self.areahitdamagepercent)
            e.components.combat:GetAttacked(self.inst, damage, weapon, stimuli, special)
            hits = hits + 1
        end
    end
    return hits
end

-- What a blow does to who gets it. It is false for one that did nothing.
function Combat:GetAttacked(attacker, damage, weapon, stimuli, special)
    local inst, health = self.inst, self.inst.components.health
    if health ~= nil and health:IsDead() then return true end
    self.lastwasattackedtime = GetTime()
    if attacker ~= nil then
        self.lastattacker = attacker
        if attacker == self.target then self.lastwasattackedbytargettime = GetTime() end
    end
    damage = damage or 0
    local original, blocked = damage, false
    local taker = self.redirectdamagefn ~= nil and self.redirectdamagefn(inst, attacker, damage, weapon, stimuli, special) or nil
    if taker ~= nil and taker.components.combat ~= nil then
        taker.components.combat:GetAttacked(attacker, damage, weapon, stimuli, special)
        blocked = true
    else
        damage = damage * self.externaldamagetakenmultipliers:Get(attacker, weapon)
        local inventory = inst.components.inventory
        if inventory ~= nil and inventory.ApplyDamage ~= nil then damage = inventory:ApplyDamage(damage, attacker, weapon, special) or damage end
        if special ~= nil and special.planar ~= nil then
            local defense = inst.components.planardefense
            damage = damage + math.max(0, special.planar - (defense ~= nil and defense:GetDefense() or 0))
        end
        if damage <= 0 then
            blocked = true
        elseif health ~= nil then
            local cause = attacker ~= nil and (attacker.nameoverride or attacker.prefab) or "NIL"
            local lost = health:DoDelta(-damage, nil, cause, nil, attacker)
            blocked = lost == 0
            damage = -(lost or 0)
            if health:IsDead() and attacker ~= nil then attacker:PushEvent("killed", { victim = inst, attacker = attacker }) end
        end
    end
    if blocked then
        inst:PushEvent("blocked", { attacker = attacker })
        return false
    end
    inst:PushEvent("attacked", {
        attacker = attacker, damage = original, damageresolved = damage, original_damage = original, weapon = weapon, stimuli = stimuli, spdamage = special,
    })
    if self.onhitfn ~= nil then self.onhitfn(inst, attacker, original) end
    if attacker ~= nil and attacker:IsValid() then
        attacker:PushEvent("onhitother", { target = inst, damage = original, damageresolved = damage, weapon = weapon, stimuli = stimuli, spdamage = special })
        local combat = attacker.components.combat
        if combat ~= nil and combat.onhitotherfn ~= nil then combat.onhitotherfn(attacker, inst, original, stimuli, weapon, damage, special) end
        if not native.made(inst) and not IsEntityDead(inst) and self:CanTarget(attacker) then self:SuggestTarget(attacker) end
    end
    return true
end

function Combat:GetImpactSound() return nil end
function Combat:GetDamageReflect() return 0 end

function Combat:BattleCry()
    local now = GetTime()
    if not self.battlecryenabled or self.nextbattlecrytime ~= nil and now <= self.nextbattlecrytime then return end
    self.nextbattlecrytime = now + (self.battlecryinterval or 5) + math.random() * 3
    local talker, sg = self.inst.components.talker, self.inst.sg
    if talker ~= nil then
        local line, time = self:GetBattleCryString(self.target)
        if line ~= nil then talker:Say(line, time or 2) end
    elseif sg ~= nil and sg.sg ~= nil and sg.sg.states ~= nil and sg.sg.states.taunt ~= nil and not sg:HasStateTag("busy") then
        sg:GoToState("taunt")
    end
end
function Combat:ResetBattleCryCooldown(time)
    self.nextbattlecrytime = (time or GetTime()) + (self.battlecryinterval or 5) + math.random() * 3
end

-- Friends: who leads or follows it, and who shares its leader.
local function leaderof(e)
    local follower = e.components.follower
    return follower ~= nil and follower.leader or nil
end
function Combat:IsAlly(other)
    if other == nil then return false end
    local mine, theirs = leaderof(self.inst), leaderof(other)
    return other == self.inst or other == mine or theirs == self.inst or mine ~= nil and mine == theirs
        or native.foreign(other) and native.isbody(self.inst) and not native.ask(self.inst, "is_hostile", other)
end
function Combat:CanBeAlly(other) return self:IsAlly(other) end
function Combat:TargetHasFriendlyLeader(target)
    local mine, theirs = leaderof(self.inst), leaderof(target)
    return theirs ~= nil and (theirs == self.inst or theirs == mine)
end
function Combat:TargetHasEnemyLeader(target) return leaderof(target) ~= nil and not self:TargetHasFriendlyLeader(target) end

function Combat:OnRemoveFromEntity()
    self:StopTrackingTarget(self.target)
    if self.retargettask ~= nil then self.retargettask:Cancel() end
    if self.blanktask ~= nil then self.blanktask:Cancel() end
    self.inst:StopUpdatingComponent(self)
end

-- As clients ask.
function Combat:GetTarget() return self.target end
function Combat:MinAttackPeriod() return self.min_attack_period end
Combat.GetWeaponAttackRange, Combat.GetAttackRangeWithWeapon = Combat.GetAttackRange, Combat.GetAttackRange

-- That of a body whose life is the arena's: it looks there, and blows are the arena's.
local Foreign = Class(Combat)
Combat.Foreign = Foreign
local live = {
    target = function(self) return native.entity(native.ask(self.inst, "body_id", "target")) end,
    lastattacker = function(self) return native.entity(native.ask(self.inst, "body_id", "attacker")) end,
}
Foreign.__index = native.live(Foreign, live)
function Foreign:SetTarget() end
function Foreign:SuggestTarget() end
function Foreign:DropTarget() end
function Foreign:GetCooldown() return native.ask(self.inst, "cooldown") or 0 end
function Foreign:InCooldown() return self:GetCooldown() > 0 end
function Foreign:GetAttacked(attacker, damage, weapon, stimuli)
    local inst = self.inst
    if inst.components.health:IsDead() then return true end
    if damage == nil or damage <= 0 or inst.components.health:IsInvincible() then return false end
    self.lastwasattackedtime = GetTime()
    native.mirror(attacker ~= nil and native.isbody(attacker) and attacker or native.self(), "strike_for", inst, damage)
    inst:PushEvent("attacked", { attacker = attacker, damage = damage, damageresolved = damage, original_damage = damage, weapon = weapon, stimuli = stimuli })
    if attacker ~= nil then
        attacker:PushEvent("onhitother", { target = inst, damage = damage, damageresolved = damage, weapon = weapon, stimuli = stimuli })
        local combat = attacker.components.combat
        if combat ~= nil and combat.onhitotherfn ~= nil then combat.onhitotherfn(attacker, inst, damage, stimuli, weapon, damage) end
    end
    return true
end

return Combat
