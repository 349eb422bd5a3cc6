-- Small functions and objects of the engine that files of creatures and components call:
-- what they answer where there is neither crafting nor a client.
local native = ...
local function nothing() end
local function answer(v) return function() return v end end

-- An object of the engine of which every call is accepted, one that is not listed with
-- a notice.
local function object(name, methods)
    return setmetatable(methods, { __index = function(t, call)
        if type(call) ~= "string" or not string.find(call, "^%u") then return nil end
        native.unknown(name .. ":" .. call .. " is unknown: it does nothing, and gives nil", call, t)
        rawset(t, call, nothing)
        return nothing
    end })
end

-- Tasks and threads of the world.
local function delayed(_, delay, fn, _, ...)
    local args = { ... }
    return TheWorld:DoTaskInTime(delay, function() fn(unpack(args)) end)
end
local function repeated(_, period, fn, limit, initialdelay, _, ...)
    local args, task, times = { ... }, nil, 0
    task = TheWorld:DoPeriodicTask(period, function()
        times = times + 1
        if limit ~= nil and times >= limit then task:Cancel() end
        fn(unpack(args))
    end, initialdelay)
    return task
end
local scheduler = object("scheduler", {
    ExecuteInTime = delayed, ExecutePeriodic = repeated, KillTask = function(_, thread) KillThread(thread) end, KillAll = nothing,
    GetCurrentTask = nothing,
})

-- A number for a text, the same in every run.
local function hash(text)
    local h = 0
    for i = 1, #text do h = (string.byte(string.lower(text), i) + h * 65599) % 4294967296 end
    return h
end

-- Bits of whole numbers.
local function hasbit(x, b) return math.floor(x / b) % 2 == 1 end
local function checkbit(x, b) return hasbit(x, b) end
local function setbit(x, b) return hasbit(x, b) and x or x + b end
local function clearbit(x, b) return hasbit(x, b) and x - b or x end

-- Pairs in the order of their keys.
local function orderedPairs(t)
    local keys = {}
    for k in pairs(t) do table.insert(keys, k) end
    table.sort(keys, function(a, b)
        if type(a) == type(b) and (type(a) == "number" or type(a) == "string") then return a < b end
        return type(a) < type(b)
    end)
    local i = 0
    return function()
        i = i + 1
        if keys[i] ~= nil then return keys[i], t[keys[i]] end
    end
end

local function subfmt(text, values) return (string.gsub(text, "%b{}", function(name) return tostring(values[string.sub(name, 2, -2)]) end)) end

-- Whole numbers of 32 bits, one bit after the other.
local function bitwise(combine)
    return function(a, b)
        local n, place = 0, 1
        a, b = a % 4294967296, b % 4294967296
        while a > 0 or b > 0 do
            if combine(a % 2, b % 2) then n = n + place end
            a, b, place = math.floor(a / 2), math.floor(b / 2), place * 2
        end
        return n < 2147483648 and n or n - 4294967296
    end
end
local bit = {
    band = bitwise(function(a, b) return a == 1 and b == 1 end), bor = bitwise(function(a, b) return a == 1 or b == 1 end),
    bxor = bitwise(function(a, b) return a ~= b end),
}
function bit.bnot(a) return bit.bxor(a, -1) end
function bit.lshift(a, by) return bit.bor(a * 2 ^ (by % 32), 0) end
function bit.rshift(a, by) return bit.bor(math.floor(a % 4294967296 / 2 ^ (by % 32)), 0) end

local function anything() return setmetatable({}, { __index = function() return {} end }) end
local AVAILABLE_TECH = {}
local TechTree = {
    AVAILABLE_TECH = AVAILABLE_TECH, BONUS_TECH = {}, AVAILABLE_TECH_BONUS = {}, AVAILABLE_TECH_BONUS_CLASSIFIED = {}, AVAILABLE_TECH_TEMPBONUS = {},
    AVAILABLE_TECH_TEMPBONUS_CLASSIFIED = {}, Create = function(t) return t or {} end,
}

return {
    ProfileStatsAdd = nothing, ProfileStatsSet = nothing, ProfileStatsGet = nothing, ProfileStatsAddItemChunk = nothing, CancelThread = function(thread) if thread ~= nil then KillThread(thread) end end, KillThreadsWithID = nothing, scheduler = scheduler, bit = bit,
    hash = hash, smallhash = function(text) return hash(text) % 256 end, checkbit = checkbit, setbit = setbit, clearbit = clearbit,
    orderedPairs = orderedPairs, metaipairs = ipairs, metapairs = pairs, metanext = next, subfmt = subfmt, TechTree = TechTree, TECH = anything(),
    AllRecipes = {}, GetValidRecipe = nothing, GetRecipe = nothing, Recipe = nothing, Recipe2 = nothing, Ingredient = nothing,
    RECIPETABS = anything(), GetAllRecipes = answer({}),
    SendRPCToServer = nothing, SendRPCToClient = nothing, CLIENT_RPC = {}, RPC = {}, SendModRPCToServer = nothing, GetClientModRPC = nothing,
    GetActionFailString = answer(""), GetInventoryItemAtlas = answer(""), RegisterInventoryItemAtlas = nothing, GetMaxItemSlots = answer(15),
    resolvefilepath = function(path) return path end, softresolvefilepath = function(path) return path end, nolineprint = print,
    circular_index = function(t, i) return t[(i - 1) % #t + 1] end, circular_index_number = function(n, i) return (i - 1) % n + 1 end,
    isnan = function(x) return x ~= x end, isinf = function(x) return x == math.huge or x == -math.huge end,
    isbadnumber = function(x) return x == nil or x ~= x or x == math.huge or x == -math.huge end,
    TheConfig = object("TheConfig", { IsEnabled = answer(false) }), TheSystemService = object("TheSystemService", {}),
    KnownModIndex = object("KnownModIndex", { IsModEnabled = answer(false), IsModForceEnabled = answer(false) }), json = object("json", {}),
    TheSkillTree = object("TheSkillTree", { IsActivated = answer(false) }), SGManager = object("SGManager", {}),
    SimTearingDown = false, Settings = {}, MOD_API_VERSION = 10, DST_CHARACTERLIST = {}, ROG_CHARACTERLIST = {}, MODCHARACTERLIST = {},
    GetTileInfo = answer({}), Announce = nothing, IsTeleportingPermittedFromPointToPoint = answer(true), IsTeleportLinkingPermittedFromPoint = answer(true),
}
