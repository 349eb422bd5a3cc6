-- Combat, health, hunger, leaders and followers, freezing. See facts_test.go.

local living = { class = "health: 100" }

-- hears notes the events of some entities, in one list.
local function hears(names, ...)
    local list, marks = {}, { "a ", "b " }
    for i, e in ipairs({ ... }) do
        for _, name in ipairs(names) do
            e:ListenForEvent(name, function() table.insert(list, marks[i] .. name) end)
        end
    end
    return list
end

local BLOW = { "onattackother", "onmissother", "minhealth", "death", "healthdelta", "killed", "attacked", "blocked", "onhitother" }

fact("combat-hit-order", function(a, b)
    local list = hears(BLOW, a, b)
    a.components.combat:SetDefaultDamage(10)
    a.components.combat:DoAttack(b)
    equal(table.concat(list, ", "), "a onattackother, b healthdelta, b attacked, a onhitother")
    near(b.components.health.currenthealth, 90)
end, living)

fact("combat-kill-order", function(a, b)
    local list = hears(BLOW, a, b)
    a.components.combat:SetDefaultDamage(500)
    a.components.combat:DoAttack(b)
    equal(table.concat(list, ", "), "a onattackother, b minhealth, b death, b healthdelta, a killed, b attacked, a onhitother")
end, living)

fact("combat-target-stays-after-death", function(a, b)
    local combat, dropped = a.components.combat, 0
    a:ListenForEvent("droppedtarget", function(_, data) if data.target == b then dropped = dropped + 1 end end)
    combat:SetDefaultDamage(500)
    combat:SetTarget(b)
    combat:DoAttack(b)
    at(20, function()
        equal(combat.target, b)
        equal(dropped, 0)
        combat:ValidateTarget()
        equal(combat.target, nil)
        equal(dropped, 1)
    end)
end, living)

fact("combat-cooldown", function(a, b)
    local combat = a.components.combat
    combat:SetAttackPeriod(2)
    combat:ResetCooldown()
    combat.laststartattacktime = -10
    combat:SetTarget(b)
    local tried, entered
    -- from a brain, in part 4, the state graph hears in the next tick
    think(a, ActionNode(function()
        if tried == nil then
            tried = GetTick()
            equal(combat:TryAttack(), true)
            equal(combat:InCooldown(), false)
        end
    end))
    a:ListenForEvent("newstate", function(_, data) entered = entered or data.statename == "attack" and GetTick() or nil end)
    at(14, function()
        equal(entered, tried + 1)
        equal(combat:InCooldown(), true)
        near(combat:GetCooldown(), 2 - (14 - entered) / 30)
    end)
    at(60, function() equal(combat:TryAttack(), false) end)
    at(75, function()
        equal(combat:InCooldown(), false)
        equal(combat:TryAttack(), true)
    end)
end, living)

fact("combat-try-while-attacking", function(a, b)
    local combat, said = a.components.combat, 0
    combat:SetTarget(b)
    a:ListenForEvent("doattack", function() said = said + 1 end)
    a.sg:GoToState("attack")
    equal(a.sg:HasStateTag("attack"), true)
    equal(combat:TryAttack(), true)
    equal(said, 0)
end, living)

fact("combat-range", function(a, b)
    a.components.combat:SetRange(3)
    b:SetPhysicsRadiusOverride(0.5)
    a:SetPhysicsRadiusOverride(2)
    near(a.components.combat:CalcAttackRangeSq(b), 12.25)
end, living)

fact("combat-miss", function(a, b)
    local list = hears(BLOW, a, b)
    a.components.combat:SetDefaultDamage(10)
    a.components.combat:DoAttack(b)
    equal(table.concat(list, ", "), "a onmissother")
end, { class = "health: 100", field = { 120, 60 }, at = { { -25, 0 }, { 25, 0 } } })

fact("combat-suggest", function(a, b, c)
    local combat = a.components.combat
    equal(combat:SuggestTarget(c), true)
    equal(combat:SuggestTarget(b), nil)
    equal(combat.target, c)
end, { class = "health: 100", count = 3 })

fact("combat-notarget", function(a, b)
    local combat = a.components.combat
    b:AddTag("notarget")
    equal(combat:CanTarget(b), false)
    equal(combat:IsValidTarget(b), true)
    combat:SetRetargetFunction(0.1, function() return b end)
    at(30, function()
        equal(combat.target, nil)
        combat:SetTarget(b)
        equal(combat.target, b)
    end)
end, living)

