-- It is born with a rusty club in its pocket, wields it, and fetches better things from a
-- heap of junk, one after the other.
local animal = require "prefabs/animal"

local function GetNextItem(inst)
    for _, name in ipairs({ "flail", "shield" }) do
        if not inst.components.inventory:Has(name, 1) and not inst.loot[name] then return name end
    end
end

local function gear(name, slot, damage)
    return Prefab(name, function()
        local inst = CreateEntity()
        inst.entity:AddTransform()
        MakeInventoryPhysics(inst)
        inst:AddTag("gear")
        inst:AddComponent("inventoryitem")
        inst:AddComponent("equippable")
        inst.components.equippable.equipslot = slot
        inst.components.equippable:SetOnEquip(function(_, owner) owner.loot[name] = true end)
        inst.components.equippable:SetOnUnequip(function(_, owner) owner.loot[name] = false end)
        if damage then
            inst:AddComponent("weapon")
            inst.components.weapon:SetDamage(damage)
        end
        return inst
    end)
end

local function junker()
    local inst = animal({ tags = { "junker" }, walk = 3, run = 5, damage = 4 })
    inst.loot, inst.GetNextItem = {}, GetNextItem
    inst:AddComponent("inventory")
    local pockets = inst.components.inventory
    local club, dagger = SpawnPrefab("rustyclub"), SpawnPrefab("dagger")
    pockets:GiveItem(dagger)
    pockets:GiveItem(club)
    local hood = SpawnPrefab("hood")
    pockets:Equip(hood)
    print(string.format("born: club is its own %s, dagger %s, hood %s, worn %s", tostring(club.components.inventoryitem.owner == inst),
        tostring(dagger.components.inventoryitem.owner == inst), tostring(hood.components.inventoryitem.owner == inst), tostring(inst.loot.hood)))
    inst:ListenForEvent("equip", function(_, data)
        print(string.format("wields %s with damage %d, %d in its pockets", data.item.prefab, inst.components.combat:CalcDamage(inst, data.item), pockets:NumItems()))
    end)
    inst:SetBrain(require "brains/junkerbrain")
    return inst
end

local function heap()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeObstaclePhysics(inst, 1)
    inst:AddTag("junk")
    inst:AddComponent("workable")
    inst.components.workable:SetWorkAction(ACTIONS.HAMMER)
    inst.components.workable:SetWorkLeft(4)
    inst.components.workable:SetOnWorkCallback(function(inst, by, left)
        local what = by:GetNextItem()
        if what == nil then return end
        local item = SpawnPrefab(what)
        item.Transform:SetPosition((inst:GetPosition() + Vector3(2, 0, 0)):Get())
        print("the heap gives a " .. what .. ", " .. left .. " left")
    end)
    return inst
end

return Prefab("junker", junker), Prefab("junkheap", heap), gear("rustyclub", EQUIPSLOTS.HANDS, 10), gear("flail", EQUIPSLOTS.HANDS, 25),
    gear("dagger", EQUIPSLOTS.HANDS, 6), gear("hood", EQUIPSLOTS.HEAD), gear("shield", EQUIPSLOTS.BODY)
