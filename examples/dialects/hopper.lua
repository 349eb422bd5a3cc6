local Hopper = Class(Brain, function(self) Brain._ctor(self) end)

function Hopper:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(tired, "Tired", HostNode(nap)),
        HostNode(host("hop", 2)),
    }, 0))
end

return Hopper
