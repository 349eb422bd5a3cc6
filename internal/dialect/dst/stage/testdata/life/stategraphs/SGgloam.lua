require("stategraphs/commonstates")

local actionhandlers = { ActionHandler(ACTIONS.EAT, "eat") }

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnSleep(),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
    EventHandler("doattack", function(inst, data)
        if not inst.components.health:IsDead() and not inst.sg:HasStateTag("busy") then
            inst.sg:GoToState("bite", data.target)
        end
    end),
}

local states = {
    State{
        name = "bite",
        tags = { "attack", "busy" },
        onenter = function(inst, target)
            inst.sg.statemem.target = target
            inst.Physics:Stop()
            inst.components.combat:StartAttack()
            inst.AnimState:PlayAnimation("atk_pre")
            inst.AnimState:PushAnimation("atk", false)
        end,
        timeline = {
            TimeEvent(14 * FRAMES, function(inst) inst.SoundEmitter:PlaySound("gloam/bite") end),
            TimeEvent(16 * FRAMES, function(inst) inst.components.combat:DoAttack(inst.sg.statemem.target) end),
        },
        events = { EventHandler("animqueueover", function(inst) inst.sg:GoToState("idle") end) },
    },

    State{
        name = "eat",
        tags = { "busy" },
        onenter = function(inst)
            inst.Physics:Stop()
            inst.AnimState:PlayAnimation("eat")
        end,
        timeline = { FrameEvent(14, function(inst) inst:PerformBufferedAction() end) },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddSleepStates(states)
CommonStates.AddHitState(states)
CommonStates.AddDeathState(states)

return StateGraph("gloam", states, events, "idle", actionhandlers)
