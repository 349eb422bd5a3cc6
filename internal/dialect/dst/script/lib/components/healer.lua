-- What heals whom it is given to.
local Healer = Class(function(self, inst)
    self.inst = inst
    self.health = 20
end)

function Healer:SetHealthAmount(n) self.health = n end
function Healer:SetOnHealFn(fn) self.onhealfn = fn end
function Healer:SetCanHealFn(fn) self.canhealfn = fn end
function Healer:Heal(target, doer)
    local health = target.components.health
    if health == nil then return false end
    if self.canhealfn and not self.canhealfn(self.inst, target, doer) then return false end
    health:DoDelta(self.health, false, self.inst.prefab)
    if self.onhealfn then self.onhealfn(self.inst, target, doer) end
    local one = self.inst.components.stackable and self.inst.components.stackable:Get() or self.inst
    one:Remove()
    return true
end

return Healer
