local function GetQueen(inst) return inst.components.entitytracker:GetEntity("queen") end
local function guard()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeCharacterPhysics(inst, 1, 0.3)
    inst:AddTag("guard")
    inst.GetQueen = GetQueen
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = 3, 6
    inst:AddComponent("entitytracker")
    inst:SetBrain(require "brains/guardbrain")
    inst:DoTaskInTime(0, function()
        local queen = FindEntity(inst, 90, nil, { "queen" })
        if queen then inst.components.entitytracker:TrackEntity("queen", queen) end
    end)
    inst:DoTaskInTime(12, function() print("guard beside its queen: " .. tostring(inst:IsNear(GetQueen(inst), 5))) end)
    return inst
end
local function queen()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("queen")
    inst:AddComponent("locomotor")
    return inst
end
return Prefab("guard", guard), Prefab("queen", queen)
