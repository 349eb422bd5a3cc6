-- What files of creatures say in one call: a body, that it burns, freezes, can be haunted or
-- kept in a pocket.
local function nothing() end

local function component(inst, name) return inst.components[name] or inst:AddComponent(name) end

-- Bodies. Nobody is pushed by what has no mass.
local function body(mass, radius, tag)
    return function(inst, m, r)
        local physics = inst.entity:AddPhysics()
        physics:SetMass(m or mass)
        physics:SetCapsule(r or radius, 1)
        if tag then inst:AddTag(tag) end
        return physics
    end
end
local character = body(50, 0.5)
local function flying(inst, mass, radius)
    inst:AddTag("flying")
    return character(inst, mass, radius)
end
-- Only the radius is given.
local function obstacle(inst, radius, height)
    inst:AddTag("blocker")
    local physics = inst.entity:AddPhysics()
    physics:SetMass(0)
    physics:SetCapsule(radius, height or 2)
    return physics
end
local item = body(1, 0.5)
local function changed(inst, mass, radius)
    local physics = inst.Physics
    if physics == nil then return nil end
    if mass then physics:SetMass(mass) end
    if radius then physics:SetCapsule(radius, 1) end
    physics:SetCollides(true)
    return physics
end
local function RemovePhysicsColliders(inst)
    if inst.Physics then inst.Physics:SetCollides(false) end
end

-- Fire.
-- What burns is not kept, unless it is a building.
local function DefaultBurnFn(inst)
    if not inst:HasTag("tree") and not inst:HasTag("structure") then inst.persists = false end
end
local function DefaultIgniteFn(inst)
    if inst.components.burnable then inst.components.burnable:StartWildfire() end
end
local function DefaultBurntFn(inst)
    if inst.components.growable then inst:RemoveComponent("growable") end
    if inst.inventoryitemdata then inst.inventoryitemdata = nil end
    if inst.components.workable and inst.components.workable.action ~= ACTIONS.HAMMER then inst.components.workable:SetWorkLeft(0) end
    inst.persists = false
    inst:AddTag("NOCLICK")
    inst:DoTaskInTime(0.5, ErodeAway)
end
local function DefaultBurntStructureFn(inst)
    inst:AddTag("burnt")
    for _, name in ipairs({ "spawner", "childspawner", "container", "burnable", "propagator" }) do
        if inst.components[name] then inst:RemoveComponent(name) end
    end
end

local function propagator(flash, range, heat, damage)
    return function(inst)
        local p = component(inst, "propagator")
        p.acceptsheat, p.damages, p.decayrate = true, true, 0.5
        p:SetOnFlashPoint(DefaultIgniteFn)
        p.flashpoint = flash + math.random() * 5
        p.propagaterange, p.heatoutput, p.damagerange = range + math.random() * 2, heat + math.random() * 2, damage
        return p
    end
end
local small, medium, large = propagator(5, 3, 3, 2), propagator(15, 5, 5, 3), propagator(45, 6, 6, 3)

local function burnable(level, seconds)
    return function(inst, time, offset, structure, symbol)
        local b = component(inst, "burnable")
        b:SetFXLevel(level)
        b:SetBurnTime(time or seconds)
        b:AddBurnFX("fire", offset or Vector3(0, 0, 0), symbol)
        b:SetOnBurntFn(structure and DefaultBurntStructureFn or DefaultBurntFn)
        return b
    end
end
local function burning(level, seconds, spreads)
    return function(inst, symbol, offset)
        local b = component(inst, "burnable")
        b:SetFXLevel(level)
        b:SetBurnTime(seconds)
        b.canlight = false
        b:AddBurnFX("character_fire", offset or Vector3(0, 0, 1), symbol)
        local p = spreads(inst)
        p.acceptsheat = false
        return b, p
    end
end

-- Ice.
local function freezable(level, resistance)
    return function(inst, symbol, offset)
        local f = component(inst, "freezable")
        f:SetShatterFXLevel(level)
        f:AddShatterFX("shatter", offset or Vector3(0, 0, 0), symbol)
        if resistance > 1 then f:SetResistance(resistance) end
        return f
    end
end

-- Ghosts. Each kind says what being haunted does; a chance is that it does.
local function hauntable(inst, cooldown, value, fn)
    local h = component(inst, "hauntable")
    h.cooldown = cooldown or 3
    if value then h:SetHauntValue(value) end
    h:SetOnHauntFn(fn)
    return h
end
local function lucky(chance, default) return math.random() <= (chance or default) end
local function panic(inst, time)
    if inst.components.sleeper then inst.components.sleeper:WakeUp() end
    inst.components.hauntable:Panic(time or 3)
    return true
