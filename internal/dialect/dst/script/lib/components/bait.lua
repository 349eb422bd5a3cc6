-- What lies in a trap, or lures whoever eats it.
local Bait = Class(function(self, inst) self.inst = inst end)

function Bait:IsFree() return self.trap == nil end

return Bait
