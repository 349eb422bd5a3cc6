-- What goes off when it has burnt, and hurts all around.
local SPARED = { "INLIMBO", "notarget", "noattack", "playerghost" }

local Explosive = Class(function(self, inst) self.inst = inst end)
Explosive.explosiverange, Explosive.explosivedamage, Explosive.buildingdamage, Explosive.lightonexplode, Explosive.pvpattacker = 3, 200, 10, true, nil

function Explosive:SetOnExplodeFn(fn) self.onexplodefn = fn end
function Explosive:SetOnIgniteFn(fn) self.onignitefn = fn end
function Explosive:SetAttacker(attacker) self.attacker = attacker end
function Explosive:SetPvpAttacker(attacker) self.pvpattacker = attacker end
function Explosive:OnBurnt()
    local inst = self.inst
    if self.onexplodefn ~= nil then self.onexplodefn(inst) end
    local x, y, z = inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.explosiverange, nil, SPARED)) do
        if e ~= inst and e:IsValid() and not e:IsInLimbo() then
            local workable, burnable, combat = e.components.workable, e.components.burnable, e.components.combat
            if workable ~= nil and workable.workable and workable.workleft > 0 then workable:WorkedBy(inst, self.buildingdamage) end
            if e:IsValid() and self.lightonexplode and burnable ~= nil and e.components.fueled == nil and not e:HasTag("fireimmune") then burnable:Ignite() end
            if e:IsValid() and combat ~= nil and not IsEntityDead(e) then
                local resist = e.components.explosiveresist
                local damage = self.explosivedamage * (1 - (resist ~= nil and resist:GetResistance() or 0))
                combat:GetAttacked(self.attacker or inst, damage)
                if resist ~= nil then resist:OnExplosiveDamage(damage, self.attacker or inst) end
            end
            if e:IsValid() then e:PushEvent("explosion", { explosive = inst }) end
        end
    end
    TheWorld:PushEvent("explosion", { damage = self.explosivedamage })
    if inst.components.health ~= nil then TheWorld:PushEvent("entity_death", { inst = inst, explosive = true }) end
    inst:PushEvent("onexplosion")
    if inst:IsValid() then inst:Remove() end
end

return Explosive
