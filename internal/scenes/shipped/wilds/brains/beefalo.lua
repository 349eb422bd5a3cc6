require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/faceentity"
require "behaviours/runaway"
require "behaviours/doaction"
local BrainCommon = require "brains/braincommon"

local Beefalo = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function graze(inst)
    if inst.sg:HasStateTag("busy") then return nil end
    local food = FindEntity(inst, 8, function(e) return inst.components.eater:CanEat(e) end, { "_inventoryitem" }, { "INLIMBO" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

function Beefalo:OnStart()
    local inst = self.inst
    local function herd() return inst.components.knownlocations:GetLocation("herd") end
    local function near(inst) return FindClosestPlayerToInst(inst, 5, true) end
    self.bt = BT(inst, PriorityNode({
        BrainCommon.PanicTrigger(inst),
        ChaseAndAttack(inst, 20, 30),
        FaceEntity(inst, near, function(inst, who) return inst:IsNear(who, 7) end),
        DoAction(inst, graze, "graze"),
        Wander(inst, herd, 12, { minwalktime = 2, randwalktime = 3, minwaittime = 2, randwaittime = 6 }),
    }, 0.5))
end

return Beefalo
