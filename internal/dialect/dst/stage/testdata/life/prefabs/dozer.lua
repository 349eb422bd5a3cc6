-- Dozers eat by day and sleep by night, deeper the more they have eaten; who strikes one wakes it.
local brain = require("brains/dozerbrain")

local assets = { Asset("ANIM", "anim/dozer.zip") }

local function ShouldSleep(inst)
    return DefaultSleepTest(inst) and inst.angry_until < GetTime()
end

local function ShouldWake(inst)
    return DefaultWakeTest(inst)
end

local function OnAttacked(inst, data)
    inst.angry_until = GetTime() + 6
    inst.components.combat:SetTarget(data.attacker)
    inst.components.sleeper:WakeUp()
end

local function KeepTarget(inst, target)
    return inst.angry_until > GetTime() and inst.components.combat:CanTarget(target)
end

local function OnEat(inst)
    inst.components.sleeper:SetResistance(1 + inst.components.hunger:GetPercent())
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 100, .6)
    inst.DynamicShadow:SetSize(3, 1.5)
    inst.Transform:SetFourFaced()
    inst:AddTag("dozer")
    inst:AddTag("animal")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.angry_until = 0
    inst.slept = 0
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 2
    inst.components.locomotor.runspeed = 5
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(400)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(10)
    inst.components.combat:SetAttackPeriod(2)
    inst.components.combat:SetKeepTargetFunction(KeepTarget)
    inst:AddComponent("hunger")
    inst.components.hunger:SetMax(40)
    inst.components.hunger:SetRate(.2)
    inst.components.hunger:SetKillRate(.01)
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.VEGGIE, FOODTYPE.BERRY }, { FOODTYPE.VEGGIE, FOODTYPE.BERRY })
    inst.components.eater:SetOnEatFn(OnEat)
    inst:AddComponent("sleeper")
    inst.components.sleeper.testperiod = 2
    inst.components.sleeper:SetResistance(2)
    inst.components.sleeper:SetSleepTest(ShouldSleep)
    inst.components.sleeper:SetWakeTest(ShouldWake)
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")

    MakeLargeFreezableCharacter(inst, "body")
    inst:ListenForEvent("attacked", OnAttacked)
    inst:ListenForEvent("gotosleep", function(inst)
        inst.slept = inst.slept + 1
        print(TheWorld.state.isnight and "asleep by night" or "asleep by day")
    end)
    inst:ListenForEvent("onwakeup", function(inst)
        print(TheWorld.state.isnight and "awake by night" or "awake by day")
    end)
    inst:SetStateGraph("SGdozer")
    inst:SetBrain(brain)
    return inst
end

return Prefab("dozer", fn, assets)
