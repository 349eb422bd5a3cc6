-- Stilts fish in a pool in which minnows keep together in a shoal.
local brain = require("brains/stiltbrain")
local shoalbrain = require("brains/minnowbrain")

local assets = { Asset("ANIM", "anim/stilt.zip") }

local function stilt()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 10, .3)
    inst.Transform:SetTwoFaced()
    inst:AddTag("stilt")
    inst:AddTag("bird")
    inst:AddTag("animal")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.caught = 0
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 3
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(50)
    inst:AddComponent("combat")
    inst:AddComponent("hunger")
    inst.components.hunger:SetMax(30)
    inst.components.hunger:SetRate(.4)
    inst.components.hunger:SetKillRate(.01)
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.MEAT })
    inst:AddComponent("inventory")
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")
    inst:AddComponent("sleeper")
    inst:SetStateGraph("SGstilt")
    inst:SetBrain(brain)
    return inst
end

local function minnow()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 1, .1)
    inst:AddTag("minnow")
    inst:AddTag("notarget")
    inst:AddTag("NOCLICK")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 1.5
    inst.components.locomotor.runspeed = 5
    inst:AddComponent("knownlocations")
    inst:AddComponent("herdmember")
    inst.components.herdmember:SetHerdPrefab("shoal")
    inst:SetStateGraph("SGminnow")
    inst:SetBrain(shoalbrain)
    inst.shy = false
    return inst
end

local function shoal()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("NOBLOCK")
    inst:AddComponent("herd")
    inst.components.herd:SetMemberTag("minnow")
    inst.components.herd:SetGatherRange(12)
    inst.components.herd:SetMaxSize(10)
    inst.components.herd:SetOnEmptyFn(inst.Remove)
    return inst
end

local function pool()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()

    inst.AnimState:SetOrientation(ANIM_ORIENTATION.OnGround)
    inst.AnimState:SetLayer(LAYER_BACKGROUND)
    inst.AnimState:SetSortOrder(3)
    inst:AddTag("watersource")
    inst:AddTag("pool")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("fishable")
    inst.components.fishable.maxfish = 6
    inst.components.fishable.fishleft = 6
    inst.components.fishable:SetRespawnTime(40)
    inst.components.fishable:AddFish("fish")
    inst:AddComponent("inspectable")
    return inst
end

return Prefab("stilt", stilt, assets), Prefab("minnow", minnow), Prefab("shoal", shoal), Prefab("pool", pool)
