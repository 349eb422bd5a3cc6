-- A beast that walks and runs, strikes, sleeps, freezes, eats and digs.
require("stategraphs/commonstates")

local actionhandlers = {
    ActionHandler(ACTIONS.EAT, "eat"),
    ActionHandler(ACTIONS.DIG, function(inst) return inst.lazy and "refuse" or "dig" end),
    ActionHandler(ACTIONS.GOHOME, "gohome", function(inst) return not inst.lazy end),
}

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
    CommonHandlers.OnSleepEx(),
    CommonHandlers.OnWakeEx(),
    CommonHandlers.OnFreeze(),
    CommonHandlers.OnHop(),
    CommonHandlers.OnSink(),
    EventHandler("roar", function(inst)
        if not inst.sg:HasStateTag("busy") then inst.sg:GoToState("roar", { loud = true }) end
    end),
}

local states = {
    State{
        name = "idle",
        tags = { "idle", "canrotate" },
        onenter = function(inst, pushanim)
            inst.components.locomotor:StopMoving()
            if type(pushanim) == "string" then
                inst.AnimState:PlayAnimation(pushanim)
                inst.AnimState:PushAnimation("idle_loop", true)
            else
                inst.AnimState:PlayAnimation("idle_loop", true)
            end
            inst.sg:SetTimeout(2 + math.random())
        end,
        ontimeout = function(inst) inst.sg:GoToState("idle") end,
    },
    State{
        name = "roar",
        tags = { "busy" },
        onenter = function(inst, data)
            inst.sg.statemem.loud = data.loud
            inst.sg.mem.roars = (inst.sg.mem.roars or 0) + 1
            inst.AnimState:PlayAnimation("taunt_pre")
            inst.AnimState:PushAnimation("taunt", false)
        end,
        onupdate = function(inst, dt) inst.roartime = (inst.roartime or 0) + dt end,
        timeline = {
            FrameEvent(40, function(inst) print("loud", inst.sg.statemem.loud, inst.sg:GetTimeInState() >= 40 * FRAMES) end),
        },
        events = { EventHandler("animqueueover", function(inst)
            if inst.AnimState:AnimDone() then inst.sg:GoToState("idle") end
        end) },
        onexit = function(inst) print("roared", inst.sg.mem.roars, math.floor(inst.roartime * 30 + 0.5)) end,
    },
}

CommonStates.AddWalkStates(states, { walktimeline = { TimeEvent(5 * FRAMES, function(inst) inst:PushEvent("step") end) } })
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states, { attacktimeline = { FrameEvent(12, function(inst) inst:PushEvent("bite") end) } })
CommonStates.AddSleepExStates(states)
CommonStates.AddFrozenStates(states)
CommonStates.AddSimpleActionState(states, "eat", "eat", 10 * FRAMES, { "busy" })
CommonStates.AddSimpleActionState(states, "dig", "dig", 4 * FRAMES, { "busy" })
CommonStates.AddSimpleState(states, "refuse", "no", { "busy" }, "idle")
CommonStates.AddShortAction(states, "gohome", "go")
CommonStates.AddHopStates(states, true)
CommonStates.AddSinkAndWashAshoreStates(states)
CommonStates.AddRowStates(states)
CommonStates.AddFossilizedStates(states)
CommonStates.AddIpecacPoopState(states)

return StateGraph("badger", states, events, "idle", actionhandlers)
