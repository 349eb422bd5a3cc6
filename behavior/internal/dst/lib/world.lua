-- The world as brains ask for it: who is near, what time it is, where one can go.
local native = ...
local ask = native.ask

local function answer(v) return function() return v end end
local nothing = answer(nil)

-- Nearest first, and of two that are as near the one that was there first.
local function bydistance(list, x, z)
    local far, at = {}, {}
    for i, e in ipairs(list) do
        local ex, ez = native.place(e)
        far[e], at[e] = (ex - x) * (ex - x) + (ez - z) * (ez - z), i
    end
    table.sort(list, function(a, b)
        if far[a] ~= far[b] then return far[a] < far[b] end
        return at[a] < at[b]
    end)
    return list, far
end

local TheSim = {
    FindEntities = function(_, x, _, z, radius, must, cant, oneof) return native.find(x, z, radius, must, cant, oneof) end,
    CountEntities = function(_, x, _, z, radius, must, cant, oneof) return #native.find(x, z, radius, must, cant, oneof) end,
    GetTick = function() return GetTick() end,
    GetTickTime = function() return GetTickTime() end,
    GetLightAtPoint = function() return TheWorld.state.isday and 1 or 0 end,
    GetStep = answer(1), GetRealTime = function() return GetTime() * 1000 end, GetFPS = answer(30), GetNumberOfEntities = function() return #native.around(0, 0, 1e9) end,
    FindFirstEntityWithTag = function(_, tag) return native.find(0, 0, 1e9, { tag })[1] end, IsDebugPaused = answer(false), GetTimeScale = answer(1),
    FindEntities_Registered = function(_, x, _, z, radius, tags)
        return native.find(x, z, radius, tags and tags.must, tags and tags.cant, tags and tags.oneof)
    end,
    RegisterFindTags = function(_, must, cant, oneof) return { must = must, cant = cant, oneof = oneof } end,
}

local function FindEntity(inst, radius, fn, must, cant, oneof)
    if inst == nil or not inst:IsValid() then return nil end
    return native.first(inst, radius, fn, must, cant, oneof)
end

local function FindClosestEntity(inst, radius, _, must, cant, oneof, fn)
    local e = FindEntity(inst, radius, fn, must, cant, oneof)
    return e, e and inst:GetDistanceSqToInst(e)
end

local function GetClosestInstWithTag(tags, inst, radius)
    return FindEntity(inst, radius or 1000, nil, type(tags) == "table" and tags or { tags })
end
-- The arena has no prefabs: what a script makes is there for the script only.
local function SpawnPrefab(prefab)
    native.notice("SpawnPrefab: nobody but the script knows of its " .. tostring(prefab))
    return native.spawn(tostring(prefab))
end

