-- Floats by its owner, dances when the owner does, fights at its side, haunts.
local BrainCommon = require("brains/braincommon")
local MIN_FOLLOW, TARGET_FOLLOW, MAX_FOLLOW = 3, 5, 8
local HAUNT_MUST, HAUNT_CANT = nil, { "haunted", "catchable", "INLIMBO" }

local GhostlyBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._leader_fn = function() return self.inst.components.follower ~= nil and self.inst.components.follower:GetLeader() or nil end
end)

local function Leader(inst) return inst.components.follower.leader end
local function DancingWithLeader(inst)
    local l = Leader(inst)
    return l ~= nil and l.sg ~= nil and l.sg:HasStateTag("dancing") or false
end
local function Dance(inst)
    if inst.sg ~= nil and inst.sg.currentstate ~= nil and inst.sg.currentstate.name ~= "dance" then inst:PushEvent("dance") end
end
local function Gestalt(inst) return inst:HasTag("gestalt") and inst.sg.mem.is_gestalt ~= false end
local function Target(inst)
    local l = Leader(inst)
    if l == nil or l.components.combat == nil then return nil end
    local target = l.components.combat.target
    return target ~= nil and inst.components.combat:CanTarget(target) and not IsEntityDeadOrGhost(target, true) and target or nil
end
local function Play(inst)
    local mates = {}
    for k, v in pairs(inst.components.leader ~= nil and inst.components.leader.followers or {}) do table.insert(mates, k) end
    if #mates > 0 then inst.playmate = mates[math.random(#mates)] end
    return inst.playmate ~= nil and inst.playmate:IsValid()
end
local function Haunt(inst)
    local who = FindEntity(inst, 8, function(e) return e ~= Leader(inst) and e.components.hauntable ~= nil and not e.components.hauntable.haunted end, HAUNT_MUST, HAUNT_CANT)
    return who ~= nil and BufferedAction(inst, who, ACTIONS.HAUNT) or nil
end
local function Bonded(inst)
    local l = Leader(inst)
    return l ~= nil and l.components.ghostlybond ~= nil and l.components.ghostlybond.bondlevel or 1
end

function GhostlyBrain:OnStart()
    local watch = WhileNode(function() return self:ShouldWatchMinigame() end, "Watching Game", PriorityNode({
        Follow(self.inst, function() return self.game end, 4, 6, 8),
        FaceEntity(self.inst, function() return self.game end, function() return self.game ~= nil end),
    }, .25))
    local defensive = WhileNode(function() return self.inst.is_defensive ~= false and Target(self.inst) ~= nil end, "Defensive", PriorityNode({
        WhileNode(function() return Bonded(self.inst) > 1 end, "Strong", ChaseAndAttack(self.inst, 5, 10, nil, Target)),
        Leash(self.inst, function(inst) local l = Leader(inst) return l and l:GetPosition() end, 8, 4),
    }, .1))
    local root = PriorityNode({
        WhileNode(function() return Gestalt(self.inst) end, "gestalt", ActionNode(function() self.inst.sg:GoToState("idle") end)),
        watch,
        WhileNode(function() return DancingWithLeader(self.inst) end, "Dance", PriorityNode({
            Leash(self.inst, function() return Leader(self.inst):GetPosition() end, 4, 3),
            ActionNode(function() Dance(self.inst) end),
        }, .25)),
        defensive,
        WhileNode(function() return Play(self.inst) end, "Playful", SequenceNode{
            ActionNode(function() self.inst:PushEvent("start_playwithplaymate", { target = self.inst.playmate }) end),
            WaitNode(1),
        }),
        Follow(self.inst, self._leader_fn, MIN_FOLLOW, TARGET_FOLLOW, MAX_FOLLOW, true),
        FaceEntity(self.inst, self._leader_fn, function(inst, t) return self._leader_fn() == t end),
        DoAction(self.inst, Haunt, "haunt", nil, 3),
        Wander(self.inst, nil, nil, nil, function(inst) return inst.Transform:GetRotation() * DEGREES end, nil, function(pt) return TheWorld.Map:IsAboveGroundAtPoint(pt.x, pt.y, pt.z, false) end, { wander_dist = 3, should_run = false }),
    }, .25)
    self.bt = BT(self.inst, root)
end

function GhostlyBrain:ShouldWatchMinigame()
    local l = Leader(self.inst)
    self.game = l ~= nil and l.components.minigame_participator ~= nil and l.components.minigame_participator:GetMinigame() or nil
    return self.game ~= nil and (l.components.combat.target == nil or l.components.combat.target:HasTag("minigame"))
end

return GhostlyBrain
