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
local function deepcopy(t)
    if type(t) ~= "table" then return t end
    local copy = {}
    for k, v in pairs(t) do copy[deepcopy(k)] = deepcopy(v) end
    return setmetatable(copy, getmetatable(t))
end
local function JoinArrays(...)
    local all = {}
    for _, list in ipairs({ ... }) do
        for _, v in ipairs(list) do table.insert(all, v) end
    end
    return all
end
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
    IsNumberEven = function(n) return n % 2 == 0 end, RoundBiasedDown = function(v) return math.ceil(v - 0.5) end,
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
    VecUtil_GetAngleInRads = function(x, z) return math.atan2(z, x) end, VecUtil_GetAngleInDegrees = function(x, z) return math.atan2(z, x) * RADIANS end,
    VecUtil_RotateDir = function(x, z, a) return x * math.cos(a) - z * math.sin(a), x * math.sin(a) + z * math.cos(a) end,
    ReduceAngle = ReduceAngle, DiffAngle = function(a, b) return math.abs(ReduceAngle(b - a)) end,
    ReduceAngleRad = function(a) return ReduceAngle(a * RADIANS) * DEGREES end, DiffAngleRad = function(a, b) return math.abs(ReduceAngle((b - a) * RADIANS)) * DEGREES end,
    Lerp = function(a, b, t) return a + (b - a) * t end, Remap = function(v, a, b, c, d) return c + (v - a) * (d - c) / (b - a) end,
    Clamp = math.clamp, RoundBiasedUp = math.round, RoundToNearest = function(v, n) return math.floor(v / n + 0.5) * n end,
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
    shallowcopy = shallowcopy, deepcopy = deepcopy, JoinArrays = JoinArrays, ConcatArrays = JoinArrays, ArrayUnion = ArrayUnion, MergeMaps = MergeMaps,
    GetTableSize = GetTableSize, IsTableEmpty = function(t) return next(t) == nil end,
}
