-- A cat with a leader plays with toys, and coughs up a hairball when its time has come.
local animal = require "prefabs/animal"

local function PickRandomGift() return "hairball" end

local function cat()
    local inst = animal({ tags = { "catcoon", "smallcreature", "animal" }, walk = 3, run = 5, damage = 10 })
    inst.last_hairball_time, inst.hairball_friend_interval, inst.hairball_neutral_interval = GetTime(), 6, 20
    inst.PickRandomGift = PickRandomGift
    inst.played = {}
    inst:AddComponent("follower")
    inst:AddComponent("inventory")
    inst:SetStateGraph("SGcatcoon")
    inst:SetBrain(require "brains/catcoonbrain")
    inst:DoTaskInTime(0, function() FindEntity(inst, 60, nil, { "catlady" }).components.leader:AddFollower(inst) end)
    inst:DoTaskInTime(30, function()
        local x, y, z = inst.Transform:GetWorldPosition()
        print(string.format("ground toys %d, air toys %d, hairballs %d, with the lady %s", inst.played.ground or 0, inst.played.air or 0,
            TheSim:CountEntities(x, y, z, 60, { "hairball" }), tostring(inst:IsNear(inst.components.follower.leader, 8))))
    end)
    return inst
end
local function lady()
    local inst = animal({ tags = { "catlady" } })
    inst:AddComponent("leader")
    return inst
end
local function toy(tag)
    return function()
        local inst = CreateEntity()
        inst.entity:AddTransform()
        inst:AddTag("cattoy")
        inst:AddTag(tag)
        inst:AddComponent("poppable")
        return inst
    end
end
local function hairball()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("hairball")
    MakeInventoryPhysics(inst)
    inst:AddComponent("inventoryitem")
    return inst
end
return Prefab("catcoon", cat), Prefab("catlady", lady), Prefab("yarn", toy("yarn")), Prefab("feather", toy("cattoyairborne")), Prefab("hairball", hairball)
