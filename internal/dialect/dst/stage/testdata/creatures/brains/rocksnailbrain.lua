require "behaviours/useshield"
require "behaviours/doaction"
require "behaviours/wander"
local Snail = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Eat(inst)
    if GetTime() - inst.lastmeal < 8 then return nil end
    local food = FindEntity(inst, 20, function(e) return inst.components.eater:CanEat(e) end, { "edible_" .. FOODTYPE.ELEMENTAL }, { "INLIMBO" })
    return food and BufferedAction(inst, food, ACTIONS.EAT) or nil
end
function Snail:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        UseShield(inst, 20, 3),
        DoAction(inst, Eat, "eat"),
        Wander(inst, inst:GetPosition(), 4),
    }, 0.25))
end
return Snail
