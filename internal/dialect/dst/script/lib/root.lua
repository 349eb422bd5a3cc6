-- The user's own constants and numbers, which are read before the first of his other files.
-- A number that his tuning.lua does not have is Thicket's.
local native = ...

local known = native.userfile("tuning") and TUNING
native.numbers("constants")
native.numbers("tuning")
if known and type(TUNING) == "table" and TUNING ~= known and getmetatable(TUNING) == nil then
    setmetatable(TUNING, { __index = known })
end
