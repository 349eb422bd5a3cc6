-- The world: its ground, and TheWorld, which is an entity like others, with the state
-- of the arena's nature.
local native = ...

local function answer(v) return function() return v end end
local nothing = answer(nil)

local tiles = {
    IsLandTile = answer(true), IsOceanTile = answer(false), IsInvalidTile = answer(false), IsImpassableTile = answer(false), IsNoiseTile = answer(false),
    IsTemporaryTile = answer(false), IsShallowOceanTile = answer(false),
}

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
    GetSize = function() return native.inside(1e9, 1e9) end, GetWorldSize = function() return native.inside(1e9, 1e9) end,
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
    CanCastAtPoint = function(_, pt) return within(pt) end, IsImpassableAtPoint = function(_, x, y, z) return not within(x, y, z) end,
    IsImpassableTileAtPoint = function(_, x, y, z) return not within(x, y, z) end, IsInvalidTileAtPoint = function(_, x, y, z) return not within(x, y, z) end,
    CalcPercentLandTilesAtPoint = answer(1), CalcPercentOceanTilesAtPoint = answer(0), HasAdjacentLandTile = answer(true), IsTemporaryTileAtPoint = answer(false),
    IsOceanIceAtPoint = answer(false), CanPlacePrefabFilteredAtPoint = answer(true), CanDeployRecipeAtPoint = answer(true), CanPlaceTurfAtPoint = answer(false),
    CanPlowAtPoint = answer(false), CanDeployAtPointInWater = answer(false), CanDeployBoatAtPointInWater = answer(false), CanDeployMastAtPoint = answer(false),
    CanDeployDockAtPoint = answer(false), SetTile = nothing, RebuildLayer = nothing,
}

-- Paths over the field: straight ones, whose end may be behind an obstacle.
local FOUND, NONE = 1, 2
local Pathfinder = {
    IsClear = function(_, x, _, z, tox, _, toz, caps)
        if caps ~= nil and caps.ignorewalls then return native.ground(tox, toz) end
        return native.clear(x, z, tox, toz)
    end,
    HasWall = answer(false), AddWall = nothing, RemoveWall = nothing,
    SubmitSearch = function(self, x, y, z, tox, toy, toz, caps)
        local steps = { { x = x, y = y, z = z }, { x = tox, y = toy, z = toz } }
        return { status = self:IsClear(x, y, z, tox, toy, toz, caps) and FOUND or NONE, steps = steps }
    end,
    GetSearchStatus = function(_, search) return search.status end,
    GetSearchResult = function(_, search) return search.status == FOUND and { steps = search.steps } or nil end,
    KillSearch = nothing,
}

-- What the arena calls the weather, and what the game does.
local falls = { rain = "rain", snow = "snow", acidrain = "acidrain", lunarhail = "lunarhail" }

local function nature(name, otherwise)
    local v = native.nature(name)
    if v == nil then return otherwise end
    return v
end

-- What runs on from tick to tick is looked up when it is asked for.
local live = {
    time = function() return nature("day_share", 0) end,
    timeinphase = function() return nature("phase_share", 0) end,
}
local state = setmetatable({
    precipitation = "none", precipitationrate = 0, moisture = 0, wetness = 0, snowlevel = 0, lunarhaillevel = 0, isalterawake = false, pop = 0,
}, { __index = function(t, name)
    local f = live[name]
    if f then return f() end
    if type(name) == "string" then native.unknown("TheWorld.state." .. name .. " is unknown: nil", name, t) end
end })

local TheWorld
local turns = {} -- the names that are told when something starts or stops
local watchers = {} -- by name, lists of { who listens, function, first argument }

local function tell(name, ...)
    local list = watchers[name]
    if list == nil then return end
    local now = {}
    for i, w in ipairs(list) do now[i] = w end
    for _, w in ipairs(now) do
        if not w.gone and w.inst:IsValid() then native.call(w.inst, w.fn, w.who, ...) end
    end
end

-- Those who watch are called within the change. One that turns on or off also tells
-- those who watch for its start or stop.
local function set(name, value, turned)
    if rawget(state, name) == value then return false end
    state[name] = value
    if turned ~= nil then turns["start" .. turned], turns["stop" .. turned] = true, true end
    tell(name, value)
    if turned ~= nil then tell((value and "start" or "stop") .. turned) end
    return true
