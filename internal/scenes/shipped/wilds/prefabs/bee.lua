-- Bees go from flower to flower by day. A hive that is struck sends all of them out.
local brain = require "brains/bee"

local function bee()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeFlyingCharacterPhysics(inst, 1, 0.3)
    for _, tag in ipairs({ "bee", "insect", "flying", "smallcreature", "prey" }) do inst:AddTag(tag) end
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = 4, 6
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(30)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(8)
    inst.components.combat:SetAttackPeriod(2)
    inst.components.combat:SetRange(0.8)
    inst:AddComponent("knownlocations")
    inst:AddComponent("pollinator")
    inst:AddComponent("lootdropper")
    inst:SetStateGraph()
    inst:SetBrain(brain)
    inst:ListenForEvent("attacked", function(inst, data)
        inst.components.combat:SetTarget(data.attacker)
        inst.components.combat:ShareTarget(data.attacker, 15, function(e) return e:HasTag("bee") end, 5)
    end)
    return inst
end

local function hive()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeObstaclePhysics(inst, 0.5)
    inst:AddTag("structure")
    inst:AddTag("hive")
    inst:AddComponent("childspawner")
    local nest = inst.components.childspawner
    nest.childname = "bee"
    nest:SetMaxChildren(5)
    nest:SetSpawnPeriod(3)
    nest:SetRegenPeriod(25)
    nest:StartRegen()
    local function turn()
        if TheWorld.state.isday then nest:StartSpawning() else nest:StopSpawning() end
    end
    inst:WatchWorldState("isday", turn)
    inst:DoTaskInTime(0, turn)
    return inst
end

local function flower()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("flower")
    return inst
end

return Prefab("bee", bee), Prefab("beehive", hive), Prefab("flower", flower)
