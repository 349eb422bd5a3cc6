require "behaviours/wander"
require "behaviours/follow"
require "behaviours/faceentity"
require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/findlight"
require "behaviours/panic"
require "behaviours/chattynode"
require "behaviours/leash"
local BrainCommon = require("brains/braincommon")

local MIN_FOLLOW_DIST, TARGET_FOLLOW_DIST, MAX_FOLLOW_DIST = 2, 5, 9
local RUN_AWAY_DIST, STOP_RUN_AWAY_DIST = 5, 8
local LEASH_RETURN_DIST, LEASH_MAX_DIST = 10, 30
local SEE_TREE_DIST, KEEP_CHOPPING_DIST = 15, 10

local TalkerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.lastchat = 0
end)

local function GetTraderFn(inst)
    return inst.components.trader ~= nil
        and FindEntity(inst, TUNING.TALKER_TRADE_DIST, function(target) return inst.components.trader:IsTryingToTradeWithMe(target) end, { "player" })
        or nil
end
local function KeepTraderFn(inst, target)
    return inst.components.trader ~= nil and inst.components.trader:IsTryingToTradeWithMe(target)
end

local function FindFoodAction(inst)
    if inst.sg:HasStateTag("busy") then return end
    inst._can_eat_test = inst._can_eat_test or function(item) return inst.components.eater:CanEat(item) end
    local target = inst.components.inventory ~= nil and inst.components.eater ~= nil
        and inst.components.inventory:FindItem(inst._can_eat_test) or nil
    if target == nil then
        local t = inst.components.eater:TimeSinceLastEating()
        local noveggie = t ~= nil and t < TUNING.TALKER_MIN_POOP_PERIOD * 4
        target = FindEntity(inst, 10, function(item)
            if item:GetTimeAlive() < 8 or not item:IsOnValidGround() then return false end
            return not noveggie or item.components.edible.foodtype == FOODTYPE.MEAT
        end, { "edible" }, { "INLIMBO" })
    end
    return target ~= nil and BufferedAction(inst, target, ACTIONS.EAT) or nil
end

local function IsDeciduousTreeMonster(guy) return guy.monster and guy.prefab == "deciduoustree" end
local function FindTreeToChopAction(inst)
    local target = FindEntity(inst, SEE_TREE_DIST, nil, { "CHOP_workable" })
    if target ~= nil then
        if inst.tree_target ~= nil then
            target = inst.tree_target
            inst.tree_target = nil
        else
            target = FindEntity(inst, SEE_TREE_DIST / 3, IsDeciduousTreeMonster, { "CHOP_workable" }) or target
        end
        return BufferedAction(inst, target, ACTIONS.CHOP)
    end
end

local function HasValidHome(inst)
    local home = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return home ~= nil and home:IsValid() and not (home.components.burnable ~= nil and home.components.burnable:IsBurning()) and not home:HasTag("burnt")
end
local function GoHomeAction(inst)
    if not inst.components.follower.leader and HasValidHome(inst) and not inst.components.combat.target then
        return BufferedAction(inst, inst.components.homeseeker.home, ACTIONS.GOHOME)
    end
end
local function GetHomePos(inst) return HasValidHome(inst) and inst.components.homeseeker:GetHomePos() end
local function GetNoLeaderHomePos(inst)
    if inst.components.follower.leader then return nil end
    return GetHomePos(inst)
end
local function GetLeader(inst) return inst.components.follower.leader end
local function GetFaceTargetFn(inst) return inst.components.follower.leader end
local function KeepFaceTargetFn(inst, target) return inst.components.follower.leader == target end
local function ShouldRunAway(target)
    return not target.components.trader:IsTryingToTradeWithMe(target)
