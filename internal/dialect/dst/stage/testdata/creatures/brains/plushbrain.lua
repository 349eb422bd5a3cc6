require "behaviours/follow"
require "behaviours/wander"

local Plush = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._leader = nil
end)

local function FindNightmare(inst) return FindEntity(inst, 20, nil, { "nightmare" }, { "INLIMBO" }) end

function Plush:OnStart()
    local inst = self.inst
    local function leader() return inst.components.follower.leader end
    local function should()
        self._leader = leader()
        return self._leader ~= nil and (inst:isleadercrazy(self._leader) or inst:hotheaded(self._leader)) and FindNightmare(inst) ~= nil
    end
    self.bt = BT(inst, PriorityNode({
        IfNode(should, "Grow", ActionNode(function() inst:GoBig(self._leader) end)),
        Follow(inst, leader, 1, 2, 4),
        Wander(inst),
    }, 0.5))
end

return Plush
