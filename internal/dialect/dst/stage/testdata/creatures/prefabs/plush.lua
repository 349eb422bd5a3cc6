-- A toy that grows while a dreamer who is mad has nightmares around him, and shrinks again.
local animal = require "prefabs/animal"

local function isleadercrazy(_, leader) return leader.mad == true end
local function hotheaded(_, leader) return leader.components.skilltreeupdater ~= nil and leader.components.skilltreeupdater:IsActivated("plush_hothead") end

local function become(prefab, verb)
    return function(inst, leader)
        local made = ReplacePrefab(inst, prefab)
        made.components.follower:SetLeader(leader)
        print("plush " .. verb .. ", the old one is there: " .. tostring(inst:IsValid()))
        return made
    end
end

local function toy(o)
    local inst = animal(o)
    inst.isleadercrazy, inst.hotheaded = isleadercrazy, hotheaded
    inst:AddComponent("follower")
    inst:AddComponent("timer")
    inst.GoBig, inst.GoSmall = become("bigplush", "grew"), become("plush", "shrank")
    return inst
end
local function plush()
    local inst = toy({ tags = { "plush", "smallcreature" }, walk = 2, run = 4 })
    inst:DoTaskInTime(0, function() -- made by the scene, it looks for a dreamer by itself
        if inst.components.follower.leader == nil then inst.components.follower:SetLeader(FindEntity(inst, 60, nil, { "dreamer" })) end
    end)
    inst:SetBrain(require "brains/plushbrain")
    return inst
end
local function big()
    local inst = toy({ tags = { "bigplush", "largecreature" }, damage = 50, period = 1, health = 1000, run = 6 })
    inst:ListenForEvent("killed", function(_, data) print("bigplush killed a " .. data.victim.prefab) end)
    inst:SetBrain(require "brains/bigplushbrain")
    return inst
end

local function nightmare()
    local inst = animal({ tags = { "nightmare" }, health = 120 })
    return inst
end
local function dreamer()
    local inst = animal({ tags = { "dreamer" } })
    inst:AddComponent("leader")
    inst:DoTaskInTime(4, function() inst.mad = true end)
    inst:DoTaskInTime(24, function() inst.mad = false end)
    inst:DoTaskInTime(30, function()
        local x, y, z = inst.Transform:GetWorldPosition()
        print(string.format("small %d, big %d, following %d", TheSim:CountEntities(x, y, z, 60, { "plush" }), TheSim:CountEntities(x, y, z, 60, { "bigplush" }),
            inst.components.leader:CountFollowers()))
    end)
    return inst
end

return Prefab("plush", plush), Prefab("bigplush", big), Prefab("dreamer", dreamer), Prefab("nightmare", nightmare)
