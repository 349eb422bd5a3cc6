-- Auks keep to their herd, go to the rookery, and lay an egg into an empty nest there.
local animal = require "prefabs/animal"

local function auk()
    local inst = animal({ tags = { "auk", "herdmember", "animal" }, walk = 2, run = 3 })
    inst:AddComponent("herdmember")
    inst.components.herdmember:SetHerdPrefab("aukherd")
    inst.eggsLayed, inst.eggsMax = 0, 1
    inst:SetBrain(require "brains/aukbrain")
    inst:DoTaskInTime(50, function()
        local rookery, herd = inst.components.knownlocations:GetLocation("rookery"), inst.components.herdmember:GetHerd()
        print(string.format("herd of %d at the rookery %s, laid %d, at the rookery %s", herd.components.herd.membercount,
            tostring(herd:GetDistanceSqToPoint(rookery) < 100), inst.eggsLayed, tostring(inst:GetDistanceSqToPoint(rookery) < 144)))
    end)
    inst:DoTaskInTime(50.5, function()
        local rookery = inst.components.knownlocations:GetLocation("rookery")
        if inst.first then print("eggs " .. TheSim:CountEntities(rookery.x, 0, rookery.z, 20, { "pickable" })) end
    end)
    return inst
end
local function herd()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("herd")
    inst:AddComponent("herd")
    inst.components.herd:SetMemberTag("auk")
    inst.components.herd:SetAddMemberFn(function(_, member)
        local ice = FindEntity(member, 90, nil, { "ice" })
        member.components.knownlocations:RememberLocation("rookery", ice:GetPosition())
        if inst.components.herd.membercount == 1 then member.first = true end
    end)
    return inst
end
local function nest()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("ice")
    inst:AddComponent("pickable")
    inst.components.pickable:SetUp("bird_egg", 1e6)
    inst.components.pickable:MakeEmpty()
    return inst
end
return Prefab("auk", auk), Prefab("aukherd", herd), Prefab("auknest", nest)
