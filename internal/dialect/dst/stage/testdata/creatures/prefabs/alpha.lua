-- An alpha howls for hounds when it hunts, and they hunt with it.
local animal = require "prefabs/animal"

local function NumHoundsToSpawn(inst) return math.max(0, 3 - inst.components.leader:CountFollowers("hound")) end

local function alpha()
    local inst = animal({ tags = { "alpha", "hound", "largecreature", "monster" }, run = 5, damage = 10, period = 3, range = 3, health = 600 })
    inst:RemoveTag("hound")
    inst.NumHoundsToSpawn, inst.base_hound_num = NumHoundsToSpawn, 3
    inst:AddComponent("leader")
    inst.components.combat:SetRetargetFunction(2, function() return FindEntity(inst, 40, function(e) return inst.components.combat:CanTarget(e) end, { "elk" }) end)
    inst.components.combat:SetKeepTargetFunction(function(_, target) return inst.components.combat:CanTarget(target) end)
    inst:ListenForEvent("dohowl", function() -- what a state graph would do in the middle of the howl
        for i = 1, inst:NumHoundsToSpawn() do
            local hound = SpawnPrefab("pup")
            hound.Transform:SetPosition((inst:GetPosition() + Vector3(2 * i - 4, 0, 3)):Get())
            inst.components.leader:AddFollower(hound)
        end
    end)
    inst:DoTaskInTime(8, function()
        local with = 0
        for hound in pairs(inst.components.leader.followers) do
            if hound.components.combat.target == inst.components.combat.target and hound.components.combat:HasTarget() then with = with + 1 end
        end
        print("hounds " .. inst.components.leader:CountFollowers("hound") .. ", hunting with it " .. with)
    end)
    inst:SetBrain(require "brains/alphabrain")
    return inst
end

local function pup()
    local inst = animal({ tags = { "hound", "monster" }, run = 7, damage = 15, period = 2, health = 100 })
    inst:AddComponent("follower")
    inst:SetBrain(require "brains/pupbrain")
    return inst
end

local function elk()
    local inst = animal({ tags = { "elk", "animal" }, health = 300 })
    inst.struck = {}
    inst:ListenForEvent("attacked", function(_, data) inst.struck[data.attacker.prefab] = true end)
    inst:ListenForEvent("death", function() print("elk dead, struck by pup " .. tostring(inst.struck.pup == true) .. ", by alpha " .. tostring(inst.struck.alpha == true)) end)
    return inst
end

return Prefab("alpha", alpha), Prefab("pup", pup), Prefab("elk", elk)
