-- Eats what grows, hides from all, lives in a hole, steals from traps.
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/panic"
require "behaviours/wander"
local BrainCommon = require "brains/braincommon"
local STOP_RUN, SEE_PLAYER, AVOID_PLAYER, AVOID_STOP = 10, 5, 3, 6
local SEE_BAIT, WANDER = 20, 20
local HUNTERPARAMS_NOPLAYER = {
    tags = { "_combat" }, oneoftags = { "scarytoprey", "monster" }, notags = { "INLIMBO", "player" },
    fn = function(ent, inst) return ent.components.combat ~= nil and ent.components.combat.target == inst end,
}

local HopperBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._shouldrun = function(target) return not (target.components.rider ~= nil and target.components.rider:IsRiding()) end
end)

local function TrappedOrHeld(inst)
    return (inst.components.inventoryitem ~= nil and (inst.components.inventoryitem:IsHeld() or inst.components.inventoryitem.owner ~= nil)) or inst.sg:HasStateTag("trapped")
end
local function GoHome(inst)
    local seeker = inst.components.homeseeker
    if seeker and seeker.home and seeker.home:IsValid() and not TrappedOrHeld(inst)
        and not (seeker.home.components.spawner ~= nil and seeker.home.components.spawner:IsOccupied()) then
        return BufferedAction(inst, seeker.home, ACTIONS.GOHOME)
    end
end
local function Bait(inst)
    local target = FindEntity(inst, SEE_BAIT, function(item, me)
        return item.components.bait and not item:HasTag("planted") and me.components.eater:CanEat(item)
            and not (item.components.inventoryitem and item.components.inventoryitem:IsHeld())
            and (item.components.bait.trap == nil or not item.components.bait.trap)
    end, nil, { "INLIMBO" })
    if target ~= nil then
        local act = BufferedAction(inst, target, ACTIONS.EAT)
        act.validfn = function() return not (target.components.inventoryitem and target.components.inventoryitem:IsHeld()) end
        return act
    end
end
local function Crop(inst)
    local plant = FindEntity(inst, 12, function(e) return e.components.pickable ~= nil and e.components.pickable:CanBePicked() or e.components.crop ~= nil and e.components.crop:IsReadyForHarvest() end, { "plant" })
    return plant and BufferedAction(inst, plant, plant.components.crop and ACTIONS.HARVEST or ACTIONS.PICK)
end

function HopperBrain:OnStart()
    local root = PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        BrainCommon.IpecacsyrupPanicTrigger(self.inst),
        RunAway(self.inst, "player", AVOID_PLAYER, AVOID_STOP, self._shouldrun),
        RunAway(self.inst, HUNTERPARAMS_NOPLAYER, SEE_PLAYER, STOP_RUN, nil, nil, true),
        RunAway(self.inst, { getfn = function(inst) return GetClosestInstWithTag({ "scarytoprey" }, inst, SEE_PLAYER) end }, SEE_PLAYER, STOP_RUN, nil, true),
        EventNode(self.inst, "gohome", DoAction(self.inst, GoHome, "go home", true)),
        WhileNode(function() return not TheWorld.state.isday or TheWorld.state.iswinter and TheWorld.state.snowlevel > .02 end, "Leave", DoAction(self.inst, GoHome, "go home", true)),
        WhileNode(function() return TheWorld.state.isspring or TheWorld.state.israining and TheWorld.state.precipitationrate > .5 end, "Wet", DoAction(self.inst, GoHome, "go home", true)),
        MinPeriod(self.inst, 2, true, DoAction(self.inst, Bait, "eat bait", nil, 10)),
        DoAction(self.inst, Crop, "raid", true, function() return 4 + math.random() * 2 end),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, WANDER),
    }, .25)
    self.bt = BT(self.inst, root)
end

function HopperBrain:OnInitializationComplete() self.inst.components.knownlocations:RememberLocation("home", self.inst:GetPosition()) end

return HopperBrain
