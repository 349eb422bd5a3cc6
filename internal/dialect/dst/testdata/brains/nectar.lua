-- Flies from flower to flower, home when it rains or is dark, stings in a swarm.
require "behaviours/findflower"
require "behaviours/wander"
require "behaviours/doaction"
require "behaviours/panic"
require "behaviours/runaway"
local beecommon = require "brains/nectarcommon"

local NectarBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Busy(inst) return inst.sg:HasStateTag("busy") or (inst.components.freezable ~= nil and inst.components.freezable:IsFrozen()) end
local function Pollinate(inst)
    local p = inst.components.pollinator
    if p == nil or p:HasCollectedEnough() then return nil end
    local flower = inst.components.entitytracker:GetEntity("flower") or FindEntity(inst, 10, function(f) return p.target ~= f end, { "flower" }, { "INLIMBO" })
    return flower ~= nil and BufferedAction(inst, flower, ACTIONS.POLLINATE) or nil
end

function NectarBrain:OnStart()
    local root = PriorityNode({
        WhileNode(function() return self.inst.components.hauntable and self.inst.components.hauntable.panic end, "PanicHaunted", Panic(self.inst)),
        WhileNode(function() return self.inst.components.health.takingfiredamage end, "OnFire", Panic(self.inst)),
        ChaseAndAttack(self.inst, beecommon.MAX_CHASE_TIME),
        WhileNode(function() return not Busy(self.inst) and TheWorld.state.israining end, "Rain", DoAction(self.inst, beecommon.GoHomeAction, "go home", true)),
        IfNode(function() return not TheWorld.state.iscaveday or not self.inst:IsInLight() end, "IsNight", DoAction(self.inst, beecommon.GoHomeAction, "go home", true)),
        IfNode(function() return self.inst.components.pollinator ~= nil and self.inst.components.pollinator:HasCollectedEnough() end, "IsFullOfPollen", DoAction(self.inst, beecommon.GoHomeAction, "go home", true)),
        IfNode(function() return TheWorld.state.iswinter end, "Winter", DoAction(self.inst, beecommon.GoHomeAction, "go home", true)),
        DoAction(self.inst, Pollinate, "pollinate"),
        FindFlower(self.inst),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, beecommon.MAX_WANDER_DIST),
    }, 1)
    self.bt = BT(self.inst, root)
end

function NectarBrain:OnInitializationComplete()
    self.inst.components.knownlocations:RememberLocation("home", Point(self.inst.Transform:GetWorldPosition()))
end

return NectarBrain
