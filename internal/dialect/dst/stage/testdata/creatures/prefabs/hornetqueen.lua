-- A queen who wants as many soldiers as its prefab says, more of them when it is hurt.
local animal = require "prefabs/animal"

local function GetDesiredSoldiers(inst) return inst.components.health:GetPercent() > 0.5 and 2 or 4 end

local function queen()
    local inst = animal({ tags = { "hornetqueen", "epic", "flying" }, walk = 4, run = 4, health = 400 })
    inst.GetDesiredSoldiers = GetDesiredSoldiers
    inst.spawned, inst.hit_recovery = 0, 1
    inst:AddComponent("commander")
    inst.components.commander:SetTrackingDistance(40)
    inst:SetStateGraph("SGhornetqueen")
    inst:SetBrain(require "brains/hornetqueenbrain")
    local function report(_, when)
        local beside = 0
        for _, e in ipairs(inst.components.commander:GetAllSoldiers("hornet")) do
            if e:IsNear(inst, 6) and e:GetCommander() == inst then beside = beside + 1 end
        end
        print(string.format("%s: soldiers %d of %d, beside her %d, made %d", when, inst.components.commander:GetNumSoldiers(), inst:GetDesiredSoldiers(), beside, inst.spawned))
    end
    inst:DoTaskInTime(12, report, "at first")
    inst:DoTaskInTime(12.1, function()
        inst.components.health:DoDelta(-250)
        inst.components.commander:GetAllSoldiers()[1].components.health:Kill()
    end)
    inst:DoTaskInTime(30, report, "later")
    return inst
end

local function hornet()
    local inst = animal({ tags = { "hornet", "flying" }, walk = 5, run = 8, health = 30 })
    inst.GetCommander = function() return inst.commander end
    inst:ListenForEvent("gotcommander", function(_, data) inst.commander = data.commander end)
    inst:ListenForEvent("lostcommander", function() inst.commander = nil end)
    inst:SetBrain(require "brains/hornetbrain")
    return inst
end

return Prefab("hornetqueen", queen), Prefab("hornet", hornet)
