-- What keeps planar damage off.
local native = ...
local need = native.need
local PlanarDefense = Class(function(self, inst)
    self.inst, self.basedefense = inst, 0
    self.externalmultipliers, self.externalbonuses = SourceModifierList(inst), SourceModifierList(inst, 0, SourceModifierList.additive)
end)
function PlanarDefense:SetBaseDefense(n)
    need(n, 1)
    self.basedefense = n
end
function PlanarDefense:GetBaseDefense() return self.basedefense end
function PlanarDefense:GetDefense() return self.basedefense * self.externalmultipliers:Get() + self.externalbonuses:Get() end
function PlanarDefense:AddMultiplier(source, n, key) self.externalmultipliers:SetModifier(source, n, key) end
function PlanarDefense:RemoveMultiplier(source, key) self.externalmultipliers:RemoveModifier(source, key) end
function PlanarDefense:AddBonus(source, n, key) self.externalbonuses:SetModifier(source, n, key) end
function PlanarDefense:RemoveBonus(source, key) self.externalbonuses:RemoveModifier(source, key) end
return PlanarDefense