end
local function ignite(inst)
    local b = inst.components.burnable
    if b == nil or b:IsBurning() then return false end
    b:Ignite()
    return true
end

local function MakeHauntablePanic(inst, time, chance, cooldown, value)
    component(inst, "hauntable").panicable = true
    return hauntable(inst, cooldown or 5, value, function() return lucky(chance, 1) and panic(inst, time) end)
end
local function MakeHauntable(inst, cooldown, value) return hauntable(inst, cooldown, value, function() return true end) end

-- Caught animals, which starve in a pocket.
local function MakeFeedableSmallLivestockPristine(inst)
    inst:AddTag("show_spoilage")
    inst:AddTag("small_livestock")
end
local function perishing(inst, time, held, dropped)
    local p = component(inst, "perishable")
    p:SetPerishTime(time)
    p:StopPerishing()
    local i = component(inst, "inventoryitem")
    i:SetOnPutInInventoryFn(function(it, owner)
        p:StartPerishing()
        if held then held(it, owner) end
    end)
    i:SetOnDroppedFn(function(it)
        p:StopPerishing()
        if dropped then dropped(it) end
    end)
    return p
end
local function MakeFeedableSmallLivestock(inst, time, held, dropped)
    MakeFeedableSmallLivestockPristine(inst)
    local eater = component(inst, "eater")
    local ate = eater.oneatfn
    local p = perishing(inst, time, held, dropped)
    eater:SetOnEatFn(function(it, food, feeder)
        p:SetPercent(1)
        if ate then ate(it, food, feeder) end
    end)
end

-- How homes spawn and timers run is for the host of a world to change; nobody did.
local function spawns(inst, period, enabled)
    local spawner = inst.components.childspawner
    if spawner == nil then return end
    spawner:SetSpawnPeriod(period)
    if enabled == false then spawner.childreninside = 0 end
end
local function regrows(inst, period, enabled)
    local spawner = inst.components.childspawner
    if spawner and enabled ~= false then spawner:SetRegenPeriod(period) end
end

