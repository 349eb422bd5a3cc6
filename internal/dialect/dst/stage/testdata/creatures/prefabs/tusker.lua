-- It charges whoever comes near while its horn is whole, and keeps away afterwards.
local animal = require "prefabs/animal"

local hits_then = 0

local function HornIsBroken(inst) return inst._hornbroken == true end

local function tusker()
    local inst = animal({ tags = { "tusker", "animal", "largecreature" }, walk = 3, run = 7, damage = 15, period = 2, health = 300, range = 3 })
    inst.HornIsBroken = HornIsBroken
    inst:AddComponent("lootdropper")
    inst.components.combat:SetRetargetFunction(1, function()
        return not inst:HornIsBroken() and FindEntity(inst, 12, function(e) return inst.components.combat:CanTarget(e) end, { "boxer" }) or nil
    end)
    inst.components.combat:SetKeepTargetFunction(function(_, target) return not inst:HornIsBroken() and inst.components.combat:CanTarget(target) end)
    inst.hits = 0
    inst:ListenForEvent("onhitother", function() inst.hits = inst.hits + 1 end)
    inst:ListenForEvent("healthdelta", function(_, data)
        if inst._hornbroken or data.newpercent > 0.6 then return end
        inst._hornbroken = true
        inst.components.lootdropper:SpawnLootPrefab("tuskhorn")
        print("horn broken, it had struck: " .. tostring(inst.hits > 0))
        inst:DoTaskInTime(10, function()
            local boxer = FindEntity(inst, 90, nil, { "boxer" })
            local horn = FindEntity(inst, 90, nil, { "horn" })
            print(string.format("away from the boxer %s, struck since %s, horns %s", tostring(not inst:IsNear(boxer, TUNING.TUSKER_SAFE_DIST - 1)), inst.hits - hits_then, tostring(horn ~= nil)))
        end)
        inst:DoTaskInTime(2, function() hits_then = inst.hits end) -- a blow may be on its way
    end)
    inst:SetBrain(require "brains/tuskerbrain")
    return inst
end
local function boxer()
    local inst = animal({ tags = { "boxer" }, walk = 2, run = 2, health = 2000, damage = 30, period = 1 })
    inst:ListenForEvent("attacked", function(_, data) inst.components.combat:SuggestTarget(data.attacker) end)
    inst:SetBrain(require "brains/keeperbrain")
    return inst
end
local function horn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("horn")
    MakeInventoryPhysics(inst)
    inst:AddComponent("inventoryitem")
    return inst
end
return Prefab("tusker", tusker), Prefab("boxer", boxer), Prefab("tuskhorn", horn)
