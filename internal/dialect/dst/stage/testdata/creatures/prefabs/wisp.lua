-- A ghost that a witch leads. Its prefab says whom its cold reaches.
local animal = require "prefabs/animal"

local function auratest(inst, target)
    local leader = inst.components.follower.leader
    if target == leader or target:HasTag("wispfriend") then return false end
    return target:HasTag("imp") or leader ~= nil and target.components.combat ~= nil and target.components.combat:TargetIs(leader)
end

local function wisp()
    local inst = animal({ tags = { "wisp", "flying", "noauradamage" }, radius = 0.3, walk = 4, run = 5, damage = 12, period = 1, health = 150 })
    inst.auratest = auratest
    inst.is_defensive = true
    inst:AddComponent("follower")
    inst.components.follower:KeepLeaderOnAttacked()
    inst.components.follower.keepdeadleader = true
    inst:SetBrain(require "brains/wispbrain")
    return inst
end

local function victim(tag)
    return function()
        local inst = animal({ tags = { tag }, health = 200 })
        return inst
    end
end

local function witch()
    local inst = animal({ tags = { "witch" } })
    inst:AddComponent("leader")
    local function all(tag)
        local x, y, z = inst.Transform:GetWorldPosition()
        return TheSim:FindEntities(x, y, z, 60, { tag })
    end
    inst:DoTaskInTime(0, function()
        for _, e in ipairs(all("wisp")) do inst.components.leader:AddFollower(e) end
    end)
    inst:DoTaskInTime(20, function()
        local imp, friend = all("imp")[1], all("wispfriend")[1]
        print(string.format("followers %d, imp hurt %s, friend hurt %s, wisp at its witch %s", inst.components.leader:CountFollowers("wisp"),
            tostring(imp == nil or imp.components.health:IsHurt()), tostring(friend.components.health:IsHurt()), tostring(all("wisp")[1]:IsNear(inst, 9))))
    end)
    return inst
end

return Prefab("wisp", wisp), Prefab("witch", witch), Prefab("imp", victim("imp")), Prefab("tomcat", victim("wispfriend"))
