-- A toy that can be popped, once.
local Poppable = Class(function(self, inst)
    self.inst, self.popped = inst, false
end)
function Poppable:Pop()
    if self.popped then return end
    self.popped = true
    self.inst:AddTag("popped")
end
return Poppable
