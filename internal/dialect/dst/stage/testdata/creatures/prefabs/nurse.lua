-- She fetches what grows ripe and feeds it to a foal, which turns to every noise that it hears.
local animal = require "prefabs/animal"

local function nurse()
    local inst = animal({ tags = { "nurse" }, walk = 4, run = 5 })
    inst:AddComponent("inventory")
    inst:SetBrain(require "brains/nursebrain")
    return inst
end
local function foal()
    local inst = animal({ tags = { "foal", "animal" }, walk = 2, run = 4 })
    inst:AddComponent("hunger")
    inst.components.hunger:SetMax(100)
    inst.components.hunger:SetRate(0)
    inst.components.hunger:SetPercent(0.5)
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.VEGGIE }, { FOODTYPE.VEGGIE })
    inst:ListenForEvent("oneat", function(_, data)
        print(string.format("foal ate a %s from a %s, hunger %.1f", data.food.prefab, data.feeder ~= nil and data.feeder.prefab or "?", inst.components.hunger.current))
    end)
    inst:DoTaskInTime(30, function()
        inst.noise = inst:GetPosition() + Vector3(6, 0, 0)
        inst.components.knownlocations:RememberLocation("investigate", inst.noise)
    end)
    inst:DoTaskInTime(36, function()
        print(string.format("went to the noise %s, forgot it %s", tostring(inst:GetDistanceSqToPoint(inst.noise) < 1), tostring(inst.components.knownlocations:GetLocation("investigate") == nil)))
    end)
    inst:SetBrain(require "brains/foalbrain")
    return inst
end
return Prefab("nurse", nurse), Prefab("foal", foal)
