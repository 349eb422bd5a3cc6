-- Components by name. What the arena knows about a body is asked there; what
-- is of no concern to it has the answers of a creature to which nothing of the
-- kind has happened.
local native = ...
local ask, act = native.ask, native.act

local kinds = {}

-- A kind of component: its methods, how it starts, and fields that are asked
-- for anew at each look.
local function component(name, methods)
    local class = Class(function(self, inst)
        self.inst = inst
        if methods.start then methods.start(self) end
    end)
    local live = methods.live
    for key, fn in pairs(methods) do class[key] = fn end
    if live then
        class.__index = function(self, key)
            local f = live[key]
            if f then return f(self) end
            return class[key]
        end
    end
    kinds[name] = class
end

-- Whom it follows: as a script said, else as the arena knows.
component("follower", {
    live = { leader = function(self) return native.entity(ask(self.inst, "body_id", "leader")) end },
    maxfollowtime = 0,
    SetLeader = function(self, leader)
        self.leader = leader
        act(self.inst, "set_leader", leader or "self")
    end,
    GetLeader = function(self) return self.leader end,
    StopFollowing = function(self) self:SetLeader(nil) end,
    IsLeaderSame = function(self, other) return self.leader ~= nil and self.leader == other end,
    IsNearLeader = function(self, dist) return self.leader ~= nil and self.inst:IsNear(self.leader, dist) end,
    GetLoyaltyPercent = function(self) return self.leader and 1 or 0 end,
    AddLoyaltyTime = function() end,
    CancelLoyaltyTask = function() end,
    SetFollowExitDestinations = function() end,
    EnableLeashing = function() end,
    DisableLeashing = function() end,
    KeepLeaderOnAttacked = function() end,
    LongUpdate = function() end,
    keepdeadleader = false, keepleaderonattacked = false, leashing = false, canaccepttrades = true,
    StartLeashing = function() end,
    StopLeashing = function() end,
})

component("leader", {
    live = {
        followers = function(self)
            local set = {}
            for _, e in ipairs(self:GetFollowersByTag()) do set[e] = true end
            return set
        end,
        numfollowers = function(self) return self:CountFollowers() end,
    },
    CountFollowers = function(self, tag)
        local n = 0
        for _, f in ipairs(self:GetFollowersByTag(tag)) do n = n + 1 end
        return n
    end,
    GetFollowersByTag = function(self, tag)
        local list = {}
        for _, e in ipairs(native.within(self.inst, 40)) do
            if native.isbody(e) and (tag == nil or e:HasTag(tag)) and e.components.follower.leader == self.inst then
                table.insert(list, e)
            end
        end
        return list
    end,
    IsFollower = function(self, e) return e.components.follower ~= nil and e.components.follower.leader == self.inst end,
    IsBeingFollowedBy = function(self, prefab)
        for _, e in ipairs(self:GetFollowersByTag()) do
            if e.prefab == prefab then return true end
        end
        return false
    end,
    GetNumFollowers = function(self) return self:CountFollowers() end,
    RemoveFollowersByTag = function(self, tag)
        for _, e in ipairs(self:GetFollowersByTag(tag)) do self:RemoveFollower(e) end
    end,
    RemoveAllFollowers = function(self) self:RemoveFollowersByTag() end,
    IsTargetedByFollowers = function(self, target)
        for _, e in ipairs(self:GetFollowersByTag()) do
            if e.components.combat:TargetIs(target) then return true end
        end
        return false
    end,
    AddFollower = function(self, e) e.components.follower:SetLeader(self.inst) end,
    RemoveFollower = function(self, e) e.components.follower:SetLeader(nil) end,
})

native.creature(component)
native.neutral(component)
return function(name, inst, added)
    local kind = native.componentclass(name) or kinds[name]
    if kind == nil or not (added or native.has(inst, name)) then return nil end
    return kind(inst, not added) -- whether it is a plain creature, of which no file says anything
end
