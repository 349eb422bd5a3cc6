-- Animations, of which nothing is seen: only how long they last counts, since state graphs
-- wait for their ends. A length is the setting ANIM.<bank>.<animation> or ANIM.<animation>
-- of the scene, in seconds, else a usual one, and never less than what the state has yet
-- to do.
local native = ...

-- Usual lengths in frames, by the first pattern that a name has.
local usual = {
    { "^sleep_loop", 60 }, { "sleep", 30 }, { "wake", 44 }, { "walk.*loop", 23 }, { "run.*loop", 10 }, { "^walk", 8 }, { "^run", 6 }, { "idle", 45 }, { "atk_pre", 10 },
    { "atk_pst", 10 }, { "atk", 25 }, { "attack", 25 }, { "hit", 12 }, { "eat_pre", 10 }, { "eat_pst", 10 }, { "eat", 24 }, { "taunt", 30 }, { "death", 36 }, { "dead", 36 },
    { "pickup", 16 }, { "take", 16 }, { "steal", 30 }, { "gohome", 16 }, { "hammer", 17 }, { "chop", 14 }, { "mine", 14 }, { "flyaway", 17 }, { "takeoff", 17 }, { "land", 20 },
    { "spawn", 30 }, { "appear", 30 }, { "emerge", 30 }, { "jump", 12 }, { "hop", 12 }, { "frozen", 30 }, { "_loop", 30 }, { "_pre$", 12 }, { "_pst$", 12 },
}

local function guess(name)
    for _, u in ipairs(usual) do
        if string.find(name, u[1]) then return u[2] * FRAMES end
    end
    return 24 * FRAMES
end
local lengths = {}
local function length(bank, name)
    local key = tostring(bank) .. "." .. name
    local known = lengths[key]
    if known == nil then
        known = native.setting("ANIM." .. key) or native.setting("ANIM." .. name)
        if type(known) ~= "number" or known <= 0 then known = guess(name) end
        lengths[key] = known
    end
    return known
end

local AnimState = Class(function(self, inst) self.inst = inst end)

-- How long the state that plays an animation still wants to last.
local function wanted(self)
    local sg = rawget(self.inst, "sg")
    local line = sg and sg.currentstate ~= nil and sg.currentstate.timeline
    local last = line and line[#line]
    return last and last.time + 2 * FRAMES - (GetTime() - sg.entered * GetTickTime()) or 0
end

local function ended(inst) inst.AnimState:End() end

local function start(self, name, loop, least)
    if self.task ~= nil then self.task:Cancel() end
    self.anim, self.loop, self.began = name, loop or nil, GetTick()
    self.length = math.max(length(self.bank, name), least or 0)
    self.done = nil
    self.task = self.inst:DoTaskInTime(self.length, ended)
end

-- The engine's: an animation ended. What is queued comes next.
function AnimState:End()
    local inst, queue = self.inst, self.queue
    self.task = nil
    if queue ~= nil then
        start(self, queue[1], queue[2])
        table.remove(queue, 1)
        table.remove(queue, 1)
        if queue[1] == nil then self.queue = nil end
        inst:PushEvent("animover")
        return
    end
    self.done = GetTick()
    if self.loop then self.task = inst:DoTaskInTime(self.length, ended) end
    inst:PushEvent("animover")
    inst:PushEvent("animqueueover")
end

function AnimState:PlayAnimation(name, loop)
    self.queue = nil
    start(self, tostring(name), loop, wanted(self))
end
function AnimState:PushAnimation(name, loop)
    if self.anim == nil or self.done and not self.loop then return self:PlayAnimation(name, loop) end
    if self.queue == nil then
        if self.loop and self.began < GetTick() or self.done then -- a loop gives way at its end
            self.loop = nil
            if self.task == nil then start(self, self.anim, nil) end
        elseif self.began == GetTick() then -- it need not wait for the state alone
            local rest = wanted(self) - length(self.bank, self.anim)
            start(self, self.anim, nil)
            self.least = rest
        end
        self.queue = {}
    end
    table.insert(self.queue, tostring(name))
    table.insert(self.queue, loop or false)
end
function AnimState:SetBank(bank) self.bank = bank end
function AnimState:SetBuild(build) self.build = build end
function AnimState:GetBuild() return self.build or "" end
function AnimState:SetBankAndPlayAnimation(bank, name, loop)
    self.bank = bank
    self:PlayAnimation(name, loop)
end
function AnimState:IsCurrentAnimation(name) return self.anim == name end

-- Whether the last of what was to be played has ended; of a loop, whether it ends in this
-- tick.
function AnimState:AnimDone()
    if self.anim == nil then return true end
    return self.done ~= nil and self.queue == nil and (not self.loop or self.done == GetTick())
end
function AnimState:GetCurrentAnimationLength() return self.anim ~= nil and self.length or 1 end
function AnimState:GetCurrentAnimationTime()
    if self.anim == nil then return 0 end
    local time = (GetTick() - self.began) * GetTickTime()
    return self.loop and time % self.length or math.min(time, self.length)
end
function AnimState:GetCurrentAnimationNumFrames() return math.max(1, math.floor(self:GetCurrentAnimationLength() / FRAMES + 0.5)) end
function AnimState:GetCurrentAnimationFrame() return math.floor(self:GetCurrentAnimationTime() / FRAMES + 0.0001) end

-- Its time is set: it ends sooner or later.
local function shift(self, time)
    if self.anim == nil then return end
    if self.task ~= nil then self.task:Cancel() end
    self.began = GetTick() - math.floor(time / GetTickTime() + 0.5)
    self.task = self.inst:DoTaskInTime(math.max(0, self.length - time), ended)
end
function AnimState:SetTime(time) shift(self, math.min(time, self:GetCurrentAnimationLength())) end
function AnimState:SetFrame(frame) self:SetTime(frame * FRAMES) end
function AnimState:SetPercent(name, share)
    self:PlayAnimation(name)
    self:Pause()
end
-- A paused animation ends when it goes on.
function AnimState:Pause()
    if self.task ~= nil then self.task:Cancel() end
    self.task = nil
end
function AnimState:Resume()
    if self.anim ~= nil and self.task == nil and not self.done then shift(self, self:GetCurrentAnimationTime()) end
end

return { AnimState = AnimState }
