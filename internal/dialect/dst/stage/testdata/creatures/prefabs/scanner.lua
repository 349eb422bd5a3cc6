-- A flying device that finds what it may scan, hovers beside it until it is done, and returns.
local animal = require "prefabs/animal"

local function TryFindTarget(inst)
    inst.target = FindEntity(inst, 30, function(e) return not inst.scanned[e] end, { "scannable" }, { "INLIMBO" })
    return inst.target
end
local function OnUpdateScan(inst, dt)
    local target = inst.target
    if target == nil then return end
    if not target:IsValid() or not inst:IsNear(target, TUNING.SCAN_DIST) then
        inst.progress = 0
        return
    end
    inst.progress = inst.progress + dt
    if inst.progress < TUNING.SCAN_TIME then return end
    inst.scanned[target], inst.count = true, inst.count + 1
    print("scanned " .. inst.count .. ", a " .. target.prefab .. " that moves " .. tostring(target.components.locomotor:WantsToMoveForward() or target.way > 2))
    inst.target, inst.progress = nil, 0
end

local function scanner()
    local inst = animal({ tags = { "scanner", "flying" }, walk = 6, run = 8 })
    inst.TryFindTarget, inst.scanned, inst.progress, inst.count = TryFindTarget, {}, 0, 0
    inst:DoPeriodicTask(0.2, function() OnUpdateScan(inst, 0.2) end)
    inst:DoTaskInTime(0, function() inst.components.knownlocations:RememberLocation("spawnpoint", inst:GetPosition()) end)
    inst:DoTaskInTime(35, function() print("back home " .. tostring(inst:GetDistanceSqToPoint(inst.components.knownlocations:GetLocation("spawnpoint")) < 9)) end)
    inst:SetBrain(require "brains/scannerbrain")
    return inst
end
local function hare()
    local inst = animal({ tags = { "scannable", "hare" }, walk = 2, run = 4 })
    local last
    inst.way = 0
    inst:DoPeriodicTask(0.5, function()
        local at = inst:GetPosition()
        if last then inst.way = inst.way + (at - last):Length() end
        last = at
    end)
    inst:SetBrain(require "brains/harebrain")
    return inst
end
return Prefab("scanner", scanner), Prefab("hare", hare)
