-- Who and what is around, and where one can go.
local native = ...

local function answer(v) return function() return v end end

-- How light it is at a point, 0 to 1, and what shines there the most, if it is not the
-- sky: what burns, or has a Light that is on.
local function shine(e, x, z)
    local light, radius, intensity = rawget(e, "Light"), 4, 0.8
    if light ~= nil and light:IsEnabled() then radius, intensity = light:GetRadius(), light:GetIntensity() end
    local ex, ez = native.place(e)
    local share = radius > 0 and ((ex - x) * (ex - x) + (ez - z) * (ez - z)) / (radius * radius) or 1
    return share < 1 and intensity * (1 - share) or 0
end
local function lightat(x, z)
    local state = TheWorld.state
    local most, from = state.isday and 1 or state.isdusk and 0.6 or state.isfullmoon and 0.3 or 0, nil
    if most < 1 then
        for _, e in ipairs(native.find(x, z, 20, nil, { "INLIMBO" }, { "fire", "burning", "lightsource", "_light" })) do
            local v = shine(e, x, z)
            if v > most then most, from = v, e end
        end
    end
    return most, from
end

local function nothing() end
local TheSim = {
    FindEntities = function(_, x, _, z, radius, must, cant, oneof) return native.find(x, z, radius, must, cant, oneof) end,
    CountEntities = function(_, x, _, z, radius, must, cant, oneof) return #native.find(x, z, radius, must, cant, oneof) end,
    GetTick = function() return GetTick() end,
    GetTickTime = function() return GetTickTime() end,
    GetLightAtPoint = function(_, x, y, z) return lightat(x, z or y) end,
    GetStep = answer(1), GetRealTime = function() return GetTime() * 1000 end, GetFPS = answer(30), GetNumberOfEntities = function() return #native.around(0, 0, 1e9) end,
    FindFirstEntityWithTag = function(_, tag) return native.find(0, 0, 1e9, { tag })[1] end, IsDebugPaused = answer(false), GetTimeScale = answer(1),
    FindEntities_Registered = function(_, x, _, z, radius, tags)
        return native.find(x, z, radius, tags and tags.must, tags and tags.cant, tags and tags.oneof)
    end,
    RegisterFindTags = function(_, must, cant, oneof) return { must = must, cant = cant, oneof = oneof } end,
    GetGameID = answer("DST"), GetSetting = nothing, ReskinEntity = nothing, WorldPointInPoly = answer(false), GetPersistentString = nothing, SetPersistentString = nothing,
    GetPosition = function() return 0, 0, 0 end, SetListener = nothing, LoadPrefabs = nothing, UnloadPrefabs = nothing, ProfilerPush = nothing, ProfilerPop = nothing,
    GetStaticTick = function() return GetTick() end, GetScreenSize = function() return 1280, 720 end, SetTimeScale = nothing, LuaPrint = nothing, DumpMemInfo = nothing,
    PreloadFile = nothing, SetReverbPreset = nothing, GetEntitiesAtScreenPoint = function() return {} end, GetEntityAtScreenPoint = nothing,
}

local function FindEntity(inst, radius, fn, must, cant, oneof)
    if inst == nil or not inst:IsValid() then return nil end
    return native.first(inst, radius, fn, must, cant, oneof)
end

local function FindClosestEntity(inst, radius, _, must, cant, oneof, fn)
    local e = FindEntity(inst, radius, fn, must, cant, oneof)
    return e, e and inst:GetDistanceSqToInst(e)
end

local function around(tags, inst, radius)
    local x, z = native.place(inst)
    return native.find(x, z, radius or 1000, type(tags) == "table" and tags or { tags })
end

-- The nearest other one, visible or not.
local function GetClosestInstWithTag(tags, inst, radius)
    for _, e in ipairs(around(tags, inst, radius)) do
        if e ~= inst then return e end
    end
end

local function GetRandomInstWithTag(tags, inst, radius)
    local list = around(tags, inst, radius)
    return #list > 0 and list[math.random(#list)] or nil
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

-- Whoever has no health is not dead, unless it must have some.
local function IsEntityDead(e, needhealth)
    local health = e.components.health
    if health == nil then return needhealth == true end
    return health:IsDead()
