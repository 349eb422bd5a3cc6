-- Filches take what they find and what others carry, and lay it before their hole by night.
local brain = require("brains/filchbrain")

local assets = { Asset("ANIM", "anim/filch.zip") }

local function OnAttacked(inst, data)
    if inst.task_scared ~= nil then
        inst.task_scared:Cancel()
    end
    inst.scared = true
    inst.task_scared = inst:DoTaskInTime(5, function() inst.scared, inst.task_scared = false, nil end)
    inst.components.inventory:DropEverything()
end

local function OnStolen(inst, victim, item)
    inst.components.timer:StartTimer("content", 3)
    print("stole " .. item.prefab .. " of " .. victim.prefab)
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 10, .25)
    inst.DynamicShadow:SetSize(2, 1.25)
    inst.Transform:SetSixFaced()
    inst:AddTag("filch")
    inst:AddTag("animal")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.scared = false
    inst:AddComponent("inventory")
    inst.components.inventory.maxslots = 4
    inst:AddComponent("thief")
    inst.components.thief:SetOnStolenFn(OnStolen)
    inst:AddComponent("inspectable")
    inst:AddComponent("locomotor")
    inst.components.locomotor:SetSlowMultiplier(1)
    inst.components.locomotor.pathcaps = { ignorecreep = false }
    inst.components.locomotor.walkspeed = 4
    inst.components.locomotor.runspeed = 7
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(100)
    inst:AddComponent("combat")
    inst:AddComponent("timer")
    inst:AddComponent("knownlocations")
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetLoot({ "smallmeat" })
    inst.components.lootdropper.droppingchanceloot = false

    MakeMediumBurnableCharacter(inst, "body")
    MakeMediumFreezableCharacter(inst, "body")

    inst:DoTaskInTime(0, function()
        inst.components.knownlocations:RememberLocation("hole", inst:GetPosition())
    end)
    inst:ListenForEvent("attacked", OnAttacked)
    inst:SetBrain(brain)
    inst:SetStateGraph("SGfilch")
    return inst
end

return Prefab("filch", fn, assets)
