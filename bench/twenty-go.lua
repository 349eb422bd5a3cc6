-- A brain of 20 nodes whose conditions are functions of the arena: no Lua runs in a tick.
local scared, hungry = is_night, is_day
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(scared, "Scared", HostNode(stay)),
        EventNode(self.inst, "attacked", SequenceNode{ WaitNode(0.2), HostNode(stay) }),
        IfNode(hungry, "Hungry", LoopNode({ HostNode(stay), WaitNode(1) }, 3)),
        WhileNode(hungry, "Still hungry", HostNode(stay)),
        ParallelNode{ ConditionNode(hungry), HostNode(stay) },
        SelectorNode{ FailIfRunningDecorator(HostNode(stay)) },
    }, 0.25))
end
return Mob
