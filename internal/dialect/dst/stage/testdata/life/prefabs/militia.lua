-- People who stand by their hut, and go against a colossus together when the day breaks.
local brain = require("brains/militiabrain")

local function Retarget(inst)
    return TheWorld.state.isday and TheWorld.state.cycles > 0 and FindEntity(inst, 40, function(guy)
        return inst.components.combat:CanTarget(guy)
    end, { "_combat", "monster" }, { "INLIMBO" }) or nil
end

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddNetwork()
    MakeCharacterPhysics(inst, 50, .5)
    inst:AddTag("character")
    inst:AddTag("militia")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then
        return inst
    end
    inst.pounded = false
    inst:AddComponent("locomotor")
    inst.components.locomotor.runspeed = 5
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(800)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(15)
    inst.components.combat:SetAttackPeriod(1.5)
    inst.components.combat:SetRetargetFunction(1, Retarget)
    inst.components.combat:SetKeepTargetFunction(function(inst, target) return inst.components.combat:CanTarget(target) end)
    inst:AddComponent("knownlocations")
    inst:ListenForEvent("epicscare", function(inst, data) print("scared for", data.duration) end)
    inst:ListenForEvent("attacked", function(inst, data)
        if not data.attacker.pounding or inst.pounded then return end
        inst.pounded = true
        print("pounded")
    end)
    inst:SetStateGraph("SGguard")
    inst:SetBrain(brain)
    return inst
end

return Prefab("militia", fn)