fact("combat-limbo", function(a, b)
    local combat, dropped = a.components.combat, 0
    combat:SetTarget(b)
    a:ListenForEvent("droppedtarget", function() dropped = dropped + 1 end)
    b:RemoveFromScene()
    equal(combat.target, nil)
    equal(dropped, 1)
end, living)

fact("combat-keep-test", function(a, b)
    local combat, asked, list = a.components.combat, {}, {}
    combat:SetKeepTargetFunction(function()
        table.insert(asked, GetTick())
        return #asked <= 3
    end)
    for _, name in ipairs({ "losttarget", "droppedtarget" }) do
        a:ListenForEvent(name, function() table.insert(list, name .. " " .. GetTick()) end)
    end
    combat:SetTarget(b)
    at(200, function()
        equal(asked[1], 11)
        near(asked[2] - asked[1], 30.5, 0.6)
        near(asked[3] - asked[2], 30.5, 0.6)
        equal(#asked, 4)
        equal(table.concat(list, ", "), "losttarget " .. asked[4] .. ", droppedtarget " .. asked[4])
        near((asked[4] - 10) / 30, 3.1, 0.05)
    end)
end, living)

fact("combat-no-keep-function", function(a, b)
    local combat = a.components.combat
    combat:SetTarget(b)
    b.Transform:SetPosition(pt(500, 0):Get())
    at(100, function()
        near(a:GetDistanceSqToInst(b) > 400 * 400 and 1 or 0, 1)
        equal(combat.target, b)
    end)
end, { class = "health: 100", field = { 1200, 60 } })

fact("combat-retarget-period", function(a, b)
    local combat, asked = a.components.combat, {}
    combat:SetRetargetFunction(1, function()
        table.insert(asked, GetTick())
        return b
    end)
    at(150, function()
        near(asked[1] - 10, 15, 16)
        equal(asked[2] - asked[1], 30)
        equal(asked[3] - asked[2], 30)
        equal(asked[4] - asked[3], 30)
        equal(combat.target, b)
    end)
end, living)

fact("combat-retarget-not-replacing", function(a, b, c)
    local combat, force = a.components.combat, nil
    combat:SetTarget(b)
    combat:SetRetargetFunction(0.1, function() return c, force end)
    at(20, function()
        equal(combat.target, b)
        force = true
    end)
    at(30, function()
        equal(combat.target, c)
        force = nil
        c:AddTag("structure")
        combat:SetRetargetFunction(0.1, function() return b end)
    end)
    at(40, function() equal(combat.target, b) end)
end, { class = "health: 100", count = 3 })

fact("combat-blocked", function(a, b)
    local list = hears(BLOW, a, b)
    b.components.health:SetInvincible(true)
    equal(b.components.combat:GetAttacked(a, 10), false)
    equal(table.concat(list, ", "), "b blocked")
end, living)

fact("combat-zero-damage", function(a, b)
    local list = hears(BLOW, a, b)
    equal(b.components.combat:GetAttacked(a, 0), false)
    equal(table.concat(list, ", "), "b blocked")
end, living)

fact("combat-attack-dead", function(a, b)
    b.components.health:Kill()
    local list = hears(BLOW, a, b)
    equal(b.components.combat:GetAttacked(a, 10), true)
    equal(#list, 0)
end, living)

fact("combat-battlecry-taunt", function(a)
    local combat = a.components.combat
    a.components.talker = nil
    a:RemoveComponent("talker")
    combat:BattleCry()
    equal(a.sg:GetCurrentState(), "taunt")
    at(60, function()
        equal(a.sg:GetCurrentState(), "idle")
        combat:BattleCry()
        equal(a.sg:GetCurrentState(), "idle")
    end)
    at(10 + 9 * 30, function()
        combat:BattleCry()
        equal(a.sg:GetCurrentState(), "taunt")
    end)
end, living)

fact("combat-leader-target", function(a, b)
    local list = {}
    a.components.follower:SetLeader(b)
    a:ListenForEvent("stopfollowing", function() table.insert(list, "stopfollowing") end)
    a.components.combat:SetTarget(b)
    equal(a.components.follower.leader, nil)
    equal(#list, 1)
    equal(a.components.combat.target, b)
end, living)

fact("health-min", function(inst)
    local health, said = inst.components.health, 0
    inst:ListenForEvent("minhealth", function() said = said + 1 end)
    health:SetMinHealth(1)
    health:Kill()
    equal(health.currenthealth, 1)
    equal(health:IsDead(), false)
    equal(said, 1)
end, living)

fact("health-death", function(inst, other)
    other.components.health:Kill()
    equal(other.components.health:IsDead(), true)
    equal(other:HasTag("NOCLICK"), true)
    at(10 + 89, function() equal(other:IsValid(), true) end)
    at(10 + 92, function() equal(other:IsValid(), false) end)
end, living)

fact("health-invincible", function(inst)
    local health = inst.components.health
    health:SetInvincible(true)
    equal(health:DoDelta(-5), 0)
    near(health.currenthealth, 100)
    health:SetInvincible(false)
    near(health:DoDelta(-5), -5)
    near(health.currenthealth, 95)
end, living)

fact("hunger-starving", function(inst)
    local hunger, health, starved = inst:AddComponent("hunger"), inst.components.health, nil
    inst:ListenForEvent("startstarving", function() starved = GetTick() end)
    hunger:SetMax(100)
    hunger:SetRate(50)
    at(10 + 61, function()
        equal(starved, 70)
        near(hunger.current, 0)
        near(health.currenthealth, 100)
    end)
    at(10 + 91, function() near(health.currenthealth, 99) end)
    at(10 + 151, function() near(health.currenthealth, 97) end)
end, living)

fact("follow-leader-target", function(a, b, c)
    a.components.follower:SetLeader(b)
    equal(a.components.combat.target, nil)
    b.components.combat:SetTarget(c)
    equal(a.components.combat.target, c)
end, { class = "health: 100", count = 3 })

fact("follow-leader-attacked", function(a, b, c)
    a.components.follower:SetLeader(b)
    b:PushEvent("attacked", { attacker = c })
    equal(a.components.combat.target, c)
end, { class = "health: 100", count = 3 })

fact("follow-hit-by-leader", function(a, b)
    a.components.follower:SetLeader(b)
    a:PushEvent("attacked", { attacker = b })
    equal(a.components.follower.leader, nil)
    equal(b.components.leader:CountFollowers(), 0)
end, living)

fact("follow-loyalty", function(a, b)
    local follower, list = a.components.follower, {}
    follower.maxfollowtime = 100
    follower:SetLeader(b)
    for _, name in ipairs({ "loseloyalty", "stopfollowing" }) do
        a:ListenForEvent(name, function() table.insert(list, name) end)
    end
    follower:AddLoyaltyTime(50)
    near(follower:GetLoyaltyPercent(), 0.5)
    follower:AddLoyaltyTime(500)
    near(follower:GetLoyaltyPercent(), 1)
    at(10 + 2990, function() equal(follower.leader, b) end)
    at(10 + 3005, function()
        equal(follower.leader, nil)
        equal(table.concat(list, ", "), "loseloyalty, stopfollowing")
    end)
end, { class = "health: 100", ticks = 3100 })

fact("follow-leader-removed", function(a, b)
    a.components.follower:SetLeader(b)
    b:Remove()
    equal(a.components.follower.leader, nil)
end, living)

fact("freeze-times", function(inst)
    local freezable, list = inst.components.freezable, {}
    for _, name in ipairs({ "freeze", "onthaw", "unfreeze" }) do
        inst:ListenForEvent(name, function() table.insert(list, name .. " " .. GetTick() - 10) end)
    end
    freezable:SetResistance(2)
    freezable:AddColdness(1)
    equal(freezable:IsFrozen(), false)
    freezable:AddColdness(1)
    equal(freezable:IsFrozen(), true)
    at(10 + 650, function()
        equal(table.concat(list, ", "), "freeze 0, onthaw 300, unfreeze 600")
        equal(freezable:IsFrozen(), false)
    end)
end, living)

fact("freeze-hit", function(a, b)
    local freezable = b.components.freezable
    freezable:AddColdness(5)
    equal(freezable:IsFrozen(), true)
    b.components.combat:GetAttacked(a, 1)
    equal(freezable:IsFrozen(), false)
end, living)
