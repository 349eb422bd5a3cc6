require "behaviours/doaction"
local Otter = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Full(inst) return inst.components.inventory:NumStackedItems() >= TUNING.OTTER_CARRIES end
local function Shell(inst) return FindEntity(inst, 30, nil, { "cockle" }, { "INLIMBO" }) end
local function Gather(inst)
    local shell = not Full(inst) and Shell(inst) or nil
    return shell and BufferedAction(inst, shell, ACTIONS.PICKUP) or nil
end
local function Store(inst)
    local item, home = inst.components.inventory:GetFirstItemInAnySlot(), inst.components.homeseeker.home
    if item == nil or home == nil or not (Full(inst) or Shell(inst) == nil) then return nil end
    return BufferedAction(inst, home, ACTIONS.STORE, item)
end
function Otter:OnStart()
    self.bt = BT(self.inst, PriorityNode({ DoAction(self.inst, Gather, "gather", true), DoAction(self.inst, Store, "store", true), StandStill(self.inst) }, 0.25))
end
return Otter
