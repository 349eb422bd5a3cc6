require("stategraphs/commonstates")

local actionhandlers = {
    ActionHandler(ACTIONS.GIVE, "give"),
    ActionHandler(ACTIONS.ATTACK, "attack"),
}

local events = {
    CommonHandlers.OnLocomote(false, true),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnDeath(),
}

local states = {}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = { TimeEvent(10 * FRAMES, function(inst) inst.components.combat:DoAttack() end) },
})
CommonStates.AddSimpleActionState(states, "give", "give", 6 * FRAMES, { "busy" })

return StateGraph("stroller", states, events, "idle", actionhandlers)
