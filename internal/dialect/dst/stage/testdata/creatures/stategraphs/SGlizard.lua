require "stategraphs/commonstates"

local actionhandlers = { ActionHandler(ACTIONS.EAT, "eat") }
local events = {
    EventHandler("bask", function(inst) if not inst.sg:HasStateTag("busy") then inst.sg:GoToState("bask", 2) end end),
    CommonHandlers.OnLocomote(true, true), CommonHandlers.OnAttack(), CommonHandlers.OnAttacked(), CommonHandlers.OnDeath(), CommonHandlers.OnFreeze(), CommonHandlers.OnSleep(),
}
local states = {
    State{
        name = "idle", tags = { "idle", "canrotate" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.AnimState:PlayAnimation("idle_loop", true)
        end,
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
    State{
        name = "bask", tags = { "busy", "basking" },
        onenter = function(inst, seconds)
            inst.components.locomotor:StopMoving()
            inst.sg:SetTimeout(seconds)
            inst.sg.statemem.since = GetTime()
        end,
        timeline = { TimeEvent(15 * FRAMES, function(inst) inst.warmth = inst.warmth + 1 end) },
        ontimeout = function(inst) inst.sg:GoToState("idle") end,
        onexit = function(inst) print(string.format("basked %.1f s, warmth %d", GetTime() - inst.sg.statemem.since, inst.warmth)) end,
    },
    State{
        name = "eat", tags = { "busy" },
        onenter = function(inst) inst.sg:SetTimeout(0.5) end,
        timeline = { TimeEvent(10 * FRAMES, function(inst) inst:PerformBufferedAction() end) },
        ontimeout = function(inst) inst.sg:GoToState("idle") end,
    },
}
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = { TimeEvent(10 * FRAMES, function(inst) inst.components.combat:DoAttack(inst.sg.statemem.target) end) },
})
CommonStates.AddSleepStates(states)
CommonStates.AddFrozenStates(states)
return StateGraph("lizard", states, events, "idle", actionhandlers)
