-- It gathers as many shells as it may carry, and stores them in its holt.
local animal = require "prefabs/animal"

local function otter()
    local inst = animal({ tags = { "otter", "animal" }, walk = 4, run = 6 })
    inst.most = 0
    inst:AddComponent("inventory")
    inst:AddComponent("homeseeker")
    inst:ListenForEvent("itemget", function() inst.most = math.max(inst.most, inst.components.inventory:NumStackedItems()) end)
    inst:ListenForEvent("gotnewitem", function() inst.most = math.max(inst.most, inst.components.inventory:NumStackedItems()) end)
    inst:DoTaskInTime(0, function() inst.components.homeseeker:SetHome(FindEntity(inst, 60, nil, { "holt" })) end)
    inst:SetBrain(require "brains/otterbrain")
    inst:DoTaskInTime(55, function()
        local holt = inst.components.homeseeker.home
        print(string.format("carried at most %d, left in its pockets %d, in the holt %d", inst.most, inst.components.inventory:NumStackedItems(), select(2, holt.components.container:Has("cockle", 1))))
    end)
    return inst
end
local function cockle()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeInventoryPhysics(inst)
    inst:AddTag("cockle")
    inst:AddComponent("inventoryitem")
    inst:AddComponent("stackable")
    return inst
end
local function holt()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("holt")
    inst:AddComponent("container")
    inst.components.container:SetNumSlots(4)
    inst:DoTaskInTime(0, function()
        for i = 1, 7 do SpawnPrefab("cockle").Transform:SetPosition((inst:GetPosition() + Vector3(8, 0, i - 4)):Get()) end
    end)
    return inst
end
return Prefab("otter", otter), Prefab("cockle", cockle), Prefab("holt", holt)
