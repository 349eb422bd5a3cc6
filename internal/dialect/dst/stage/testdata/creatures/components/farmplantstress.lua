-- What a plant suffers from.
local FarmPlantStress = Class(function(self, inst)
    self.inst = inst
    self.stressors = {}
end)
function FarmPlantStress:SetStressed(name, stressed, doer)
    if stressed and not self.stressors[name] then self.inst:PushEvent("stressed", { name = name, doer = doer }) end
    self.stressors[name] = stressed
end
return FarmPlantStress
