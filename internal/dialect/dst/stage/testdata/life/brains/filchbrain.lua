require("behaviours/wander")
require("behaviours/runaway")
require("behaviours/doaction")
require("behaviours/leash")
local BrainCommon = require("brains/braincommon")

local SEE_DIST = 14
local NO_TAGS = { "INLIMBO", "fire", "catchable", "irreplaceable", "heavy", "outofreach", "loot_of_filch" }

local FilchBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Hole(inst)
    return inst.components.knownlocations:GetLocation("hole")
end

local function PickUp(inst)
    if inst.sg:HasStateTag("busy") or inst.components.inventory:IsFull() then return end
    local item = FindEntity(inst, SEE_DIST, function(item)
        return item.components.inventoryitem.canbepickedup and item:IsOnValidGround() and item:GetDistanceSqToPoint(Hole(inst)) > 9
    end, { "_inventoryitem" }, NO_TAGS)
    return item ~= nil and BufferedAction(inst, item, ACTIONS.PICKUP) or nil
end

local function Steal(inst)
    if inst.components.timer:TimerExists("content") then return end
    local victim = FindEntity(inst, SEE_DIST, function(v)
        return v.components.inventory ~= nil and v.components.inventory:NumItems() > 0
    end, { "character" }, { "INLIMBO" })
    if victim == nil then return end
    local item = victim.components.inventory:FindItem(function(item) return not item:HasTag("nosteal") end)
    return item ~= nil and BufferedAction(inst, item, ACTIONS.STEAL) or nil
end

-- What it has lies before its hole.
local function LayDown(inst)
    local item = inst.components.inventory:GetFirstItemInAnySlot()
    if item == nil then return end
    local ba = BufferedAction(inst, nil, ACTIONS.DROP, item, Hole(inst) + Vector3(math.random(), 0, math.random()), nil, .5)
    ba.options.wholestack = true
    return ba
end

function FilchBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        WhileNode(function() return self.inst.scared end, "Scared", RunAway(self.inst, "character", 8, 14)),
        WhileNode(function() return not TheWorld.state.isday end, "Night", PriorityNode({
            DoAction(self.inst, LayDown, "lay down", true, 10),
            Leash(self.inst, Hole, 2, 1),
            StandStill(self.inst),
        }, .5)),
        DoAction(self.inst, PickUp, "pick up", true, 8),
        DoAction(self.inst, Steal, "steal", true, 8),
        Wander(self.inst, Hole, 12, { minwalktime = 1, randwalktime = 1, minwaittime = 1, randwaittime = 1 }),
    }, .25))
end

return FilchBrain
