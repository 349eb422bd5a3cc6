-- A shade that only the mad see: comes near, fades, teleports, answers to sanity.
require "behaviours/wander"
require "behaviours/chaseandattack"
require "behaviours/follow"
require "behaviours/standstill"

local PhantomBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._player = nil
    self._forced = false
end)

local function Sanity(who) return who ~= nil and who.components.sanity ~= nil and who.components.sanity:GetPercent() or 1 end
local function Harassing(self)
    local target = self.inst.components.combat.target
    return target ~= nil and target:IsValid() and (target.components.sanity == nil or target.components.sanity:IsCrazy() or self.inst.followtoboat)
end
function PhantomBrain:SetTarget(target)
    if target ~= self._player then
        if self._player ~= nil and self.onremove ~= nil then self.inst:RemoveEventCallback("onremove", self.onremove, self._player) end
        self._player = target
        if target ~= nil then
            self.onremove = function() self._player = nil end
            self.inst:ListenForEvent("onremove", self.onremove, target)
        end
    end
end
function PhantomBrain:UpdatePlayer()
    local crazy = {}
    for i, v in ipairs(AllPlayers) do
        if v.entity:IsVisible() and not IsEntityDeadOrGhost(v) and Sanity(v) < .5 and v:IsNear(self.inst, 30) then table.insert(crazy, v) end
    end
    self:SetTarget(#crazy > 0 and crazy[math.random(#crazy)] or FindClosestPlayerToInst(self.inst, 30, true))
    return self._player
end
local function Alpha(inst)
    local r, g, b, a = inst.AnimState:GetMultColour()
    return a
end
local function Teleports(inst, target)
    local c = inst.components.combat
    return target ~= nil and not inst.sg:HasStateTag("busy") and GetTime() - c.lastattacktime > TUNING.PHANTOM_TELEPORT_DELAY and c:GetHitRange() < math.sqrt(inst:GetDistanceSqToInst(target))
end

function PhantomBrain:OnStart()
    local inst = self.inst
    local root = PriorityNode({
        WhileNode(function() return Harassing(self) end, "Attack", PriorityNode({
            WhileNode(function() return Teleports(inst, inst.components.combat.target) end, "teleport", ActionNode(function()
                local target = inst.components.combat.target
                local offset = FindWalkableOffset(target:GetPosition(), math.random() * 2 * PI, 5, 12, false, true) or Vector3(0, 0, 0)
                inst.sg:GoToState("teleport", { dest = target:GetPosition() + offset })
                inst.Physics:Teleport((target:GetPosition() + offset):Get())
            end)),
            ChaseAndAttack(inst, 100),
        }, .25)),
        WhileNode(function() return self:UpdatePlayer() ~= nil and Alpha(inst) > 0 end, "harass", PriorityNode({
            Follow(inst, function() return self._player end, 3, 6, 15),
            FaceEntity(inst, function() return self._player end, function(_, t) return t == self._player end, 4),
        }, .25)),
        WhileNode(function() return inst.wantstodespawn or Sanity(self._player) > .9 end, "leave", ActionNode(function() inst.sg.mem.leaving = GetTime() end)),
        Wander(inst, function() return self._player ~= nil and self._player:GetPosition() or inst:GetPosition() end, 20),
    }, .25)
    self.bt = BT(inst, root)
    self.task = inst:DoPeriodicTask(2 + math.random(), function() self:UpdatePlayer() end, FRAMES)
end

function PhantomBrain:OnStop()
    if self.task ~= nil then self.task:Cancel() self.task = nil end
    self:SetTarget(nil)
end

return PhantomBrain
