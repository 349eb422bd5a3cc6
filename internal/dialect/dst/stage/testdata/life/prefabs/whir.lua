-- Whirs live in a nest: workers are out by day and in by night, and who strikes the nest has all of them upon him.
local brain = require("brains/whirbrain")

local assets = { Asset("ANIM", "anim/whir.zip") }
local prefabs = { "stinger", "whir" }

local function KeepTarget(inst, target)
    return inst:IsNear(target, 20) and inst.components.combat:CanTarget(target)
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeFlyingCharacterPhysics(inst, 1, .3)
    inst.DynamicShadow:SetSize(.8, .5)
    inst.AnimState:SetBank("whir")
    inst.AnimState:SetRayTestOnBB(true)
    inst:AddTag("whir")
    inst:AddTag("insect")
    inst:AddTag("flying")
    inst:AddTag("smallcreature")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("locomotor")
    inst.components.locomotor:EnableGroundSpeedMultiplier(false)
    inst.components.locomotor:SetTriggersCreep(false)
    inst.components.locomotor.walkspeed = 4
    inst.components.locomotor.runspeed = 6
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(60)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(3)
    inst.components.combat:SetAttackPeriod(1)
    inst.components.combat:SetRange(1)
    inst.components.combat:SetKeepTargetFunction(KeepTarget)
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:AddRandomLoot("stinger", 1)
    inst.components.lootdropper.numrandomloot = 1

    MakeSmallBurnableCharacter(inst, "body", Vector3(0, -1, 1))
    MakeTinyFreezableCharacter(inst, "body", Vector3(0, -1, 1))

    inst:SetStateGraph("SGwhir")
    inst:SetBrain(brain)
    return inst
end

local function OnHit(inst, attacker)
    inst.components.childspawner:ReleaseAllChildren(attacker)
end

local function OnIsDay(inst, isday)
    if isday then
        inst.components.childspawner:StartSpawning()
    else
        inst.components.childspawner:StopSpawning()
    end
end

local function OnGoHome(inst, child)
    inst.came_home = inst.came_home + 1
    if inst.came_home == 4 then print("four came home") end
end

local function nest()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddMiniMapEntity()
    inst.entity:AddNetwork()

    MakeObstaclePhysics(inst, .5)
    inst.MiniMapEntity:SetIcon("whirnest.png")
    inst:AddTag("structure")
    inst:AddTag("whirnest")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.came_home = 0
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(300)
    inst:AddComponent("combat")
    inst.components.combat:SetOnHit(OnHit)
    inst:AddComponent("childspawner")
    inst.components.childspawner.childname = "whir"
    inst.components.childspawner:SetRegenPeriod(10)
    inst.components.childspawner:SetSpawnPeriod(2)
    inst.components.childspawner:SetMaxChildren(4)
    inst.components.childspawner:SetGoHomeFn(OnGoHome)
    inst:WatchWorldState("isday", OnIsDay)
    OnIsDay(inst, TheWorld.state.isday)
    inst:AddComponent("inspectable")
    MakeLargeBurnable(inst)
    MakeSnowCovered(inst)
    return inst
end

return Prefab("whir", fn, assets, prefabs), Prefab("whirnest", nest, assets, prefabs)