-- What lies about for whoever wants to carry it.
local function FindPickupableItem(owner, radius, furthestfirst, startpos, ignorethese, onlytheseprefabs, _, _, _, _, _, fn)
    local x, z = native.place(owner)
    if startpos then x, z = startpos.x, startpos.z end
    local list = native.find(x, z, radius, { "_inventoryitem" }, { "INLIMBO", "NOCLICK", "knockbackdelayinteraction", "catchable", "fire" })
    for i = 1, #list do
        local e = list[furthestfirst and #list + 1 - i or i]
        if not (ignorethese and ignorethese[e]) and (onlytheseprefabs == nil or onlytheseprefabs[e.prefab]) and (fn == nil or fn(e)) then return e, true end
    end
end

-- Some tags of states are tags of the entity, too.
local function SGTagsToEntTags(inst, states)
    for _, tag in ipairs(states or {}) do inst:AddOrRemoveTag(tag, inst.sg:HasStateTag(tag)) end
end

local tiles = {
    IsLandTile = answer(true), IsOceanTile = answer(false), IsInvalidTile = answer(false), IsImpassableTile = answer(false), IsNoiseTile = answer(false),
    IsTemporaryTile = answer(false), IsShallowOceanTile = answer(false),
}

local function GetRandomInstWithTag(tags, inst, radius)
    local x, z = native.place(inst)
    local list = native.find(x, z, radius, type(tags) == "table" and tags or { tags })
    return #list > 0 and list[math.random(#list)] or nil
end

local function isdead(e) return e.components.health ~= nil and e.components.health:IsDead() end
local function IsEntityDead(e, must) return e.components.health == nil and must == true or isdead(e) end
local function IsEntityDeadOrGhost(e, must) return e:HasTag("playerghost") or IsEntityDead(e, must) end

-- Players.
local function players(x, z, range, alive)
    local list = {}
    for _, e in ipairs(native.players()) do
        local px, pz = native.place(e)
        local ok = range == nil or (px - x) * (px - x) + (pz - z) * (pz - z) < range * range
        if ok and (alive == nil or alive == not isdead(e)) then table.insert(list, e) end
    end
    return bydistance(list, x, z)
end
local function nearest(list, far)
    local e = list[1]
    return e, e and far[e]
end
local function FindPlayersInRange(x, _, z, range, alive) return (players(x, z, range, alive)) end
local function FindClosestPlayerInRange(x, _, z, range, alive) return nearest(players(x, z, range, alive)) end
local function FindClosestPlayer(x, y, z, alive) return nearest(players(x, z or y or 0, nil, alive)) end
local function toinst(inst, range, alive)
    local x, z = native.place(inst)
    return nearest(players(x, z, range, alive))
end

-- A point on the field at a radius, the nearest to an angle, where one can go.
local function FindWalkableOffset(position, start, radius, attempts, _, _, check)
    attempts = attempts or 8
    local base = position or Vector3()
    local step = 2 * math.pi / attempts
    for i = 0, attempts - 1 do
        local turn = (i % 2 == 0 and -i or i + 1) / 2
        local angle = (start or 0) + turn * step
        local offset = Vector3(math.cos(angle) * radius, 0, -math.sin(angle) * radius)
        local pt = base + offset
        local x, z = native.inside(pt.x, pt.z)
        if x == pt.x and z == pt.z and (check == nil or check(pt)) then return offset, angle, false end
    end
end
local function FindValidPositionByFan(start, radius, attempts, test)
    return FindWalkableOffset(Vector3(), start, radius, attempts, nil, nil, test)
end

-- The whole field is land without holes; what is in the way is gone around.
local function within(x, y, z)
    if type(x) ~= "number" then x, z = x.x, x.z end
    local ix, iz = native.inside(x, z or y)
    return ix == x and iz == (z or y)
end
local Map = {
    IsPassableAtPoint = function(_, x, y, z) return within(x, y, z) end, IsAboveGroundAtPoint = function(_, x, y, z) return within(x, y, z) end,
    IsVisualGroundAtPoint = function(_, x, y, z) return within(x, y, z) end, IsLandTileAtPoint = function(_, x, y, z) return within(x, y, z) end,
    IsOceanAtPoint = answer(false), IsOceanTileAtPoint = answer(false), IsPointNearHole = answer(false), IsGroundTargetBlocked = answer(false),
    IsSurroundedByWater = answer(false), GetPlatformAtPoint = nothing, GetTileAtPoint = answer(1), GetTile = answer(1), CanDeployAtPoint = answer(true),
    IsDeployPointClear = answer(true), IsDocksAtPoint = answer(false), IsInLunacyArea = answer(false), IsValidTileAtPoint = answer(true),
    CanTerraformAtPoint = answer(false), CanTillSoilAtPoint = answer(false), CanPlantAtPoint = answer(false), GetNodeIdTileIndex = nothing, IsFarmableSoilAtPoint = answer(false),
    GetSize = function() return native.inside(1e9, 1e9) end,
    GetTileCoordsAtPoint = function(_, x, y, z) return math.floor(x / 4), math.floor((z or y) / 4) end,
    GetTileCenterPoint = function(_, x, y, z) return math.floor(x / 4) * 4 + 2, 0, math.floor((z or y) / 4) * 4 + 2 end,
    FindVisualNodeAtPoint = nothing, FindRandomPointOnLand = function()
        local w, h = native.inside(1e9, 1e9)
        return Vector3(math.random() * w, 0, math.random() * h)
    end,
    NodeAtPointHasTag = answer(false), IsLandTile = answer(true), IsOceanTile = answer(false),
    IsAboveGroundInRange = function(_, x, y, z) return within(x, y, z) end, InternalIsPointOnWater = answer(false), IsPointInWagPunkArenaAndBarrierIsUp = answer(false),
    CanDeployPlantAtPoint = answer(true), CanDeployWallAtPoint = answer(true), CanPlaceAtPoint = answer(true), GetEntitiesOnTileAtPoint = function(self, x, _, z)
        local cx, _, cz = self:GetTileCenterPoint(x, 0, z)
        return native.find(cx, cz, 2.8)
    end,
    GetTopologyIDAtPoint = nothing, GetPlatformsAtPoint = function() return {} end,
    FindRandomPointInOcean = nothing, FindNodeAtPoint = nothing, IsPointInWagPunkArena = answer(false),
}

-- The state of the world. Day and night are the arena's; it is always a mild
-- autumn.
local clock = {
    isday = function(night) return not night end, isnight = function(night) return night end, iscaveday = function(night) return not night end,
    iscavenight = function(night) return night end, isdusk = answer(false), iscavedusk = answer(false),
    phase = function(night) return night and "night" or "day" end, cavephase = function(night) return night and "night" or "day" end,
    timeinphase = answer(0), time = function() return native.hour() / 24 end, cycles = function() return native.days() end,
}
local always = {
    isfullmoon = false, isnewmoon = false, moonphase = "quarter", iswaxingmoon = true, isalterawake = false, season = "autumn", isautumn = true, iswinter = false,
    isspring = false, issummer = false, elapseddaysinseason = 1, remainingdaysinseason = 10, seasonprogress = 0.1, israining = false, issnowing = false,
    islunarhailing = false, isacidraining = false, issnowcovered = false, iswet = false, precipitation = "none", precipitationrate = 0, snowlevel = 0, wetness = 0, moisture = 0,
    temperature = 25, nightmarephase = "none", isnightmarewild = false, isnightmarecalm = false, isnightmarewarn = false, isnightmaredawn = false,
    pop = 0, autumnlength = 20, winterlength = 15, springlength = 20, summerlength = 15, lunarhaillevel = 0,
}
local state = setmetatable({}, {
    __index = function(_, name)
        local f = clock[name]
        if f then return f(native.night()) end
        return always[name]
    end,
    __newindex = function(_, name) error("TheWorld.state." .. tostring(name) .. " is read-only: it is the arena's", 2) end,
    __metatable = false,
})

local TheWorld = {
    state = state, Map = Map, ismastersim = true, ismastershard = true, has_ocean = false, GUID = 0, components = native.worldkinds(), prefab = "field",
    Pathfinder = { IsClear = answer(true), HasWall = answer(false) },
    net = { components = {} }, meta = { seed = 0 }, topology = { nodes = {}, ids = {}, edges = {} },
    HasTag = answer(false), IsValid = answer(true), AddTag = nothing, RemoveTag = nothing,
    WatchWorldState = function(self, name, fn) native.self():WatchWorldState(name, fn, self) end,
    StopWatchingWorldState = function(_, name, fn) native.self():StopWatchingWorldState(name, fn) end,
    GetPocketDimensionContainer = nothing, DoTaskInTime = function(_, ...) return native.self():DoTaskInTime(...) end,
    ListenForEvent = function(self, event, fn, of) native.self():ListenForEvent(event, fn, of or self) end,
    RemoveEventCallback = function(self, event, fn, of) native.self():RemoveEventCallback(event, fn, of or self) end,
    PushEvent = function(_, event, data) native.pushworld(nil, event, data) end,
}

return {
    TheSim = TheSim, TheWorld = TheWorld, FindEntity = FindEntity, FindClosestEntity = FindClosestEntity,
    GetClosestInstWithTag = GetClosestInstWithTag, GetRandomInstWithTag = GetRandomInstWithTag,
    IsEntityDead = IsEntityDead, IsEntityDeadOrGhost = IsEntityDeadOrGhost,
    FindPlayersInRange = FindPlayersInRange, FindClosestPlayer = FindClosestPlayer, FindClosestPlayerInRange = FindClosestPlayerInRange,
    FindClosestPlayerInRangeSq = function(x, y, z, rangesq, alive) return FindClosestPlayerInRange(x, y, z, math.sqrt(rangesq), alive) end,
    FindPlayersInRangeSq = function(x, y, z, rangesq, alive) return FindPlayersInRange(x, y, z, math.sqrt(rangesq), alive) end,
    IsAnyPlayerInRange = function(x, y, z, range, alive) return FindPlayersInRange(x, y, z, range, alive)[1] ~= nil end,
    IsAnyPlayerInRangeSq = function(x, y, z, rangesq, alive) return FindPlayersInRange(x, y, z, math.sqrt(rangesq), alive)[1] ~= nil end,
    FindClosestPlayerToInst = toinst, FindClosestPlayerToInstOnLand = toinst,
    FindClosestPlayerOnLandInRangeSq = function(x, y, z, rangesq, alive) return FindClosestPlayerInRange(x, y, z, math.sqrt(rangesq), alive) end,
    FindWalkableOffset = FindWalkableOffset, FindSwimmableOffset = nothing, FindValidPositionByFan = FindValidPositionByFan,
    FindNearbyLand = function(pt) return pt end, FindNearbyOcean = nothing, FindRandomPointOnShoreFromOcean = nothing,
    FindPlayersInRangeSortedByDistance = FindPlayersInRange,
    FindPlayersInRangeSqSortedByDistance = function(x, y, z, rangesq, alive) return FindPlayersInRange(x, y, z, math.sqrt(rangesq), alive) end,
    IsAnyOtherPlayerNearInst = function(inst, rangesq, alive)
        for _, e in ipairs(FindPlayersInRange(0, 0, 0, nil, alive)) do
            if e ~= inst and e:GetDistanceSqToInst(inst) < rangesq then return true end
        end
        return false
    end,
    FindPickupableItem = FindPickupableItem,
    IsLandTile = answer(true), IsOceanTile = answer(false), TileGroupManager = tiles, TileGroups = {}, Ents = setmetatable({}, { __index = function(_, id)
        return native.entity(id)
    end }),
    Prefabs = {}, PlayFootstep = nothing, PlayMiningFX = nothing, LaunchAt = nothing, Launch = nothing, Launch2 = nothing, LaunchGameItem = nothing, DeleteCloseEntsWithTag = nothing,
    SpawnAt = function(prefab, where)
        local e = SpawnPrefab(prefab)
        if where then e.Transform:SetPosition(ToVector3(where):Get()) end
        return e
    end,
    CanProbablyReachTargetFromShore = answer(true), LandFlyingCreature = nothing, RaiseFlyingCreature = nothing,
    GetString = function(_, name) return tostring(STRINGS[name]) end, GetDescription = function(_, e) return e.name end, SGTagsToEntTags = SGTagsToEntTags, SpringCombatMod = function(v) return v end, SpringGrowthMod = function(v) return v end,
    IsFoodSourcePickable = function(e) return e.components.pickable ~= nil and e.components.pickable:CanBePicked() end, 
    TheInput = { IsControlPressed = answer(false), GetWorldPosition = nothing }, TheFocalPoint = false, TheShard = { IsMaster = answer(true), IsSecondary = answer(false) },
    GetStaticTime = function() return GetTime() end, GetTimeReal = function() return GetTime() * 1000 end, GetTimePlaying = function() return GetTime() end,
    IsPassableAtPoint = within, AllPlayers = native.allplayers(),
    CanEntitySeeTarget = function(inst, e) return ask(inst, "in_line", e) ~= false end, CanEntitySeePoint = answer(true),
    CanEntitySeeInDark = answer(true), CanEntitySeeInStorm = answer(true), GetTemperatureAtXZ = answer(25), GetLocalTemperature = answer(25),
    IsSpecialEventActive = answer(false), IsAnySpecialEventActive = answer(false), SpawnPrefab = SpawnPrefab, ReplacePrefab = nothing, ErodeAway = nothing,
    TheNet = { GetPVPEnabled = answer(false), IsDedicated = answer(true), GetIsServer = answer(true), Announce = nothing, GetServerGameMode = answer("survival") },
    TheCamera = { Shake = nothing }, ThePlayer = false, ShakeAllCameras = nothing,
}
