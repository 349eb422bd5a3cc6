-- What the state graphs of many creatures have in common: states that a graph adds to
-- its own, and handlers of events.
local native = ...

-- What Thicket lacks is told once. A missing generator adds nothing, a missing handler
-- hears nothing.
local function lacking(what, give)
    return setmetatable({}, { __index = function(t, name)
        native.unknown(what .. "." .. tostring(name) .. " is not there; it does nothing", tostring(name), t)
        rawset(t, name, give)
        return give
    end })
end
local CommonStates = lacking("CommonStates", function() end)
local CommonHandlers = lacking("CommonHandlers", function() return EventHandler("thicket_unheard", function() end) end)

-- What a creature may lack.
local function dead(inst) return inst.components.health ~= nil and inst.components.health:IsDead() end
local function stop(inst)
    if inst.components.locomotor ~= nil then inst.components.locomotor:StopMoving() end
end
-- A setting may be a function of the creature.
local function of(inst, v, default)
    if v == nil then return default end
    if type(v) == "function" then return v(inst) end
    return v
end
local function call(fns, name, ...)
    local fn = fns ~= nil and fns[name]
    if fn then return fn(...) end
end
local function pick(t, name) return t ~= nil and t[name] or nil end
local function play(inst, anim, loop) inst.AnimState:PlayAnimation(anim, loop) end

local function over(event, nextstate)
    return EventHandler(event, function(inst)
        if inst.AnimState:AnimDone() then inst.sg:GoToState(of(inst, nextstate, "idle")) end
    end)
end
local function add(states, args) table.insert(states, State(args)) end

-- Moving.
local function locomote(inst, can_run, can_walk)
    local sg, loco = inst.sg, inst.components.locomotor
    local moving, running, idle = sg:HasStateTag("moving"), sg:HasStateTag("running"), sg:HasStateTag("idle")
    local should_move, should_run = loco:WantsToMoveForward(), loco:WantsToRun()
    if moving and not should_move then
        sg:GoToState(running and "run_stop" or "walk_stop")
    elseif idle and should_move or moving and should_move and not running ~= not should_run and can_run and can_walk then
        if can_run and (should_run or not can_walk) then
            sg:GoToState("run_start")
        elseif can_walk then
            sg:GoToState("walk_start")
        end
    end
end
function CommonHandlers.OnLocomote(can_run, can_walk)
    return EventHandler("locomote", function(inst) locomote(inst, can_run, can_walk) end)
end
function CommonHandlers.OnStep()
    return EventHandler("step", function(inst)
        if inst.SoundEmitter ~= nil then inst.SoundEmitter:PlaySound("dontstarve/movement/run_dirt") end
    end)
end

local function gait(states, name, run, timelines, anims, softstop, delaystart, fns)
    local tags = run and { "moving", "running", "canrotate" } or { "moving", "canrotate" }
    local loop = run and "run" or "walk"
    local function go(inst)
        if run then inst.components.locomotor:RunForward() else inst.components.locomotor:WalkForward() end
    end
    add(states, { name = name .. "_start", tags = tags, timeline = pick(timelines, "starttimeline"),
        onenter = function(inst)
            if not delaystart then go(inst) end
            play(inst, of(inst, pick(anims, "start" .. loop), loop .. "_pre"))
            call(fns, "startonenter", inst)
        end,
        onupdate = pick(fns, "startonupdate"), onexit = pick(fns, "startonexit"), events = { over("animover", name) },
    })
    add(states, { name = name, tags = tags, timeline = pick(timelines, loop .. "timeline"),
        onenter = function(inst)
            go(inst)
            play(inst, of(inst, pick(anims, loop), loop .. "_loop"), true)
            inst.sg:SetTimeout(inst.AnimState:GetCurrentAnimationLength())
            call(fns, loop .. "onenter", inst)
        end,
        onupdate = pick(fns, loop .. "onupdate"), onexit = pick(fns, loop .. "onexit"), ontimeout = function(inst) inst.sg:GoToState(name) end,
    })
    add(states, { name = name .. "_stop", tags = run and { "idle" } or { "canrotate" }, timeline = pick(timelines, "endtimeline"),
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            local anim = of(inst, pick(anims, "stop" .. loop), loop .. "_pst")
            if of(inst, softstop, false) then inst.AnimState:PushAnimation(anim, false) else play(inst, anim) end
            call(fns, "endonenter", inst)
        end,
        onupdate = pick(fns, "endonupdate"), onexit = pick(fns, "endonexit"), events = { over("animqueueover", "idle") },
    })
