-- A nest that makes chicks: each becomes a bot, since the scene has a class of them.
local function chick()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeCharacterPhysics(inst, 1, 0.2)
    inst:AddTag("chick")
    inst:AddComponent("locomotor")
    inst:AddComponent("entitytracker")
    return inst
end
local function LayEgg(inst)
    local made = SpawnPrefab("chick")
    made.Transform:SetPosition(inst.Transform:GetWorldPosition())
    made.components.entitytracker:TrackEntity("mother", inst)
    inst.chicks = inst.chicks + 1
    return made
end
local function mother()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("mother")
    inst.chicks, inst.LayEgg = 0, LayEgg
    inst:AddComponent("locomotor")
    inst:SetBrain(require "brains/motherbrain")
    return inst
end
return Prefab("mother", mother), Prefab("chick", chick)
