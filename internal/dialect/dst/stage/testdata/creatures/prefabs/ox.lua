-- Oxen live in a herd that has moods. One of them wears a bell and follows its herdsman.
local animal = require "prefabs/animal"

local function GetBeefBellOwner(inst)
    local bell = inst.components.entitytracker:GetEntity("bell")
    return bell ~= nil and bell:IsValid() and bell or nil
end
local function GetIsInMood(inst)
    local herd = inst.components.herdmember:GetHerd()
    return herd ~= nil and herd.components.mood ~= nil and herd.components.mood:IsInMood()
end

local function ox()
    local inst = animal({ tags = { "ox", "animal", "largecreature", "herdmember" }, mass = 100, walk = 1.5, run = 7, health = 500, damage = 20, period = 3, range = 3 })
    inst.GetBeefBellOwner, inst.GetIsInMood = GetBeefBellOwner, GetIsInMood
    inst.hits = 0
    inst:AddComponent("entitytracker")
    inst:AddComponent("herdmember")
    inst.components.herdmember:SetHerdPrefab("oxherd")
    inst:ListenForEvent("onhitother", function() inst.hits = inst.hits + 1 end)
    inst:ListenForEvent("entermood", function() inst:AddTag("scarytoprey") end)
    inst:ListenForEvent("leavemood", function() inst:RemoveTag("scarytoprey") end)
    inst:SetBrain(require "brains/oxbrain")
    return inst
end

local function tell(event)
    return function(inst)
        for e in pairs(inst.components.herd.members) do e:PushEvent(event) end
    end
end
local function herd()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("herd")
    inst:AddTag("CLASSIFIED")
    inst:AddComponent("herd")
    inst.components.herd:SetMemberTag("ox")
    inst.components.herd:SetGatherRange(40)
    inst.components.herd:SetUpdateRange(20)
    inst.components.herd:SetOnEmptyFn(inst.Remove)
    inst:AddComponent("mood")
    inst.components.mood:SetMoodTimeInDays(1, 1)
    inst.components.mood:SetInMoodFn(tell("entermood"))
    inst.components.mood:SetLeaveMoodFn(tell("leavemood"))
    return inst
end

local function herdsman()
    local inst = animal({ tags = { "herdsman" }, health = 1000 })
    local function oxen(fn)
        local x, y, z = inst.Transform:GetWorldPosition()
        local n = 0
        for _, e in ipairs(TheSim:FindEntities(x, y, z, 90, { "ox" })) do
            if fn(e) then n = n + 1 end
        end
        return n
    end
    inst:DoTaskInTime(0, function()
        FindEntity(inst, 90, nil, { "ox" }).components.entitytracker:TrackEntity("bell", inst)
    end)
    local function report(_, when)
        local herds = TheSim:FindEntities(0, 0, 0, 200, { "herd" })
        print(string.format("%s: herds %d, members %d, in the mood %d, beside me %d, that hit me %s", when, #herds, herds[1].components.herd.membercount,
            oxen(GetIsInMood), oxen(function(e) return GetBeefBellOwner(e) ~= nil and e:IsNear(inst, 6) end), tostring(oxen(function(e) return e.hits > 0 end) > 0)))
    end
    inst:DoTaskInTime(16, report, "day 1")
    inst:DoTaskInTime(34, report, "day 2")
    inst:DoTaskInTime(54, report, "day 3")
    return inst
end
return Prefab("ox", ox), Prefab("oxherd", herd), Prefab("herdsman", herdsman)
