-- He lives beside a torch, feeds it while it burns low by night, and keeps watch in its light.
local animal = require "prefabs/animal"

local function watchman()
    local inst = animal({ tags = { "watchman" }, walk = 3, run = 5 })
    inst.fed = 0
    inst:AddComponent("homeseeker")
    inst:AddComponent("inventory")
    for _ = 1, 3 do inst.components.inventory:GiveItem(SpawnPrefab("log")) end
    inst:DoTaskInTime(0, function() inst.components.homeseeker:SetHome(FindEntity(inst, 60, nil, { "torch" })) end)
    inst:ListenForEvent("performaction", function(_, data)
        if data.action.action == ACTIONS.ADDFUEL then inst.fed = inst.fed + 1 end
    end)
    inst:WatchWorldState("startnight", function() print("night begins: fed " .. inst.fed) end)
    inst:WatchWorldState("startday", function()
        local torch = inst.components.homeseeker.home
        print(string.format("day begins: fed %s, logs left %d, empty %s, near it %s", inst.fed > 0 and "it" or "nothing", 3 - inst.fed == inst.components.inventory:NumStackedItems() and 1 or 0,
            tostring(torch.components.fueled:IsEmpty()), tostring(inst:IsNear(torch, 6))))
    end)
    inst:SetBrain(require "brains/watchmanbrain")
    return inst
end
local function torch()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeObstaclePhysics(inst, 0.4)
    inst:AddTag("torch")
    inst:AddComponent("burnable")
    inst:AddComponent("fueled")
    local fueled = inst.components.fueled
    fueled.maxfuel, fueled.accepting = 60, true
    fueled:SetSections(4)
    fueled:InitializeFuelLevel(25)
    fueled:SetDepletedFn(function() print("the torch is out") end)
    fueled:StartConsuming()
    return inst
end
return Prefab("watchman", watchman), Prefab("torch", torch)
