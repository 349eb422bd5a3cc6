-- A colossus fights in phases: with two thirds of its health it pounds the ground, with one third it calls
-- servants and frightens all others.
local brain = require("brains/colossusbrain")
local servantbrain = require("brains/servantbrain")

local assets = { Asset("ANIM", "anim/colossus.zip") }
local prefabs = { "servant", "rocks", "goldnugget" }

SetSharedLootTable("colossus", { { "rocks", 1 }, { "rocks", 1 }, { "goldnugget", 1 } })

local PHASES = { 0.66, 0.33 }

local function EnterPhase(n)
    return function(inst)
        inst.phase = n
        inst:PushEvent("phasetransition", { phase = n })
    end
end

local function Retarget(inst)
    inst.components.grouptargeter:TryGetNewTarget()
    return FindEntity(inst, 16, function(guy) return inst.components.combat:CanTarget(guy) end, { "_combat" }, { "colossus", "servant", "INLIMBO" }, { "character" })
end

local function KeepTarget(inst, target)
    return inst:IsNear(target, 30) and inst.components.combat:CanTarget(target)
end

local function OnAttacked(inst, data)
    if data.attacker ~= nil and not inst.components.combat:HasTarget() then
        inst.components.combat:SuggestTarget(data.attacker)
    end
end

local function CallServants(inst)
    local pos = inst:GetPosition()
    for i = 1, 3 do
        local offset = FindWalkableOffset(pos, i * TWOPI / 3, 4, 8, true)
        local servant = SpawnPrefab("servant")
        servant.Transform:SetPosition((pos + (offset or Vector3())):Get())
        inst.components.commander:AddSoldier(servant)
        servant.components.combat:SetTarget(inst.components.combat.target)
    end
    print("servants", inst.components.commander:GetNumSoldiers())
end

local function common(bank, mass, radius)
    local inst = CreateEntity()

    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()

    MakeGiantCharacterPhysics(inst, mass, radius)
    inst.AnimState:SetBank(bank)
    inst:AddTag("monster")
    inst:AddTag("hostile")
    return inst
end

local function colossus()
    local inst = common("colossus", 1000, 1)
    inst:AddTag("colossus")
    inst:AddTag("epic")
    inst:AddTag("largecreature")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst.phase = 1
    inst.pounding = false
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(900)
    inst.components.health.nofadeout = true
    inst:AddComponent("healthtrigger")
    for i, percent in ipairs(PHASES) do
        inst.components.healthtrigger:AddTrigger(percent, EnterPhase(i + 1))
    end
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(20)
    inst.components.combat:SetAttackPeriod(3)
    inst.components.combat:SetRange(4)
    inst.components.combat:SetRetargetFunction(2, Retarget)
    inst.components.combat:SetKeepTargetFunction(KeepTarget)
    inst:AddComponent("groundpounder")
    inst.components.groundpounder.numRings = 3
    inst.components.groundpounder.damageRings = 2
    inst.components.groundpounder.destructionRings = 3
    inst.components.groundpounder.destroyer = true
    inst:AddComponent("epicscare")
    inst.components.epicscare:SetRange(20)
    inst:AddComponent("commander")
    inst.components.commander:SetTrackingDistance(40)
    inst:AddComponent("grouptargeter")
    inst:AddComponent("timer")
    inst:AddComponent("explosiveresist")
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 3
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetChanceLootTable("colossus")
    inst:AddComponent("inspectable")
    inst:AddComponent("knownlocations")
    MakeLargeBurnableCharacter(inst, "swap_fire")

    inst.CallServants = CallServants
    inst:ListenForEvent("attacked", OnAttacked)
    inst:ListenForEvent("death", function(inst) print("fallen") end)
    inst:SetStateGraph("SGcolossus")
    inst:SetBrain(brain)
    return inst
end

local function servant()
    local inst = common("servant", 50, .5)
    inst:AddTag("servant")

    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end

    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(60)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(5)
    inst.components.combat:SetAttackPeriod(2)
    inst:AddComponent("locomotor")
    inst:AddComponent("knownlocations")
    inst:ListenForEvent("losecommander", function(inst) inst.components.health:Kill() end)
    inst:SetStateGraph("SGguard")
    inst:SetBrain(servantbrain)
    return inst
end

return Prefab("colossus", colossus, assets, prefabs), Prefab("servant", servant)