end
function CommonStates.AddWalkStates(states, timelines, anims, softstop, delaystart, fns) gait(states, "walk", false, timelines, anims, softstop, delaystart, fns) end
function CommonStates.AddRunStates(states, timelines, anims, softstop, delaystart, fns) gait(states, "run", true, timelines, anims, softstop, delaystart, fns) end
function CommonStates.AddSimpleWalkStates(states, anim, timelines)
    gait(states, "walk", false, timelines, { startwalk = anim, walk = anim, stopwalk = anim }, true)
end
function CommonStates.AddSimpleRunStates(states, anim, timelines)
    gait(states, "run", true, timelines, { startrun = anim, run = anim, stoprun = anim }, true)
end

function CommonStates.AddIdle(states, funny, anim, timeline)
    add(states, { name = "idle", tags = { "idle", "canrotate" }, timeline = timeline,
        onenter = function(inst, pushed)
            stop(inst)
            local name = of(inst, anim, "idle_loop")
            if type(pushed) == "string" then
                play(inst, pushed)
                inst.AnimState:PushAnimation(name, true)
            elseif pushed then
                inst.AnimState:PushAnimation(name, true)
            elseif not inst.AnimState:IsCurrentAnimation(name) then
                play(inst, name, true)
            end
        end,
        events = { EventHandler("animover", function(inst)
            if inst.AnimState:AnimDone() then inst.sg:GoToState(math.random() < 0.1 and of(inst, funny) or "idle") end
        end) },
    })
end

function CommonStates.AddSimpleState(states, name, anim, tags, finishstate, timeline, fns)
    add(states, { name = name, tags = tags or {}, timeline = timeline,
        onenter = function(inst, params)
            stop(inst)
            play(inst, of(inst, anim, name))
            call(fns, "onenter", inst, params)
        end,
        onexit = pick(fns, "onexit"), onupdate = pick(fns, "onupdate"), events = { over("animover", finishstate) },
    })
end
function CommonStates.AddSimpleActionState(states, name, anim, time, tags, finishstate, timeline, fns)
    local line = { TimeEvent(time, function(inst) inst:PerformBufferedAction() end) }
    for _, e in ipairs(timeline or {}) do table.insert(line, e) end
    CommonStates.AddSimpleState(states, name, anim, tags, finishstate, line, fns)
end
-- The state is called "name", whatever it was asked to be called: graphs rely on it.
function CommonStates.AddShortAction(states, _, anim, timeout, finishstate)
    add(states, { name = "name", tags = { "doing" },
        onenter = function(inst)
            stop(inst)
            play(inst, anim)
            inst.sg:SetTimeout(timeout or 6 * FRAMES)
        end,
        ontimeout = function(inst) inst:PerformBufferedAction() end,
        events = { over("animover", finishstate) },
    })
end

-- Being hit. A creature that was hit is not held up again for a while.
local function HitRecoveryDelay(inst, delay, max_hitreacts, skip)
    local held, last = false, inst._last_hitreact_time
    if last ~= nil and last + (delay or inst.hit_recovery or TUNING.DEFAULT_HIT_RECOVERY or 0.75) >= GetTime() then
        local most, hits = max_hitreacts or inst._max_hitreacts, inst._hitreact_count or 1
        if most ~= nil and hits < most then
            inst._hitreact_count = hits + 1
            return false
        end
        skip = skip or inst._hitreact_skip_cooldown_fn
        if skip ~= nil then
            held = not skip(inst, last, delay)
        else
            local combat = inst.components.combat
            held = combat == nil or not (combat:InCooldown() and inst.sg:HasStateTag("idle"))
        end
    end
    if inst._hitreact_count ~= nil and not held then inst._hitreact_count = 1 end
    return held