end
local function IsEntityDeadOrGhost(e, needhealth) return e:HasTag("playerghost") or IsEntityDead(e, needhealth) end

-- Visible players nearer than a range, the nearest first and of two that are as near the
-- one who came first; with the squares of their distances, by player. alive asks for
-- those who live, or for those who do not.
local function players(x, z, rangesq, alive)
    local list, far, order = {}, {}, {}
    for i, e in ipairs(native.players()) do
        local px, pz = native.place(e)
        local d = (px - x) * (px - x) + (pz - z) * (pz - z)
        if d < rangesq and native.visible(e) and (alive == nil or alive == not IsEntityDeadOrGhost(e)) then
            table.insert(list, e)
            far[e], order[e] = d, i
        end
    end
    if #list > 1 then
        table.sort(list, function(a, b)
            if far[a] ~= far[b] then return far[a] < far[b] end
            return order[a] < order[b]
        end)
    end
    return list, far
end
local function nearest(list, far)
    local e = list[1]
    return e, e and far[e]
end
local function squared(range) return range and range * range or math.huge end

local function FindPlayersInRangeSq(x, _, z, rangesq, alive) return (players(x, z, rangesq, alive)) end
local function FindPlayersInRange(x, _, z, range, alive) return (players(x, z, squared(range), alive)) end
local function FindClosestPlayerInRangeSq(x, _, z, rangesq, alive) return nearest(players(x, z, rangesq, alive)) end
local function FindClosestPlayerInRange(x, _, z, range, alive) return nearest(players(x, z, squared(range), alive)) end
local function FindClosestPlayer(x, y, z, alive) return nearest(players(x, z or y or 0, math.huge, alive)) end
local function FindClosestPlayerToInst(inst, range, alive)
    local x, z = native.place(inst)
    return nearest(players(x, z, squared(range), alive))
end
local function IsAnyPlayerInRangeSq(x, y, z, rangesq, alive) return FindClosestPlayerInRangeSq(x, y, z, rangesq, alive) ~= nil end

-- Tries offsets at a radius, first at one angle and then ever farther from it, to both
-- sides in turn. It returns the first one that passes, its angle and whether that is
-- another than the first.
local function FindValidPositionByFan(start, radius, attempts, test)
    attempts = attempts or 8
    for i = 0, attempts - 1 do
        local turn = math.ceil(i / 2) * 2 * math.pi / attempts
        -- the last one of an even number is straight back
        local angle = start + (i % 2 == 1 and i < attempts - 1 and -turn or turn)
        local offset = Vector3(radius * math.cos(angle), 0, -radius * math.sin(angle))
        if test(offset) then return offset, angle, i > 0 end
    end
end

-- An offset to where one can walk, on a free line if that is asked.
local function FindWalkableOffset(position, start, radius, attempts, check_los, ignore_walls, fn, allow_water, allow_boats)
    if ignore_walls == nil then ignore_walls = true end
    local map, caps
    return FindValidPositionByFan(start or 0, radius, attempts, function(offset)
        map = map or TheWorld.Map
        local x, y, z = position.x + offset.x, position.y, position.z + offset.z
        if not (map:IsAboveGroundAtPoint(x, y, z, allow_water) or allow_boats and map:GetPlatformAtPoint(x, y, z) ~= nil) then return false end
        if check_los then
            caps = caps or { ignorewalls = ignore_walls, ignorecreep = true, allowocean = allow_water }
            if not TheWorld.Pathfinder:IsClear(position.x, position.y, position.z, x, y, z, caps) then return false end
        end
        return fn == nil or fn(Vector3(x, y, z)) and true or false
    end)
end

