require("stategraphs/commonstates")
local events = { CommonHandlers.OnLocomote(true, true), CommonHandlers.OnDeath() }
local states = {
    State{
        name = "idle", tags = { "idle" },
        onenter = function(inst) inst.Physics:Stop() end,
    },
}
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddSimpleState(states, "death", "death", { "busy" })
return StateGraph("marshrat", states, events, "idle")
