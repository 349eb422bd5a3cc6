-- Merms fish by night and are home by day; whoever comes near their houses then
-- finds all of them outside.
local Kin = require "prefabs/kin"
local brain = require "brains/merm"

local function retarget(inst)
    return Kin.Nearest(inst, 8, { "_combat" }, { "merm", "INLIMBO" }, { "pig", "player" })
end

local function keep(inst, target)
    return inst.components.combat:CanTarget(target) and inst:IsNear(target, 20)
end

local function merm()
    local inst = Kin.Walker({
        tags = { "merm", "character", "scarytoprey" }, walk = 3, run = 8, health = 250, damage = 30, period = 3, range = 2,
        loot = { "meat" }, brain = brain,
    })
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODGROUP.VEGETARIAN }, { FOODGROUP.VEGETARIAN })
    inst.components.combat:SetRetargetFunction(1, retarget)
    inst.components.combat:SetKeepTargetFunction(keep)
    Kin.Defends(inst, 15, "merm", 3)
    return inst
end

local function house()
    local inst = Kin.House("merm", 1.5)
    inst:AddTag("mermhouse")
    inst:AddComponent("childspawner")
    local rooms = inst.components.childspawner
    rooms.childname = "merm"
    rooms:SetMaxChildren(2)
    rooms:SetSpawnPeriod(4)
    rooms:SetRegenPeriod(40)
    rooms:StartRegen()
    local function turn()
        if TheWorld.state.isday then rooms:StopSpawning() else rooms:StartSpawning() end
    end
    inst:WatchWorldState("isday", turn)
    inst:DoTaskInTime(0, turn)
    return inst
end

return Prefab("merm", merm), Prefab("mermhouse", house)
