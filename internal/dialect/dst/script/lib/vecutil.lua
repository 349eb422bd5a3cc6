-- Arithmetic that brains take from the game: vectors as pairs, angles, chance,
-- lists.
local function VecUtil_LengthSq(x, z) return x * x + z * z end
local function VecUtil_Length(x, z) return math.sqrt(x * x + z * z) end
local function VecUtil_Normalize(x, z)
    local length = VecUtil_Length(x, z)
    return x / length, z / length
end
local function VecUtil_NormalizeNoNaN(x, z)
    if x == 0 and z == 0 then return 0, 0 end
    return VecUtil_Normalize(x, z)
end

local function ReduceAngle(angle) return (angle + 180) % 360 - 180 end
local function ReduceAngleRad(angle) return (angle + math.pi) % TWOPI - math.pi end

local function VecUtil_GetAngleInRads(x, z) return math.atan2(z, x) % TWOPI end
local function VecUtil_RotateDir(x, z, angle)
    local cos, sin = math.cos(angle), math.sin(angle)
    return x * cos - z * sin, x * sin + z * cos
end

-- The direction of length 1 that lies between two, on the shorter way from one to the
-- other.
local function VecUtil_Slerp(ax, az, bx, bz, t)
    local from = math.atan2(az, ax)
    local angle = from + t * ReduceAngleRad(math.atan2(bz, bx) - from)
    return math.cos(angle), math.sin(angle)
end

-- The nearest of a list to an entity, and the square of its distance.
local function GetClosest(e, list)
    local closest, least
    for _, other in pairs(list) do
        local d = e:GetDistanceSqToInst(other)
        if least == nil or d < least then closest, least = other, d end
    end
    return closest, least
end

local function RemoveByValue(t, v)
    for i = #t, 1, -1 do
        if t[i] == v then table.remove(t, i) end
    end
end

local function GetRandomItem(list)
    local values = {}
    for _, v in pairs(list) do table.insert(values, v) end
    return #values > 0 and values[math.random(#values)] or nil
end

-- A key by chance, as often as its number says.
local function weighted_random_choice(weights)
    local total = 0
    for _, w in pairs(weights) do total = total + w end
    local draw = math.random() * total
    for key, w in pairs(weights) do
        draw = draw - w
        if draw <= 0 then return key end
    end
end

local function shuffleArray(list)
    for i = #list, 2, -1 do
        local j = math.random(i)
        list[i], list[j] = list[j], list[i]
    end
    return list
end

local function shallowcopy(t, into)
    if type(t) ~= "table" then return t end
    into = into or {}
    for k, v in pairs(t) do into[k] = v end
    return into
end
-- A table that is in another twice is so in the copy.
local function copied(t, copies)
    if type(t) ~= "table" then return t end
    if copies[t] ~= nil then return copies[t] end
    local copy = {}
    copies[t] = copy
    for k, v in pairs(t) do copy[copied(k, copies)] = copied(v, copies) end
    return setmetatable(copy, getmetatable(t))
end
local function deepcopy(t) return copied(t, {}) end
local function ConcatArrays(into, ...)
    for _, list in ipairs({ ... }) do
        for _, v in ipairs(list) do table.insert(into, v) end
    end
    return into
end
local function JoinArrays(...) return ConcatArrays({}, ...) end
local function ArrayUnion(...)
    local all = {}
    for _, v in ipairs(JoinArrays(...)) do
        if not table.contains(all, v) then table.insert(all, v) end
    end
    return all
end
local function MergeMaps(...)
    local all = {}
    for _, t in ipairs({ ... }) do shallowcopy(t, all) end
    return all
end
local function GetTableSize(t)
    local n = 0
    for _ in pairs(t or {}) do n = n + 1 end
    return n
end