end
function CommonHandlers.HitRecoveryDelay(...) return HitRecoveryDelay(...) end
function CommonHandlers.UpdateHitRecoveryDelay(inst) inst._last_hitreact_time = GetTime() end
function CommonHandlers.ResetHitRecoveryDelay(inst) inst._last_hitreact_time, inst._hitreact_count = nil, nil end

-- Refuses an argument of a maker of handlers that is neither nil nor a number.
local function number(n, v)
    if v == nil or type(v) == "number" then return end
    error("argument " .. n .. " is a " .. type(v) .. ", where a number is wanted", 0)
end

function CommonHandlers.OnAttacked(cooldown, max_hitreacts, skip)
    number(1, cooldown)
    number(2, max_hitreacts)
    return EventHandler("attacked", function(inst)
        if dead(inst) or HitRecoveryDelay(inst, cooldown, max_hitreacts, skip) then return end
        if not inst.sg:HasStateTag("busy") or inst.sg:HasAnyStateTag("caninterrupt", "frozen") then inst.sg:GoToState("hit") end
    end)
end
function CommonHandlers.OnAttack()
    return EventHandler("doattack", function(inst)
        if not dead(inst) and (inst.sg:HasStateTag("hit") or not inst.sg:HasStateTag("busy")) then inst.sg:GoToState("attack") end
    end)
end
function CommonHandlers.OnDeath()
    return EventHandler("death", function(inst, data)
        if not inst.sg:HasStateTag("dead") then inst.sg:GoToState("death", data) end
    end)
end

function CommonStates.AddHitState(states, timeline, anim)
    add(states, { name = "hit", tags = { "hit", "busy" }, timeline = timeline,
        onenter = function(inst)
            stop(inst)
            play(inst, of(inst, anim, "hit"))
            if inst.SoundEmitter ~= nil and inst.sounds ~= nil and inst.sounds.hit ~= nil then inst.SoundEmitter:PlaySound(inst.sounds.hit) end
            CommonHandlers.UpdateHitRecoveryDelay(inst)
        end,
        events = { over("animover", "idle") },
    })
end
function CommonStates.AddDeathState(states, timeline, anim, fns, data)
    add(states, { name = "death", tags = { "busy", "dead" }, timeline = timeline,
        onenter = function(inst, params)
            stop(inst)
            play(inst, of(inst, anim, "death"))
            if RemovePhysicsColliders ~= nil then RemovePhysicsColliders(inst) end
            if inst.components.lootdropper ~= nil and not (data ~= nil and data.noloot) then inst.components.lootdropper:DropLoot(inst:GetPosition()) end
            call(fns, "deathenter", inst, params)
        end,
        onexit = pick(fns, "deathexit"),
    })
end
function CommonStates.AddCombatStates(states, timelines, anims, fns, data)
    CommonStates.AddHitState(states, pick(timelines, "hittimeline"), pick(anims, "hit"))
    add(states, { name = "attack", tags = { "attack", "busy" }, timeline = pick(timelines, "attacktimeline"),
        onenter = function(inst, target)
            stop(inst)
            play(inst, of(inst, pick(anims, "attack"), "atk"))
            inst.components.combat:StartAttack()
            inst.sg.statemem.target = target
        end,
        onexit = pick(fns, "attackexit"),
        events = { EventHandler("animover", function(inst)
            if not inst.AnimState:AnimDone() then return end
            if fns ~= nil and fns.attackanimover ~= nil then fns.attackanimover(inst) else inst.sg:GoToState("idle") end
        end) },
    })
    CommonStates.AddDeathState(states, pick(timelines, "deathtimeline"), pick(anims, "death"), fns, data)
end

