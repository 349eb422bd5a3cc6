-- Places by name.
local native = ...

local KnownLocations = Class(function(self, inst, plain)
    self.inst = inst
    self.locations = {}
    if plain and native.isbody(inst) then self.locations.home = native.home(inst) end
end)

local function finite(v) return v == v and v ~= math.huge and v ~= -math.huge end

-- A nil place is forgotten.
function KnownLocations:RememberLocation(name, pos, keep)
    if pos ~= nil and not (finite(pos.x) and finite(pos.y) and finite(pos.z)) then
        error("RememberLocation " .. tostring(name) .. ": the place is not a number", 2)
    end
    if not keep or self.locations[name] == nil then self.locations[name] = pos end
end

function KnownLocations:GetLocation(name) return self.locations[name] end
function KnownLocations:ForgetLocation(name) self.locations[name] = nil end

return KnownLocations
