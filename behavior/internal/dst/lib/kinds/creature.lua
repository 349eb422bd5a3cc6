-- Components that stand for what the arena knows of a body: its health, its
-- hunger, whom it fights, where it goes, what it carries.
local native, component = ...
local ask, act = native.ask, native.act

local function answer(v) return function() return v end end
local nothing = answer(nil)

component("health", {
    maxhealth = 100, minhealth = 0, penalty = 0, invincible = false, canheal = true, takingfiredamagetime = 0,
    live = {
        currenthealth = function(self) return self:GetPercent() * 100 end,
        takingfiredamage = function(self) return self.inst.components.burnable:IsBurning() end,
    },
    GetPercent = function(self) return ask(self.inst, "health", self.inst) or 1 end,
    IsDead = function(self) return ask(self.inst, "is_dead", self.inst) == true end,
    IsHurt = function(self) return self:GetPercent() < 1 end,
    GetMaxWithPenalty = answer(100),
    IsInvincible = answer(false),
    Kill = function(self) act(self.inst, "die") end,
    IsMaxHealth = function(self) return self:GetPercent() >= 1 end, GetPenaltyPercent = answer(0), ForceUpdateHUD = nothing, DoFireDamage = nothing,
    SetVal = nothing, SetCurrentHealth = nothing, SetAbsorptionAmount = nothing, DeltaPenalty = nothing, SetMinHealth = nothing, AddRegenSource = nothing,
    RemoveRegenSource = nothing, absorb = 0, fire_damage_scale = 1, nofadeout = false,
    DoDelta = nothing, SetPercent = nothing, SetMaxHealth = nothing, StartRegen = nothing, StopRegen = nothing, SetInvincible = nothing,
})

component("hunger", {
    max = 100, hungerrate = 1, burning = true,
    live = { current = function(self) return self:GetPercent() * 100 end },
    GetPercent = function(self) return 1 - (ask(self.inst, "hunger", self.inst) or 0) end,
    IsStarving = function(self) return self:GetPercent() <= 0 end,
    IsPaused = answer(false), DoDelta = nothing, SetPercent = nothing, SetRate = nothing, SetMax = nothing, Pause = nothing, Resume = nothing,
})