end

local function setPhase(phase)
    local above = state.iscave and "night" or phase
    local changed = set("phase", above)
    if state.iscave then
        set("isday", false)
        set("isdusk", false)
        set("isnight", true)
    else
        set("isday", phase == "day", "day")
        set("isdusk", phase == "dusk", "dusk")
        set("isnight", phase == "night", "night")
    end
    changed = set("cavephase", phase) or changed
    set("iscaveday", phase == "day", "caveday")
    set("iscavedusk", phase == "dusk", "cavedusk")
    set("iscavenight", phase == "night", "cavenight")
    return changed
end

-- A full or new moon counts at night; the moon of the caves turns with it.
local function setMoon(moon, phase)
    local changed = set("moonphase", moon)
    set("iswaxingmoon", nature("moon_grows", true))
    set("cavemoonphase", moon)
    local night = phase == "night"
    set("isfullmoon", moon == "full" and night, "fullmoon")
    set("isnewmoon", moon == "new" and night, "newmoon")
    set("iscavefullmoon", moon == "full" and night, "fullmoon")
    set("iscavenewmoon", moon == "new" and night, "newmoon")
    return changed
end

local function setSeason()
    local season = nature("season", "autumn")
    local gone, left = nature("season_days_gone", 10), nature("season_days_left", 10)
    local changed = set("season", season)
    set("isautumn", season == "autumn", "autumn")
    set("iswinter", season == "winter", "winter")
    set("isspring", season == "spring", "spring")
    set("issummer", season == "summer", "summer")
    changed = set("elapseddaysinseason", gone) or changed
    changed = set("remainingdaysinseason", left) or changed
    set("seasonprogress", gone + left > 0 and gone / (gone + left) or 0)
    return changed
end

local function setWeather()
    local weather = nature("weather", "dry")
    local changed = set("precipitation", falls[weather] or "none")
    set("precipitationrate", falls[weather] and 1 or 0)
    set("israining", weather == "rain", "rain")
    set("issnowing", weather == "snow", "snow")
    set("isacidraining", weather == "acidrain", "acidrain")
    set("islunarhailing", weather == "lunarhail", "lunarhail")
    local wet = weather == "rain" or weather == "acidrain"
    set("wetness", wet and 100 or 0)
    set("iswet", wet, "wet")
    set("snowlevel", weather == "snow" and 1 or 0)
    set("issnowcovered", weather == "snow", "snowcovered")
    return changed
end

local function setNightmare()
    local phase = nature("nightmare", "none")
    local changed = set("nightmarephase", phase)
    for _, name in ipairs({ "calm", "warn", "wild", "dawn" }) do
        set("isnightmare" .. name, phase == name, "nightmare" .. name)
    end
    return changed
end

-- Brings the state up to what the arena says, in the order in which the game does.
local function follow()
    local phase = nature("phase", "day")
    local push = TheWorld ~= nil and function(...) TheWorld:PushEvent(...) end or nothing
    if set("cycles", nature("day", 0)) then push("cycleschanged", state.cycles) end
    if setPhase(phase) then
        push("phasechanged", state.phase)
        push("clocktick", { phase = state.phase, timeinphase = state.timeinphase, time = state.time })
    end
    if setMoon(nature("moon", "new"), phase) then push("moonphasechanged2", { moonphase = state.moonphase, waxing = state.iswaxingmoon }) end
    if setSeason() then
        push("seasontick", {
            season = state.season, progress = state.seasonprogress, elapseddaysinseason = state.elapseddaysinseason,
            remainingdaysinseason = state.remainingdaysinseason,
        })
    end
    if setWeather() then push("precipitationchanged", state.precipitation) end
    if set("temperature", nature("temperature", 35)) then push("temperaturetick", state.temperature) end
    if setNightmare() then push("nightmarephasechanged", state.nightmarephase) end
end

state.iscave = nature("cave", false)
state.autumnlength, state.winterlength = nature("autumn", 20), nature("winter", 15)
state.springlength, state.summerlength = nature("spring", 20), nature("summer", 15)
follow()

