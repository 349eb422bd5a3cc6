-- A piece of furniture that stands up at night and goes to the light, and sits by day.
local animal = require "prefabs/animal"

local function CanStandUp(inst) return TheWorld.state.isnight and FindEntity(inst, 40, nil, { "lamp" }) ~= nil end
local function IsStanding(inst) return inst._standing == true end
local function ChangeStanding(inst, standing)
    inst._standing = standing
    inst:PushEvent("standing", { up = standing })
end

local function usher()
    local inst = animal({ tags = { "stagehand", "notarget" }, walk = 4, run = 4 })
    inst.CanStandUp, inst.IsStanding, inst.ChangeStanding = CanStandUp, IsStanding, ChangeStanding
    inst:SetStateGraph("SGusher")
    inst:SetBrain(require "brains/usherbrain")
    local start
    inst:DoTaskInTime(0, function() start = inst:GetPosition() end)
    inst:WatchWorldState("startnight", function() print("night begins: standing " .. tostring(inst:IsStanding()) .. ", moved " .. tostring(inst:GetDistanceSqToPoint(start) > 1)) end)
    inst:WatchWorldState("startday", function()
        local lamp = FindEntity(inst, 60, nil, { "lamp" })
        print("day begins: standing " .. tostring(inst:IsStanding()) .. ", at the lamp " .. tostring(lamp:IsNear(inst, 4)))
        start = inst:GetPosition()
        inst:DoTaskInTime(4, function() print("by day: standing " .. tostring(inst:IsStanding()) .. ", state " .. inst.sg.currentstate.name .. ", moved " .. tostring(inst:GetDistanceSqToPoint(start) > 1)) end)
    end)
    return inst
end
local function lamp()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddLight()
    inst.Light:SetRadius(5)
    inst.Light:SetIntensity(0.9)
    inst.Light:SetFalloff(0.5)
    inst.Light:Enable(true)
    inst:AddTag("lamp")
    inst:AddTag("lightsource")
    return inst
end
return Prefab("usher", usher), Prefab("lamp", lamp)
