-- It lies under the ground, puts out a lure from time to time, and bites who picks it.
local animal = require "prefabs/animal"

local function angler()
    local inst = animal({ tags = { "angler", "monster" }, walk = 4, run = 4, damage = 25, period = 2, range = 3, health = 500 })
    inst.lastluretime, inst.lures, inst.bites = -100, 0, 0
    inst:ListenForEvent("onhitother", function(_, data)
        inst.bites = inst.bites + 1
        if inst.bites == 1 then print("bit a " .. data.target.prefab .. " after " .. inst.lures .. " lure") end
    end)
    inst:SetStateGraph("SGangler")
    inst:SetBrain(require "brains/anglerbrain")
    return inst
end
local function picker()
    local inst = animal({ tags = { "picker" }, health = 300 })
    inst:AddComponent("inventory")
    inst:SetBrain(require "brains/pickerbrain")
    inst:ListenForEvent("picksomething", function(_, data) print("picked a " .. data.object.prefab) end)
    inst:DoTaskInTime(30, function()
        local berries, light = inst.components.inventory:FindItem(function(i) return i.prefab == "berries" end), inst.components.inventory:FindItem(function(i) return i.prefab == "glowberry" end)
        print(string.format("berries %s, glowberry %s, hurt %s", tostring(berries ~= nil), tostring(light ~= nil), tostring(inst.components.health:IsHurt())))
    end)
    return inst
end
local function glowberry()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeInventoryPhysics(inst)
    inst:AddComponent("inventoryitem")
    return inst
end
return Prefab("angler", angler), Prefab("picker", picker), Prefab("glowberry", glowberry)
