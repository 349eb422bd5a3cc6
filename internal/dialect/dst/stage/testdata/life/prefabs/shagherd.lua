-- The herd of shags, which nobody sees: it has the mood of all.
local function tell(event)
    return function(inst)
        for member in pairs(inst.components.herd.members) do member:PushEvent(event) end
    end
end

local function AddMember(inst, member)
    member:PushEvent(inst.components.mood:IsInMood() and "entermood" or "leavemood")
end

local function fn()
    local inst = CreateEntity()

    inst.entity:AddTransform()
    --[[Non-networked entity]]

    inst:AddTag("herd")
    inst:AddTag("NOBLOCK")
    inst:AddTag("NOCLICK")

    inst:AddComponent("herd")
    inst.components.herd:SetMemberTag("shag")
    inst.components.herd:SetGatherRange(40)
    inst.components.herd:SetUpdateRange(20)
    inst.components.herd:SetMaxSize(8)
    inst.components.herd:SetOnEmptyFn(inst.Remove)
    inst.components.herd:SetAddMemberFn(AddMember)

    inst:AddComponent("mood")
    inst.components.mood:SetMoodTimeInDays(2, 1)
    inst.components.mood:SetInMoodFn(tell("entermood"))
    inst.components.mood:SetLeaveMoodFn(tell("leavemood"))
    return inst
end

return Prefab("shagherd", fn)
