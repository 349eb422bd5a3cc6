-- Puts the scene's settings into a table of numbers. A setting's name may lead into
-- groups: "GNARWAIL.WALK_SPEED".
local native, numbers = ...

for _, setting in ipairs(native.settings()) do
    local group, name = numbers, setting.name
    local outer, rest = string.match(name, "^([^.]+)%.(.+)$")
    while outer do
        if type(group[outer]) ~= "table" then group[outer] = {} end
        group, name = group[outer], rest
        outer, rest = string.match(name, "^([^.]+)%.(.+)$")
    end
    group[name] = setting.value
end
