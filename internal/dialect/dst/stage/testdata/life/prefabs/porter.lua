-- A stroller with logs and gold in its pockets, and food that it gives to whom it meets.
local brain = require("brains/porterbrain")

local function load(inst, prefab)
    local item = SpawnPrefab(prefab)
    inst.components.inventory:GiveItem(item)
end

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, 50, .5)
    inst:AddTag("character")
    inst:AddTag("porter")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 2.5
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(500)
    inst:AddComponent("combat")
    inst:AddComponent("inventory")
    inst:AddComponent("knownlocations")
    inst:AddComponent("leader")
    inst:DoTaskInTime(0, function()
        for _, prefab in ipairs({ "log", "goldnugget", "meat", "meat" }) do load(inst, prefab) end
    end)
    inst:ListenForEvent("itemlose", function(inst)
        if inst.components.inventory:NumItems() == 0 then print("nothing left") end
    end)
    inst:SetStateGraph("SGstroller")
    inst:SetBrain(brain)
    return inst
end

return Prefab("porter", fn)
