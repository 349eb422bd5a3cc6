require "behaviours/leash"
require "behaviours/faceentity"

local GemDeer = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Keeper(inst) return inst.components.entitytracker:GetEntity("keeper") end

local function Place(inst)
    local keeper = Keeper(inst)
    return keeper ~= nil and keeper:GetPosition() + inst.components.knownlocations:GetLocation("keeperoffset") or nil
end
local function KeeperFights(inst)
    local keeper = Keeper(inst)
    return keeper ~= nil and keeper.components.combat:HasTarget()
end

function GemDeer:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return KeeperFights(inst) end, "Keeper fights", ParallelNode({
            ActionNode(function() inst:SetEngaged(true) end),
            Leash(inst, Place, 1, 0.5, true),
        })),
        IfNode(function() return inst.engaged end, "Over", ActionNode(function() inst:SetEngaged(false) end)),
        Leash(inst, Place, 1, 0.5),
        FaceEntity(inst, Keeper, function(i, keeper) return not KeeperFights(i) and keeper:IsNear(i, 4) end),
    }, 0.25))
end

return GemDeer
