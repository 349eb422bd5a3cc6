require "behaviours/findlight"
require "behaviours/standstill"
require "behaviours/leash"
local Usher = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Lamp(inst) return FindEntity(inst, 40, nil, { "lamp" }) end
function Usher:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return not inst:IsStanding() and inst:CanStandUp() and inst.sg:HasStateTag("sitting") end, "Up", ActionNode(function() inst:ChangeStanding(true) end)),
        IfNode(function() return inst:IsStanding() and not inst:CanStandUp() end, "Down", ActionNode(function() inst:ChangeStanding(false) end)),
        WhileNode(function() return inst:IsStanding() and not inst.sg:HasStateTag("busy") end, "Standing", PriorityNode({
            Leash(inst, function() return Lamp(inst):GetPosition() end, 3, 2),
            StandStill(inst),
        }, 0.25)),
        StandStill(inst),
    }, 0.25))
end
return Usher
