-- Races for a trainer, strolls otherwise, digs in when scared.
require "behaviours/leash"
require "behaviours/wander"
require "behaviours/runaway"
require "behaviours/panic"
require "behaviours/faceentity"
require "behaviours/standstill"
local BrainCommon = require("brains/braincommon")

local RacerBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local CHECKPOINTS = { "yotc_racecheckpoint" }
local function Racing(inst) local r = inst.components.yotc_racecompetitor return r ~= nil and r.racestate ~= nil and r.racestate == "racing" end
local function NextCheckpoint(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    inst._seen = inst._seen or {}
    local nearest, best = nil, math.huge
    for i, v in ipairs(TheSim:FindEntities(x, y, z, TUNING.RACER_CHECKPOINT_RANGE, CHECKPOINTS, { "fire", "burnt" })) do
        local d = v:GetDistanceSqToPoint(x, y, z)
        if not inst._seen[v] and d < best then nearest, best = v, d end
    end
    return nearest ~= nil and nearest:GetPosition() or inst._start_pt
end
local function Game(inst) return inst.carrotgamestatus end
local function Bury(inst)
    if inst.sg:HasStateTag("busy") or inst.components.timer:TimerExists("bury") then return end
    inst.components.timer:StartTimer("bury", 3 + math.random())
    inst:PushEvent("burrow")
end
local function PlantTarget(inst)
    if inst.plant_target ~= nil and (not inst.plant_target:IsValid() or inst.plant_target:IsInLimbo()) then inst.plant_target = nil end
    return inst.plant_target
end
local function SpeedUp(inst)
    local stats = inst.components.yotc_racestats
    local mult = stats ~= nil and 1 + stats:GetSpeedModifier() * .1 or 1
    inst.components.locomotor:SetExternalSpeedMultiplier(inst, "race", mult)
    inst.components.locomotor.runspeed = TUNING.RACER_RUN_SPEED * mult
end

function RacerBrain:OnStart()
    local race = WhileNode(function() return Racing(self.inst) end, "Racing", PriorityNode({
        SequenceNode{ ActionNode(function() SpeedUp(self.inst) end), FailIfRunningDecorator(WaitNode(.1)) },
        IfThenDoWhileNode(function() return NextCheckpoint(self.inst) ~= nil end, function() return Racing(self.inst) end, "run", Leash(self.inst, NextCheckpoint, 1, .5, true)),
        StandStill(self.inst),
    }, .1))
    local root = PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        race,
        WhileNode(function() return Game(self.inst) == "running" or Game(self.inst) == "hiding" end, "Game", PriorityNode({
            SelectorNode{
                ConditionNode(function() return self.inst.components.hideandseekhider ~= nil and self.inst.components.hideandseekhider:IsHiding() end),
                ActionNode(function() if self.inst.components.hideandseekhider then self.inst.components.hideandseekhider:GoHide() end end),
            },
        }, .5)),
        RunAway(self.inst, "scarytoprey", 3, 8, function(hunter) return not hunter:HasTag("plantkin") end),
        WhileNode(function() return PlantTarget(self.inst) ~= nil end, "plant", DoAction(self.inst, function(inst) return BufferedAction(inst, inst.plant_target, ACTIONS.PICK) end)),
        IfNode(function() return TheWorld.state.isnight and IsSpecialEventActive(SPECIAL_EVENTS.YOTC) == false end, "night", ActionNode(function() Bury(self.inst) end)),
        FaceEntity(self.inst, function(inst) return inst.components.yotc_racecompetitor ~= nil and FindClosestPlayerInRange(inst.Transform:GetWorldPosition(), 0, 0, 10) or nil end, function(inst, t) return inst:IsNear(t, 12) end, 5),
        Wander(self.inst, nil, nil, { minwalktime = 1, randwalktime = 1, minwaittime = 0, randwaittime = 1 }),
    }, .25)
    self.bt = BT(self.inst, root)
    self.inst._start_pt = self.inst:GetPosition()
end

return RacerBrain