-- The same on the sea.
local function FindSwimmableOffset(position, start, radius, attempts, check_los, ignore_walls, fn, allow_boats)
    if ignore_walls == nil then ignore_walls = true end
    local map, caps = TheWorld.Map, nil
    return FindValidPositionByFan(start or 0, radius, attempts, function(offset)
        local x, y, z = position.x + offset.x, position.y, position.z + offset.z
        if not map:IsOceanAtPoint(x, y, z, allow_boats) or map:IsVisualGroundAtPoint(x, y, z) then return false end
        if check_los then
            caps = caps or { ignorewalls = ignore_walls, ignorecreep = true, allowocean = true, ignoreLand = true }
            if not TheWorld.Pathfinder:IsClear(position.x, position.y, position.z, x, y, z, caps) then return false end
        end
        return fn == nil or fn(Vector3(x, y, z)) and true or false
    end)
end

local function nearby(find)
    return function(position, radius)
        local offset = find(position, math.random() * TWOPI, radius or 8, 8, false)
        return offset and position + offset
    end
end

-- The point before a target at sea which one who does not swim can attack it from.
local function CanProbablyReachTargetFromShore(inst, target, distance)
    local at = inst:GetPositionAdjacentTo(target, distance)
    return at ~= nil and TheWorld.Map:IsVisualGroundAtPoint(at:Get())
end

-- Where to go to reach a goal past an object that is in the way: beside it, on the side
-- on which the goal lies.
local function WayAround(inst, object, dist, goal)
    if not object or not object:IsValid() then return goal end
    local here, at = inst:GetPosition(), object:GetPosition()
    local far = at:DistSq(here)
    if far == 0 or far >= goal:DistSq(here) then return goal end
    local angle = inst:GetAngleToPoint(at)
    local off = ReduceAngle(inst:GetAngleToPoint(goal) - angle)
    if math.abs(off) >= 45 then return goal end
    return at + Vector3FromTheta((angle + (off < 0 and -90 or 90)) * DEGREES, dist)
end

return {
    TheSim = TheSim, FindEntity = FindEntity, FindClosestEntity = FindClosestEntity,
    GetClosestInstWithTag = GetClosestInstWithTag, GetRandomInstWithTag = GetRandomInstWithTag, FindPickupableItem = FindPickupableItem,
    IsEntityDead = IsEntityDead, IsEntityDeadOrGhost = IsEntityDeadOrGhost,
    FindPlayersInRange = FindPlayersInRange, FindPlayersInRangeSq = FindPlayersInRangeSq,
    FindPlayersInRangeSortedByDistance = FindPlayersInRange, FindPlayersInRangeSqSortedByDistance = FindPlayersInRangeSq,
    FindClosestPlayer = FindClosestPlayer, FindClosestPlayerInRange = FindClosestPlayerInRange, FindClosestPlayerInRangeSq = FindClosestPlayerInRangeSq,
    FindClosestPlayerToInst = FindClosestPlayerToInst, FindClosestPlayerToInstOnLand = FindClosestPlayerToInst,
    FindClosestPlayerOnLandInRangeSq = FindClosestPlayerInRangeSq, IsAnyPlayerInRangeSq = IsAnyPlayerInRangeSq,
    IsAnyPlayerInRange = function(x, y, z, range, alive) return IsAnyPlayerInRangeSq(x, y, z, squared(range), alive) end,
    IsAnyOtherPlayerNearInst = function(inst, rangesq, alive)
        local x, z = native.place(inst)
        for _, e in ipairs(players(x, z, rangesq, alive)) do
            if e ~= inst then return true end
        end
        return false
    end,
    FindValidPositionByFan = FindValidPositionByFan, FindWalkableOffset = FindWalkableOffset, FindSwimmableOffset = FindSwimmableOffset,
    FindNearbyLand = nearby(FindWalkableOffset), FindNearbyOcean = nearby(FindSwimmableOffset), FindRandomPointOnShoreFromOcean = answer(nil),
    CanProbablyReachTargetFromShore = CanProbablyReachTargetFromShore, WayAround = WayAround,
    Ents = setmetatable({}, { __index = function(_, id) return native.entity(id) end }),
    DeleteCloseEntsWithTag = answer(nil), AllPlayers = native.allplayers(),
    CanEntitySeeTarget = function(inst, e) return native.ask(inst, "in_line", e) ~= false end, CanEntitySeePoint = answer(true),
    CanEntitySeeInDark = answer(true), CanEntitySeeInStorm = answer(true),
}
