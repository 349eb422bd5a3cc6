-- STRINGS: a line is its name in plain words. What scripts find below it are lines, too,
-- to any depth; each is also a list of one text.
local function words(name) return (string.gsub(string.lower(name), "_", " ")) end

local line
local lines = {
    __index = function(t, key)
        if type(key) == "number" then return line(t[1]) end -- of a list that one expects to be longer
        if type(key) ~= "string" then return nil end
        local v = line(words(key))
        rawset(t, key, v)
        return v
    end,
    __tostring = function(t) return t[1] end,
    __concat = function(a, b) return tostring(a) .. tostring(b) end,
}
line = function(text) return setmetatable({ text }, lines) end

return { STRINGS = line("strings") }
