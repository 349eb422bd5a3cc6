-- Components that stand for what the arena knows of a body: its health, its
-- hunger, whom it fights, where it goes, what it carries.
local native, component = ...
local ask, act = native.ask, native.act

local function answer(v) return function() return v end end
local nothing = answer(nil)

component("sleeper", {
    live = { isasleep = function(self) return self:IsAsleep() end },
    IsAsleep = function(self) return ask(self.inst, "is_pose", "sleep", self.inst) == true end,
    IsInDeepSleep = function(self) return self:IsAsleep() end,
    IsHibernating = answer(false),
    GoToSleep = function(self)
        act(self.inst, "set_pose", "sleep")
        self.inst:PushEvent("gotosleep")
    end,
    WakeUp = function(self)
        act(self.inst, "set_pose", "stand")
        self.inst:PushEvent("onwakeup")
    end,
    SetNocturnal = nothing, SetDefaultTests = nothing, StopTesting = nothing, GetTimeAwake = answer(0), GetTimeAsleep = answer(0), lasttransitiontime = 0,
    lasttesttime = 0, sleepiness = 0, hibernate = false, StartTesting = nothing, SetSleepTest = nothing, SetWakeTest = nothing, SetResistance = nothing, AddSleepiness = nothing,
})
