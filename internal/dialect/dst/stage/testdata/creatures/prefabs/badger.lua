local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddSoundEmitter()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, 50, 0.5)
    inst.AnimState:SetBank("badger")
    inst.AnimState:PlayAnimation("idle_loop", true)
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then return inst end

    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = 3, 7
    inst:AddComponent("combat")
    inst:AddComponent("health")
    inst:AddComponent("sleeper")
    inst:SetStateGraph("SGbadger")
    inst:SetBrain(require "brains/badgerbrain")
    return inst
end

return Prefab("badger", fn)
