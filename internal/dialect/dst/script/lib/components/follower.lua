-- Whom a creature follows, and for how long.
local native = ...

local Follower = Class(function(self, inst)
    self.inst = inst
    if native.foreign(inst) then
        setmetatable(self, self.Foreign)
    elseif not native.made(inst) then
        self.leader = native.entity(native.ask(inst, "body_id", "leader"))
    end
end)
Follower.keepdeadleader, Follower.keepleaderonattacked, Follower.neverexpire, Follower.noleashing, Follower.leashing = false, false, false, false, false

function Follower:GetLeader() return self.leader end
function Follower:IsLeaderSame(other)
    if self.leader == nil or other == nil then return false end
    if self.leader == other then return true end
    local follower = other.components.follower
    return follower ~= nil and follower.leader == self.leader
end
function Follower:IsNearLeader(dist) return self.leader ~= nil and self.inst:IsNear(self.leader, dist) end
function Follower:KeepLeaderOnAttacked() self.keepleaderonattacked = true end
function Follower:SetFollowExitDestinations(list) self.exitdestinations = list end
function Follower:EnableLeashing() self.noleashing = false end
function Follower:DisableLeashing() self.noleashing = true end
function Follower:StartLeashing()
    if self.leashing or self.noleashing then return end
    self.leashing = true
    self.inst:PushEvent("startleashing")
end
function Follower:StopLeashing()
    if not self.leashing then return end
    self.leashing = false
    self.inst:PushEvent("stopleashing")
end

-- A leader who strikes leads no longer.
local function struck(inst, data)
    local follower, attacker = inst.components.follower, data ~= nil and data.attacker or nil
    if follower and attacker ~= nil and attacker == follower.leader and not follower.keepleaderonattacked then follower:SetLeader(nil) end
end

function Follower:SetLeader(leader)
    local old, inst = self.leader, self.inst
    if old == leader then return end
    self.leader = leader
    if old ~= nil and old.components.leader ~= nil then old.components.leader:RemoveFollower(inst) end
    if leader ~= nil and leader.components.leader ~= nil then leader.components.leader:AddFollower(inst) end
    if self.leader ~= leader then return end -- one of those who heard of it wanted another
    if leader == nil then
        self:CancelLoyaltyTask()
        self:StopLeashing()
        inst:RemoveEventCallback("attacked", struck)
    else
        if old == nil then inst:ListenForEvent("attacked", struck) end
        if leader:HasTag("player") or leader.components.inventoryitem ~= nil then self:StartLeashing() end
    end
    if native.isbody(inst) then native.mirror(inst, "set_leader", leader ~= nil and native.isbody(leader) and leader or "self") end
    if self.OnChangedLeader ~= nil then self.OnChangedLeader(inst, leader, old) end
end
function Follower:StopFollowing()
    if self.inst:IsValid() then
        self.inst:PushEvent("loseloyalty", { leader = self.leader })
        self:SetLeader(nil)
    end
end

-- Loyalty is time, up to maxfollowtime.
function Follower:CancelLoyaltyTask()
    if self.task ~= nil then self.task:Cancel() end
    self.task, self.targettime = nil, nil
end
local function over(inst, self)
    self.task = nil
    self:StopFollowing()
end
function Follower:AddLoyaltyTime(time)
    if self.neverexpire or self.maxfollowtime == nil then return end
    local now = GetTime()
    local left = math.min(self.maxfollowtime, math.max(0, (self.targettime or now) - now) + time)
    self.targettime = now + left
    if self.task ~= nil then self.task:Cancel() end
    self.task = self.inst:DoTaskInTime(left, over, self)
end
function Follower:GetLoyaltyPercent()
    if self.targettime == nil or self.maxfollowtime == nil or self.maxfollowtime <= 0 then return 0 end
    return math.max(0, self.targettime - GetTime()) / self.maxfollowtime
end
function Follower:LongUpdate(dt)
    if self.targettime == nil then return end
    local left = math.max(0, self.targettime - GetTime() - dt)
    self.targettime = GetTime() + left
    if self.task ~= nil then self.task:Cancel() end
    self.task = self.inst:DoTaskInTime(left, over, self)
end

function Follower:OnRemoveFromEntity()
    self:CancelLoyaltyTask()
    self:SetLeader(nil)
end
function Follower:OnRemoveEntity()
    local leader = self.leader
    if leader ~= nil and leader:IsValid() and leader.components.leader ~= nil then leader.components.leader:RemoveFollower(self.inst) end
end

-- That of a body whose life is the arena's.
local Foreign = Class(Follower)
Follower.Foreign = Foreign
Foreign.__index = native.live(Foreign, { leader = function(self) return native.entity(native.ask(self.inst, "body_id", "leader")) end })
function Foreign:SetLeader() end

return Follower
