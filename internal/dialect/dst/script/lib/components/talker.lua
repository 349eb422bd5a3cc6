-- What a creature says is shown over it.
local native = ...
local SHOWN = 2.5

local Talker = Class(function(self, inst) self.inst = inst end)
Talker.fontsize, Talker.ignoretalk = 35, false

function Talker:SetOffsetFn(fn) self.offset_fn = fn end
function Talker:MakeChatter() self.chatter = true end
function Talker:StopIgnoringAll(who)
    if self.ignoring ~= nil then self.ignoring[who or "all"] = nil end
end
function Talker:IgnoreAll(who)
    self.ignoring = self.ignoring or {}
    self.ignoring[who or "all"] = true
end

-- The words of a line: a text, a line with a message, or the first of a list.
local function words(script)
    if type(script) == "table" then
        if script.message ~= nil then return script.message, script.duration end
        return words(script[1])
    end
    return script
end
local function quiet(inst, self)
    self.task = nil
    inst:PushEvent("donetalking")
    if self.donetalkingfn ~= nil then self.donetalkingfn(inst) end
end
function Talker:Say(script, time, noanim, force, nobroadcast, colour)
    local inst, sleeper = self.inst, self.inst.components.sleeper
    if IsEntityDead(inst) or sleeper ~= nil and sleeper:IsAsleep() then return end
    if self.ignoring ~= nil and next(self.ignoring) ~= nil and not force then return end
    local text, duration = words(script)
    if text == nil then return end
    time = time or duration or SHOWN
    if self.ontalkfn ~= nil then self.ontalkfn(inst, { noanim = noanim, message = text }) end
    if self.ontalk ~= nil then self.ontalk(inst, script) end
    if native.isbody(inst) and self.saidat ~= GetTick() then
        self.saidat = GetTick() -- of several lines at once the first is shown
        native.mirror(inst, "say", string.sub(tostring(text), 1, 80), time)
    end
    inst:PushEvent("ontalk", { noanim = noanim, duration = time })
    if self.task ~= nil then self.task:Cancel() end
    self.task = inst:DoTaskInTime(time, quiet, self)
end

-- Lines of a creature stand in STRINGS, by name and number.
local function line(key, index)
    local list = STRINGS
    for name in string.gmatch(tostring(key), "[^%.]+") do list = type(list) == "table" and list[name] or nil end
    if type(list) == "table" then list = list[index or 1] end
    return list or tostring(key)
end
function Talker:Chatter(key, index, time, force) self:Say(line(key, index), time, nil, force) end
function Talker:ShutUp()
    if self.task == nil then return end
    self.task:Cancel()
    self.task = nil
    self.inst:PushEvent("donetalking")
end
function Talker:OnRemoveFromEntity()
    if self.task ~= nil then self.task:Cancel() end
end

return Talker
