require("stategraphs/commonstates")

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
}

local states = {}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = { FrameEvent(10, function(inst) inst.components.combat:DoAttack() end) },
})

return StateGraph("guard", states, events, "idle")
