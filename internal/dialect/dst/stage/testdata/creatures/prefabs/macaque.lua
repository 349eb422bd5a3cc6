-- A thief: it steals out of a pocket, carries home what it stole, throws what it has at who
-- comes near.
local animal = require "prefabs/animal"

local function dung()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeInventoryPhysics(inst)
    inst:AddComponent("inventoryitem")
    inst:AddComponent("stackable")
    inst:AddComponent("complexprojectile")
    inst.components.complexprojectile:SetHorizontalSpeed(15)
    inst.components.complexprojectile:SetOnHit(function(i, attacker)
        local who = FindEntity(i, 2, nil, { "porter" })
        if who ~= nil then who.pelted = who.pelted + 1 end
        i:Remove()
    end)
    return inst
end

local function macaque()
    local inst = animal({ tags = { "macaque", "animal" }, walk = 4, run = 7 })
    inst:AddComponent("inventory")
    inst:AddComponent("thief")
    inst:AddComponent("entitytracker")
    inst.weaponitems = {}
    for _ = 1, 2 do
        local item = SpawnPrefab("dung")
        inst.components.inventory:GiveItem(item)
    end
    inst.weaponitems.thrower = inst.components.inventory:FindItem(function(item) return item.prefab == "dung" end)
    inst.weaponitems.count = inst.weaponitems.thrower.components.stackable:StackSize()
    print("dung in its pockets: " .. inst.weaponitems.count)
    inst.HasLoot = function(i) return i.components.inventory:Has("pear", 1) end
    inst:ListenForEvent("onpickupitem", function(_, data) print("picked up a " .. data.item.prefab) end)
    inst:SetBrain(require "brains/macaquebrain")
    return inst
end
local function porter()
    local inst = animal({ tags = { "porter" }, walk = 1, run = 1 })
    inst.pelted = 0
    inst:AddComponent("inventory")
    for _ = 1, 3 do inst.components.inventory:GiveItem(SpawnPrefab("pear")) end
    inst:ListenForEvent("itemlose", function(_, data) print("porter lost a " .. data.prev_item.prefab .. ", which lies there: " .. tostring(data.prev_item:IsValid())) end)
    inst:DoTaskInTime(40, function()
        local den = FindEntity(inst, 90, nil, { "monkeyden" })
        local x, y, z = inst.Transform:GetWorldPosition()
        local macaque = FindEntity(inst, 90, nil, { "macaque" })
        print(string.format("pears left %d, in the den %d, pelted %d times, dung left %d", inst.components.inventory:NumStackedItems(), select(2, den.components.container:Has("pear", 1)),
            inst.pelted, select(2, macaque.components.inventory:Has("dung", 1))))
    end)
    return inst
end
local function pear()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeInventoryPhysics(inst)
    inst:AddTag("loot")
    inst:AddComponent("inventoryitem")
    return inst
end
local function den()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("monkeyden")
    inst:AddComponent("container")
    inst.components.container:SetNumSlots(9)
    return inst
end
return Prefab("macaque", macaque), Prefab("dung", dung), Prefab("porter", porter), Prefab("pear", pear), Prefab("macaqueden", den)
