require "behaviours/leash"
require "behaviours/faceentity"
require "behaviours/chaseandattack"

local Prowler = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local STALK_DIST, STALK_TIME = 8, 15

local function SeesPlayer(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    return FindClosestPlayerInRangeSq(x, y, z, PLAYER_CAMERA_SEE_DISTANCE_SQ, true)
end
local function Place(inst)
    local who = inst:GetStalking()
    if who == nil then return nil end
    local from = who:GetPosition()
    local away, length = (inst:GetPosition() - from):GetNormalizedAndLength()
    if length == 0 then away = Vector3(1, 0, 0) end
    return from + away * STALK_DIST
end

function Prowler:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        ChaseAndAttack(inst, 10, 40),
        WhileNode(function() return inst:IsStalking() end, "Stalks", PriorityNode({
            IfNode(function() return GetTime() - inst._since > STALK_TIME end, "Enough", ActionNode(function()
                inst.components.combat:SetTarget(inst:GetStalking())
                inst._when = GetTime()
            end)),
            Leash(inst, Place, 1, 0.5),
            FaceEntity(inst, function(i) return i:GetStalking() end, function(i) return i:IsStalking() end),
        }, 0.25)),
        IfNode(function() return SeesPlayer(inst) ~= nil end, "Sees", ActionNode(function() inst:SetStalking((SeesPlayer(inst))) end)),
        StandStill(inst),
    }, 0.25))
end

return Prowler
