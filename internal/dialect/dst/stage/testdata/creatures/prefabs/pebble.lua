return Prefab("pebble", function()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeInventoryPhysics(inst)
    inst:AddTag("ammo")
    inst:AddComponent("inventoryitem")
    inst:AddComponent("stackable")
    inst.components.stackable.maxsize = 20
    return inst
end)
