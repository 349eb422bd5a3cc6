return Prefab("lizard", function()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeCharacterPhysics(inst, 10, 0.5)
    inst.warmth = 0
    inst:AddComponent("locomotor")
    inst:AddComponent("health")
    inst:AddComponent("combat")
    inst:SetStateGraph("SGlizard")
    inst:SetBrain(require "brains/lizardbrain")
    return inst
end)
