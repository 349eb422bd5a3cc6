local Croaker = Class(function(self, inst)
    self.inst, self.last = inst, 0
end)
function Croaker:IsTime()
    if GetTime() - self.last < TUNING.BOG.CROAK_PERIOD then return false end
    self.last = GetTime()
    return true
end
return Croaker
