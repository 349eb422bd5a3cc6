-- A small flyer: pecks at bait, flies off when scared, lands elsewhere.
require "behaviours/standandattack"
require "behaviours/standstill"
require "behaviours/wander"
local SHADOW_MUST_TAGS = { "scarytoprey" }
local THREAT_CANT = { "player", "INLIMBO", "notarget" }
local easing = require("easing")

local PerchBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.fleeing = false
    self.scareddelay = FRAMES * math.random(1, 30)
end)

local function ShouldFlyAway(inst)
    if not (inst.sg:HasStateTag("sleeping") or inst.sg:HasStateTag("busy") or inst.sg:HasStateTag("flight")) then
        local closest = GetClosestInstWithTag(SHADOW_MUST_TAGS, inst, 5)
        if closest ~= nil then
            inst.sg.mem.scarer = closest
            return not closest:HasTag("birdfriend")
        end
        local x, y, z = inst.Transform:GetWorldPosition()
        return IsAnyPlayerInRange(x, y, z, 3, true) or #TheSim:FindEntities(x, y, z, 4, nil, THREAT_CANT, { "monster", "scarytoprey" }) > 0
    end
    return false
end
local function FlyAway(inst) inst:PushEvent("flyaway", { from = inst.sg.mem.scarer }) end
local function Bait(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    for i, v in ipairs(TheSim:FindEntities(x, y, z, TUNING.PERCH_SEE_BAIT_DIST or 15, nil, { "INLIMBO", "outofreach" }, { "bird_bait", "edible_SEEDS" })) do
        if inst.components.eater:CanEat(v) and v.components.bait and not (v.components.inventoryitem and v.components.inventoryitem:IsHeld())
            and not (v.components.trap ~= nil) and TheWorld.Map:IsPassableAtPoint(v.Transform:GetWorldPosition()) then
            inst.bufferedaction = BufferedAction(inst, v, ACTIONS.EAT)
            return true
        end
    end
    return false
end
local function Lift(inst) return easing.outCubic(math.min(inst.sg:GetTimeInState(), 1), 0, 1, 1) end

function PerchBrain:OnStart()
    local root = PriorityNode({
        IfNode(function() return not self.inst.sg:HasAnyStateTag("flight", "busy") and ShouldFlyAway(self.inst) end, "Threat Near", ActionNode(function() FlyAway(self.inst) end)),
        EventNode(self.inst, "threatnear", ActionNode(function() FlyAway(self.inst) end)),
        EventNode(self.inst, "gohome", ActionNode(function() FlyAway(self.inst) end)),
        SequenceNode{
            ConditionNode(function() return Bait(self.inst) and Lift(self.inst) >= 0 end, "Bait"),
            ConditionWaitNode(function() return self.inst.bufferedaction == nil or self.inst:GetBufferedAction() ~= nil end, "Landed"),
            ActionNode(function() self.inst:PerformBufferedAction() end, "Eat"),
        },
        RandomNode{
            SequenceNode{ WaitNode(GetRandomWithVariance(2, 1)), ActionNode(function() self.inst.AnimState:PlayAnimation("peck") self.inst.SoundEmitter:PlaySound("bird/chirp") end) },
            NotDecorator(ConditionNode(function() return self.inst.AnimState:AnimDone() end)),
            LatchNode(self.inst, function() return math.random() * 5 end, ActionNode(function() self.inst.sg.statemem.hop = (self.inst.sg.statemem.hop or 0) + 1 end)),
        },
        StandStill(self.inst),
    }, .25)
    self.bt = BT(self.inst, root)
end

return PerchBrain
