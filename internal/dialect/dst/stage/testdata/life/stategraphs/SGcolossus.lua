require("stategraphs/commonstates")

local function go(event, state)
    return EventHandler(event, function(inst)
        if not (inst.sg:HasStateTag("busy") or inst.components.health:IsDead()) then inst.sg:GoToState(state) end
    end)
end

local events = {
    CommonHandlers.OnLocomote(false, true),
    CommonHandlers.OnAttack(),
    CommonHandlers.OnDeath(),
    EventHandler("phasetransition", function(inst, data)
        print("phase", data.phase)
        if not inst.components.health:IsDead() then inst.sg:GoToState("roar") end
    end),
    go("dopound", "pound"),
    go("docall", "call"),
}

local states = {
    State{
        name = "roar",
        tags = { "busy", "roar" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.AnimState:PlayAnimation("taunt")
            ShakeAllCameras(CAMERASHAKE.FULL, 1, .02, .5, inst, 30)
        end,
        timeline = { FrameEvent(12, function(inst) inst.SoundEmitter:PlaySound("colossus/roar") end) },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },

    State{
        name = "pound",
        tags = { "busy", "attack" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.components.combat:StartAttack()
            inst.components.timer:StartTimer("pound_cd", 8)
            inst.AnimState:PlayAnimation("ground_pound")
        end,
        timeline = {
            FrameEvent(20, function(inst)
                inst.pounding = true
                inst:DoTaskInTime(.5, function() inst.pounding = false end)
                inst.components.groundpounder:GroundPound()
            end),
        },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },

    State{
        name = "call",
        tags = { "busy", "nosleep" },
        onenter = function(inst)
            inst.called = true
            inst.components.locomotor:StopMoving()
            inst.AnimState:PlayAnimation("call")
        end,
        timeline = {
            FrameEvent(15, function(inst)
                inst:CallServants()
                inst.components.epicscare:Scare(3)
            end),
        },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddCombatStates(states, {
    attacktimeline = { FrameEvent(18, function(inst) inst.components.combat:DoAttack(inst.sg.statemem.target) end) },
})

return StateGraph("colossus", states, events, "idle")
