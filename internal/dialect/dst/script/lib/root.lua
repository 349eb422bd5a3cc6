-- The user's own constants and numbers, which are read before the first of his other files.
-- A number that his tuning.lua does not have is Thicket's.
local native = ...

local known = native.userfile("tuning") and TUNING
native.numbers("constants")
native.numbers("tuning")

-- Names of tiles are numbers that differ, also where the table of the user's has none; a name that
-- another table of constants does not have is told.
local tile = 1000
local function numbered(t, name)
    if type(name) ~= "string" then return nil end
    tile = tile + 1
    rawset(t, name, tile)
    return tile
end
for _, name in ipairs({ "WORLD_TILES", "GROUND" }) do
    local t = rawget(_G, name)
    if type(t) == "table" and getmetatable(t) == nil then setmetatable(t, { __index = numbered }) end
end
for _, name in ipairs({ "FOODTYPE", "FOODGROUP", "EQUIPSLOTS", "ORDERS", "SEASONS", "COLLISION", "SPECIAL_EVENTS", "MATERIALS", "FUELTYPE", "UPGRADETYPES", "DEPLOYMODE" }) do
    local t = rawget(_G, name)
    if type(t) == "table" and getmetatable(t) == nil then setmetatable(t, native.constants(name)) end
end
if known and type(TUNING) == "table" and TUNING ~= known and getmetatable(TUNING) == nil then
    setmetatable(TUNING, { __index = known })
end
