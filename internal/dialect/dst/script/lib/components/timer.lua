-- Times by name that run out, each with the event "timerdone".
local native = ...
local need = native.need
local Timer = Class(function(self, inst)
    self.inst = inst
    self.timers = {}
end)

local function done(inst, self, name)
    self.timers[name] = nil
    if self.ended ~= nil then self:ended(name) else inst:PushEvent("timerdone", { name = name }) end
end

local function run(self, name, t, seconds)
    t.end_time = GetTime() + seconds
    t.timer = self.inst:DoTaskInTime(seconds, done, self, name)
end

local function halt(t)
    if t.timer ~= nil then
        t.timer:Cancel()
        t.timer = nil
    end
end

function Timer:OnRemoveFromEntity()
    for _, t in pairs(self.timers) do halt(t) end
end

function Timer:TimerExists(name) return self.timers[name] ~= nil end

-- A timer that is there goes on as it is.
function Timer:StartTimer(name, time, paused, initialtime)
    need(time, 2)
    if self.timers[name] ~= nil then
        print("A timer with the name " .. tostring(name) .. " is there already on " .. tostring(self.inst))
        return
    end
    local t = { paused = paused == true, timeleft = time, initial_time = initialtime or time }
    self.timers[name] = t
    if not t.paused then run(self, name, t, time) end
end

function Timer:StopTimer(name)
    local t = self.timers[name]
    if t == nil then return end
    halt(t)
    self.timers[name] = nil
end

function Timer:IsPaused(name)
    local t = self.timers[name]
    return t ~= nil and t.paused
end

function Timer:PauseTimer(name)
    local t = self.timers[name]
    if t == nil or t.paused then return end
    t.timeleft, t.paused = self:GetTimeLeft(name), true
    halt(t)
end

function Timer:ResumeTimer(name)
    local t = self.timers[name]
    if t == nil or not t.paused then return end
    t.paused = false
    run(self, name, t, t.timeleft)
    return true
end

function Timer:GetTimeLeft(name)
    local t = self.timers[name]
    if t == nil then return nil end
    if not t.paused then t.timeleft = t.end_time - GetTime() end
    return t.timeleft
end

function Timer:SetTimeLeft(name, time)
    local t = self.timers[name]
    if t == nil then return end
    t.timeleft = math.max(0, time)
    if not t.paused then
        halt(t)
        run(self, name, t, t.timeleft)
    end
end

function Timer:GetTimeElapsed(name)
    local t = self.timers[name]
    if t == nil then return nil end
    return (t.initial_time or 0) - self:GetTimeLeft(name)
end

function Timer:LongUpdate(dt)
    for name, _ in pairs(self.timers) do
        self:SetTimeLeft(name, self:GetTimeLeft(name) - dt)
    end
end

function Timer:TransferComponent(inst)
    local other = inst.components.timer
    for name, t in pairs(self.timers) do
        other:StartTimer(name, self:GetTimeLeft(name), t.paused, t.initial_time)
    end
end

return Timer