-- Sleep.
local function sleep(inst)
    if not dead(inst) then inst.sg:GoToState(inst.sg:HasStateTag("sleeping") and "sleeping" or "sleep") end
end
local function awake(inst)
    if inst.components.sleeper ~= nil and inst.components.sleeper:IsAsleep() then inst.components.sleeper:WakeUp() end
end
function CommonHandlers.OnSleep() return EventHandler("gotosleep", sleep) end
function CommonHandlers.OnSleepEx()
    return EventHandler("gotosleep", function(inst)
        inst.sg.mem.sleeping = true
        if not dead(inst) and not inst.sg:HasAnyStateTag("nosleep", "sleeping") then inst.sg:GoToState("sleep") end
    end)
end
function CommonHandlers.OnWakeEx()
    return EventHandler("onwakeup", function(inst)
        inst.sg.mem.sleeping = false
        if not dead(inst) and inst.sg:HasStateTag("sleeping") and not inst.sg:HasStateTag("nowake") then
            inst.sg.statemem.continuesleeping = true
            inst.sg:GoToState("wake")
        end
    end)
end
-- At the end of what no sleep interrupts.
function CommonHandlers.OnNoSleepAnimOver(nextstate)
    return EventHandler("animover", function(inst)
        if not inst.AnimState:AnimDone() then return end
        if inst.sg.mem.sleeping then
            inst.sg:GoToState("sleep")
        elseif type(nextstate) == "function" then
            nextstate(inst)
        else
            inst.sg:GoToState(nextstate or "idle")
        end
    end)
end
function CommonHandlers.OnNoSleepTimeEvent(time, fn)
    return TimeEvent(time, function(inst)
        if inst.sg.mem.sleeping and not dead(inst) then inst.sg:GoToState("sleep") elseif fn ~= nil then fn(inst) end
    end)
end
function CommonHandlers.OnNoSleepFrameEvent(frame, fn) return CommonHandlers.OnNoSleepTimeEvent(frame * FRAMES, fn) end

local function wakes() return EventHandler("onwakeup", function(inst) inst.sg:GoToState("wake") end) end
function CommonStates.AddSleepStates(states, timelines, fns)
    add(states, { name = "sleep", tags = { "busy", "sleeping" }, timeline = pick(timelines, "starttimeline"),
        onenter = function(inst)
            stop(inst)
            play(inst, "sleep_pre")
            call(fns, "onsleep", inst)
        end,
        onexit = pick(fns, "onsleepexit"), events = { over("animover", "sleeping"), wakes() },
    })
    add(states, { name = "sleeping", tags = { "busy", "sleeping" }, timeline = pick(timelines, "sleeptimeline"),
        onenter = function(inst)
            stop(inst)
            play(inst, "sleep_loop")
            call(fns, "onsleeping", inst)
        end,
        onexit = pick(fns, "onexitsleeping"), events = { over("animover", "sleeping"), wakes() },
    })
    add(states, { name = "wake", tags = { "busy", "waking" }, timeline = pick(timelines, "waketimeline"),
        onenter = function(inst)
            stop(inst)
            play(inst, "sleep_pst")
            awake(inst)
            call(fns, "onwake", inst)
        end,
        onexit = pick(fns, "onexitwake"), events = { over("animover", "idle") },
    })
