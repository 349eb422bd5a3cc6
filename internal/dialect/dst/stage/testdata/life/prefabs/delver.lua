-- Delvers are under the ground by day, where nobody can touch them, and come up by night for what lies about.
local brain = require("brains/delverbrain")

local assets = { Asset("ANIM", "anim/delver.zip") }

local function SetUnder(inst)
    if inst.isunder then return end
    inst.isunder = true
    inst:AddTag("noattack")
    inst:AddTag("notdrawable")
    inst:Hide()
    inst.Physics:SetCollisionGroup(COLLISION.SANITY)
    inst.Physics:SetCollisionMask(COLLISION.WORLD)
    inst.DynamicShadow:Enable(false)
    inst.components.health:SetInvincible(true)
end

local function SetAbove(inst)
    if not inst.isunder then return end
    inst.isunder = false
    inst:RemoveTag("noattack")
    inst:RemoveTag("notdrawable")
    inst:Show()
    ChangeToCharacterPhysics(inst)
    inst.DynamicShadow:Enable(true)
    inst.components.health:SetInvincible(false)
end

local function MakeMound(inst)
    local mound = SpawnPrefab("delvermound")
    mound.Transform:SetPosition(inst.Transform:GetWorldPosition())
    inst.components.entitytracker:ForgetEntity("mound")
    inst.components.entitytracker:TrackEntity("mound", mound)
end

local function delver()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 10, .4)
    inst.DynamicShadow:SetSize(1, .75)
    inst.Transform:SetFourFaced()
    inst:AddTag("delver")
    inst:AddTag("monster")
    inst:AddTag("cavedweller")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.isunder = false
    inst.meals = 0
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 2.5
    inst.components.locomotor.runspeed = 4
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(80)
    inst:AddComponent("combat")
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.ELEMENTAL, FOODTYPE.VEGGIE })
    inst.components.eater:SetOnEatFn(function(inst)
        inst.meals = inst.meals + 1
        print(TheWorld.state.isday and "ate by day" or "ate in the dark", inst.isunder and "under" or "above")
    end)
    inst:AddComponent("entitytracker")
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")

    inst:ListenForEvent("attacked", function(inst) print("struck", inst.isunder and "under" or "above") end)
    inst.SetUnder, inst.SetAbove, inst.MakeMound = SetUnder, SetAbove, MakeMound
    inst:SetStateGraph("SGdelver")
    inst:SetBrain(brain)
    return inst
end

local function OnDug(inst, worker)
    inst.components.lootdropper:DropLoot()
    inst:Remove()
end

local function mound()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    inst:AddTag("mound")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetLoot({ "rocks" })
    inst:AddComponent("workable")
    inst.components.workable:SetWorkAction(ACTIONS.DIG)
    inst.components.workable:SetWorkLeft(1)
    inst.components.workable:SetOnFinishCallback(OnDug)
    inst:AddComponent("timer")
    inst.components.timer:StartTimer("decay", 60)
    inst:ListenForEvent("timerdone", function(inst, data)
        if data.name == "decay" then ErodeAway(inst) end
    end)
    return inst
end

return Prefab("delver", delver, assets), Prefab("delvermound", mound)
