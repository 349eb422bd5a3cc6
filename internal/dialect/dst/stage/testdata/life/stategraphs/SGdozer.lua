require("stategraphs/commonstates")

local actionhandlers = { ActionHandler(ACTIONS.EAT, "eat") }

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnSleepEx(),
    CommonHandlers.OnWakeEx(),
    CommonHandlers.OnFreeze(),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
}

local states = {
    State{
        name = "eat",
        tags = { "busy" },
        onenter = function(inst)
            inst.components.locomotor:Stop()
            inst.AnimState:PlayAnimation("eat")
        end,
        timeline = {
            FrameEvent(10, function(inst) inst:PerformBufferedAction() end),
            CommonHandlers.OnNoSleepFrameEvent(20, function(inst) inst.sg:RemoveStateTag("busy") end),
        },
        events = { CommonHandlers.OnNoSleepAnimOver("idle") },
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddSleepExStates(states, {
    sleeptimeline = { TimeEvent(20 * FRAMES, function(inst) inst.SoundEmitter:PlaySound("dozer/snore") end) },
}, {
    onsleep = function(inst) inst.sg.mem.snores = 0 end,
})
CommonStates.AddCombatStates(states, {
    attacktimeline = { FrameEvent(12, function(inst) inst.components.combat:DoAttack() end) },
})
CommonStates.AddFrozenStates(states)

return StateGraph("dozer", states, events, "idle", actionhandlers)
