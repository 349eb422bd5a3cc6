-- Goslings call for a guardian by an action at their herd, and keep behind it.
local animal = require "prefabs/animal"

local function HasGuardian(inst)
    local herd = inst.components.herdmember:GetHerd()
    return herd ~= nil and herd.components.guardian ~= nil and herd.components.guardian:HasGuardian()
end

local function gosling()
    local inst = animal({ tags = { "gosling", "herdmember", "smallcreature" }, walk = 3, run = 6 })
    inst.HasGuardian, inst.calls = HasGuardian, 0
    inst:AddComponent("herdmember")
    inst.components.herdmember:SetHerdPrefab("goslingherd")
    inst:ListenForEvent("performaction", function(_, data)
        if data.action.action == ACTIONS.SUMMONGUARDIAN then inst.calls = inst.calls + 1 end
    end)
    inst:DoTaskInTime(28, function()
        local herd = inst.components.herdmember:GetHerd()
        local goose = herd.components.guardian.guardian
        print(string.format("members %d, guardian %s, called %s, near it %s", herd.components.herd.membercount, goose.prefab, tostring(inst.calls > 0), tostring(inst:IsNear(goose, 7))))
    end)
    inst:SetBrain(require "brains/goslingbrain")
    return inst
end
local function herd()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("herd")
    inst:AddComponent("herd")
    inst.components.herd:SetMemberTag("gosling")
    inst.components.herd:SetGatherRange(30)
    inst:AddComponent("guardian")
    inst.components.guardian.prefab, inst.components.guardian.threshold = "goose", 20
    inst.components.guardian.onsummonfn = function(_, goose) print("goose summoned after " .. inst.components.guardian.summons .. " calls") end
    return inst
end
local function goose() return animal({ tags = { "goose", "epic", "largecreature" }, health = 1000 }) end
return Prefab("gosling", gosling), Prefab("goslingherd", herd), Prefab("goose", goose)
