-- A king of the sea floor: phases by health, claws, freezes, mends itself.
require "behaviours/standandattack"
require "behaviours/standstill"
require "behaviours/faceentity"

local HEAL, CAST, CLAW = "heal", "cast", "claw"
local BOAT_TAGS = { "boat" }

local HarborBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.lastfreeze = -1000
    self.clawed = {}
end)

local function Inert(inst) return inst.sg:HasStateTag("inert") end
local function Boats(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    local boats = TheSim:FindEntities(x, y, z, TUNING.HARBOR_ATTACK_RANGE + TUNING.MAX_WALKABLE_PLATFORM_RADIUS, BOAT_TAGS)
    for i = #boats, 1, -1 do
        local boat = boats[i]
        if boat.components.health == nil or boat.components.health:IsDead() or boat.components.walkableplatform == nil then table.remove(boats, i) end
    end
    return boats
end
local function Sailors(boat)
    local n = 0
    for k in pairs(boat.components.walkableplatform:GetEntitiesOnPlatform()) do
        if k:HasTag("player") then n = n + 1 end
    end
    return n
end
local function CountGems(inst, kind)
    local n = 0
    for i, gem in ipairs(inst.socketed or {}) do
        if gem.itemprefab == kind then n = n + 1 end
    end
    return n
end

function HarborBrain:Sees()
    local who = FindClosestPlayerInRangeSq(self.inst.Transform:GetWorldPosition(), 0, 0, 400, true)
    return who ~= nil or #Boats(self.inst) > 0
end
function HarborBrain:CanFreeze()
    return GetTime() - self.lastfreeze > (TUNING.HARBOR_CAST_TIME - math.clamp(math.floor(CountGems(self.inst, "bluegem") / 2), 0, 4))
end

function HarborBrain:OnStart()
    local inst = self.inst
    local root = PriorityNode({
        WhileNode(function() return not Inert(inst) and inst.wantstosummonclaws == true and not inst.sg:HasStateTag("busy") end, CLAW,
            ActionNode(function() for i, b in ipairs(Boats(inst)) do self.clawed[b] = Sailors(b) end inst:PushEvent("socket") end)),
        WhileNode(function() return inst.wantstoheal and inst.components.health:GetPercent() < 1 end, HEAL, SequenceNode{
            ActionNode(function() inst:PushEvent("startheal") inst.components.timer:StartTimer("heal_cooldown", 15) end),
            ConditionWaitNode(function() return not inst.components.timer:TimerExists("heal_cooldown") end),
        }),
        WhileNode(function() return self:CanFreeze() and self:Sees() and not inst.components.timer:TimerExists("casting_timer") end, CAST, PriorityNode({
            ActionNode(function()
                self.lastfreeze = GetTime()
                inst.components.timer:StartTimer("casting_timer", TUNING.HARBOR_CAST_TIME)
                inst.AnimState:SetDeltaTimeMultiplier(.8)
                inst:PushEvent("ck_breach", { time = inst.components.timer:GetTimeLeft("casting_timer") })
            end),
        }, .25)),
        EventNode(inst, "attacked", SequenceNode{ WaitNode(.2), FaceEntity(inst, function() return inst.components.combat.lastattacker end, function() return GetTime() - inst.components.combat.lastwasattackedtime < 4 end, 2) }, 1),
        StandAndAttack(inst, nil, 3),
        StandStill(inst, function() return Inert(inst) or inst.sg:HasStateTag("idle") end),
    }, .25)
    self.bt = BT(inst, root)
end

return HarborBrain