end
function CommonStates.AddSleepExStates(states, timelines, fns)
    local function onwards(nextstate)
        return EventHandler("animover", function(inst)
            if not inst.AnimState:AnimDone() then return end
            inst.sg.statemem.continuesleeping = true
            inst.sg:GoToState(inst.sg.mem.sleeping and nextstate or "wake")
        end)
    end
    local function leave(name)
        return function(inst)
            if not inst.sg.statemem.continuesleeping then awake(inst) end
            call(fns, name, inst)
        end
    end
    add(states, { name = "sleep", tags = { "busy", "sleeping", "nowake" }, timeline = pick(timelines, "starttimeline"),
        onenter = function(inst)
            stop(inst)
            play(inst, "sleep_pre")
            call(fns, "onsleep", inst)
        end,
        onexit = leave("onsleepexit"), events = { onwards("sleeping") },
    })
    add(states, { name = "sleeping", tags = { "busy", "sleeping" }, timeline = pick(timelines, "sleeptimeline"),
        onenter = function(inst)
            stop(inst)
            play(inst, "sleep_loop")
            call(fns, "onsleeping", inst)
        end,
        onexit = leave("onexitsleeping"), events = { onwards("sleeping") },
    })
    add(states, { name = "wake", tags = { "busy", "waking", "nosleep" }, timeline = pick(timelines, "waketimeline"),
        onenter = function(inst)
            stop(inst)
            play(inst, "sleep_pst")
            awake(inst)
            call(fns, "onwake", inst)
        end,
        onexit = pick(fns, "onexitwake"), events = { CommonHandlers.OnNoSleepAnimOver("idle") },
    })
end

-- Ice.
function CommonHandlers.OnFreeze()
    return EventHandler("freeze", function(inst)
        if not dead(inst) then inst.sg:GoToState("frozen") end
    end)
end
function CommonHandlers.OnFreezeEx()
    return EventHandler("freeze", function(inst)
        if not dead(inst) and not inst.sg:HasStateTag("nofreeze") then inst.sg:GoToState("frozen") end
    end)
end
function CommonHandlers.OnElectrocute()
    return EventHandler("electrocute", function(inst, data)
        if not dead(inst) and not inst.sg:HasStateTag("noelectrocute") then inst.sg:GoToState("electrocute", data) end
    end)
end
function CommonStates.AddElectrocuteStates(states, timelines)
    add(states, { name = "electrocute", tags = { "electrocute", "hit", "busy" },
        onenter = function(inst)
            stop(inst)
            play(inst, "shock_loop", true)
            inst.sg:SetTimeout(1)
        end,
        timeline = timelines ~= nil and timelines.loop or nil,
        ontimeout = function(inst) inst.sg:GoToState(inst.sg:HasState("hit") and "hit" or "idle") end,
    })
end
-- Nobody falls out of the field.
function CommonStates.AddVoidFallStates() end

local function loosened(inst) inst.sg:GoToState(inst.sg:HasState("hit") and "hit" or "idle") end
function CommonStates.AddFrozenStates(states, oncover, onclear)
    add(states, { name = "frozen", tags = { "busy", "frozen" },
        onenter = function(inst)
            stop(inst)
            play(inst, "frozen", true)
            if oncover ~= nil then oncover(inst) end
            local ice = inst.components.freezable
            if ice == nil or not ice:IsFrozen() and not ice:IsThawing() then
                loosened(inst)
            elseif ice:IsThawing() then
                inst.sg:GoToState("thaw")
            end
        end,
        onexit = onclear, events = { EventHandler("onthaw", function(inst) inst.sg:GoToState("thaw") end), EventHandler("unfreeze", loosened) },
    })
    add(states, { name = "thaw", tags = { "busy", "thawing" },
        onenter = function(inst)
            stop(inst)
            play(inst, "frozen_loop_pst", true)
            if oncover ~= nil then oncover(inst) end
        end,
        onexit = onclear, events = { EventHandler("unfreeze", loosened) },
    })
end

-- States that go from one to the next as their animations end.
local function course(states, tags, list, last)
    for i, part in ipairs(list) do
        add(states, { name = part.name, tags = tags, timeline = part.timeline,
            onenter = function(inst, params)
                stop(inst)
                play(inst, of(inst, part.anim, part.name))
                if part.onenter ~= nil then part.onenter(inst, params) end
            end,
            onexit = part.onexit, events = { over("animover", list[i + 1] ~= nil and list[i + 1].name or last or "idle") },
        })
    end
end

-- Water. Thicket's fields are land: nobody hops or sinks unless a script says so.
function CommonHandlers.OnHop()
    return EventHandler("onhop", function(inst)
        if not dead(inst) and (inst.sg:HasStateTag("moving") or inst.sg:HasStateTag("idle")) then inst.sg:GoToState("hop_pre") end
    end)
