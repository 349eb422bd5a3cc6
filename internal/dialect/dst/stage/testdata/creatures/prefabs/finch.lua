return Prefab("finch", function()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeTinyFlyingCharacterPhysics(inst, 1, 0.5)
    inst:AddTag("bird")
    inst.flyawaydistance = 30
    inst:AddComponent("locomotor")
    inst:AddComponent("health")
    inst:ListenForEvent("onremove", function() print("finch gone, flying " .. tostring(inst:HasTag("flying"))) end)
    inst:SetBrain(require "brains/finchbrain")
    return inst
end)
