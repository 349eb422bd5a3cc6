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

local function table_of(name)
    return function(self) self[name] = {} end
end

-- Places by name. Home is where the body first was, or the home of its class.
component("knownlocations", {
    start = function(self)
        self.locations = { home = native.isbody(self.inst) and native.home(self.inst) or nil }
    end,
    RememberLocation = function(self, name, pos, keep)
        if not (keep and self.locations[name]) then self.locations[name] = pos end
    end,
    GetLocation = function(self, name) return self.locations[name] end,
    ForgetLocation = function(self, name) self.locations[name] = nil end,
})

-- Times that run out, each with an event.
component("timer", {
    start = table_of("timers"),
    StartTimer = function(self, name, time)
        if self.timers[name] then return end
        self.timers[name] = { began = GetTime(), ends = GetTime() + time, task = self.inst:DoTaskInTime(time, function(inst)
            self.timers[name] = nil
            inst:PushEvent("timerdone", { name = name })
        end) }
    end,
    StopTimer = function(self, name)
        if self.timers[name] and self.timers[name].task then self.timers[name].task:Cancel() end
        self.timers[name] = nil
    end,
    PauseTimer = function(self, name)
        local t = self.timers[name]
        if t == nil or t.left then return end
        t.left = self:GetTimeLeft(name)
        t.task:Cancel()
    end,
    ResumeTimer = function(self, name)
        local t = self.timers[name]
        if t == nil or not t.left then return end
        self.timers[name] = nil
        self:StartTimer(name, t.left)
    end,
    IsPaused = function(self, name) return self.timers[name] ~= nil and self.timers[name].left ~= nil end,
    GetTimeElapsed = function(self, name) return self:TimerExists(name) and GetTime() - self.timers[name].began or nil end,
    SetTimeLeft = function(self, name, time)
        if self.timers[name] == nil then return end
        self:StopTimer(name)
        self:StartTimer(name, time)
    end,
    TimerExists = function(self, name) return self.timers[name] ~= nil end,
    GetTimeLeft = function(self, name)
        local t = self.timers[name]
        return t and (t.left or math.max(0, t.ends - GetTime()))
    end,
})

-- Entities by name, as long as they are valid.
component("entitytracker", {
    start = table_of("entities"),
    TrackEntity = function(self, name, e) self.entities[name] = e end,
    ForgetEntity = function(self, name) self.entities[name] = nil end,
    GetEntity = function(self, name)
        local e = self.entities[name]
        return e ~= nil and e:IsValid() and e or nil
    end,
})

-- Where it lives.
component("homeseeker", {
    live = { home = function(self) return native.homeof(self.inst) end },
    SetHome = function(self, home) self.home = home end,
    HasHome = function(self) return self.home ~= nil and self.home:IsValid() end,
    GetHome = function(self) return self.home end,
    GetHomePos = function(self) return self:HasHome() and self.home:GetPosition() or nil end,
    GoHome = function(self, run)
        if self:HasHome() then
            self.inst.components.locomotor:PushAction(BufferedAction(self.inst, self.home, ACTIONS.GOHOME), run)
        end
    end,
})

native.creature(component)
native.neutral(component)
return function(name, inst, added)
    local kind = native.componentclass(name) or kinds[name]
    if kind == nil or not (added or native.has(inst, name)) then return nil end
    return kind(inst)
end
