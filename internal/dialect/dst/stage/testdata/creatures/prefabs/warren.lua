-- Voles are out by day, eat, and are inside by night: a burrow counts them, and a hut keeps
-- the one who lives there as it is.
local animal = require "prefabs/animal"

local function vole(tag)
    return function()
        local inst = animal({ tags = { "vole", tag, "animal" }, walk = 3, run = 5 })
        inst:AddComponent("eater")
        inst.components.eater:SetDiet({ FOODTYPE.SEEDS }, { FOODTYPE.SEEDS })
        inst.eaten = 0
        inst:ListenForEvent("oneat", function() inst.eaten = inst.eaten + 1 end)
        inst:SetBrain(require "brains/volebrain")
        return inst
    end
end

local function count(tag, cant) return TheSim:CountEntities(0, 0, 0, 300, { tag }, cant) end

local function burrow()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeObstaclePhysics(inst, 0.5)
    inst:AddComponent("childspawner")
    local nest = inst.components.childspawner
    nest.childname = "vole"
    nest:SetMaxChildren(3)
    nest:SetSpawnPeriod(1)
    nest:StopRegen()
    local function turn()
        if TheWorld.state.isday then nest:StartSpawning() else nest:StopSpawning() end
    end
    inst:WatchWorldState("isday", turn)
    inst:DoTaskInTime(0, turn)
    local function report(_, when)
        local eaten = 0
        for _, e in ipairs(TheSim:FindEntities(0, 0, 0, 300, { "vole" })) do eaten = eaten + e.eaten end
        print(string.format("%s: burrow inside %d, outside %d, on the field %d, hermit out %d, eaten %s", when, nest.childreninside, nest:CountChildrenOutside(), count("burrower"),
            count("hermit", { "INLIMBO" }), tostring(eaten > 0)))
    end
    inst:DoTaskInTime(28, report, "day")
    inst:DoTaskInTime(55, report, "night")
    inst:DoTaskInTime(90, report, "next day")
    return inst
end

local function hut()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeObstaclePhysics(inst, 0.5)
    inst:AddComponent("spawner")
    inst.components.spawner:Configure("hermitvole", 20, 1)
    local who
    inst.components.spawner:SetOnOccupiedFn(function(_, child) print("hermit inside, in limbo " .. tostring(child:IsInLimbo())) who = child end)
    inst.components.spawner:SetOnVacateFn(function(_, child) print("hermit out, the same " .. tostring(who == nil or who == child) .. ", has a home " .. tostring(child.components.homeseeker ~= nil)) end)
    inst:WatchWorldState("startday", function() inst.components.spawner:ReleaseChild() end)
    return inst
end
return Prefab("vole", vole("burrower")), Prefab("hermitvole", vole("hermit")), Prefab("burrow", burrow), Prefab("hut", hut)
