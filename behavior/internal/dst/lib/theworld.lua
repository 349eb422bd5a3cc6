-- The world: its state, its ground, and TheWorld, which is an entity like others.
local native = ...

local function answer(v) return function() return v end end
local nothing = answer(nil)

local tiles = {
    IsLandTile = answer(true), IsOceanTile = answer(false), IsInvalidTile = answer(false), IsImpassableTile = answer(false), IsNoiseTile = answer(false),
    IsTemporaryTile = answer(false), IsShallowOceanTile = answer(false),
}

-- The whole field is land; an obstacle is a hole in it with walls around.
local function within(x, y, z)
    if type(x) ~= "number" then x, z = x.x, x.z end
    return native.ground(x, z or y)
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
    Pathfinder = {
        IsClear = function(_, x, _, z, tx, _, tz, caps)
            if caps ~= nil and caps.ignorewalls then return native.ground(tx, tz) end
            return native.clear(x, z, tx, tz)
        end,
        HasWall = answer(false),
    },
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
    TheWorld = TheWorld, IsPassableAtPoint = within, IsLandTile = answer(true), IsOceanTile = answer(false), TileGroupManager = tiles, TileGroups = {},
    GetTemperatureAtXZ = answer(25), GetLocalTemperature = answer(25),
    SpringCombatMod = function(v) return v end, SpringGrowthMod = function(v) return v end,
}
