-- A shy animal that lives in a hole: prefab functions and fields that its brain uses.
local brain = require "brains/burrowerbrain"

local assets = { Asset("ANIM", "anim/burrower.zip"), Asset("SOUND", "sound/burrower.fsb") }
local deps = { "carrot" }

SetSharedLootTable("burrower", { { "smallmeat", 1 }, { "fur", 0.5 } })

local function CanComeUp(inst) return not TheWorld.state.isnight and GetTime() - inst.last_above_time > inst.peek_interval end
local function ComeUp(inst)
    inst.last_above_time = GetTime()
    inst.times_up = inst.times_up + 1
    return inst.times_up
end

local function common(build, tag)
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 10, 0.4)
    inst.DynamicShadow:SetSize(1, 0.5)
    inst.Transform:SetFourFaced()
    inst:AddTag("animal")
    inst:AddTag("prey")
    inst:AddTag(tag)
    inst.AnimState:SetBank("burrower")
    inst.AnimState:SetBuild(build)
    inst.AnimState:PlayAnimation("idle", true)
    inst._level = net_tinybyte(inst.GUID, "burrower._level", "leveldirty")
    inst._level:set(2)
    inst.named_while_made = inst.prefab

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.last_above_time, inst.peek_interval, inst.times_up = GetTime(), 1, 0
    inst.CanComeUp, inst.ComeUp = CanComeUp, ComeUp

    inst:AddComponent("inspectable")
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = 2, 6
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(30)
    inst:AddComponent("knownlocations")
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetChanceLootTable("burrower")
    inst:AddComponent("burrowing")
    inst.components.burrowing:SetDepth(3)
    MakeSmallBurnableCharacter(inst, "body")
    MakeTinyFreezableCharacter(inst, "body")
    MakeHauntablePanic(inst)

    inst:SetBrain(brain)
    return inst
end

local function pale()
    local inst = common("burrower_pale", "pale")
    inst.components.health:SetMaxHealth(60)
    return inst
end

return Prefab("forest/animals/burrower", function() return common("burrower", "brown") end, assets, deps),
    Prefab("burrower_pale", pale, assets, deps)
