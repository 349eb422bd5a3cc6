require "behaviours/stomp"
local GetWanderAwayPoint = require("giantutils").GetWanderAwayPoint

local Hulk = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

function Hulk:OnInitializationComplete() self.from = self.inst:GetPosition() end

function Hulk:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        Stomp(self.inst, 2),
        WhileNode(function() return self.inst:WantsToLeave() end, "Leave", ActionNode(function()
            local to = GetWanderAwayPoint(self.from, self.inst, TUNING.HULK_ROAM)
            self.inst.components.locomotor:GoToPoint(to, nil, false)
        end)),
    }, 0.5))
end
return Hulk
