require "behaviours/wander"
require "behaviours/follow"
require "behaviours/chaseandattack"
local BrainCommon = require "brains/braincommon"

local Ox = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Rival(inst) return FindEntity(inst, 25, nil, { "herdsman" }, { "INLIMBO" }) end

function Ox:OnStart()
    local inst = self.inst
    local function herd() return inst.components.knownlocations:GetLocation("herd") end
    self.bt = BT(inst, PriorityNode({
        BrainCommon.PanicTrigger(inst),
        IfNode(function() return inst:GetBeefBellOwner() ~= nil end, "Bell", Follow(inst, function(i) return i:GetBeefBellOwner() end, 1, 3, 5)),
        WhileNode(function() return inst:GetIsInMood() and inst:GetBeefBellOwner() == nil end, "In the mood", ChaseAndAttack(inst, 6, 30, 1, Rival)),
        Wander(inst, herd, 8),
    }, 0.5))
end

return Ox
