-- Spiders sleep in their den by day and swarm out at dusk, after prey and meat. A den
-- that is trodden on sends them out at once.
local Kin = require "prefabs/kin"
local brain = require "brains/spider"

local SEES, LEASH = 9, 30

local function retarget(inst)
    return Kin.Nearest(inst, SEES, { "_combat" }, { "spider", "spiderden", "bee", "INLIMBO" }, { "prey", "character", "beefalo" })
end

local function keep(inst, target)
    local den = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return inst.components.combat:CanTarget(target) and (den == nil or den:IsNear(target, LEASH))
end

local function spider()
    local inst = Kin.Walker({
        tags = { "spider", "monster", "hostile", "scarytoprey" }, mass = 10, radius = 0.4, walk = 3, run = 5,
        health = 100, damage = 20, period = 3, range = 1.5, loot = { "meat" }, brain = brain,
    })
    inst:AddComponent("eater")
    inst.components.eater:SetDiet({ FOODTYPE.MEAT }, { FOODTYPE.MEAT })
    inst.components.combat:SetRetargetFunction(1, retarget)
    inst.components.combat:SetKeepTargetFunction(keep)
    Kin.Defends(inst, 20, "spider", 6)
    return inst
end

local function den()
    local inst = Kin.House("spider", 1.2)
    inst:AddTag("spiderden")
    inst:AddComponent("childspawner")
    local nest = inst.components.childspawner
    nest.childname = "spider"
    nest:SetMaxChildren(6)
    nest:SetSpawnPeriod(1.5)
    nest:SetRegenPeriod(20)
    nest:StartRegen()
    local function turn()
        if TheWorld.state.isday then nest:StopSpawning() else nest:StartSpawning() end
    end
    inst:WatchWorldState("isday", turn)
    inst:DoTaskInTime(0, turn)
    inst:AddComponent("playerprox")
    inst.components.playerprox:SetDist(3, 6)
    inst.components.playerprox:SetOnPlayerNear(function() nest:ReleaseAllChildren() end)
    return inst
end

return Prefab("spider", spider), Prefab("spiderden", den)
