-- Shags graze in a herd, sleep together, and in their season strike whoever walks among them.
local brain = require("brains/shagbrain")

local assets = { Asset("ANIM", "anim/shag.zip"), Asset("SOUND", "sound/shag.fsb") }
local prefabs = { "meat", "beefalowool", "shagherd" }

SetSharedLootTable("shag", { { "meat", 1.0 }, { "meat", 1.0 }, { "beefalowool", 0.5 } })

local function inmood(inst)
    local herd = inst.components.herdmember:GetHerd()
    return herd ~= nil and herd.components.mood ~= nil and herd.components.mood:IsInMood()
end

local function Retarget(inst)
    return inst.in_mood and FindEntity(inst, TUNING.BEEFALO_TARGET_DIST, function(guy)
        return inst.components.combat:CanTarget(guy)
    end, { "_combat" }, { "shag", "INLIMBO" }, { "stroller" }) or nil
end

local function KeepTarget(inst, target)
    return inst:IsNear(target, 12) and inst.components.combat:CanTarget(target)
end

local function OnAttacked(inst, data)
    inst.components.combat:SetTarget(data.attacker)
    inst.components.combat:ShareTarget(data.attacker, 30, function(guy) return guy:HasTag("shag") and not guy.components.health:IsDead() end, 5)
end

local function OnEnterMood(inst)
    inst.in_mood = true
    inst:AddTag("scarytoprey")
end

local function OnLeaveMood(inst)
    inst.in_mood = false
    inst:RemoveTag("scarytoprey")
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 100, .5)
    inst.DynamicShadow:SetSize(6, 2)
    inst.Transform:SetSixFaced()
    inst.AnimState:SetBank("shag")
    inst.AnimState:SetBuild("shag_build")
    inst.AnimState:PlayAnimation("idle_loop", true)

    inst:AddTag("shag")
    inst:AddTag("animal")
    inst:AddTag("largecreature")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.in_mood = false
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.VEGGIE, FOODTYPE.ROUGHAGE }, { FOODTYPE.VEGGIE, FOODTYPE.ROUGHAGE })
    inst:AddComponent("combat")
    inst.components.combat.hiteffectsymbol = "shag_body"
    inst.components.combat:SetDefaultDamage(5)
    inst.components.combat:SetAttackPeriod(2)
    inst.components.combat:SetRetargetFunction(1, Retarget)
    inst.components.combat:SetKeepTargetFunction(KeepTarget)
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(500)
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetChanceLootTable("shag")
    inst:AddComponent("inspectable")
    inst:AddComponent("knownlocations")
    inst:AddComponent("herdmember")
    inst.components.herdmember:SetHerdPrefab("shagherd")
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 1.5
    inst.components.locomotor.runspeed = 7
    inst:AddComponent("sleeper")
    inst.components.sleeper:SetResistance(3)

    MakeLargeBurnableCharacter(inst, "shag_body")
    MakeLargeFreezableCharacter(inst, "shag_body")
    MakeHauntablePanic(inst)

    inst:ListenForEvent("entermood", OnEnterMood)
    inst:ListenForEvent("leavemood", OnLeaveMood)
    inst:ListenForEvent("attacked", OnAttacked)
    inst.IsInMood = inmood

    inst:SetBrain(brain)
    inst:SetStateGraph("SGshag")
    return inst
end

return Prefab("shag", fn, assets, prefabs)
