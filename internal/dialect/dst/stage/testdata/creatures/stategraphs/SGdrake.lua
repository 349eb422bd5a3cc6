require "stategraphs/commonstates"
local events = { CommonHandlers.OnLocomote(true, true), CommonHandlers.OnAttack(), CommonHandlers.OnDeath() }
local states = {}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states, { attacktimeline = { FrameEvent(15, function(inst) inst.components.combat:DoAttack() end) } })
CommonStates.AddSimpleState(states, "land", "land", { "busy" }, "idle")
return StateGraph("drake", states, events, "idle")
