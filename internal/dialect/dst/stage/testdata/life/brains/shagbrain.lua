require("behaviours/wander")
require("behaviours/faceentity")
require("behaviours/chaseandattack")
require("behaviours/doaction")
local BrainCommon = require("brains/braincommon")

local FACE_DIST = 4
local WANDER_DIST = 8

local ShagBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function GetFaceTarget(inst)
    return FindEntity(inst, FACE_DIST, nil, { "stroller" }, { "INLIMBO" })
end

local function KeepFaceTarget(inst, target)
    return inst:IsNear(target, 2 * FACE_DIST)
end

local function EatFood(inst)
    local food = FindEntity(inst, 10, function(item) return inst.components.eater:CanEat(item) end, { "_inventoryitem" }, { "INLIMBO", "fire" })
    return food ~= nil and BufferedAction(inst, food, ACTIONS.EAT) or nil
end

local function Middle(inst)
    return inst.components.knownlocations:GetLocation("herd")
end

function ShagBrain:OnStart()
    local root = PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        ChaseAndAttack(self.inst, 10),
        FaceEntity(self.inst, GetFaceTarget, KeepFaceTarget, 2),
        DoAction(self.inst, EatFood, "eat", false, 10),
        Wander(self.inst, Middle, WANDER_DIST),
    }, .25)

    self.bt = BT(self.inst, root)
end

return ShagBrain
