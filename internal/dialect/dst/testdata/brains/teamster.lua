-- Keeps formation around prey by orders of a team leader.
require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/doaction"
require "behaviours/wander"
require "behaviours/panic"

local TeamsterBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Steal(inst)
    local t = FindEntity(inst, 30, function(item) return inst.components.eater:CanEat(item) and (item.components.perishable == nil or not item.components.perishable:IsSpoiled()) end, nil, { "INLIMBO" })
    return t and BufferedAction(inst, t, ACTIONS.EAT)
end
local function GoHome(inst)
    local homepos = inst.components.knownlocations:GetLocation("home")
    if homepos ~= nil and not inst.components.combat.target then return BufferedAction(inst, nil, ACTIONS.WALKTO, nil, homepos, nil, .2) end
    local h = inst.components.homeseeker
    return h and h.home and h.home:IsValid() and BufferedAction(inst, h.home, ACTIONS.GOHOME) or nil
end
local function Team(inst) return inst.components.teamattacker end
local function Orders(inst) return Team(inst) ~= nil and Team(inst).inteam and Team(inst):GetOrders() or nil end

function TeamsterBrain:OnStart()
    local root = PriorityNode({
        WhileNode(function() return self.inst.components.hauntable and self.inst.components.hauntable.panic end, "PanicHaunted", Panic(self.inst)),
        WhileNode(function() return Team(self.inst) ~= nil and Team(self.inst).inteam and not Team(self.inst):LeashDistance() end, "Leashed", Leash(self.inst, function() return Team(self.inst).teamleader and Team(self.inst).teamleader.threat:GetPosition() end, 20, 10)),
        WhileNode(function() return Orders(self.inst) == ORDERS.HOLD end, "Hold", StandStill(self.inst)),
        WhileNode(function() return Orders(self.inst) == ORDERS.WARN end, "Warn", ActionNode(function() self.inst:PushEvent("warn") end)),
        WhileNode(function() return Team(self.inst) == nil or not Team(self.inst).inteam or Orders(self.inst) == ORDERS.ATTACK end, "Attack", ChaseAndAttack(self.inst, 10, nil, 3)),
        WhileNode(function() return TheWorld.state.isday and not TheWorld:HasTag("cave") end, "Day", DoAction(self.inst, GoHome)),
        WhileNode(function() return self.inst.components.eater ~= nil and self.inst.components.eater:HasBeen(10) end, "Hungry", DoAction(self.inst, Steal)),
        WhileNode(function() return TheWorld.state.isdusk or TheWorld.state.phase == "night" and TheWorld.state.moonphase ~= "full" end, "Night", Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 40)),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 8),
    }, .25)
    self.bt = BT(self.inst, root)
end

function TeamsterBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("home", self.inst:GetPosition())
    if self.inst.components.teamattacker ~= nil then self.inst.components.teamattacker:SearchForTeam() end
end

return TeamsterBrain
