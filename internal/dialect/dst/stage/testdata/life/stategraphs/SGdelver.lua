require("stategraphs/commonstates")

local actionhandlers = { ActionHandler(ACTIONS.EAT, "eat") }

local function unlessbusy(event, state)
    return EventHandler(event, function(inst)
        if not inst.sg:HasStateTag("busy") then inst.sg:GoToState(state) end
    end)
end

local events = {
    CommonHandlers.OnLocomote(false, true),
    CommonHandlers.OnAttacked(),
    CommonHandlers.OnDeath(),
    unlessbusy("burrow", "burrow"),
    unlessbusy("surface", "surface"),
}

local states = {
    State{
        name = "burrow",
        tags = { "busy" },
        onenter = function(inst)
            inst.components.locomotor:Stop()
            inst.AnimState:PlayAnimation("burrow")
        end,
        timeline = { FrameEvent(18, function(inst)
            inst:MakeMound()
            inst:SetUnder()
        end) },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("under") end) },
    },

    State{
        name = "under",
        tags = { "idle", "invisible", "noattack" },
        onenter = function(inst)
            inst.components.locomotor:Stop()
            inst.AnimState:PlayAnimation("under", true)
        end,
    },

    State{
        name = "surface",
        tags = { "busy" },
        onenter = function(inst)
            local mound = inst.components.entitytracker:GetEntity("mound")
            if mound ~= nil then mound:Remove() end
            inst:SetAbove()
            inst.AnimState:PlayAnimation("emerge")
        end,
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
}

CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddCombatStates(states)
CommonStates.AddSimpleActionState(states, "eat", "eat", 12 * FRAMES, { "busy" })

return StateGraph("delver", states, events, "idle", actionhandlers)
