-- It chases whoever strikes it, not far from its pool; led away, it resets: whole again, home again.
local animal = require "prefabs/animal"

local function Reset(inst)
    inst.resets = inst.resets + 1
    inst.components.combat:DropTarget()
    inst.components.health:SetPercent(1)
    inst.sg:GoToState("land")
    local far = inst:GetDistanceSqToPoint(inst.components.knownlocations:GetLocation("spawnpoint")) > 400
    print(string.format("reset %d, health whole %s, %s m from its pool", inst.resets, tostring(not inst.components.health:IsHurt()), far and "more than 20" or "less than 20"))
end
local function drake()
    local inst = animal({ tags = { "drake", "epic", "monster" }, walk = 3, run = 5, damage = 10, period = 3, range = 3, health = 1000 })
    inst.Reset, inst.resets = Reset, 0
    inst:ListenForEvent("attacked", function(_, data) inst.components.combat:SetTarget(data.attacker) end)
    inst:DoTaskInTime(0, function() inst.components.knownlocations:RememberLocation("spawnpoint", inst:GetPosition()) end)
    inst:SetStateGraph("SGdrake")
    inst:SetBrain(require "brains/drakebrain")
    inst:DoTaskInTime(40, function()
        print(string.format("at its pool %s, resets %d", tostring(inst:GetDistanceSqToPoint(inst.components.knownlocations:GetLocation("spawnpoint")) < 25), inst.resets))
    end)
    return inst
end
local function bait()
    local inst = animal({ tags = { "decoy" }, walk = 5, run = 5.5, health = 1000 })
    inst:DoTaskInTime(2, function() FindEntity(inst, 60, nil, { "drake" }).components.combat:GetAttacked(inst, 100) end)
    inst:SetBrain(require "brains/decoybrain")
    return inst
end
return Prefab("drake", drake), Prefab("decoy", bait)
