require "behaviours/wander"
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/panic"
local BrainCommon = require "brains/braincommon"

local STOP_RUN_DIST = 10
local SEE_PLAYER_DIST = 5
local SEE_FOOD_DIST = 20
local FINDFOOD_CANT_TAGS = { "INLIMBO", "outofreach" }
local MAX_WANDER_DIST = TUNING.GRAZER_WANDER_DIST

local GrazerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function GoHomeAction(inst)
    if inst.components.homeseeker and
        inst.components.homeseeker.home and
        inst.components.homeseeker.home:IsValid() and
        inst.sg:HasStateTag("trapped") == false then
        return BufferedAction(inst, inst.components.homeseeker.home, ACTIONS.GOHOME)
    end
end

local function EatFoodAction(inst)
    local target = FindEntity(inst, SEE_FOOD_DIST, function(item)
        return item.components.bait and inst.components.eater:CanEat(item)
            and not (item.components.inventoryitem and item.components.inventoryitem:IsHeld())
    end, nil, FINDFOOD_CANT_TAGS)
    if target then
        local act = BufferedAction(inst, target, ACTIONS.EAT)
        act.validfn = function() return not (target.components.inventoryitem and target.components.inventoryitem.owner and target.components.inventoryitem.owner ~= inst) end
        return act
    end
end

function GrazerBrain:OnStart()
    local root = PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        BrainCommon.ElectricFencePanicTrigger(self.inst),
        RunAway(self.inst, "scarytoprey", SEE_PLAYER_DIST, STOP_RUN_DIST),
        RunAway(self.inst, "scarytoprey", SEE_PLAYER_DIST, STOP_RUN_DIST, nil, true),
        EventNode(self.inst, "gohome", DoAction(self.inst, GoHomeAction, "go home", true)),
        WhileNode(function() return not TheWorld.state.iscaveday or not self.inst:IsInLight() end, "IsNight",
            DoAction(self.inst, GoHomeAction, "go home", true)),
        WhileNode(function() return TheWorld.state.isspring end, "IsSpring", DoAction(self.inst, GoHomeAction, "go home", true)),
        DoAction(self.inst, EatFoodAction),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, MAX_WANDER_DIST),
    }, .25)
    self.bt = BT(self.inst, root)
end

function GrazerBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("home", self.inst:GetPosition(), true)
end

return GrazerBrain
