require("stategraphs/commonstates")

local actionhandlers = {
    ActionHandler(ACTIONS.GOHOME, "gohome"),
}

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnFreeze(),
    CommonHandlers.OnDeath(),
}

local states = {
    State{
        name = "idle",
        tags = { "idle", "canrotate" },
        onenter = function(inst)
            inst.Physics:Stop()
            inst.AnimState:PlayAnimation("idle", true)
            if not inst.SoundEmitter:PlayingSound("buzz") then
                inst.SoundEmitter:PlaySound("whir/buzz", "buzz")
            end
        end,
    },
}

CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = {
        TimeEvent(10 * FRAMES, function(inst) inst.SoundEmitter:PlaySound("whir/attack") end),
        TimeEvent(15 * FRAMES, function(inst) inst.components.combat:DoAttack() end),
    },
})
CommonStates.AddFrozenStates(states)
CommonStates.AddSimpleActionState(states, "gohome", "land", 4 * FRAMES, { "busy" })

return StateGraph("whir", states, events, "idle", actionhandlers)
