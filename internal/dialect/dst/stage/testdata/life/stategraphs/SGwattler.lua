require("stategraphs/commonstates")

local actionhandlers = {
    ActionHandler(ACTIONS.PICK, "pick"),
    ActionHandler(ACTIONS.PICKUP, "pickup"),
    ActionHandler(ACTIONS.GOHOME, "gohome"),
}

local events = {
    CommonHandlers.OnLocomote(true, true),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
    EventHandler("dobuild", function(inst)
        if not inst.sg:HasStateTag("busy") then inst.sg:GoToState("build") end
    end),
}

local states = {
    State{
        name = "build",
        tags = { "busy", "building" },
        onenter = function(inst)
            inst.components.locomotor:Stop()
            inst.AnimState:PlayAnimation("build_pre")
            inst.AnimState:PushAnimation("build_loop", true)
            inst.SoundEmitter:PlaySound("wattler/build", "build")
            inst.sg:SetTimeout(2)
        end,
        ontimeout = function(inst)
            inst.components.inventory:ConsumeByName("twigs", 3)
            local lodge = SpawnPrefab("wattlerlodge")
            local x, y, z = inst.Transform:GetWorldPosition()
            lodge.Transform:SetPosition(x + 2, 0, z)
            lodge.components.entitytracker:TrackEntity("builder", inst)
            inst.components.entitytracker:TrackEntity("lodge", lodge)
            inst.sg:GoToState("idle")
        end,
        onexit = function(inst) inst.SoundEmitter:KillSound("build") end,
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states)
CommonStates.AddSimpleActionState(states, "pick", "pick", 9 * FRAMES, { "busy" })
CommonStates.AddSimpleActionState(states, "pickup", "pickup", 10 * FRAMES, { "busy" })
CommonStates.AddSimpleActionState(states, "gohome", "dive", 4 * FRAMES, { "busy" })

return StateGraph("wattler", states, events, "idle", actionhandlers)
