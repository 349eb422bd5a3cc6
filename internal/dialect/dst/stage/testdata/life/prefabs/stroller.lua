-- Somebody who walks up and down between two places, and fights with nobody.
local brain = require("brains/strollerbrain")

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, 50, .5)
    inst:AddTag("stroller")
    inst:AddTag("character")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 3
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(2000)
    inst:AddComponent("combat")
    inst:AddComponent("inventory")
    inst:AddComponent("knownlocations")
    inst:AddComponent("leader")
    inst.hurt = 0
    inst:ListenForEvent("attacked", function(inst, data)
        inst.hurt = inst.hurt + 1
        if inst.hurt == 1 then print("struck by " .. data.attacker.prefab) end
    end)
    inst:SetStateGraph("SGstroller")
    inst:SetBrain(brain)
    return inst
end

return Prefab("stroller", fn)
