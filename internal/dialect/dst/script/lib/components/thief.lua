-- Who takes what belongs to others.
local Thief = Class(function(self, inst)
    self.inst = inst
    self.stolenitems = {}
end)

function Thief:SetOnStolenFn(fn) self.onstolen = fn end
function Thief:SetDropDistance(n) self.dropdistance = n end
function Thief:SetCanOpenContainers(on) self.canopencontainers = on end

local function takeable(item) return not item:HasTag("nosteal") end

-- A thing of somebody, any one that can be stolen if none is named. It drops where the owner
-- stands, as in the game: to pick it up is another action.
function Thief:StealItem(victim, item, attack)
    local c = victim.components
    local pockets = c.inventory or c.container
    if pockets == nil then return false end
    if c.inventory and c.inventory.nosteal then return false end
    local stolen = item ~= nil and item or pockets:FindItem(takeable)
    if stolen == nil then return false end
    if attack and self.inst.components.combat then self.inst.components.combat:DoAttack(victim) end
    local out
    if c.inventory then
        out = c.inventory:DropItem(stolen, true)
    else
        out = c.container:DropItem(stolen)
    end
    if out == nil then return false end
    table.insert(self.stolenitems, out)
    if self.onstolen then self.onstolen(self.inst, victim, out) end
    return true
end

return Thief