end
local hopping = { "doing", "nointerrupt", "busy", "boathopping", "jumping", "autopredict", "nomorph", "nosleep" }
function CommonStates.AddHopStates(states, _, anims, timelines)
    course(states, hopping, {
        { name = "hop_pre", anim = pick(anims, "pre") or "jump", timeline = pick(timelines, "hop_pre") },
        { name = "hop_loop", anim = pick(anims, "loop") or "jump_loop", timeline = pick(timelines, "hop_loop") },
        { name = "hop_pst", anim = pick(anims, "pst") or "jump_pst", timeline = pick(timelines, "hop_pst") },
    })
end
function CommonStates.AddAmphibiousCreatureHopStates(states, _, anims, timelines)
    CommonStates.AddHopStates(states, nil, anims, timelines)
end
function CommonHandlers.OnSink()
    return EventHandler("onsink", function(inst, data)
        if not dead(inst) and not inst.sg:HasStateTag("drowning") and inst.components.drownable ~= nil then inst.sg:GoToState("sink", data) end
    end)
end
function CommonStates.AddSinkAndWashAshoreStates(states, anims, timelines, fns)
    course(states, { "busy", "nopredict", "nomorph", "drowning", "nointerrupt", "nowake" }, {
        { name = "sink", anim = pick(anims, "sink"), timeline = pick(timelines, "sink"), onenter = pick(fns, "sink_onenter"), onexit = function(inst)
            local fall = inst.components.drownable
            if fall ~= nil and fall.WashAshore ~= nil then fall:WashAshore() end
        end },
        { name = "washed_ashore", anim = pick(anims, "washashore"), timeline = pick(timelines, "washashore"), onenter = pick(fns, "washashore_onenter") },
    })
end
function CommonStates.AddRowStates(states)
    course(states, { "doing", "rowing" }, {
        { name = "row", anim = "row_medium", timeline = { FrameEvent(8, function(inst) inst:PerformBufferedAction() end) } },
        { name = "row_pst", anim = "row_idle_pst" },
    })
end

-- Stone, and what turns the stomach.
function CommonHandlers.OnFossilize()
    return EventHandler("fossilize", function(inst, data)
        if not dead(inst) and not inst.sg:HasStateTag("fossilized") then inst.sg:GoToState("fossilized", data) end
    end)
end
function CommonStates.AddFossilizedStates(states, timelines, fns)
    add(states, { name = "fossilized", tags = { "busy", "fossilized", "caninterrupt" }, timeline = pick(timelines, "fossilizedtimeline"),
        onenter = function(inst, data)
            stop(inst)
            play(inst, "fossilized")
            call(fns, "fossilized_onenter", inst, data)
        end,
        onexit = pick(fns, "fossilized_onexit"),
        events = { EventHandler("unfossilize", function(inst) inst.sg:GoToState("unfossilizing") end) },
    })
    course(states, { "busy", "caninterrupt" }, {
        { name = "unfossilizing", anim = "fossilized_shake", timeline = pick(timelines, "unfossilizingtimeline") },
        { name = "unfossilized", anim = "fossilized_pst", timeline = pick(timelines, "unfossilizedtimeline") },
    })
end
function CommonHandlers.OnIpecacPoop()
    return EventHandler("ipecacpoop", function(inst)
        if not dead(inst) and not inst.sg:HasAnyStateTag("busy", "sleeping") and inst.sg:HasState("ipecacpoop") then inst.sg:GoToState("ipecacpoop") end
    end)
end
function CommonStates.AddIpecacPoopState(states, anim) course(states, { "busy" }, { { name = "ipecacpoop", anim = anim or "hit" } }) end

-- Where a creature begins that goes on at once.
function CommonStates.AddInitState(states, default)
    add(states, { name = "init", onenter = function(inst) inst.sg:GoToState(default or "idle") end })
end

return { CommonStates = CommonStates, CommonHandlers = CommonHandlers }
