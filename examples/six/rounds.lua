local Rounds = Class(Brain, function(self) Brain._ctor(self) end)

function Rounds:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(function() return sees("enemy") end, "Sees", HostNode(host("flee", "enemy"))),
        SequenceNode({
            HostNode(host("move_to_place", "well")),
            HostNode(host("move_to_place", "mill")),
        }),
    }, 0))
end

return Rounds
