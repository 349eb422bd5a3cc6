require "stategraphs/commonstates"
local actionhandlers = { ActionHandler(ACTIONS.EAT, "eat") }
local events = {
    CommonHandlers.OnLocomote(false, true), CommonHandlers.OnAttacked(), CommonHandlers.OnDeath(),
    EventHandler("entershield", function(inst) inst.sg:GoToState("shield") end),
    EventHandler("exitshield", function(inst) inst.sg:GoToState("idle") end),
}
local states = {
    State{
        name = "shield", tags = { "busy", "shield" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.components.health:SetAbsorptionAmount(0.9)
        end,
        onexit = function(inst) inst.components.health:SetAbsorptionAmount(0) end,
    },
}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddCombatStates(states)
CommonStates.AddSimpleActionState(states, "eat", "eat", 20 * FRAMES, { "busy" })
return StateGraph("rocksnail", states, events, "idle", actionhandlers)
