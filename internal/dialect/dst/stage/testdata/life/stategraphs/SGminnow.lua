require("stategraphs/commonstates")

local events = { CommonHandlers.OnLocomote(true, true) }
local states = {}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)

return StateGraph("minnow", states, events, "idle")
