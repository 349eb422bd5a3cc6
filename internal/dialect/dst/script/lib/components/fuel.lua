-- What feeds a fire or a lamp.
local Fuel = Class(function(self, inst)
    self.inst = inst
    self.fuelvalue, self.fueltype = 1, FUELTYPE.BURNABLE
end)

function Fuel:SetOnTakenFn(fn) self.ontaken = fn end

return Fuel
