-- Components that keep something for their entity and need no more of a world.
local function component(methods)
    local class = Class(function(self, inst)
        self.inst = inst
        if methods.start then methods.start(self) end
    end)
    for name, fn in pairs(methods) do class[name] = fn end
    return class
end

local function table_of(name)
    return function(self) self[name] = {} end
end

return {
    -- Places by name.
    knownlocations = component({
        start = table_of("locations"),
        RememberLocation = function(self, name, pos, keep)
            if not (keep and self.locations[name]) then self.locations[name] = pos end
        end,
        GetLocation = function(self, name) return self.locations[name] end,
        ForgetLocation = function(self, name) self.locations[name] = nil end,
    }),
    -- Times that run out, each with an event.
    timer = component({
        start = table_of("timers"),
        StartTimer = function(self, name, time)
            if self.timers[name] then return end
            self.timers[name] = { ends = GetTime() + time, task = self.inst:DoTaskInTime(time, function(inst)
                self.timers[name] = nil
                inst:PushEvent("timerdone", { name = name })
            end) }
        end,
        StopTimer = function(self, name)
            if self.timers[name] then self.timers[name].task:Cancel() end
            self.timers[name] = nil
        end,
        TimerExists = function(self, name) return self.timers[name] ~= nil end,
        GetTimeLeft = function(self, name)
            return self.timers[name] and math.max(0, self.timers[name].ends - GetTime())
        end,
    }),
    -- Entities by name, as long as they are valid.
    entitytracker = component({
        start = table_of("entities"),
        TrackEntity = function(self, name, e) self.entities[name] = e end,
        ForgetEntity = function(self, name) self.entities[name] = nil end,
        GetEntity = function(self, name)
            local e = self.entities[name]
            return e ~= nil and e:IsValid() and e or nil
        end,
    }),
    -- Whom it follows.
    follower = component({
        SetLeader = function(self, leader) self.leader = leader end,
        GetLeader = function(self) return self.leader end,
        StopFollowing = function(self) self.leader = nil end,
        IsLeaderSame = function(self, other) return self.leader ~= nil and self.leader == other end,
    }),
    -- Where it lives.
    homeseeker = component({
        SetHome = function(self, home) self.home = home end,
        HasHome = function(self) return self.home ~= nil and self.home:IsValid() end,
        GetHomePos = function(self) return self:HasHome() and self.home:GetPosition() or nil end,
    }),
}
