require("stategraphs/commonstates")

local actionhandlers = {
    ActionHandler(ACTIONS.EAT, "graze"),
}

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnSleep(),
    CommonHandlers.OnFreeze(),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
}

local states = {
    State{
        name = "idle",
        tags = { "idle", "canrotate" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.AnimState:PlayAnimation("idle_loop", true)
            inst.sg:SetTimeout(2 + 2 * math.random())
        end,
        ontimeout = function(inst)
            inst.sg:GoToState(inst:IsInMood() and "bellow" or "idle")
        end,
    },

    State{
        name = "bellow",
        tags = { "idle", "canrotate" },
        onenter = function(inst)
            inst.AnimState:PlayAnimation("mating_taunt1")
            inst.SoundEmitter:PlaySound("shag/yell")
        end,
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },

    State{
        name = "graze",
        tags = { "busy" },
        onenter = function(inst)
            inst.Physics:Stop()
            inst.AnimState:PlayAnimation("graze_loop", true)
            inst.sg:SetTimeout(1)
        end,
        ontimeout = function(inst)
            inst:PerformBufferedAction()
            inst.sg:GoToState("idle")
        end,
    },
}

CommonStates.AddWalkStates(states, { walktimeline = { TimeEvent(15 * FRAMES, PlayFootstep) } })
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = { TimeEvent(15 * FRAMES, function(inst) inst.components.combat:DoAttack() end) },
})
CommonStates.AddSleepStates(states)
CommonStates.AddFrozenStates(states)

return StateGraph("shag", states, events, "idle", actionhandlers)
