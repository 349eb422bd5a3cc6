-- A forager eats berries near its tent, keeps away from wolves, goes home at
-- nightfall and panics while it burns.
require "behaviours/wander"
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/panic"

local SEE_WOLF, SAFE = 9, 16
local SEE_FOOD = 14
local STRAY = 18

local ForagerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function IsHungry(inst)
    return inst.components.hunger:GetPercent() < 0.6
end

local function FindBerry(inst)
    local berry = FindEntity(inst, SEE_FOOD, function(item) return inst.components.eater:CanEat(item) end, { "berry" })
    return berry and BufferedAction(inst, berry, ACTIONS.EAT)
end

local function GoHome(inst)
    local home = inst.components.homeseeker.home
    return home and home:IsValid() and BufferedAction(inst, home, ACTIONS.GOHOME)
end

local function HomePos(inst)
    return inst.components.homeseeker:GetHomePos()
end

function ForagerBrain:OnStart()
    local inst = self.inst
    -- nightfall is an event; a fire is beaten out after a while
    self.onphase = function(_, phase)
        if phase == "night" then inst:PushEvent("gohome") end
    end
    inst:ListenForEvent("phasechanged", self.onphase)
    self.fires = inst:DoPeriodicTask(0.5, function()
        if inst.components.burnable:IsBurning() and not inst.components.timer:TimerExists("fire") then
            inst.components.talker:Say("Fire!")
            inst.components.timer:StartTimer("fire", 4)
        end
    end, math.random() * 0.5)
    self.onfireout = function(_, data)
        if data.name == "fire" then inst.components.burnable:Extinguish() end
    end
    inst:ListenForEvent("timerdone", self.onfireout)

    local root = PriorityNode({
        WhileNode(function() return inst.components.burnable:IsBurning() end, "OnFire", Panic(inst)),
        RunAway(inst, "wolf", SEE_WOLF, SAFE),
        EventNode(inst, "gohome", DoAction(inst, GoHome, "go home", true)),
        WhileNode(function() return TheWorld.state.isnight end, "IsNight", SequenceNode{
            DoAction(inst, GoHome, "to bed"),
            StandStill(inst, nil, function() return TheWorld.state.isnight end),
        }),
        IfNode(function() return IsHungry(inst) end, "Hungry", DoAction(inst, FindBerry, "eat")),
        Wander(inst, HomePos, STRAY, { minwalktime = 2, randwalktime = 3, minwaittime = 1, randwaittime = 4 }),
    }, 0.5)
    self.bt = BT(inst, root)
end

function ForagerBrain:OnStop()
    self.inst:RemoveEventCallback("phasechanged", self.onphase)
    self.inst:RemoveEventCallback("timerdone", self.onfireout)
    self.fires:Cancel()
end

return ForagerBrain
