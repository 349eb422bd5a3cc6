-- What can be given away.
local Tradable = Class(function(self, inst)
    self.inst = inst
    self.goldvalue, self.rocktribute, self.dubloonvalue = 0, 0, 0
end)

return Tradable
