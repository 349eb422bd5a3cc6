-- A snail that eats stones, not more often than it likes, and hides in its shell when it is hurt.
local animal = require "prefabs/animal"

local function snail()
    local inst = animal({ tags = { "rocksnail", "animal" }, walk = 2, run = 2, health = 200 })
    inst.lastmeal, inst.meals = -20, 0
    inst:AddComponent("inventory")
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.ELEMENTAL }, { FOODTYPE.ELEMENTAL })
    inst.components.eater:SetOnEatFn(function(_, food)
        inst.meals = inst.meals + 1
        print(string.format("meal %d is a %s, %s since the last", inst.meals, food.prefab, GetTime() - inst.lastmeal >= 8 and "8 s or more" or "less than 8 s"))
        inst.lastmeal = GetTime()
    end)
    inst:ListenForEvent("entershield", function() print("into the shell") end)
    inst:ListenForEvent("exitshield", function() print("out of the shell, health " .. inst.components.health.currenthealth) end)
    inst:SetStateGraph("SGrocksnail")
    inst:SetBrain(require "brains/rocksnailbrain")
    return inst
end
local function gnat()
    local inst = animal({ tags = { "gnat" }, run = 6, damage = 30, period = 1, range = 2 })
    inst:DoTaskInTime(20, function() inst.components.combat:SetTarget(FindEntity(inst, 60, nil, { "rocksnail" })) end)
    inst:DoTaskInTime(28, function() inst:Remove() end)
    inst:SetBrain(require "brains/keeperbrain")
    return inst
end
local function slate()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeInventoryPhysics(inst)
    inst:AddComponent("inventoryitem")
    inst:AddComponent("edible")
    inst.components.edible.foodtype = FOODTYPE.ELEMENTAL
    return inst
end
return Prefab("rocksnail", snail), Prefab("gnat", gnat), Prefab("slate", slate)
