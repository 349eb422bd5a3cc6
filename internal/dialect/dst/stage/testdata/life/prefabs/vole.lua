-- Voles are what others live on: they run, and leave meat.
local brain = require("brains/volebrain")

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, 1, .3)
    inst:AddTag("vole")
    inst:AddTag("prey")
    inst:AddTag("smallcreature")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end
    inst:AddComponent("locomotor")
    inst.components.locomotor.runspeed = 4
    inst.components.locomotor.walkspeed = 2
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(25)
    inst:AddComponent("combat")
    inst:AddComponent("knownlocations")
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:SetLoot({ "smallmeat" })
    inst:SetStateGraph("SGvole")
    inst:SetBrain(brain)
    return inst
end

return Prefab("vole", fn)
