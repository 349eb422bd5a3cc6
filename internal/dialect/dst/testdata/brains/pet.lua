local BrainCommon = require "brains/braincommon"
local easing = require("easing")

local PetBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.mytarget = nil
end)

local AVOID_MUST_TAGS, AVOID_CANT_TAGS = { "_combat" }, { "wall", "INLIMBO", "playerghost" }

local function GetOwner(inst) return inst.components.follower ~= nil and inst.components.follower:GetLeader() or nil end
local function OwnerIsClose(inst)
    local owner = GetOwner(inst)
    return owner ~= nil and owner:IsNear(inst, TUNING.PET_NEAR_DIST)
end
local function ValidateCombatAvoidance(self)
    if self.runawayfrom == nil then return false end
    if not self.runawayfrom:IsValid() then
        self.runawayfrom = nil
        return false
    end
    return self.inst:IsNear(self.runawayfrom, 10)
end
local function CombatAvoidanceFindEntityCheck(self)
    return function(ent)
        if ent.components.combat ~= nil and ent.components.combat.target ~= nil and self.inst:GetDistanceSqToInst(ent) < 100 then
            self.runawayfrom = ent
            return true
        end
        return false
    end
end
local function PlayWithPlaymate(self) self.inst:PushEvent("start_playwithplaymate", { target = self.playfultarget }) end
local function FindPlaymate(self)
    local owner = GetOwner(self.inst)
    local busy = self.inst.sg:HasStateTag("busy") or self.inst.sg:HasAnyStateTag("sleeping", "jumping")
    if owner ~= nil and not busy and self.inst.components.timer and not self.inst.components.timer:TimerExists("play") then
        local x, y, z = owner.Transform:GetWorldPosition()
        for _, v in ipairs(TheSim:FindEntities(x, y, z, 6, nil, nil, { "critter" })) do
            if v ~= self.inst and v:HasTag("playful") and not v.components.inventoryitem:IsHeld() then
                self.playfultarget = v
                return true
            end
        end
    end
    return false
end
local function WatchingMinigame(inst)
    return GetOwner(inst) ~= nil and GetOwner(inst).components.minigame_participator ~= nil
        and GetOwner(inst).components.minigame_participator:GetMinigame() or nil
end
local function WatchDist(inst)
    return WatchingMinigame(inst).components.minigame.watchdist_min
end
local function LocateLanding(inst)
    local pt = inst:GetPosition()
    local offset = FindWalkableOffset(pt, math.random() * TWOPI, 4 + math.random() * 2, 12, true, false, function(p)
        return TheWorld.Map:IsPassableAtPoint(p:Get()) and not TheWorld.Map:IsPointNearHole(p)
    end)
    return offset and pt + offset or pt
end

function PetBrain:OnStart()
    local watch_game = WhileNode(function() return WatchingMinigame(self.inst) end, "Watching Game",
        PriorityNode({
            Follow(self.inst, WatchingMinigame, WatchDist, WatchDist, WatchDist),
            RunAway(self.inst, "minigame_participator", 5, 7),
            FaceEntity(self.inst, WatchingMinigame, WatchingMinigame),
        }, 0.1))
    local root = PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        watch_game,
        WhileNode(function() return ValidateCombatAvoidance(self) end, "Is Near Combat",
            RunAway(self.inst, { tags = AVOID_MUST_TAGS, notags = AVOID_CANT_TAGS, fn = CombatAvoidanceFindEntityCheck(self) }, 10, 12)),
        WhileNode(function() return FindPlaymate(self) end, "Playful",
            SequenceNode{
                WaitNode(function() return 1 + math.random() end),
                PriorityNode{
                    Leash(self.inst, function() return self.playfultarget:GetPosition() end, 5, 4),
                    ActionNode(function() PlayWithPlaymate(self) end),
                    StandStill(self.inst),
                },
            }),
        Follow(self.inst, GetOwner, 1, 3, 6),
        FailIfRunningDecorator(FaceEntity(self.inst, GetOwner, function(inst, target) return GetOwner(inst) == target end)),
        WhileNode(function() return OwnerIsClose(self.inst) and self.inst:IsOnValidGround() end, "Affection",
            SequenceNode{ WaitNode(TUNING.PET_WAIT or 3), ActionNode(function() self.inst:PushEvent("critter_doemote") end), MinPeriod(self.inst, 4, true, WaitNode(1)) }),
        ParallelNode{
            LoopNode{ WaitNode(2), ActionNode(function() self.landing = LocateLanding(self.inst) end) },
            Wander(self.inst, function() return self.landing or self.inst:GetPosition() end, 6),
        },
    }, .25)
    self.bt = BT(self.inst, root)
    self.inst:DoTaskInTime(0, function(inst) inst.components.entitytracker:TrackEntity("owner", GetOwner(inst) or inst) end)
    self.inst:DoPeriodicTask(1, function(inst) inst.checks = (inst.checks or 0) + 1 end)
end

function PetBrain:OnStop()
    self.inst.components.locomotor:Stop()
end

return PetBrain
