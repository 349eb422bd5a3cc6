require "behaviours/doaction"

local Junker = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Better(inst)
    local best, most = nil, -1
    local held = inst.components.inventory:GetEquippedItem(EQUIPSLOTS.HANDS)
    if held ~= nil then most = held.components.weapon.damage end
    inst.components.inventory:ForEachItemSlot(function(item)
        local weapon = item.components.weapon
        if weapon == nil and item.components.equippable ~= nil then best, most = item, math.huge end
        if weapon ~= nil and weapon.damage > most then best, most = item, weapon.damage end
    end)
    return best
end

local function Equip(inst)
    local item = Better(inst)
    return item ~= nil and BufferedAction(inst, nil, ACTIONS.EQUIP, item) or nil
end
local function PickUp(inst)
    local item = FindEntity(inst, 30, nil, { "gear" }, { "INLIMBO" })
    return item ~= nil and BufferedAction(inst, item, ACTIONS.PICKUP) or nil
end
local function Rummage(inst)
    if inst:GetNextItem() == nil then return nil end
    local heap = FindEntity(inst, 40, nil, { "junk", "HAMMER_workable" })
    return heap ~= nil and BufferedAction(inst, heap, ACTIONS.HAMMER) or nil
end

function Junker:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        DoAction(inst, Equip, "equip"), DoAction(inst, PickUp, "pick up", true), DoAction(inst, Rummage, "rummage"), StandStill(inst),
    }, 0.5))
end

return Junker
