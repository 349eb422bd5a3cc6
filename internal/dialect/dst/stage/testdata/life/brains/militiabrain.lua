require("behaviours/chaseandattack")
require("behaviours/leash")
require("behaviours/standstill")
local BrainCommon = require("brains/braincommon")

local MilitiaBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

function MilitiaBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        BrainCommon.PanicWhenScared(self.inst, .5),
        BrainCommon.PanicTrigger(self.inst),
        ChaseAndAttack(self.inst, 30),
        Leash(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 4, 2),
        StandStill(self.inst),
    }, .25))
end

return MilitiaBrain
