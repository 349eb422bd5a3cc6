-- A brain of 20 nodes whose conditions are functions in Lua; `thicket bench` says what it costs.
local function scared() return math.floor(GetTime() * 30) % 16 == 0 end
local function hungry() return GetTime() % 1 < 0.5 end
local Mob = Class(Brain, function(self) Brain._ctor(self) end)
function Mob:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(scared, "Scared", HostNode(stay)),
        EventNode(self.inst, "attacked", SequenceNode{ WaitNode(0.2), HostNode(stay) }),
        IfNode(hungry, "Hungry", LoopNode({ HostNode(stay), WaitNode(1) }, 3)),
        WhileNode(hungry, "Still hungry", HostNode(stay)),
        ParallelNode{ ConditionNode(function() return true end), HostNode(stay) },
        SelectorNode{ FailIfRunningDecorator(HostNode(stay)) },
    }, 0.25))
end
return Mob
