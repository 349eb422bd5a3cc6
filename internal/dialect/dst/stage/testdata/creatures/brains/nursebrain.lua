require "behaviours/doaction"
local Nurse = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Pick(inst)
    local plant = FindEntity(inst, 30, function(e) return e.components.pickable:CanBePicked() end, { "pickable" }, { "INLIMBO" })
    return plant and BufferedAction(inst, plant, ACTIONS.PICK) or nil
end
local function Feed(inst)
    local food = inst.components.inventory:FindItem(function(item) return item.components.edible ~= nil end)
    local foal = food and FindEntity(inst, 40, function(e) return e.components.hunger:GetPercent() < 1 end, { "foal" })
    return foal and BufferedAction(inst, foal, ACTIONS.FEED, food) or nil
end
function Nurse:OnStart()
    self.bt = BT(self.inst, PriorityNode({ DoAction(self.inst, Feed, "feed", true), DoAction(self.inst, Pick, "pick", true), StandStill(self.inst) }, 0.25))
end
return Nurse
