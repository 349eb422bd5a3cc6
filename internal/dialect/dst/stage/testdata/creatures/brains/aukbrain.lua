require "behaviours/doaction"
require "behaviours/wander"
require "behaviours/leash"
local Auk = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Rookery(inst) return inst.components.knownlocations:GetLocation("rookery") end
local function FarFrom(inst, name, dist)
    local place = inst.components.knownlocations:GetLocation(name)
    return place ~= nil and inst:GetDistanceSqToPoint(place) - dist * dist > 0
end
local function LayEgg(inst)
    if inst.eggsLayed >= inst.eggsMax or Rookery(inst) == nil or FarFrom(inst, "rookery", 12) then return nil end
    local nest = FindEntity(inst, 15, function(e) return not e.components.pickable.canbepicked and (e.auk == nil or e.auk == inst) end, { "ice" })
    if nest == nil then return nil end
    nest.auk = inst
    local action = BufferedAction(inst, nest, ACTIONS.LAYEGG)
    action:AddFailAction(function() -- it fails even though the egg is laid
        if nest.components.pickable.canbepicked then inst.eggsLayed = inst.eggsLayed + 1 end
    end)
    return action
end
function Auk:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return FarFrom(inst, "rookery", 10) end, "To the rookery", Leash(inst, Rookery, 10, 5)),
        DoAction(inst, LayEgg, "lay"),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("herd") end, 5),
    }, 0.5))
end
return Auk
