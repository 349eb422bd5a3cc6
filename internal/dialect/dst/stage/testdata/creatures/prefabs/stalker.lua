local brain = require "brains/stalkerbrain"

SetSharedLootTable("grub", { { "pebble", 1 }, { "pebble", 1 } })

local function Retarget(inst) return FindEntity(inst, 40, function(e) return inst.components.combat:CanTarget(e) end, { "grub" }, { "INLIMBO" }) end
local function KeepTarget(inst, target) return inst.components.combat:CanTarget(target) and inst:IsNear(target, 60) end
local function OnAttacked(inst, data) inst.components.combat:SetTarget(data.attacker) end

local function stalker()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeCharacterPhysics(inst, 50, 0.5)
    inst:AddTag("hostile")
    inst.kills = 0
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = 4, 8
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(200)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(10)
    inst.components.combat:SetAttackPeriod(1)
    inst.components.combat:SetRange(3)
    inst.components.combat:SetRetargetFunction(1, Retarget)
    inst.components.combat:SetKeepTargetFunction(KeepTarget)
    inst:ListenForEvent("attacked", OnAttacked)
    inst:ListenForEvent("killed", function(_, data)
        inst.kills = inst.kills + 1
        print("stalker killed " .. inst.kills .. ", the last a " .. data.victim.prefab)
    end)
    inst:SetStateGraph("SGlizard")
    inst.warmth = 0
    inst:SetBrain(brain)
    return inst
end

local function grub()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeCharacterPhysics(inst, 10, 0.3)
    inst:AddTag("grub")
    inst:AddComponent("locomotor")
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(25)
    inst:AddComponent("combat")
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetChanceLootTable("grub")
    local hits = 0
    inst:ListenForEvent("attacked", function(_, data) hits = hits + 1 end)
    inst:ListenForEvent("death", function() print("a grub is dead after " .. hits .. " hits") end)
    inst:SetStateGraph("SGlizard")
    inst.warmth = 0
    return inst
end
return Prefab("stalker", stalker), Prefab("grub", grub)
