-- Lives on an island of its own: fishes, picks, harvests, dries, sits, comments.
require "behaviours/wander"
require "behaviours/chattynode"
require "behaviours/faceentity"
require "behaviours/doaction"
require "behaviours/leash"
require "behaviours/approach"
require "behaviours/runaway"
local BrainCommon = require("brains/braincommon")
local HermitCommon = { SEE = 16, TALK_DELAY = 4 }

local HermitBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.comments, self.waiting = {}, setmetatable({}, { __mode = "k" })
end)

local function MarkerPos(inst) local m = inst.CHEVO_marker return m ~= nil and m:GetPosition() or inst.components.knownlocations:GetLocation("home") end
local function Busy(inst) return inst.sg:HasStateTag("busy") or inst.sg:HasStateTag("talking") or inst.components.npc_talker:haslines() end
local function Fishing(inst)
    if Busy(inst) or inst.components.timer:TimerExists("fishingtime") or inst.components.inventory:GetEquippedItem(EQUIPSLOTS.HANDS) == nil then return end
    local pos = MarkerPos(inst)
    local offset = FindSwimmableOffset(pos, math.random() * TWOPI, 8, 16, false, true, nil, nil, true)
    if offset ~= nil then
        return BufferedAction(inst, nil, ACTIONS.OCEAN_FISHING_CAST, inst.components.inventory:GetEquippedItem(EQUIPSLOTS.HANDS), pos + offset)
    end
end
local function HarvestDryers(inst)
    if Busy(inst) or TheWorld.state.israining then return end
    local pos = MarkerPos(inst)
    for i, rack in ipairs(TheSim:FindEntities(pos.x, pos.y, pos.z, HermitCommon.SEE, { "structure" }, { "burnt" }, { "dryer", "dried" })) do
        if rack.components.dryer ~= nil and rack.components.dryer:IsDone() then
            inst.components.npc_talker:Say(STRINGS.HERMIT_ANNOUNCE.DRYING[inst.components.friendlevels.level + 1])
            return BufferedAction(inst, rack, ACTIONS.HARVEST)
        end
    end
end
local function PickBerries(inst)
    if Busy(inst) then return end
    local source = MarkerPos(inst)
    local bush = nil
    for i, e in ipairs(TheSim:FindEntities(source.x, 0, source.z, HermitCommon.SEE, { "pickable" }, { "INLIMBO" })) do
        if e.components.pickable:CanBePicked() and string.match(e.prefab, "^berrybush") then bush = e break end
    end
    return bush and BufferedAction(inst, bush, ACTIONS.PICK, nil, nil, nil, 1.5) or nil
end
local function Umbrella(inst)
    local item = inst.components.inventory:FindItem(function(i) return i.components.equippable ~= nil and i:HasTag("umbrella") end)
    if item ~= nil and TheWorld.state.precipitationrate > 0 then inst.components.inventory:Equip(item) end
end
local function Listener(inst)
    local who = FindClosestPlayerToInst(inst, 6, true)
    return who ~= nil and not who.components.talker.ignoretalk and who or nil
end
local function CommentLines(inst)
    local level = math.clamp(inst.components.friendlevels:GetLevel(), 0, inst.components.friendlevels:GetMaxLevel())
    local lines = STRINGS.HERMIT_GREETING[level] or STRINGS.HERMIT_GREETING.DEFAULT
    return lines ~= nil and lines[1] or nil
end

-- A node of its own: waits until the entity says that it is through.
local WaitForTalk = Class(BehaviourNode, function(self, inst, name)
    BehaviourNode._ctor(self, name)
    self.inst = inst
end)
function WaitForTalk:DBString() return string.format("%s lines", tostring(self.inst.components.npc_talker:haslines())) end
function WaitForTalk:Visit()
    if self.status == READY then self.started, self.status = GetTime(), RUNNING end
    if self.status == RUNNING then
        if not self.inst.components.npc_talker:haslines() then
            self.status = SUCCESS
        elseif GetTime() - self.started > HermitCommon.TALK_DELAY then
            self.status = FAILED
        end
        self:Sleep(.2)
    end
end
function WaitForTalk:Reset()
    self._base.Reset(self)
    self.started = nil
end

function HermitBrain:OnStart()
    local jobs = {}
    for i, job in ipairs({ { Fishing, "fish" }, { HarvestDryers, "dryers" }, { PickBerries, "berries" } }) do
        local fn, name = unpack(job)
        table.insert(jobs, DoAction(self.inst, fn, name, i > 1, 15))
    end
    table.insert(jobs, Leash(self.inst, MarkerPos, HermitCommon.SEE, 4, false))
    table.insert(jobs, FaceEntity(self.inst, Listener, function(inst, t) return inst:GetDistanceSqToInst(t) < 49 end, 3))
    table.insert(jobs, Wander(self.inst, MarkerPos, 10))
    self.inst:WatchWorldState("israining", function(inst, raining) inst.sg.mem.raining = raining end)
    local root = PriorityNode({
        WhileNode(function() return self.inst.sg:HasStateTag("sitting") and TheWorld.state.isnight end, "Sit", StandStill(self.inst)),
        EventNode(self.inst, "talk_to", SequenceNode{ WaitForTalk(self.inst, "talk"), WaitNode(1) }, 1),
        BrainCommon.PanicTrigger(self.inst),
        RunAway(self.inst, { tags = { "monster" }, notags = { "player" }, fn = function(e) return e.components.combat ~= nil and e.components.combat:TargetIs(self.inst) end }, 6, 12),
        IfNode(function() Umbrella(self.inst) return not Busy(self.inst) end, "free", ChattyNode(self.inst, CommentLines, PriorityNode(jobs, .5), 10, 10, 1, 2)),
        Wander(self.inst, MarkerPos, 6, { minwalktime = 2, randwalktime = 1, minwaittime = 4, randwaittime = 4 }),
    }, .5)
    self.bt = BT(self.inst, root)
end

function HermitBrain:DoUpdate() self.updates = (self.updates or 0) + 1 end

function HermitBrain:OnStop()
    self.inst:StopWatchingWorldState("israining")
    table.clear(self.comments)
end

return HermitBrain
