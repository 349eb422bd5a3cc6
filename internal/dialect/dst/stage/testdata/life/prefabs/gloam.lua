-- Gloams sleep by day and hunt voles by night, until they have eaten.
local brain = require("brains/gloambrain")

local assets = { Asset("ANIM", "anim/gloam.zip") }

local function IsPrey(inst, guy)
    return inst.components.combat:CanTarget(guy)
end

local function Retarget(inst)
    if TheWorld.state.isday or inst.components.hunger:GetPercent() > .9 then return end
    return FindEntity(inst, 25, function(guy) return IsPrey(inst, guy) end, { "_combat" }, { "gloam", "INLIMBO" }, { "vole" })
end

local function KeepTarget(inst, target)
    return not inst.components.sleeper:IsAsleep() and inst.components.combat:CanTarget(target)
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddLight()
    inst.entity:AddNetwork()

    MakeCharacterPhysics(inst, 10, .5)
    inst.Transform:SetFourFaced()
    inst.Light:SetRadius(.5)
    inst.Light:SetFalloff(.5)
    inst.Light:SetIntensity(.3)
    inst.Light:SetColour(1, .2, .2)
    inst.Light:Enable(false)
    inst:AddTag("gloam")
    inst:AddTag("monster")
    inst:AddTag("hostile")
    inst:AddTag("scarytoprey")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.kills = 0
    inst:AddComponent("locomotor")
    inst.components.locomotor.runspeed = 7
    inst.components.locomotor.walkspeed = 3
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(200)
    inst:AddComponent("hunger")
    inst.components.hunger:SetMax(20)
    inst.components.hunger:SetPercent(.5)
    inst.components.hunger:SetRate(.1)
    inst.components.hunger:SetKillRate(0)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(30)
    inst.components.combat:SetRange(2, 6)
    inst.components.combat:SetAttackPeriod(1.5)
    inst.components.combat:SetRetargetFunction(1, Retarget)
    inst.components.combat:SetKeepTargetFunction(KeepTarget)
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.MEAT }, { FOODTYPE.MEAT })
    inst:AddComponent("sleeper")
    inst.components.sleeper:SetSleepTest(NocturnalSleepTest)
    inst.components.sleeper:SetWakeTest(NocturnalWakeTest)
    inst:AddComponent("knownlocations")
    inst:AddComponent("inspectable")
    inst:AddComponent("sanityaura")
    inst.components.sanityaura.aura = -TUNING.SANITYAURA_MED

    inst:ListenForEvent("killed", function(inst, data)
        inst.kills = inst.kills + 1
        print(TheWorld.state.isday and "killed by day" or "killed by night", data.victim.prefab)
    end)
    inst:ListenForEvent("gotosleep", function(inst) inst.Light:Enable(false) end)
    inst:ListenForEvent("onwakeup", function(inst) inst.Light:Enable(true) end)
    inst:SetStateGraph("SGgloam")
    inst:SetBrain(brain)
    return inst
end

return Prefab("gloam", fn, assets)
