-- Runs with a pack, circles prey, carries, comes back to who called it.
require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/standandattack"
require "behaviours/follow"
require "behaviours/leash"
require "behaviours/standstill"
local SEE_DIST, CARRY_DIST = 30, 12
local HOUSE_MAX_DIST, HOUSE_RETURN = 40, 50
local CARCASS_TAGS, CARCASS_NOT = { "meat_carcass" }, { "fire", "INLIMBO" }

local PackDogBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.carcass = nil
    self.listenwarg = function(other, data) if data ~= nil and data.target ~= nil then other.lastsummon = data.target end end
end)

local function Leader(inst) return inst.components.follower and inst.components.follower.leader end
local function LeaderPos(inst) local l = Leader(inst) return l ~= nil and l:GetPosition() or nil end
local function HomePos(inst) return inst.components.homeseeker and inst.components.homeseeker:GetHomePos() end
local function NoLeaderHome(inst) if Leader(inst) == nil then return HomePos(inst) end end
local function WanderPoint(inst)
    local target = Leader(inst) or FindClosestPlayerToInst(inst, 60, true)
    if target ~= nil then
        local pt = target:GetPosition()
        local offset = FindWalkableOffset(pt, math.random() * 2 * PI, GetRandomMinMax(4, 9), 8, true, false)
        return offset ~= nil and (pt + offset) or pt
    end
end
local function EatFood(inst)
    local target = FindEntity(inst, SEE_DIST, function(item) return inst.components.eater:CanEat(item) and item:IsOnPassablePoint(true) end, nil, { "INLIMBO", "player", "outofreach" }, { "edible_MEAT" })
    return target ~= nil and BufferedAction(inst, target, ACTIONS.EAT) or nil
end
local function Slot(self, leader, i, total)
    local theta = (i - 1) / math.max(1, total) * TWOPI
    local x, y, z = leader.Transform:GetWorldPosition()
    return Vector3(x + math.cos(theta) * 4, 0, z - math.sin(theta) * 4)
end
local function PackPos(self)
    local leader = Leader(self.inst)
    if leader == nil or leader.components.leader == nil then return nil end
    local index, total = 1, 0
    for k, v in pairs(leader.components.leader.followers) do
        total = total + 1
        if k == self.inst then index = total end
    end
    return Slot(self, leader, index, total)
end
local function Amphibious(inst)
    local a = inst.components.amphibiouscreature
    return a ~= nil and a.in_water or TheWorld.Map:IsOceanAtPoint(inst:GetPosition():Get())
end

function PackDogBrain:SelectCarcass()
    self.carcass = FindEntity(self.inst, SEE_DIST, nil, CARCASS_TAGS, CARCASS_NOT)
    return self.carcass ~= nil
end
function PackDogBrain:CheckCarcass()
    return self.carcass ~= nil and self.carcass:IsValid() and not (self.carcass.components.burnable ~= nil and self.carcass.components.burnable:IsBurning())
end

function PackDogBrain:OnStart()
    local ismutated = self.inst:HasTag("lunar_aligned")
    local root = PriorityNode({
        WhileNode(function() return self.inst.components.hauntable and self.inst.components.hauntable.panic end, "PanicHaunted", Panic(self.inst)),
        WhileNode(function() return not ismutated and self.inst.components.health.takingfiredamage end, "OnFire", Panic(self.inst)),
        WhileNode(function() return not self.inst.sg:HasStateTag("statue") end, "NotStatue", PriorityNode({
            WhileNode(function() return Leader(self.inst) == nil and Amphibious(self.inst) end, "Swim", Wander(self.inst, nil, nil, { minwalktime = .5, randwalktime = .5, minwaittime = 0, randwaittime = 0 })),
            ChaseAndAttack(self.inst, 100),
            IfNode(function() return ismutated and self:SelectCarcass() end, "carcass",
                WhileNode(function() return self:CheckCarcass() end, "Leap", SequenceNode{
                    Leash(self.inst, function() return self.carcass:GetPosition() end, 3, 2, true),
                    ActionNode(function() self.inst:PushEvent("chomp", { target = self.carcass }) end, "Chomp"),
                })),
            DoAction(self.inst, EatFood, "eat food", true),
            Leash(self.inst, NoLeaderHome, HOUSE_MAX_DIST, HOUSE_RETURN, true),
            Leash(self.inst, function() return PackPos(self) end, CARRY_DIST, 2),
            Follow(self.inst, Leader, 0, 10, 20),
            FaceEntity(self.inst, Leader, function(inst, t) return Leader(inst) == t end),
            WhileNode(function() return HomePos(self.inst) end, "HasHome", Wander(self.inst, HomePos, 8)),
            Wander(self.inst, WanderPoint, 20),
            StandStill(self.inst, function(inst) return inst.components.follower ~= nil and inst.components.follower:IsNearLeader(6) end),
        }, .25)),
    }, .25)
    self.inst:ListenForEvent("newcombattarget", self.listenwarg)
    self.bt = BT(self.inst, root)
end

function PackDogBrain:OnStop()
    self.inst:RemoveEventCallback("newcombattarget", self.listenwarg)
end

return PackDogBrain
