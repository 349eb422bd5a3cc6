-- A gadfly stings a sleeper once in the middle of the night.
local brain = require("brains/gadflybrain")

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    MakeFlyingCharacterPhysics(inst, 1, .2)
    inst:AddTag("insect")
    inst:AddTag("flying")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end
    inst.stung = false
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = 4
    inst.components.locomotor.runspeed = 7
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(300)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(1)
    inst.components.combat:SetRange(1.5)
    inst:AddComponent("knownlocations")
    inst:ListenForEvent("onhitother", function(inst)
        inst.stung = true
        inst.components.combat:SetTarget(nil)
    end)
    inst:SetStateGraph("SGguard")
    inst:SetBrain(brain)
    return inst
end

return Prefab("gadfly", fn)
