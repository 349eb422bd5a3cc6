-- The numbers and words of the game, which no one else has. A number of TUNING is
-- what the scene's settings say, else what its name suggests. A line of STRINGS
-- is its name in plain words. Constants are their own names.
local native = ...

local sizes = {
    { "PERCENT", 0.5 }, { "CHANCE", 0.5 }, { "MULT", 1 }, { "SPEED", 4 }, { "DAMAGE", 20 }, { "HEALTH", 100 }, { "HUNGER", 100 }, { "DAYS", 480 },
    { "PERIOD", 2 }, { "COOLDOWN", 5 }, { "CD$", 5 }, { "DELAY", 2 }, { "TIME", 10 }, { "DURATION", 10 }, { "LEASH", 30 }, { "MAX_CHASE", 30 }, { "FOLLOW", 6 },
    { "ATTACK_RANGE", 3 }, { "RADIUS", 10 }, { "RANGE", 10 }, { "MIN_.*DIST", 3 }, { "MAX_.*DIST", 20 }, { "DIST", 10 }, { "MIN", 1 }, { "MAX", 10 },
}
local known = {
    SEG_TIME = 30, TOTAL_DAY_TIME = 480, DAY_TIME_DEFAULT = 300, DUSK_TIME_DEFAULT = 60, NIGHT_TIME_DEFAULT = 120,
    DEFAULT_TALKER_DURATION = 2.5, MAX_FIRE_DAMAGE_PER_SECOND = 120,
}

local function size(name)
    for _, s in ipairs(sizes) do
        if string.find(name, s[1]) then return s[2] end
    end
end

-- What a script looks into is a group of numbers, and so is a single word that is
-- no measure.
local function group(prefix)
    return setmetatable({}, { __index = function(t, name)
        if type(name) ~= "string" then return nil end
        local full = prefix .. name
        local v = native.setting(full) or known[full]
        if v == nil and (native.looksinto(full) or prefix == "" and size(name) == nil and not string.find(name, "_")) then
            v = group(full .. ".")
        elseif v == nil then
            v = size(name) or 10
            native.notice("TUNING." .. full .. " is taken for " .. v .. "; a scene's settings can give it")
        end
        rawset(t, name, v)
        return v
    end })
end
local TUNING = group("")

local function words(name) return (string.gsub(string.lower(name), "_", " ")) end

-- A text by its name, which is also a list of that one line and holds others.
local line
local lines = {
    __index = function(t, key)
        if type(key) ~= "string" then return nil end
        local v = line(words(key))
        rawset(t, key, v)
        return v
    end,
    __tostring = function(t) return t[1] end,
    __concat = function(a, b) return tostring(a) .. tostring(b) end,
}
line = function(text) return setmetatable({ text }, lines) end

local function named() return setmetatable({}, { __index = function(t, key)
    rawset(t, key, key)
    return key
end }) end
local function numbered()
    local n = 100 -- no tile of the arena has one of these
    return setmetatable({}, { __index = function(t, key)
        n = n + 1
        rawset(t, key, n)
        return n
    end })
end

-- Numbers that others raise or lower, each by its source and a key.
local SourceModifierList = Class(function(self, inst, base, combine)
    self.inst, self.base, self.combine, self.modifiers = inst, base or 1, combine or function(a, b) return a * b end, {}
end)
SourceModifierList.multiply = function(a, b) return a * b end
SourceModifierList.additive = function(a, b) return a + b end
SourceModifierList.boolean = function(a, b) return a or b end
function SourceModifierList:SetModifier(source, v, key)
    self:RemoveModifier(source, key)
    table.insert(self.modifiers, { source = source, key = key or "key", v = v })
end
function SourceModifierList:RemoveModifier(source, key)
    for i = #self.modifiers, 1, -1 do
        local m = self.modifiers[i]
        if m.source == source and (key == nil or m.key == key) then table.remove(self.modifiers, i) end
    end
end
function SourceModifierList:HasModifier(source, key) return self:FindModifier(source, key) ~= nil end
function SourceModifierList:FindModifier(source, key)
    for _, m in ipairs(self.modifiers) do
        if m.source == source and m.key == (key or "key") then return m.v end
    end
end
function SourceModifierList:IsEmpty() return #self.modifiers == 0 end
function SourceModifierList:Reset() self.modifiers = {} end
function SourceModifierList:Get()
    local v = self.base
    for _, m in ipairs(self.modifiers) do v = self.combine(v, m.v) end
    return v
end

local FOODTYPE = named()
return {
    TUNING = TUNING, STRINGS = line("strings"), FOODTYPE = FOODTYPE, FOODGROUP = setmetatable({}, { __index = function(t, key)
        local group = { name = key, types = { "MEAT", "VEGGIE", "INSECT", "SEEDS", "GENERIC", "GOODIES" } }
        rawset(t, key, group)
        return group
    end }),
    SourceModifierList = SourceModifierList, WORLD_SPECIAL_EVENT = "none", CHARACTER_INGREDIENT = named(), CHARACTER_INGREDIENT_SEG = 5, TECH_INGREDIENT = named(),
    MINIGAMES = named(), PLAYER_REVEAL_RADIUS = 30, FOLLOWERTYPE = named(), OCEAN_DEPTH = numbered(),
    EQUIPSLOTS = { HANDS = "hands", HEAD = "head", BODY = "body", BEARD = "beard" }, MATERIALS = named(), SPECIAL_EVENTS = named(), FUELTYPE = named(),
    SEASONS = { AUTUMN = "autumn", WINTER = "winter", SPRING = "spring", SUMMER = "summer" }, GROUND = numbered(), WORLD_TILES = numbered(),
    COLLISION = numbered(), TOOLACTIONS = named(), SHADOWTHRALL_PARTS = named(), ORDERS = named(), ANCHOR_MIDDLE = 0,
    TILE_SCALE = 4, MAX_PHYSICS_RADIUS = 4, TICKS_PER_SECOND = 30,
    CHATPRIORITIES = numbered(), UPGRADETYPES = named(), SPELLTYPES = named(), FARM_PLANT_STRESS = numbered(),
}
