require("stategraphs/commonstates")

local actionhandlers = { ActionHandler(ACTIONS.EAT, "swallow") }

local events = {
    CommonHandlers.OnLocomote(false, true),
    CommonHandlers.OnSleep(),
    CommonHandlers.OnDeath(),
    EventHandler("dofish", function(inst, data)
        if not inst.sg:HasStateTag("busy") then inst.sg:GoToState("fish", data.pool) end
    end),
}

local states = {
    State{
        name = "fish",
        tags = { "busy", "fishing" },
        onenter = function(inst, pool)
            inst.components.locomotor:Stop()
            inst.sg.statemem.pool = pool
            inst.AnimState:PlayAnimation("peck")
        end,
        timeline = {
            FrameEvent(20, function(inst)
                local pool = inst.sg.statemem.pool
                local fish = pool:IsValid() and pool.components.fishable:HookFish(inst) or nil
                if fish == nil then return end
                pool.components.fishable:RemoveFish(fish)
                inst.components.inventory:GiveItem(fish)
                inst.caught = inst.caught + 1
                print("caught", inst.caught, pool.components.fishable.fishleft)
            end),
        },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddSleepStates(states)
CommonStates.AddCombatStates(states)
CommonStates.AddSimpleActionState(states, "swallow", "swallow", 8 * FRAMES, { "busy" })

return StateGraph("stilt", states, events, "idle", actionhandlers)
