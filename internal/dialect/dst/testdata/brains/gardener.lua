-- Tends plants with others of its kind, follows a lord of flies, turns at full moon.
require "behaviours/findfarmplant"
require "behaviours/follow"
require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/runaway"
local MIN_FOLLOW, MED_FOLLOW, MAX_FOLLOW = 0, 3, 8
local TILLSOIL, FARMABLE = { "soil" }, { "tendable_farmplant", "farm_plant" }

local GardenerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Lord(inst) return inst.components.follower ~= nil and inst.components.follower:GetLeader() or GetClosestInstWithTag({ "lordfruitfly" }, inst, 40) end
local function ShouldTurn(inst) return TheWorld.state.isfullmoon and inst.components.werebeast ~= nil and not inst.components.werebeast:IsInWereState() end
local function Stressed(inst)
    local plant = FindEntity(inst, 10, function(e) return e.components.farmplantstress ~= nil and e.components.farmplantstress:GetFinalStressState() ~= FARM_PLANT_STRESS.NONE end, nil, { "INLIMBO" }, FARMABLE)
    return plant ~= nil
end
local function Till(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    local tx, ty, tz = TheWorld.Map:GetTileCenterPoint(x, y, z)
    if TheWorld.Map:GetTileAtPoint(x, 0, z) == WORLD_TILES.FARMING_SOIL and TheWorld.Map:CanTillSoilAtPoint(tx, 0, tz) then
        for i, pt in ipairs(shuffleArray({ Vector3(-1, 0, -1), Vector3(1, 0, 1), Vector3(0, 0, 0) })) do
            local spot = Vector3(tx, 0, tz) + pt * 1.3
            if #TheSim:FindEntities(spot.x, 0, spot.z, .5, TILLSOIL) == 0 then return BufferedAction(inst, nil, ACTIONS.TILL, inst.components.inventory:GetEquippedItem(EQUIPSLOTS.HANDS), spot) end
        end
    end
end
local function Fertile(inst)
    local n1, n2, n3 = 0, 0, 0
    if TheWorld.components.farming_manager ~= nil then n1, n2, n3 = TheWorld.components.farming_manager:GetTileNutrients(TheWorld.Map:GetTileCoordsAtPoint(inst:GetPosition():Get())) end
    return n1 + n2 + n3 > 0
end

function GardenerBrain:OnStart()
    local brain = {
        IfNode(function() return ShouldTurn(self.inst) end, "moon", ActionNode(function() self.inst.components.werebeast:SetWere() end)),
        RunAway(self.inst, function(guy) return guy.components.combat and guy.components.combat:TargetIs(self.inst) end, 4, 9),
        Follow(self.inst, Lord, MIN_FOLLOW, MED_FOLLOW, MAX_FOLLOW),
        WhileNode(function() return Stressed(self.inst) end, "stress", FindFarmPlant(self.inst, ACTIONS.INTERACT_WITH, true, Lord)),
        FindFarmPlant(self.inst, ACTIONS.INTERACT_WITH, false, function() return self.inst:GetPosition() end),
    }
    if self.inst:HasTag("tiller") or not Fertile(self.inst) then table.insert(brain, 2, DoAction(self.inst, Till, "till")) end
    table.insert(brain, Wander(self.inst, function() local l = Lord(self.inst) return l and l:GetPosition() end, MAX_FOLLOW))
    self.bt = BT(self.inst, PriorityNode(brain, .25))
end

return GardenerBrain
