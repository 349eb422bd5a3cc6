require "behaviours/follow"
require "behaviours/chaseandattack"

local Big = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function FindNightmare(inst) return FindEntity(inst, 20, nil, { "nightmare" }, { "INLIMBO" }) end

function Big:OnStart()
    local inst = self.inst
    local function leader() return inst.components.follower.leader end
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return leader() ~= nil and not inst:isleadercrazy(leader()) and not inst:hotheaded(leader()) end, "Shrink",
            ActionNode(function() inst:GoSmall(leader()) end)),
        ChaseAndAttack(inst, 20, 30, nil, FindNightmare),
        Follow(inst, leader, 2, 3, 5),
    }, 0.5))
end

return Big
