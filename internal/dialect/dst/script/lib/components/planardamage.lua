-- Damage that only planar defense keeps off.
local native = ...
local need = native.need
local PlanarDamage = Class(function(self, inst)
    self.inst, self.basedamage = inst, 0
    self.externalmultipliers, self.externalbonuses = SourceModifierList(inst), SourceModifierList(inst, 0, SourceModifierList.additive)
end)
function PlanarDamage:SetBaseDamage(n)
    need(n, 1)
    self.basedamage = n
end
function PlanarDamage:GetBaseDamage() return self.basedamage end
function PlanarDamage:GetDamage() return self.basedamage * self.externalmultipliers:Get() + self.externalbonuses:Get() end
function PlanarDamage:AddMultiplier(source, n, key) self.externalmultipliers:SetModifier(source, n, key) end
function PlanarDamage:RemoveMultiplier(source, key) self.externalmultipliers:RemoveModifier(source, key) end
function PlanarDamage:AddBonus(source, n, key) self.externalbonuses:SetModifier(source, n, key) end
function PlanarDamage:RemoveBonus(source, key) self.externalbonuses:RemoveModifier(source, key) end
return PlanarDamage
