local Lizard = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Lizard:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return inst.sg:HasStateTag("basking") end, "Basks", ActionNode(function() end)),
        SequenceNode({ WaitNode(3), ActionNode(function() inst:PushEvent("bask") end) }),
    }, 0.25))
end
return Lizard