local function PickSome(n, list)
    local rest, some = shallowcopy(list), {}
    for _ = 1, math.min(n, #rest) do table.insert(some, table.remove(rest, math.random(#rest))) end
    return some
end
local function weighted_random_choices(weights, n)
    local list = {}
    for _ = 1, n do table.insert(list, weighted_random_choice(weights)) end
    return list
end

-- Rounding to so many digits, to none if they are left out.
local function rounds(round)
    return function(v, digits)
        local unit = 10 ^ (digits or 0)
        return round(v * unit) / unit
    end
end

local function is(kind) return function(v) return type(v) == kind end end

return {
    PickSome = PickSome, PickSomeWithDups = function(n, list)
        local some = {}
        for _ = 1, n do table.insert(some, list[math.random(#list)]) end
        return some
    end,
    weighted_random_choices = weighted_random_choices, GetRandomItemWithIndex = function(list)
        local keys = {}
        for k in pairs(list) do table.insert(keys, k) end
        local k = GetRandomItem(keys)
        return k, list[k]
    end,
    isstring = is("string"), isnumber = is("number"), istable = is("table"), isfunction = is("function"), isbool = is("boolean"), isuint = function(v)
        return type(v) == "number" and v >= 0 and v == math.floor(v)
    end,
    checkstring = is("string"), checknumber = is("number"), checkbool = is("boolean"), checkuint = function(v) return type(v) == "number" and v >= 0 and v == math.floor(v) end,
    IsNumberEven = function(n) return n % 2 == 0 end, RoundBiasedDown = rounds(function(v) return math.ceil(v - 0.5) end),
    DistXZSq = function(p, q) return (p.x - q.x) ^ 2 + (p.z - q.z) ^ 2 end, DistXYZSq = function(p, q) return (p - q):LengthSq() end,
    GetSineVal = function(mod, abs) local v = math.sin(GetTime() * (mod or 1)) return abs and math.abs(v) or v end,
    SubtractMapKeys = function(base, other)
        local rest = {}
        for k, v in pairs(base) do
            if other[k] == nil then rest[k] = v end
        end
        return rest
    end,
    ExceptionArrays = function(list, out)
        local rest = {}
        for _, v in ipairs(list) do
            if not table.contains(out, v) then table.insert(rest, v) end
        end
        return rest
    end,
    VecUtil_LengthSq = VecUtil_LengthSq, VecUtil_Length = VecUtil_Length, VecUtil_Normalize = VecUtil_Normalize,
    VecUtil_NormalizeNoNaN = VecUtil_NormalizeNoNaN, VecUtil_NormalAndLength = function(x, z)
        local nx, nz = VecUtil_NormalizeNoNaN(x, z)
        return nx, nz, VecUtil_Length(x, z)
    end,
    VecUtil_Dist = function(ax, az, bx, bz) return VecUtil_Length(bx - ax, bz - az) end,
    VecUtil_DistSq = function(ax, az, bx, bz) return VecUtil_LengthSq(bx - ax, bz - az) end,
    VecUtil_Add = function(ax, az, bx, bz) return ax + bx, az + bz end, VecUtil_Sub = function(ax, az, bx, bz) return ax - bx, az - bz end,
    VecUtil_Scale = function(x, z, s) return x * s, z * s end, VecUtil_Dot = function(ax, az, bx, bz) return ax * bx + az * bz end,
    VecUtil_Lerp = function(ax, az, bx, bz, t) return ax + (bx - ax) * t, az + (bz - az) * t end,
    VecUtil_GetAngleInRads = VecUtil_GetAngleInRads, VecUtil_GetAngleInDegrees = function(x, z) return VecUtil_GetAngleInRads(x, z) * RADIANS end,
    VecUtil_RotateDir = VecUtil_RotateDir, VecUtil_RotateAroundPoint = function(ax, az, bx, bz, angle)
        local x, z = VecUtil_RotateDir(bx - ax, bz - az, angle)
        return ax + x, az + z
    end,
    VecUtil_Slerp = VecUtil_Slerp,
    ReduceAngle = ReduceAngle, DiffAngle = function(a, b) return math.abs(ReduceAngle(b - a)) end, anglediff = function(a, b) return ReduceAngle(a - b) end,
    ReduceAngleRad = ReduceAngleRad, DiffAngleRad = function(a, b) return math.abs(ReduceAngleRad(b - a)) end,
    GetClosest = GetClosest, RemoveByValue = RemoveByValue,
    Lerp = function(a, b, t) return a + (b - a) * t end, Remap = function(v, a, b, c, d) return c + (v - a) * (d - c) / (b - a) end,
    Clamp = math.clamp, RoundBiasedUp = rounds(function(v) return math.floor(v + 0.5) end), RoundToNearest = function(v, n) return math.floor(v / n + 0.5) * n end,
    GetRandomWithVariance = function(v, range) return v + (math.random() * 2 - 1) * range end,
    GetRandomMinMax = function(a, b) return a + math.random() * (b - a) end,
    GetRandomItem = GetRandomItem, GetRandomKey = function(t)
        local keys = {}
        for k in pairs(t) do table.insert(keys, k) end
        return GetRandomItem(keys)
    end,
    weighted_random_choice = weighted_random_choice, shuffleArray = shuffleArray, shuffledKeys = function(t)
        local keys = {}
        for k in pairs(t) do table.insert(keys, k) end
        return shuffleArray(keys)
    end,
    shallowcopy = shallowcopy, deepcopy = deepcopy, JoinArrays = JoinArrays, ConcatArrays = ConcatArrays, ArrayUnion = ArrayUnion, MergeMaps = MergeMaps,
    GetTableSize = GetTableSize, IsTableEmpty = function(t) return next(t) == nil end,
}
