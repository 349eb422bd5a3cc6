-- He does the work of a yard, one job after the other, unless somebody steers him.
local animal = require "prefabs/animal"

local function handyman()
    local inst = animal({ tags = { "handyman", "character" }, walk = 4, run = 6 })
    inst.done, inst.fallen = {}, {}
    inst:AddComponent("playercontroller")
    inst:AddComponent("inventory")
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODGROUP.OMNI }, { FOODGROUP.OMNI })
    inst:AddComponent("sleeper")
    inst:AddComponent("worker")
    inst.components.worker:SetAction(ACTIONS.MINE, 3)
    for _, name in ipairs({ "axe", "salve", "ration" }) do inst.components.inventory:GiveItem(SpawnPrefab(name)) end
    inst:ListenForEvent("performaction", function(_, data) inst.done[data.action.action.id] = (inst.done[data.action.action.id] or 0) + 1 end)
    inst:ListenForEvent("finishedwork", function(_, data) table.insert(inst.fallen, data.target.prefab .. " after " .. inst.done[data.action.id]) end)
    inst:SetBrain(require "brains/handymanbrain")
    inst:DoTaskInTime(60, function()
        local kinds = {}
        inst.components.inventory:ForEachItem(function(item) table.insert(kinds, item.prefab) end)
        table.sort(kinds)
        table.sort(inst.fallen)
        print("worked: " .. table.concat(inst.fallen, ", "))
        print("pockets: " .. table.concat(kinds, " "))
        local child, chest = FindEntity(inst, 90, nil, { "child" }), FindEntity(inst, 90, nil, { "chest" })
        print(string.format("child: health %d, has %s, nuzzled %d; chest: eggs %d; asleep %s", child.components.health.currenthealth,
            child.gift or "nothing", child.nuzzled, select(2, chest.components.container:Has("egg", 1)), tostring(inst.components.sleeper:IsAsleep())))
    end)
    return inst
end
local function child()
    local inst = animal({ tags = { "child" }, health = 100 })
    inst.components.health:SetCurrentHealth(50)
    inst.nuzzled = 0
    inst:AddComponent("inventory")
    inst:AddComponent("trader")
    inst.components.trader:SetAcceptTest(function(_, item) return item.prefab == "ration" end)
    inst.components.trader.onaccept = function(_, giver, item) inst.gift = item.prefab end
    return inst
end
local function nest()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddComponent("harvestable")
    inst.components.harvestable:SetUp("egg", 3, 2)
    return inst
end
local function item(fn)
    return function()
        local inst = CreateEntity()
        inst.entity:AddTransform()
        MakeInventoryPhysics(inst)
        inst:AddComponent("inventoryitem")
        if fn then fn(inst) end
        return inst
    end
end
return Prefab("handyman", handyman), Prefab("child", child), Prefab("nestbox", nest), Prefab("egg", item()),
    Prefab("ration", item(function(inst) inst:AddComponent("tradable") end)),
    Prefab("salve", item(function(inst)
        inst:AddComponent("healer")
        inst.components.healer:SetHealthAmount(30)
    end))