TheWorld = native.makeworld(follow)
native.move(TheWorld, -1e8, -1e8) -- where nobody looks for it
TheWorld.state, TheWorld.Map, TheWorld.Pathfinder = state, Map, Pathfinder
TheWorld.prefab = state.iscave and "cave" or "forest"
TheWorld.worldprefab = TheWorld.prefab
TheWorld.ismastersim, TheWorld.ismastershard, TheWorld.has_ocean = true, true, false
-- One that a script adds goes before Thicket's own, then comes a file of the root. Where files describe
-- creatures, any other is there and does nothing.
local own, failed = native.worldkinds(), {}
local function worldpart(parts, name)
    local made = own[name]
    if made ~= nil or failed[name] or type(name) ~= "string" or not native.describes() then return made end
    rawset(parts, name, false) -- while it is made, it is not there
    local ok, v = pcall(TheWorld.AddComponent, TheWorld, name)
    if ok then return v end
    failed[name] = true
    rawset(parts, name, nil)
    native.notice("TheWorld.components." .. name .. " is nil: " .. tostring(v))
end
TheWorld.components = setmetatable({}, { __index = worldpart })
local net = native.makenet()
net.components = setmetatable({}, { __index = function(_, name)
    if native.describes() then return TheWorld.components[name] end
end })
native.move(net, -1e8, -1e8)
TheWorld.net, TheWorld.meta = net, { seed = 0 }
TheWorld.topology = { nodes = {}, ids = {}, edges = {} }
TheWorld.GroundCreep = { OnCreep = answer(false), GetTriggeredCreepSpawners = function() return {} end, SetRadius = nothing }
TheWorld.GetPocketDimensionContainer = nothing
TheWorld:AddTag(TheWorld.prefab)
TheWorld:AddTag("CLASSIFIED")

-- The clock, the season and the weather are the scene's: what commands them in the
-- original is heard by those who listen, and changes nothing.
local commands = {}
for name in string.gmatch([[ms_setphase ms_nextphase ms_nextcycle ms_setclocksegs ms_setseason ms_advanceseason ms_retreatseason ms_setseasonlength
    ms_forceprecipitation ms_setprecipitationrate ms_setmoonphase ms_setmoonphasestyle ms_setnightmarephase ms_nextnightmarephase ms_setsnowlevel ms_deltamoisture]], "%S+") do
    commands[name] = true
end
local pushed = TheWorld.PushEvent
function TheWorld:PushEvent(name, data)
    if commands[name] then native.notice("TheWorld:PushEvent(\"" .. name .. "\") changes nothing: the scene's nature and day say it, and commands of a run") end
    return pushed(self, name, data)
end

-- Has a function called with `who` and the new value whenever a part of the state
-- changes.
function TheWorld.Watch(inst, name, fn, who)
    local list = watchers[name]
    if list == nil then
        if rawget(state, name) == nil and not turns[name] and not live[name] then
            native.unknown("WatchWorldState: there is no part " .. tostring(name) .. " of TheWorld.state, so that it never changes", tostring(name), state)
        end
        list = {}
        watchers[name] = list
    end
    table.insert(list, { inst = inst, fn = fn, who = who or inst })
    rawset(inst, "watchesworld", true)
    native.watched()
end

local function unwatch(list, unwanted)
    for i = #list, 1, -1 do
        if unwanted(list[i]) then
            list[i].gone = true
            table.remove(list, i)
        end
    end
end

function TheWorld.Unwatch(inst, name, fn)
    if watchers[name] ~= nil then unwatch(watchers[name], function(w) return w.inst == inst and w.fn == fn end) end
end

function TheWorld.UnwatchAll(inst)
    for _, list in pairs(watchers) do unwatch(list, function(w) return w.inst == inst end) end
end

local function spring(by) return function(n) return state.isspring and n * by or n end end
local function temperature() return state.temperature end

return {
    TheWorld = TheWorld, IsPassableAtPoint = within, IsLandTile = answer(true), IsOceanTile = answer(false), TileGroupManager = tiles, TileGroups = {},
    GetTemperatureAtXZ = temperature, GetLocalTemperature = temperature,
    SpringCombatMod = spring(1.33), SpringGrowthMod = spring(0.75),
}
