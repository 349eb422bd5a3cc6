require("stategraphs/commonstates")

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnSleepEx(),
    CommonHandlers.OnWakeEx(),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
    EventHandler("oneat", function(inst)
        if not inst.sg:HasStateTag("busy") then inst.sg:GoToState("chew") end
    end),
}

local states = {
    State{
        name = "chew",
        tags = { "busy" },
        onenter = function(inst)
            inst.components.locomotor:Stop()
            inst.AnimState:PlayAnimation("eat_pre")
            inst.AnimState:PushAnimation("eat_loop", false)
        end,
        timeline = { SoundFrameEvent(6, "mutt/chew") },
        events = { EventHandler("animqueueover", function(inst) inst.sg:GoToState("idle") end) },
    },
}

CommonStates.AddIdle(states, "chew")
CommonStates.AddSimpleState(states, "refuse", "shake", { "busy" })
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddSleepExStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = { FrameEvent(14, function(inst) inst.components.combat:DoAttack(inst.sg.statemem.target) end) },
})

return StateGraph("mutt", states, events, "idle")
