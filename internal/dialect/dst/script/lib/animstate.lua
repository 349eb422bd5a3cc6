-- Animations, of which nothing is seen: only how long they last counts, since state graphs
-- wait for their ends. A length is the setting ANIM.<bank>.<animation> or ANIM.<animation>
-- of the scene, in seconds, else a usual one, and never less than what the state has yet
-- to do.
local native, AnimState = ...

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

-- An animation state is a list: a name as a key would take ten times the memory.
local INST, ANIM, LOOP, BEGAN, LENGTH, DONE, TASK, QUEUE, BANK, BUILD = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10

-- How long the state that plays an animation still wants to last.
local function wanted(self)
    local sg = rawget(self[INST], "sg")
    local line = sg and sg.currentstate ~= nil and sg.currentstate.timeline
    local last = line and line[#line]
    return last and last.time + 2 * FRAMES - (GetTick() - sg.entered) * GetTickTime() or 0
end

local function ended(inst) AnimState.End(inst.AnimState) end
local function halt(self)
    if self[TASK] then self[TASK]:Cancel() end
    self[TASK] = false
end

local function start(self, name, loop, least)
    halt(self)
    self[ANIM], self[LOOP], self[BEGAN], self[DONE] = name, loop or false, GetTick(), false
    self[LENGTH] = math.max(length(self[BANK], name), least or 0)
    self[TASK] = self[INST]:DoTaskInTime(self[LENGTH], ended)
end

-- An animation has ended; what is queued comes next.
function AnimState:End()
    local inst, queue = self[INST], self[QUEUE]
    self[TASK] = false
    if queue then
        local name, loop = table.remove(queue, 1), table.remove(queue, 1)
        if queue[1] == nil then self[QUEUE] = false end
        start(self, name, loop, not self[QUEUE] and wanted(self))
        inst:PushEvent("animover")
        return
    end
    self[DONE] = GetTick()
    if self[LOOP] then self[TASK] = inst:DoTaskInTime(self[LENGTH], ended) end
    inst:PushEvent("animover")
    inst:PushEvent("animqueueover")
end

function AnimState:PlayAnimation(name, loop)
    self[QUEUE] = false
    start(self, tostring(name), loop, wanted(self))
end
function AnimState:PushAnimation(name, loop)
    if not self[ANIM] or self[DONE] and not self[LOOP] then return AnimState.PlayAnimation(self, name, loop) end
    -- what comes last waits for the state, not what comes before
    if self[BEGAN] == GetTick() and not self[QUEUE] then start(self, self[ANIM], self[LOOP]) end
    self[QUEUE] = self[QUEUE] or {}
    table.insert(self[QUEUE], tostring(name))
    table.insert(self[QUEUE], loop or false)
end
function AnimState:SetBank(bank) self[BANK] = bank end
function AnimState:SetBuild(build) self[BUILD] = build end
function AnimState:GetBuild() return self[BUILD] or "" end
function AnimState:SetBankAndPlayAnimation(bank, name, loop)
    self[BANK] = bank
    AnimState.PlayAnimation(self, name, loop)
end
function AnimState:GetCurrentBankName() return self[BANK] or "" end
function AnimState:IsCurrentAnimation(name) return self[ANIM] == name end

-- Whether the last of what was to be played has ended; of a loop, whether it ends in this
-- tick.
function AnimState:AnimDone()
    if not self[ANIM] then return true end
    return self[DONE] and not self[QUEUE] and (not self[LOOP] or self[DONE] == GetTick()) or false
end
function AnimState:GetCurrentAnimationLength() return self[ANIM] and self[LENGTH] or 1 end
function AnimState:GetCurrentAnimationTime()
    if not self[ANIM] then return 0 end
    local time = (GetTick() - self[BEGAN]) * GetTickTime()
    return self[LOOP] and time % self[LENGTH] or math.min(time, self[LENGTH])
end
function AnimState:GetCurrentAnimationNumFrames() return math.max(1, math.floor(AnimState.GetCurrentAnimationLength(self) / FRAMES + 0.5)) end
function AnimState:GetCurrentAnimationFrame() return math.floor(AnimState.GetCurrentAnimationTime(self) / FRAMES + 0.0001) end

-- Its time is set: it ends sooner or later.
function AnimState:SetTime(time)
    if not self[ANIM] then return end
    halt(self)
    time = math.min(time, self[LENGTH])
    self[BEGAN], self[DONE] = GetTick() - math.floor(time / GetTickTime() + 0.5), false
    self[TASK] = self[INST]:DoTaskInTime(self[LENGTH] - time, ended)
end
function AnimState:SetFrame(frame) AnimState.SetTime(self, frame * FRAMES) end
-- A paused animation ends when it goes on.
function AnimState:Pause() halt(self) end
function AnimState:Resume()
    if not self[TASK] and not self[DONE] then AnimState.SetTime(self, AnimState.GetCurrentAnimationTime(self)) end
end
function AnimState:SetPercent(name)
    AnimState.PlayAnimation(self, name)
    halt(self)
end

return AnimState