end
local function RescueLeaderAction(inst) return BufferedAction(inst, GetLeader(inst), ACTIONS.UNPIN) end
local function GetChatterLines(inst)
    local target = inst.components.combat.target
    return target ~= nil and target:HasTag("player") and STRINGS.TALKER_TALK_FIGHT or STRINGS.TALKER_TALK_HELP[math.random(#STRINGS.TALKER_TALK_HELP)]
end

function TalkerBrain:OnStart()
    local day = WhileNode(function() return TheWorld.state.isday end, "IsDay",
        PriorityNode{
            ChattyNode(self.inst, "TALKER_TALK_FIND_MEAT", DoAction(self.inst, FindFoodAction)),
            IfThenDoWhileNode(function() return GetLeader(self.inst) ~= nil end, function() return GetLeader(self.inst) ~= nil and self.inst:IsNear(GetLeader(self.inst), KEEP_CHOPPING_DIST) end, "chop",
                LoopNode{ ChattyNode(self.inst, "TALKER_TALK_HELP_CHOP_WOOD", DoAction(self.inst, FindTreeToChopAction)) }),
            BrainCommon.NodeAssistLeaderDoAction(self, { action = "MINE", chatterstring = "TALKER_TALK_HELP_MINE" }),
            ChattyNode(self.inst, "TALKER_TALK_FOLLOWWILSON",
                Follow(self.inst, GetLeader, MIN_FOLLOW_DIST, TARGET_FOLLOW_DIST, MAX_FOLLOW_DIST)),
            IfNode(function() return GetLeader(self.inst) end, "has leader",
                ChattyNode(self.inst, "TALKER_TALK_FOLLOWWILSON", FaceEntity(self.inst, GetFaceTargetFn, KeepFaceTargetFn))),
            Leash(self.inst, GetNoLeaderHomePos, LEASH_MAX_DIST, LEASH_RETURN_DIST),
            ChattyNode(self.inst, "TALKER_TALK_RUNAWAY_WILSON", RunAway(self.inst, "player", RUN_AWAY_DIST, STOP_RUN_AWAY_DIST)),
            Wander(self.inst, GetNoLeaderHomePos, TUNING.TALKER_MAX_WANDER_DIST, { minwalktime = 1, randwalktime = 2, minwaittime = 1, randwaittime = 5 }),
        }, .5)
    local night = WhileNode(function() return not TheWorld.state.isday end, "IsNight",
        PriorityNode{
            ChattyNode(self.inst, "TALKER_TALK_RUN_FROM_SPIDER", RunAway(self.inst, "spider", 4, 8)),
            RunAway(self.inst, "player", RUN_AWAY_DIST, STOP_RUN_AWAY_DIST, function(target) return ShouldRunAway(target) end),
            ChattyNode(self.inst, "TALKER_TALK_GO_HOME", DoAction(self.inst, GoHomeAction, "go home", true)),
            ChattyNode(self.inst, "TALKER_TALK_FIND_LIGHT", FindLight(self.inst, 20, nil)),
            Panic(self.inst),
        }, 1)
    local root = PriorityNode({
        BrainCommon.PanicWhenScared(self.inst, .25, "TALKER_TALK_PANICBOSS"),
        WhileNode(function() return self.inst.components.hauntable and self.inst.components.hauntable.panic end, "PanicHaunted",
            ChattyNode(self.inst, "TALKER_TALK_PANICHAUNT", Panic(self.inst))),
        WhileNode(function() return self.inst.components.health.takingfiredamage end, "OnFire",
            ChattyNode(self.inst, "TALKER_TALK_PANICFIRE", Panic(self.inst))),
        WhileNode(function() return GetLeader(self.inst) and GetLeader(self.inst).components.pinnable and GetLeader(self.inst).components.pinnable:IsStuck() end, "Leader Phlegmed",
            DoAction(self.inst, RescueLeaderAction, "Rescue Leader", true)),
        ChattyNode(self.inst, GetChatterLines,
            WhileNode(function() return self.inst.components.combat.target == nil or not self.inst.components.combat:InCooldown() end, "AttackMomentarily",
                ChaseAndAttack(self.inst, 10, 30))),
        ChattyNode(self.inst, "TALKER_TALK_FIGHT",
            WhileNode(function() return self.inst.components.combat.target and self.inst.components.combat:InCooldown() end, "Dodge",
                RunAway(self.inst, function() return self.inst.components.combat.target end, RUN_AWAY_DIST, STOP_RUN_AWAY_DIST))),
        RunAway(self.inst, function(guy) return guy:HasTag("scary") and guy.components.combat and guy.components.combat.target == self.inst end, 5, 8),
        ChattyNode(self.inst, "TALKER_TALK_ATTEMPT_TRADE", FaceEntity(self.inst, GetTraderFn, KeepTraderFn)),
        day,
        night,
    }, .5)
    self.bt = BT(self.inst, root)
end

return TalkerBrain
