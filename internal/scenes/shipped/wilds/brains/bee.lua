require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/doaction"
require "behaviours/findflower"
local BrainCommon = require "brains/braincommon"

local Bee = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function gohome(inst)
    local home = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return home ~= nil and BufferedAction(inst, home, ACTIONS.GOHOME) or nil
end

function Bee:OnStart()
    local inst = self.inst
    local function tired() return not TheWorld.state.isday or inst.components.pollinator:HasCollectedEnough() end
    self.bt = BT(inst, PriorityNode({
        BrainCommon.PanicTrigger(inst),
        ChaseAndAttack(inst, 6, 20),
        WhileNode(tired, "Tired", DoAction(inst, gohome, "go home")),
        FindFlower(inst),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("home") end, 20, { minwalktime = 1, randwalktime = 2, minwaittime = 0.2, randwaittime = 0.5 }),
    }, 0.5))
end

return Bee
