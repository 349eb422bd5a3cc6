-- Times by name whose length the settings of a world give: they are added first, and started by name.
local Timer = require "components/timer"

local function ended(self, name)
    local kind = self.kinds[name]
    if kind.fn ~= nil then kind.fn(self.inst) else self.inst:PushEvent("timerdone", { name = name }) end
end

local WorldSettingsTimer = Class(Timer, function(self, inst)
    Timer._ctor(self, inst)
    self.kinds, self.ended = {}, ended
end)

function WorldSettingsTimer:AddTimer(name, maxtime, enabled, callback)
    self.kinds[name] = { maxtime = maxtime, enabled = enabled ~= false, fn = callback }
end
function WorldSettingsTimer:TimerEnabled(name) return self.kinds[name] ~= nil and self.kinds[name].enabled end
function WorldSettingsTimer:GetMaxTime(name) return self.kinds[name] ~= nil and self.kinds[name].maxtime or nil end
function WorldSettingsTimer:ActiveTimerExists(name) return self.timers[name] ~= nil end
function WorldSettingsTimer:StartTimer(name, time, paused, initialtime)
    local kind = self.kinds[name]
    if kind == nil or not kind.enabled then return end
    Timer.StartTimer(self, name, time or kind.maxtime, paused, initialtime)
end

return WorldSettingsTimer
