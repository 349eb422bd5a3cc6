-- Birds come down, hop about, and are gone when somebody comes near. The sky sends new
-- ones.
local brain = require "brains/bird"

local function bird()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeCharacterPhysics(inst, 1, 0.25)
    for _, tag in ipairs({ "bird", "animal", "smallcreature", "prey" }) do inst:AddTag(tag) end
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = 1.5, 3
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(25)
    inst:AddComponent("combat")
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.SEEDS, FOODTYPE.VEGGIE }, { FOODTYPE.SEEDS, FOODTYPE.VEGGIE })
    inst:AddComponent("lootdropper")
    inst.components.lootdropper:AddRandomLoot("meat", 1)
    inst.components.lootdropper.numrandomloot = 1
    inst.flyawaydistance = 6
    inst:SetStateGraph()
    inst:SetBrain(brain)
    return inst
end

local function sky()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:DoPeriodicTask(2, function()
        if TheWorld.state.isnight then return end
        local x, _, z = inst.Transform:GetWorldPosition()
        if TheSim:CountEntities(x, 0, z, 40, { "bird" }) >= 7 then return end
        local flock = SpawnPrefab("bird")
        if flock == nil then return end
        local angle, far = math.random() * TWOPI, 5 + 25 * math.random()
        flock.Transform:SetPosition(x + math.cos(angle) * far, 0, z + math.sin(angle) * far)
    end)
    return inst
end

return Prefab("bird", bird), Prefab("sky", sky)
