-- Rooted plants and turrets: see, bite what comes, guard what they are part of.
require "behaviours/standandattack"
require "behaviours/standstill"
require "behaviours/faceentity"
local CHECK, NOT = { "_combat", "_health" }, { "plantkin", "INLIMBO", "wall", "structure" }

local EyeBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Near(inst)
    local seen = {}
    local x, y, z = inst.Transform:GetWorldPosition()
    for _, v in ipairs(TheSim:FindEntities(x, y, z, TUNING.EYE_STOPATTACK_DIST, CHECK, NOT)) do
        if v ~= inst and inst.components.combat:CanTarget(v) then seen[v] = distsq(x, z, v.Transform:GetWorldPosition(), z) end
    end
    local best
    for v, d in pairs(seen) do
        if best == nil or d < seen[best] then best = v end
    end
    return best
end
local function Owner(inst) return inst.components.entitytracker:GetEntity("lure") or inst.components.minionspawner ~= nil and inst or nil end
local function Count(inst) return inst.components.minionspawner ~= nil and GetTableSize(inst.components.minionspawner.minions) or 0 end

function EyeBrain:OnStart()
    local root = PriorityNode({
        IfNode(function() return Count(self.inst) > 0 and Owner(self.inst) ~= nil end, "minions", ControlMinions(self.inst)),
        StandAndAttack(self.inst, function() return Near(self.inst) end, 10),
        FaceEntity(self.inst, function(inst) return inst.components.combat:HasTarget() and inst.components.combat.target or nil end, function(inst, t) return inst.components.combat:TargetIs(t) end, 6),
        SelectorNode{
            ConditionNode(function() return self.inst.components.shelf ~= nil and self.inst.components.shelf.itemonshelf end, "full"),
            ConditionNode(function() return (self.inst.components.inventory:NumItems() or 0) > 0 and self.inst.components.inventory:IsFull() end, "carries"),
            StandStill(self.inst),
        },
    }, .25)
    self.bt = BT(self.inst, root)
end

return EyeBrain
