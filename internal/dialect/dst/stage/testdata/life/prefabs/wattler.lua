-- Wattlers fell saplings' twigs by day, build a lodge of them, and sleep in it.
local brain = require("brains/wattlerbrain")

local assets = { Asset("ANIM", "anim/wattler.zip") }

local function wattler()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 20, .4)
    inst.Transform:SetFourFaced()
    inst:AddTag("wattler")
    inst:AddTag("animal")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 3
    inst.components.locomotor.runspeed = 5
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(120)
    inst:AddComponent("combat")
    inst:AddComponent("inventory")
    inst:AddComponent("entitytracker")
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")
    inst:SetStateGraph("SGwattler")
    inst:SetBrain(brain)
    return inst
end

local STAGES = {
    { name = "frame", time = function(inst) return 10 end, fn = function(inst) inst.AnimState:PlayAnimation("frame") end },
    { name = "walls", time = function(inst) return 10 end, fn = function(inst) inst.AnimState:PlayAnimation("walls") end },
    {
        name = "lodge",
        fn = function(inst) inst.AnimState:PlayAnimation("idle") end,
        growfn = function(inst)
            inst:AddTag("lodge")
            inst:AddComponent("spawner")
            inst.components.spawner.childname = "wattler"
            local builder = inst.components.entitytracker:GetEntity("builder")
            if builder ~= nil then inst.components.spawner:TakeOwnership(builder) end
            print("lodge stands")
        end,
    },
}

local function OnHammered(inst)
    inst.components.lootdropper:DropLoot()
    inst:Remove()
end

local function OnStartDay(inst)
    if inst.components.spawner ~= nil and inst.components.spawner:IsOccupied() then
        inst.components.spawner:ReleaseChild()
    end
end

local function lodge()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddMiniMapEntity()
    inst.entity:AddNetwork()

    MakeObstaclePhysics(inst, 1)
    inst:AddTag("structure")

    MakeSnowCoveredPristine(inst)
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("entitytracker")
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetLoot({ "twigs", "twigs" })
    inst:AddComponent("workable")
    inst.components.workable:SetWorkAction(ACTIONS.HAMMER)
    inst.components.workable:SetWorkLeft(4)
    inst.components.workable:SetOnFinishCallback(OnHammered)
    inst:AddComponent("growable")
    inst.components.growable.stages = STAGES
    inst.components.growable:SetStage(1)
    inst.components.growable:StartGrowing()
    inst:WatchWorldState("startday", OnStartDay)
    MakeMediumBurnable(inst)
    MakeLargePropagator(inst)
    MakeSnowCovered(inst)
    return inst
end

return Prefab("wattler", wattler, assets), Prefab("wattlerlodge", lodge, assets)
