-- The user's own constants and numbers, which are read before the first of his other files.
-- What the scene's settings say is true all the same.
local native = ...

for _, name in ipairs({ "constants", "tuning" }) do
    local file = native.userfile(name)
    if file then native.try(file) end
end

local function settle(list, prefix)
    for name, v in pairs(list) do
        if type(v) == "table" and prefix == "" then
            settle(v, tostring(name) .. ".")
        else
            local said = native.setting(prefix .. tostring(name))
            if said ~= nil then list[name] = said end
        end
    end
end
if native.userfile("tuning") then settle(TUNING, "") end
