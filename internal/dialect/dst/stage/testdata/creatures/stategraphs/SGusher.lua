require "stategraphs/commonstates"

local function to(name) return function(inst) inst.sg:GoToState(name) end end
local events = {
    EventHandler("standing", function(inst, data) inst.sg:GoToState(data.up and "rise" or "sit_down") end),
    CommonHandlers.OnLocomote(false, true),
}
local states = {
    State{ name = "sitting", tags = { "sitting", "busy" }, onenter = function(inst)
        inst.components.locomotor:StopMoving()
        inst.AnimState:PlayAnimation("sit", true)
    end },
    State{ name = "rise", tags = { "busy" }, onenter = function(inst) inst.AnimState:PlayAnimation("rise") end, events = { EventHandler("animover", to("idle")) } },
    State{ name = "sit_down", tags = { "busy" }, onenter = function(inst)
        inst.components.locomotor:Stop()
        inst.AnimState:PlayAnimation("sit_pre")
    end, events = { EventHandler("animover", to("sitting")) } },
}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
return StateGraph("usher", states, events, "sitting")
