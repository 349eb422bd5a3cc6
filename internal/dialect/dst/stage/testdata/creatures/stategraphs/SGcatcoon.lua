require "stategraphs/commonstates"

local actionhandlers = {
    ActionHandler(ACTIONS.CATPLAYGROUND, "pawground"), ActionHandler(ACTIONS.CATPLAYAIR, "pawair"), ActionHandler(ACTIONS.HAIRBALL, "cough"),
}
local events = { CommonHandlers.OnLocomote(true, true), CommonHandlers.OnAttack(), CommonHandlers.OnAttacked(), CommonHandlers.OnDeath() }

local function paw(kind)
    return function(inst)
        inst.played[kind] = (inst.played[kind] or 0) + 1
        inst:PerformBufferedAction()
    end
end
local function deed(name, frame, fn)
    return State{
        name = name, tags = { "busy", "canrotate" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.AnimState:PlayAnimation(name)
        end,
        timeline = { FrameEvent(frame, fn) },
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    }
end
local states = {
    deed("pawground", 9, paw("ground")), deed("pawair", 12, paw("air")),
    deed("cough", 20, function(inst)
        if not inst:PerformBufferedAction() then return end
        SpawnPrefab(inst:PickRandomGift()).Transform:SetPosition(inst.Transform:GetWorldPosition())
    end),
}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddRunStates(states)
CommonStates.AddCombatStates(states)
return StateGraph("catcoon", states, events, "idle", actionhandlers)
