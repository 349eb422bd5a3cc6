local Guard = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Guard:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return inst:GetQueen() ~= nil end, "Has queen", Follow(inst, function() return inst:GetQueen() end, 1, 2, 4)),
        Wander(inst),
    }, 0.25))
end
return Guard
