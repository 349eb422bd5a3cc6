local brain = require "brains/bogtoadbrain"

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, 1, 0.3)
    inst:AddTag("toad")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then return inst end

    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 2
    inst.components.locomotor.runspeed = 4
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(TUNING.BOG.TOAD_HEALTH)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(TUNING.BOG.TOAD_BITE)
    inst:AddComponent("knownlocations")
    inst:AddComponent("bogcroaker")
    inst:SetStateGraph("SGmarshrat")
    inst:SetBrain(brain)
    return inst
end

return Prefab("bogtoad", fn)