-- The target is what scripts set, else a foe that the bot sees.
component("combat", {
    start = function(self)
        self.laststartattacktime, self.lastwasattackedtime, self.lastattacktime, self.lookedat = -math.huge, -math.huge, -math.huge, -math.huge
        self.attackers, self.externaldamagemultipliers = {}, SourceModifierList(self.inst)
    end,
    lastdoattacktime = -math.huge, areahitrange = 0, damagemultiplier = 1, playerdamagepercent = 1, battlecryenabled = true, hiteffectsymbol = "body",
    attackrange = 2, hitrange = 2, defaultdamage = 10, min_attack_period = 1, areahitdamagepercent = 1, canattack = true, ignorehitrange = false,
    live = {
        target = function(self)
            if GetTime() - self.lookedat < 1 then return nil end
            self.lookedat = GetTime()
            local foe = self.targetfn and self.targetfn(self.inst) or native.entity(ask(self.inst, "body_id", "enemy"))
            if foe and not self.targetfn and not ask(self.inst, "is_hostile", foe) then foe = nil end
            if foe then self:SetTarget(foe) end
            return foe
        end,
        lastattacker = function(self) return native.entity(ask(self.inst, "body_id", "attacker")) end,
    },
    SetTarget = function(self, target)
        local old = rawget(self, "target")
        self.target = target
        if target == nil then
            self.lookedat = GetTime()
            act(self.inst, "clear_target")
        elseif target ~= old then
            act(self.inst, "choose_target", target)
            self.inst:PushEvent("newcombattarget", { target = target, oldtarget = old })
        end
        if old and not target then self.inst:PushEvent("droppedtarget", { target = old }) end
    end,
    SuggestTarget = function(self, target)
        if rawget(self, "target") == nil and target ~= nil and self:CanTarget(target) then
            self:SetTarget(target)
            return true
        end
        return false
    end,
    DropTarget = function(self) self:SetTarget(nil) end,
    GiveUp = function(self)
        local old = self.target
        self:SetTarget(nil)
        self.inst:PushEvent("giveuptarget", { target = old })
    end,
    ValidateTarget = function(self)
        local target = self.target
        if target ~= nil and not (target:IsValid() and self:CanTarget(target) and (not self.keeptargetfn or self.keeptargetfn(self.inst, target))) then
            self:SetTarget(nil)
            return false
        end
        return target ~= nil
    end,
    HasTarget = function(self) return self.target ~= nil end,
    TargetIs = function(self, e) return e ~= nil and self.target == e end,
    CanTarget = function(self, e) return e ~= nil and e ~= self.inst and native.isbody(e) and e:IsValid() and not e.components.health:IsDead() end,
    CanAttack = function(self, e) return not self:InCooldown() and self:CanTarget(e) and self:CanHitTarget(e) end,
    CanHitTarget = function(self, e) return ask(self.inst, "in_reach", e) == true end,
    LocomotorCanAttack = function(self) return self:InCooldown() == false, false, false end,
    TryAttack = function(self, e)
        e = e or self.target
        if e == nil or not self:CanHitTarget(e) then return false end
        self.laststartattacktime = GetTime()
        local done = act(self.inst, "attack", e)
        if done == SUCCESS then
            self.lastattacktime = GetTime()
            self.inst:PushEvent("onattackother", { target = e })
        end
        return done ~= FAILED
    end,
    StartAttack = function(self) self.laststartattacktime = GetTime() end,
    CancelAttack = function(self) self.laststartattacktime = -math.huge end,
    DoAttack = function(self, e) return self:TryAttack(e) end,
    ForceAttack = function(self)
        if self.target ~= nil and self:TryAttack() then return true end
        self.inst:PushEvent("doattack", { target = self.target })
        return false
    end,
    GetAttackers = function(self) return self.attackers end,
    EngageTarget = function(self, target) self:SetTarget(target) end,
    TryRetarget = function(self)
        local found = self.targetfn and self.targetfn(self.inst)
        if found ~= nil then self:SuggestTarget(found) end
        return found ~= nil
    end,
    SetLastTarget = function(self, target) self.lasttarget = target end,
    BattleCry = function(self) self.inst:PushEvent("battlecry") end,
    GetCooldown = function(self) return ask(self.inst, "cooldown") or 0 end,
    InCooldown = function(self) return self:GetCooldown() > 0 end,
    GetAttackRange = function(self) return self.attackrange end,
    GetHitRange = function(self) return self.hitrange end,
    CalcAttackRangeSq = function(self) return self.attackrange * self.attackrange end,
    CalcHitRangeSq = function(self) return self.hitrange * self.hitrange end,
    GetLastAttackedTime = function(self) return self.lastwasattackedtime end,
    IsRecentTarget = function(self, e) return self:TargetIs(e) end,
    IsAlly = function(self, e) return ask(self.inst, "is_hostile", e) ~= true end,
    GetWeapon = nothing, CanExtinguishTarget = answer(false), CanLightTarget = answer(false),
    SetRetargetFunction = function(self, _, fn) self.targetfn = fn end,
    SetKeepTargetFunction = function(self, fn) self.keeptargetfn = fn end,
    SetRange = function(self, attack, hit) self.attackrange, self.hitrange = attack, hit or attack end,
    SetDefaultDamage = function(self, n) self.defaultdamage = n end,
    SetAttackPeriod = function(self, n) self.min_attack_period = n end,
    ShareTarget = function(self, target, range, fn, most)
        for _, e in ipairs(native.within(self.inst, range)) do
            if e ~= self.inst and native.isbody(e) and (fn == nil or fn(e)) and (most or 1) > 0 then
                if e.components.combat:SuggestTarget(target) then most = (most or 1) - 1 end
            end
        end
    end,
    ResetCooldown = nothing, RestartCooldown = nothing, OverrideCooldown = nothing, BlankOutAttacks = nothing, EnableAreaDamage = nothing,
    SetHurtSound = nothing, SetAreaDamage = nothing, SetPlayerStunlock = nothing, SetOnHit = nothing, SetShouldAggroFn = nothing, SetNoAggroTags = nothing,
    AddNoAggroTag = nothing, RemoveNoAggroTag = nothing, SetLoseTargetCallback = nothing, StartTrackingTarget = nothing, StopTrackingTarget = nothing,
    CalcDamage = function(self) return self.defaultdamage end, TargetHasFriendlyLeader = answer(false), DoAreaAttack = answer(0),
    IsValidTarget = function(self, e) return self:CanTarget(e) end, ShouldAggro = answer(true), CanBeAttacked = answer(true), CanBeAlly = answer(false),
    SetShouldAvoidAggro = nothing, RemoveShouldAvoidAggro = nothing, ShouldAvoidAggro = answer(false),
})

-- Whoever burns has the key `burning` in its state.
component("burnable", {
    canlight = true,
    live = { burning = function(self) return self:IsBurning() end },
    IsBurning = function(self) return native.tagged(self.inst, "burning") end,
    IsSmoldering = answer(false),
    Ignite = function(self)
        act(self.inst, "set_state", "burning", true)
        self.inst:PushEvent("onignite")
    end,
    Extinguish = function(self)
        act(self.inst, "set_state", "burning", false)
        self.inst:PushEvent("onextinguish")
    end,
    StartWildfire = nothing, StopSmoldering = nothing, ExtendBurning = nothing, SetFXLevel = nothing, KillFX = nothing, flammability = 1,
    controlled_burn = false, ignorefuel = false, SmotherSmolder = nothing, GetLargestLightRadius = answer(0), SetBurnTime = nothing,
})

component("sleeper", {
    live = { isasleep = function(self) return self:IsAsleep() end },
    IsAsleep = function(self) return ask(self.inst, "is_pose", "sleep", self.inst) == true end,
    IsInDeepSleep = function(self) return self:IsAsleep() end,
    IsHibernating = answer(false),
    GoToSleep = function(self)
        act(self.inst, "set_pose", "sleep")
        self.inst:PushEvent("gotosleep")
    end,
    WakeUp = function(self)
        act(self.inst, "set_pose", "stand")
        self.inst:PushEvent("onwakeup")
    end,
    SetNocturnal = nothing, SetDefaultTests = nothing, StopTesting = nothing, GetTimeAwake = answer(0), GetTimeAsleep = answer(0), lasttransitiontime = 0,
    lasttesttime = 0, sleepiness = 0, hibernate = false, StartTesting = nothing, SetSleepTest = nothing, SetWakeTest = nothing, SetResistance = nothing, AddSleepiness = nothing,
})
