-- Sends minions to harvest, pick or pick up what is near them.
local ControlMinions = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "ControlMinions")
    self.inst, self.ms = inst, inst.components.minionspawner
end)

local reach = 3.5
local cant = { "INLIMBO", "NOCLICK", "minion", "fire" }
local oneof = { "_inventoryitem", "pickable", "readyforharvest" }

local function free(item)
    local c = item.components.inventoryitem
    return c ~= nil and c.canbepickedup and not c:IsHeld()
end

-- What a minion can do with a thing; nil if nothing.
local function deed(thing)
    local c = thing.components
    if c.crop ~= nil and c.crop:IsReadyForHarvest() then return ACTIONS.HARVEST end
    if c.pickable ~= nil and c.pickable:CanBePicked() then return ACTIONS.PICK end
    return free(thing) and ACTIONS.PICKUP or nil
end

function ControlMinions:Send(minion)
    if minion.sg ~= nil and minion.sg:HasStateTag("busy") or minion:GetBufferedAction() ~= nil then return end
    local thing = FindEntity(minion, reach, function(e) return deed(e) ~= nil end, nil, cant, oneof)
    if thing ~= nil then minion:PushBufferedAction(BufferedAction(minion, thing, deed(thing))) end
end

function ControlMinions:Visit()
    self.ms = self.ms or self.inst.components.minionspawner
    local ms = self.ms
    if ms == nil or (ms.numminions or 0) == 0 then
        self.status = FAILED
        return
    end
    self.status = RUNNING
    local x, y, z = self.inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, 40)) do -- by distance, so that the order is always the same
        if ms.minions[e] then self:Send(e) end
    end
    self:Sleep(1)
end

return { ControlMinions = ControlMinions }
