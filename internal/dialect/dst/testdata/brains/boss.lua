require("behaviours/chaseandattack")
require("behaviours/chaseandram")
require("behaviours/wander")
require("behaviours/doaction")
require("behaviours/attackwall")
require("behaviours/leashandavoid")
require("behaviours/standandattack")
require("stategraphs/commonstates")

local START_FACE_DIST, KEEP_FACE_DIST = TUNING.BOSS.FACE_DIST or 6, 8
local PHASES = { { hp = 0.5, fn = function(inst) inst.phase = 2 end }, { hp = 0.25, fn = function(inst) inst.phase = 3 end } }

local BossBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._special = nil
end)

local function GetFaceTargetFn(inst)
    local target = FindClosestPlayerToInst(inst, START_FACE_DIST, true)
    return target ~= nil and not target:HasTag("notarget") and target or nil
end
local function KeepFaceTargetFn(inst, target) return not target:HasTag("notarget") and inst:IsNear(target, KEEP_FACE_DIST) end
local function OceanDistanceTest(inst, target)
    local x, y, z = inst.Transform:GetWorldPosition()
    local theta = inst.Transform:GetRotation() * DEGREES
    local x1, z1 = x + math.cos(theta) * 4, z - math.sin(theta) * 4
    return not TheWorld.Map:IsOceanAtPoint(x1, 0, z1) and VecUtil_LengthSq(x1 - x, z1 - z) > 0
end
local function ShouldUseSpecial(inst)
    local target = inst.components.combat.target
    if target ~= nil and not inst.components.timer:TimerExists("special_cd") and not inst.components.combat:InCooldown() then
        local d = inst:GetDistanceSqToInst(target)
        local angle = inst:GetAngleToPoint(target.Transform:GetWorldPosition())
        if d < TUNING.BOSS_SPECIAL_RANGE * TUNING.BOSS_SPECIAL_RANGE and DiffAngle(inst.Transform:GetRotation(), angle) < 60 then
            inst.components.timer:StartTimer("special_cd", TUNING.BOSS_SPECIAL_CD)
            return true
        end
    end
    return false
end
local function GoHome(inst)
    local pos = inst.components.knownlocations:GetLocation("spawnpoint")
    return pos ~= nil and distsq(pos, inst:GetPosition()) > 400 and BufferedAction(inst, nil, ACTIONS.WALKTO, nil, pos, nil, .2) or nil
end
local function CollectTargets(inst)
    local pos = Point(inst.Transform:GetWorldPosition())
    local n = 0
    for i, v in ipairs(TheSim:FindEntities(pos.x, pos.y, pos.z, TUNING.BOSS_RADIUS, { "_combat", "_health" }, { "INLIMBO", "wall" }, { "player", "companion", "character" })) do
        if v ~= inst and v:IsValid() and v.entity:IsVisible() and v.components.health ~= nil and not v.components.health:IsDead() then
            n = n + 1
        end
    end
    return n
end

function BossBrain:OnStart()
    local root = PriorityNode({
        WhileNode(function() return ShouldUseSpecial(self.inst) end, "Special",
            ActionNode(function() self.inst:PushEvent("dospecial", { target = self.inst.components.combat.target }) end)),
        WhileNode(function() return self.inst.sg:HasStateTag("charging") or OceanDistanceTest(self.inst) end, "Ram",
            SequenceNode{
                ChaseAndRam(self.inst, 10, 30, 20, 1),
                ConditionWaitNode(function() return not self.inst.sg:HasStateTag("attack") end, "done"),
            }),
        AttackWall(self.inst),
        NotDecorator(ActionNode(function() self.count = CollectTargets(self.inst) end)),
        SelectorNode{
            ChaseAndAttack(self.inst, TUNING.BOSS_CHASE_TIME, 40, nil, function(inst) return FindEntity(inst, 8, nil, { "player" }) end),
            StandAndAttack(self.inst, nil, 3),
        },
        LatchNode(self.inst, function(inst) return 3 + math.random() end, DoAction(self.inst, GoHome, "go home", true)),
        LeashAndAvoid(self.inst, function(inst) return FindEntity(inst, 5, nil, { "structure" }) end, 5,
            function() return self.inst.components.knownlocations:GetLocation("spawnpoint") end, 30, 10),
        FaceEntity(self.inst, GetFaceTargetFn, KeepFaceTargetFn),
        RandomNode{ WaitNode(1), WaitNode(2) },
        ParallelNodeAny{ WaitNode(1.5 + math.random()), Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("spawnpoint") end, 15) },
    }, .25)
    for i, v in ipairs(PHASES) do
        self.inst:ListenForEvent("healthdelta", function(inst, data) if data.newpercent < v.hp then v.fn(inst) end end)
    end
    self.bt = BT(self.inst, root)
end

function BossBrain:OnInitializationComplete()
    local pos = self.inst:GetPosition()
    pos.y = 0
    self.inst.components.knownlocations:RememberLocation("spawnpoint", pos, true)
end

return BossBrain
