require("behaviours/wander")
require("behaviours/follow")
require("behaviours/faceentity")
require("behaviours/chaseandattack")
local BrainCommon = require("brains/braincommon")

local MIN_FOLLOW, TARGET_FOLLOW, MAX_FOLLOW = 1, 3, 6

local MuttBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function GetLeader(inst)
    return inst.components.follower:GetLeader()
end

-- Who is about to give it something.
local function GetTrader(inst)
    return FindEntity(inst, 8, function(giver) return inst.components.trader:IsTryingToTradeWithMe(giver) end, { "character" })
end

local function KeepTrader(inst, giver)
    return inst.components.trader:IsTryingToTradeWithMe(giver)
end

function MuttBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        FaceEntity(self.inst, GetTrader, KeepTrader),
        ChaseAndAttack(self.inst, 10, 15),
        Follow(self.inst, GetLeader, MIN_FOLLOW, TARGET_FOLLOW, MAX_FOLLOW, true),
        FaceEntity(self.inst, GetLeader, function(inst, target) return target == GetLeader(inst) end, 2),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 10),
    }, .25))
end

return MuttBrain
