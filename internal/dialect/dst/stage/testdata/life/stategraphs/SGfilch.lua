require("stategraphs/commonstates")

local actionhandlers = {
    ActionHandler(ACTIONS.PICKUP, "action"),
    ActionHandler(ACTIONS.STEAL, "steal"),
    ActionHandler(ACTIONS.DROP, "action"),
}

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnFreeze(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
}

local states = {
    State{
        name = "action",
        onenter = function(inst)
            inst.Physics:Stop()
            inst.AnimState:PlayAnimation("interact")
            inst:PerformBufferedAction()
        end,
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },

    State{
        name = "steal",
        tags = { "busy" },
        onenter = function(inst)
            inst.Physics:Stop()
            inst.AnimState:PlayAnimation("steal")
            inst.SoundEmitter:PlaySound("filch/giggle")
        end,
        timeline = { FrameEvent(9, function(inst) inst:PerformBufferedAction() end) },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states)
CommonStates.AddFrozenStates(states)

return StateGraph("filch", states, events, "idle", actionhandlers)
