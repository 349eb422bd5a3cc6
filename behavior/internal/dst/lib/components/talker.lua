-- Who speaks. What is said shows over its head; the dead and the sleeping are silent.
local native = ...

local Talker = Class(function(self, inst)
    self.inst = inst
end)
Talker.ignoring, Talker.fontsize = nil, 35

function Talker:MakeChatter() self.chatter = true end
function Talker:IgnoreAll(who)
    self.ignoring = self.ignoring or {}
    self.ignoring[who or "all"] = true
end
function Talker:StopIgnoringAll(who)
    if self.ignoring == nil then return end
    self.ignoring[who or "all"] = nil
    if next(self.ignoring) == nil then self.ignoring = nil end
end
function Talker:SetOffsetFn(fn) self.offset_fn = fn end

local function silent(self)
    local c = self.inst.components
    return self.ignoring ~= nil or c.health and c.health:IsDead() or c.sleeper and c.sleeper:IsAsleep()
end

local function done(inst)
    local self = inst.components.talker
    if self then self:ShutUp() end
end
function Talker:Say(text, time, noanim, force)
    if not force and silent(self) then return end
    local list = type(text) == "table" and text[1]
    local line = list and (type(list) == "table" and list.message or list) or text
    if line == nil then return end
    if self.ontalkfn then self.ontalkfn(self.inst, { message = line, noanim = noanim }) end
    native.act(self.inst, "say", string.sub(tostring(line), 1, 80))
    self.inst:PushEvent("ontalk", { noanim = noanim, duration = time })
    if self.task then self.task:Cancel() end
    self.task = self.inst:DoTaskInTime(type(time) == "number" and time or 2.5, done)
end
-- A line of STRINGS by the name of its list and its place in it.
function Talker:Chatter(name, index, time, force)
    local lines = name
    if type(name) == "string" then
        lines = STRINGS
        for part in string.gmatch(name, "[^.]+") do
            lines = type(lines) == "table" and lines[part] or nil
        end
    end
    if type(lines) == "table" and index ~= nil and index > 0 then lines = lines[index] end
    self:Say(lines or name, time, nil, force)
end
function Talker:ShutUp()
    if self.task == nil then return end
    self.task:Cancel()
    self.task = nil
    if self.donetalkingfn then self.donetalkingfn(self.inst) end
    self.inst:PushEvent("donetalking")
end

function Talker:OnRemoveFromEntity()
    if self.task then self.task:Cancel() end
end

return Talker