return {
    MakeCharacterPhysics = character, MakeGiantCharacterPhysics = body(1000, 1), MakeFlyingCharacterPhysics = flying, MakeTinyFlyingCharacterPhysics = flying, MakeUnderwaterCharacterPhysics = body(1, 0.5),
    MakeFlyingGiantCharacterPhysics = flying, MakeGhostPhysics = body(1, 0.5), MakeTinyGhostPhysics = body(1, 0.5), MakeInventoryPhysics = item,
    MakeProjectilePhysics = item, MakeObstaclePhysics = obstacle, MakeSmallObstaclePhysics = obstacle, MakeHeavyObstaclePhysics = obstacle,
    MakeSmallHeavyObstaclePhysics = obstacle, MakePondPhysics = obstacle,
    MakeWaterObstaclePhysics = function(inst, radius, height) return obstacle(inst, radius, height) end,
    ChangeToCharacterPhysics = changed, ChangeToGiantCharacterPhysics = changed, ChangeToFlyingCharacterPhysics = changed, ChangeToGhostPhysics = changed,
    ChangeToInventoryPhysics = changed, ChangeToInventoryItemPhysics = changed, ChangeToWaterObstaclePhysics = function(inst) return changed(inst) end,
    ChangeToObstaclePhysics = function(inst) return changed(inst, 0) end, RemovePhysicsColliders = RemovePhysicsColliders,
    PreventCharacterCollisionsWithPlacedObjects = nothing, PreventCharacterCollisionsWithPlacedObstacles = nothing,
    DefaultIgniteFn = DefaultIgniteFn, DefaultBurnFn = DefaultBurnFn, DefaultBurntFn = DefaultBurntFn, DefaultBurntStructureFn = DefaultBurntStructureFn, DefaultBurntCorpseFn = DefaultBurntFn,
    DefaultExtinguishFn = nothing, DefaultExtinguishCorpseFn = nothing,
    MakeSmallPropagator = small, MakeMediumPropagator = medium, MakeLargePropagator = large,
    MakeSmallBurnable = burnable(2, 10), MakeMediumBurnable = burnable(3, 20), MakeLargeBurnable = burnable(4, 30),
    MakeSmallBurnableCharacter = burning(1, 6, small), MakeMediumBurnableCharacter = burning(2, 8, small), MakeLargeBurnableCharacter = burning(3, 10, large),
    MakeSmallBurnableCorpse = burnable(2, 10), MakeMediumBurnableCorpse = burnable(3, 20), MakeLargeBurnableCorpse = burnable(4, 30),
    MakeTinyFreezableCharacter = freezable(1, 1), MakeSmallFreezableCharacter = freezable(2, 1), MakeMediumFreezableCharacter = freezable(3, 2),
    MakeLargeFreezableCharacter = freezable(4, 3), MakeHugeFreezableCharacter = freezable(5, 4),
    MakeHauntable = MakeHauntable, MakeHauntablePlayAnim = MakeHauntable, MakeHauntablePanic = MakeHauntablePanic, MakeHauntableChangePrefab = MakeHauntable, MakeHauntableGoToState = MakeHauntable,
    MakeHauntableGoToStateWithChanceFunction = MakeHauntable, MakeHauntableLaunchOrChangePrefab = MakeHauntable, MakeHauntableLaunchAndSmash = MakeHauntable,
    MakeHauntableLaunchAndPerish = MakeHauntable, MakeHauntableLaunchAndDropFirstItem = MakeHauntable, MakeHauntableDropFirstItem = MakeHauntable,
    MakeHauntableWork = function(inst, chance, cooldown, value)
        return hauntable(inst, cooldown, value, function(_, haunter)
            local w = inst.components.workable
            if w == nil or not w:CanBeWorked() or not lucky(chance, 0.5) then return false end
            w:WorkedBy(haunter, 1)
            return true
        end)
    end,
    MakeHauntableLaunch = function(inst, chance, _, cooldown, value)
        return hauntable(inst, cooldown, value, function(_, haunter)
            if not lucky(chance, 1) then return false end
            Launch(inst, haunter)
            return true
        end)
    end,
    MakeHauntableIgnite = function(inst, chance, cooldown, value)
        return hauntable(inst, cooldown, value, function() return lucky(chance, 0.1) and ignite(inst) end)
    end,
    MakeHauntableLaunchAndIgnite = function(inst, _, chance, _, cooldown, value)
        return hauntable(inst, cooldown, value, function() return lucky(chance, 0.1) and ignite(inst) end)
    end,
    MakeHauntablePanicAndIgnite = function(inst, time, chance, _, cooldown, value)
        component(inst, "hauntable").panicable = true
        return hauntable(inst, cooldown or 5, value, function()
            if lucky(chance, 0.5) then ignite(inst) end
            return panic(inst, time)
        end)
    end,
    -- The reaction comes beside the usual one, or in place of it.
    AddHauntableCustomReaction = function(inst, fn, second, ignorechance, ignorefirst)
        local h = component(inst, "hauntable")
        local usual = h.onhaunt
        h:SetOnHauntFn(function(it, haunter)
            local first = usual and not ignorefirst and usual(it, haunter)
            return fn(it, haunter) or first
        end)
    end,
    AddHauntableDropItemOrWork = nothing,
    MakeFeedableSmallLivestockPristine = MakeFeedableSmallLivestockPristine, MakeFeedableSmallLivestock = MakeFeedableSmallLivestock,
    MakeSmallPerishableCreaturePristine = function(inst) inst:AddTag("show_spoilage") end,
    MakeSmallPerishableCreature = function(inst, time, held, dropped) perishing(inst, time, held, dropped) end,
    MakeFeedablePetPristine = nothing, MakeFeedablePet = MakeFeedableSmallLivestock,
    MakeInventoryFloatable = function(inst) return component(inst, "floater") end,
    MakePlacer = nothing, MakeSnowCovered = nothing, MakeSnowCoveredPristine = function(inst) inst:AddTag("SnowCovered") end, MakeNoGrowInWinter = nothing,
    MakeDragonflyBait = nothing, MakeDeployableFertilizer = nothing, MakeDeployableFertilizerPristine = nothing, MakeWaxablePlant = nothing,
    MakeCraftingMaterialRecycler = nothing, MakeForgeRepairable = nothing, MakeRotatableFence = nothing,
    -- Whoever it attacks, that one is not a target any more.
    PreventTargetingOnAttacked = function(inst, attacker, tag)
        if attacker == nil or not attacker:HasTag(tag) then return false end
        if inst.components.combat then inst.components.combat:SetTarget(nil) end
        return true
    end,
    WorldSettings_ChildSpawner_SpawnPeriod = spawns, WorldSettings_ChildSpawner_RegenPeriod = regrows,
    WorldSettings_ChildSpawner_PreLoad = nothing, WorldSettings_Spawner_PreLoad = nothing, WorldSettings_Timer_PreLoad = nothing,
    WorldSettings_Timer_PreLoad_Fix = nothing, WorldSettings_Pickable_RegenTime = nothing, WorldSettings_Pickable_PreLoad = nothing,
    WorldSettings_Spawner_SpawnDelay = function(inst, delay)
        if inst.components.spawner then inst.components.spawner.delay = delay end
    end,
    WorldSettings_ToggleSpawning = nothing, GetWorldSetting = nothing,
}
