-- Sleep: a creature looks from time to time whether to fall asleep or to wake.
local native = ...
local need = native.need

local WEAR_OFF = 10 -- seconds in which a unit of sleepiness wears off

local Sleeper = Class(function(self, inst, plain)
    self.inst = inst
    self.lasttransitiontime, self.lasttesttime = GetTime(), GetTime()
    self.sleeptestfn, self.waketestfn = DefaultSleepTest, DefaultWakeTest
    if plain then return end -- nobody said that it sleeps by itself
    self:Listen()
    self:StartTesting()
end)
Sleeper.isasleep, Sleeper.hibernate, Sleeper.watchlight = false, false, false
Sleeper.testperiod, Sleeper.resistance, Sleeper.sleepiness, Sleeper.wearofftime = 4, 1, 0, WEAR_OFF

local function roused(inst) inst.components.sleeper:WakeUp() end

local function targeted(inst, data)
    if data ~= nil and data.target ~= nil then inst.components.sleeper:StartTesting() end
end

local HEARD = { onignite = roused, firedamage = roused, attacked = roused, newcombattarget = targeted }
local HEARD_IN_ORDER = { "onignite", "firedamage", "attacked", "newcombattarget" }

function Sleeper:Listen()
    for _, event in ipairs(HEARD_IN_ORDER) do self.inst:ListenForEvent(event, HEARD[event]) end
end

local function cancel(self, name)
    local task = self[name]
    if task ~= nil then
        task:Cancel()
        self[name] = nil
    end
end

function Sleeper:OnRemoveFromEntity()
    self:StopTesting()
    cancel(self, "wearofftask")
    cancel(self, "sleeptask")
    for _, event in ipairs(HEARD_IN_ORDER) do self.inst:RemoveEventCallback(event, HEARD[event]) end
end

function Sleeper:SetDefaultTests() self.sleeptestfn, self.waketestfn = DefaultSleepTest, DefaultWakeTest end

function Sleeper:SetNocturnal(on)
    if on then
        self.sleeptestfn, self.waketestfn = NocturnalSleepTest, NocturnalWakeTest
    else
        self:SetDefaultTests()
    end
end

function Sleeper:SetSleepTest(fn)
    self.sleeptestfn = fn
    self:StartTesting()
end

function Sleeper:SetWakeTest(fn)
    self.waketestfn = fn
    self:StartTesting()
end

function Sleeper:SetResistance(n)
    need(n, 1)
    self.resistance = n
end
function Sleeper:GetSleepinessPercent() return self.sleepiness / self.resistance end
function Sleeper:IsAsleep() return self.isasleep end
function Sleeper:IsHibernating() return self.hibernate == true and self.isasleep end
function Sleeper:IsInDeepSleep() return self.isasleep and self.hibernate == true end
function Sleeper:GetTimeAwake() return self.isasleep and 0 or GetTime() - self.lasttransitiontime end
function Sleeper:GetTimeAsleep() return self.isasleep and GetTime() - self.lasttransitiontime or 0 end

function Sleeper:StopTesting() cancel(self, "testtask") end

local function test(inst, self)
    self.lasttesttime = GetTime()
    if self.isasleep then
        if self:ShouldWakeUp() then self:WakeUp() end
    elseif self:ShouldSleep() then
        self:GoToSleep()
    end
end

-- Looks from now on; the time between two looks is drawn anew.
function Sleeper:StartTesting(delay)
    self:StopTesting()
    local period = math.max(0, self.testperiod + math.random() - 0.5)
    self.testtask = self.inst:DoPeriodicTask(period, test, delay, self)
end

function Sleeper:ShouldSleep()
    return self.sleeptestfn ~= nil and self.sleeptestfn(self.inst) and true or false
end

function Sleeper:ShouldWakeUp()
    return self.waketestfn ~= nil and self.waketestfn(self.inst) and true or false
end

local function wearOff(inst, self)
    self.sleepiness = math.max(0, self.sleepiness - 1)
    if self.sleepiness <= 0 then cancel(self, "wearofftask") end
end

local function tired(inst, self, time)
    self.sleeptask = nil
    self:GoToSleep(time)
end

-- More than its resistance puts it to sleep at once, just as much after as many
-- seconds; less wears off.
function Sleeper:AddSleepiness(n, time)
    self.sleepiness = math.max(0, self.sleepiness + n)
    if self.sleepiness > self.resistance or self.isasleep then
        self:GoToSleep(time)
    elseif self.sleepiness == self.resistance then
        cancel(self, "sleeptask")
        self.sleeptask = self.inst:DoTaskInTime(self.resistance, tired, self, time)
    elseif self.sleepiness > 0 and self.wearofftask == nil then
        self.wearofftask = self.inst:DoPeriodicTask(self.wearofftime, wearOff, nil, self)
    end
end

-- The sleep that somebody caused lasts for a time.
local function slept(inst, self)
    self.forcedsleep = nil
    self:StartTesting()
end

function Sleeper:GoToSleep(time)
    local inst = self.inst
    local health = inst.components.health
    if not inst.entity:IsVisible() or health ~= nil and health:IsDead() then return end
    local was = self.isasleep
    self.isasleep = true
    if inst.brain ~= nil then inst.brain:Stop() end
    if inst.components.combat ~= nil then inst.components.combat:SetTarget(nil) end
    if inst.components.locomotor ~= nil then inst.components.locomotor:Stop() end
    cancel(self, "sleeptask")
    if not was then
        self.lasttransitiontime = GetTime()
        native.act(inst, "set_pose", "sleep")
        inst:PushEvent("gotosleep")
    end
    if not self.isasleep then return end
    self:StopTesting()
    cancel(self, "forcedsleep")
    if time ~= nil then
        self.forcedsleep = inst:DoTaskInTime(time, slept, self)
    else
        self:StartTesting()
    end
end

function Sleeper:WakeUp()
    local inst = self.inst
    local health = inst.components.health
    if not self.isasleep or health ~= nil and health:IsDead() then return end
    self.isasleep = false
    self.sleepiness = 0
    self.lasttransitiontime = GetTime()
    cancel(self, "wearofftask")
    cancel(self, "forcedsleep")
    if inst.brain ~= nil then inst.brain:Start() end
    native.act(inst, "set_pose", "stand")
    inst:PushEvent("onwakeup")
    if not self.isasleep then self:StartTesting() end
end

return Sleeper
