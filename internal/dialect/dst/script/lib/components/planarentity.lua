-- A creature of another plane takes less from blows that are not of it.
local PlanarEntity = Class(function(self, inst) self.inst = inst end)
-- What remains of a blow grows ever more slowly with its force.
function PlanarEntity:AbsorbDamage(damage, attacker, weapon, special)
    return (math.sqrt(damage * 4 + 64) - 8) * 4, special
end
function PlanarEntity:OnPlanarAttackUndefended(target) self.inst:PushEvent("planarattackundefended", { target = target }) end
function PlanarEntity:OnResistNonPlanarAttack(attacker) self.inst:PushEvent("resistnonplanarattack", { attacker = attacker }) end
return PlanarEntity
