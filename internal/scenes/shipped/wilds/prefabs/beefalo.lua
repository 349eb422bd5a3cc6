-- Beefalo graze in a herd, which drifts. Who strikes one has the herd against him.
local Kin = require "prefabs/kin"
local brain = require "brains/beefalo"

local function keep(inst, target)
    local herd = inst.components.knownlocations:GetLocation("herd")
    return inst.components.combat:CanTarget(target) and (herd == nil or inst:GetDistanceSqToPoint(herd) < 30 * 30)
end

local function beefalo()
    local inst = Kin.Walker({
        tags = { "beefalo", "animal", "largecreature", "herdmember" }, mass = 100, radius = 0.6, walk = 1, run = 7, health = 500, damage = 34,
        period = 4, range = 3, loot = { "meat", "meat" }, brain = brain,
    })
    inst:AddComponent("herdmember")
    inst.components.herdmember:SetHerdPrefab("beefaloherd")
    inst:AddComponent("sleeper")
    inst.components.sleeper:SetResistance(3)
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.VEGGIE }, { FOODTYPE.VEGGIE })
    inst.components.combat:SetKeepTargetFunction(keep)
    Kin.Defends(inst, 25, "beefalo", 5)
    return inst
end

local function herd()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("herd")
    inst:AddComponent("herd")
    inst.components.herd:SetMemberTag("beefalo")
    inst.components.herd:SetGatherRange(40)
    inst.components.herd:SetUpdateRange(20)
    return inst
end

return Prefab("beefalo", beefalo), Prefab("beefaloherd", herd)
