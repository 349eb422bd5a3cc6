require("behaviours/chaseandattack")
require("behaviours/wander")
require("behaviours/doaction")
require("behaviours/panic")
local BrainCommon = require("brains/braincommon")

local WhirBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function GoHomeAction(inst)
    local home = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return home ~= nil and home:IsValid() and home.components.childspawner ~= nil and BufferedAction(inst, home, ACTIONS.GOHOME) or nil
end

function WhirBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        ChaseAndAttack(self.inst, 15, 20),
        WhileNode(function() return not TheWorld.state.isday end, "IsNight",
            DoAction(self.inst, GoHomeAction, "go home", true)),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 12),
    }, .5))
end

function WhirBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("home", self.inst:GetPosition(), true)
end

return WhirBrain
