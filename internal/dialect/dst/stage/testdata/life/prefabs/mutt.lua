-- A mutt eats what it is given and follows who gave it, as long as it is grateful.
local brain = require("brains/muttbrain")

local assets = { Asset("ANIM", "anim/mutt.zip") }

local function ShouldAcceptItem(inst, item)
    return inst.components.eater:CanEat(item)
end

local function OnGetItemFromPlayer(inst, giver, item)
    inst.components.combat:SetTarget(nil)
    if item.components.edible ~= nil and inst.components.eater:Eat(item, giver) and giver.components.leader ~= nil then
        giver:PushEvent("makefriend")
        giver.components.leader:AddFollower(inst)
        inst.components.follower:AddLoyaltyTime(TUNING.MUTT_LOYALTY)
    end
end

local function OnRefuseItem(inst, item)
    inst.sg:GoToState("refuse")
end

local function OnEat(inst, food)
    inst.meals = inst.meals + 1
    print("ate " .. food.prefab)
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 20, .4)
    inst.Transform:SetFourFaced()
    inst:AddTag("mutt")
    inst:AddTag("animal")
    inst:AddTag("trader")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.meals = 0
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 3
    inst.components.locomotor.runspeed = 6
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(150)
    inst.components.health:StartRegen(1, 5)
    inst:AddComponent("hunger")
    inst.components.hunger:SetMax(50)
    inst.components.hunger:SetRate(0.1)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(10)
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODGROUP.OMNI }, { FOODTYPE.MEAT })
    inst.components.eater:SetCanEatRaw()
    inst.components.eater:SetOnEatFn(OnEat)
    inst:AddComponent("follower")
    inst.components.follower.maxfollowtime = 60
    inst:AddComponent("inventory")
    inst:AddComponent("trader")
    inst.components.trader:SetAcceptTest(ShouldAcceptItem)
    inst.components.trader.onaccept = OnGetItemFromPlayer
    inst.components.trader.onrefuse = OnRefuseItem
    inst.components.trader.deleteitemonaccept = false
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")
    inst:AddComponent("sleeper")
    inst.components.sleeper.watchlight = true

    MakeHauntablePanic(inst)
    inst:ListenForEvent("loseloyalty", function(inst) print("forgot its friend") end)
    inst:SetBrain(brain)
    inst:SetStateGraph("SGmutt")
    return inst
end

return Prefab("mutt", fn, assets)
