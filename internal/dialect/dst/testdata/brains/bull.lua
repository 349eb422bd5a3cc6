-- Lives in a herd, follows who feeds it, licks salt, greets riders.
require "behaviours/wander"
require "behaviours/faceentity"
require "behaviours/chaseandattack"
require "behaviours/panic"
require "behaviours/follow"
require "behaviours/attackwall"
require "behaviours/runaway"
local BrainCommon = require("brains/braincommon")

local GREET_START, GREET_KEEP = 12, 15
local CHASE_TIME, CHASE_DIST = 10, 25
local WALL_TAGS = { "wall" }

local function WanderDist(inst)
    if inst.components.follower ~= nil and inst.components.follower.leader ~= nil then return 6 end
    return TheWorld.state.isday and TUNING.BULL_WANDER_DAY or TUNING.BULL_WANDER_NIGHT
end
local function Greeted(inst)
    local who = FindClosestPlayerToInst(inst, GREET_START, true)
    return who ~= nil and not who:HasTag("notarget") and who or nil
end
local function StillGreeted(inst, who)
    return inst ~= nil and who ~= nil and inst:IsNear(who, GREET_KEEP) and not who:HasTag("notarget")
end
local function Beggar(inst)
    return inst.components.trader ~= nil and FindEntity(inst, GREET_START,
        function(p) return inst.components.trader:IsTryingToTradeWithMe(p) end, { "player" }, { "playerghost" }) or nil
end
local function StillBegging(inst, p) return inst.components.trader:IsTryingToTradeWithMe(p) end
local function Herd(inst) return inst.components.herdmember ~= nil and inst.components.herdmember:GetHerd() or nil end
local function HerdPlace(inst)
    local herd = Herd(inst)
    if herd ~= nil then return herd:GetPosition() end
    return inst.components.knownlocations:GetLocation("herd")
end
local function Ridden(inst) return inst.components.rideable ~= nil and inst.components.rideable:IsBeingRidden() end
local function Hitched(inst) return inst.components.hitchable ~= nil and inst.components.hitchable.hitched end
local function InHeat(inst)
    return inst:HasTag("scarytoprey") or (inst.components.mood and inst.components.mood:IsInMood()) or false
end
local function Obedient(inst)
    local d = inst.components.domesticatable
    return d ~= nil and (d:GetObedience() > 0.3 or d:IsDomesticated()) and inst.components.hunger:GetPercent() > 0.1
end
local function Graze(inst)
    if inst.sg:HasStateTag("busy") or inst.components.eater == nil then return end
    local x, y, z = inst.Transform:GetWorldPosition()
    for i, v in ipairs(TheSim:FindEntities(x, y, z, 8, nil, { "INLIMBO", "fire" }, { "edible_VEGGIE", "edible_ROUGHAGE" })) do
        if v ~= inst and inst.components.eater:CanEat(v) and v:IsOnPassablePoint() then
            return BufferedAction(inst, v, ACTIONS.EAT)
        end
    end
end

local BullBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

function BullBrain:OnStart()
    local root = PriorityNode({
        WhileNode(function() return Ridden(self.inst) or Hitched(self.inst) end, "Ridden", StandStill(self.inst)),
        BrainCommon.PanicWhenScared(self.inst, 1),
        BrainCommon.PanicTrigger(self.inst),
        IfNode(function() return self.inst.components.combat.target ~= nil end, "hostile", PriorityNode({
            AttackWall(self.inst),
            ChaseAndAttack(self.inst, CHASE_TIME, CHASE_DIST, nil, nil, not InHeat(self.inst)),
        }, .25)),
        FaceEntity(self.inst, Beggar, StillBegging),
        Follow(self.inst, function() return self.inst.components.follower ~= nil and self.inst.components.follower.leader or nil end, 1, 5, 9, false),
        WhileNode(function() return Obedient(self.inst) end, "Tame", DoAction(self.inst, Graze, "graze")),
        BrainCommon.AnchorToSaltlick(self.inst),
        FailIfSuccessDecorator(ConditionWaitNode(function() return not self.inst.sg:HasStateTag("jumping") end, "Block while jumping")),
        FaceEntity(self.inst, Greeted, StillGreeted),
        Wander(self.inst, HerdPlace, WanderDist),
    }, .25)
    self.bt = BT(self.inst, root)
end

function BullBrain:OnInitializationComplete()
    if self.inst.components.herdmember ~= nil then self.inst.components.herdmember:Enable(true) end
    self.inst.components.knownlocations:RememberLocation("herd", Point(self.inst.Transform:GetWorldPosition()), true)
end

return BullBrain
