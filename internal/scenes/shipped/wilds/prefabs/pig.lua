-- Pigs live one to a house. They are out by day, eat what they find, chase spiders
-- off their land in company, and are inside from dusk to dawn.
local Kin = require "prefabs/kin"
local brain = require "brains/pig"

local SEES = 14

local function retarget(inst)
    if inst:HasTag("guard") or TheWorld.state.isday then
        return Kin.Nearest(inst, SEES, { "_combat", "spider" })
    end
end

local function keep(inst, target)
    return inst.components.combat:CanTarget(target) and inst:IsNear(target, 2 * SEES)
end

local function pig()
    local inst = Kin.Walker({
        tags = { "pig", "character", "scarytoprey" }, walk = 3, run = 5, health = 250, damage = 33, period = 3, range = 2,
        loot = { "meat" }, brain = brain,
    })
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODGROUP.OMNI }, { FOODGROUP.OMNI })
    inst:AddComponent("talker")
    inst.components.combat:SetRetargetFunction(2, retarget)
    inst.components.combat:SetKeepTargetFunction(keep)
    Kin.Defends(inst, 20, "pig", 4)
    return inst
end

local function house()
    local inst = Kin.House("pig", 1.5)
    inst:AddTag("pighouse")
    inst:AddComponent("spawner")
    local spawner = inst.components.spawner
    spawner:Configure("pig", 30, 1)
    inst:WatchWorldState("isday", function(_, isday)
        if isday and spawner:IsOccupied() then
            inst:DoTaskInTime(1 + 3 * math.random(), function() spawner:ReleaseChild() end)
        end
    end)
    return inst
end

return Prefab("pig", pig), Prefab("pighouse", house)
