-- What most animals of this folder have in common.
return function(o)
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddDynamicShadow()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, o.mass or 50, o.radius or 0.5)
    inst.AnimState:SetBank(o.bank or "animal")
    inst.AnimState:PlayAnimation("idle", true)
    for _, tag in ipairs(o.tags or {}) do inst:AddTag(tag) end
    inst.entity:SetPristine()
    inst:AddComponent("inspectable")
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = o.walk or 3, o.run or 6
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(o.health or 100)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(o.damage or 0)
    inst.components.combat:SetAttackPeriod(o.period or 2)
    inst.components.combat:SetRange(o.range or 2)
    inst:AddComponent("knownlocations")
    return inst
end
