-- Who and what is around, and where one can go.
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

return {
    TheSim = TheSim, FindEntity = FindEntity, FindClosestEntity = FindClosestEntity,
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
    FindPickupableItem = FindPickupableItem, Ents = setmetatable({}, { __index = function(_, id)
        return native.entity(id)
    end }), DeleteCloseEntsWithTag = nothing, AllPlayers = native.allplayers(),
    CanEntitySeeTarget = function(inst, e) return ask(inst, "in_line", e) ~= false end, CanEntitySeePoint = answer(true),
    CanEntitySeeInDark = answer(true), CanEntitySeeInStorm = answer(true),
}
