require "behaviours/follow"
require "behaviours/chaseandattack"

local Wisp = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Leader(inst) return inst.components.follower.leader end

local function NewTarget(inst)
    local leader = Leader(inst)
    return leader ~= nil and FindEntity(leader, TUNING.WISP_WATCH_DIST, function(e) return inst.components.combat:CanTarget(e) and inst:auratest(e) end,
        { "_combat", "_health" }, { "INLIMBO", "noauradamage" }) or nil
end

function Wisp:OnStart()
    local inst = self.inst
    local defends = WhileNode(function() return inst.is_defensive and Leader(inst) ~= nil end, "Defends", PriorityNode({
        ChaseAndAttack(inst, TUNING.WISP_CHASE_TIME, nil, nil, NewTarget),
        Follow(inst, Leader, 1, 3, 6, true),
    }, 0.25))
    self.bt = BT(inst, PriorityNode({ defends, StandStill(inst) }, 0.25))
end

return Wisp
