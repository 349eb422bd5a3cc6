require "stategraphs/commonstates"
local events = {
    CommonHandlers.OnLocomote(false, true), CommonHandlers.OnAttack(), CommonHandlers.OnAttacked(), CommonHandlers.OnDeath(),
    EventHandler("dolure", function(inst) inst.sg:GoToState("lure_enter") end),
}
local states = {
    State{ name = "idle", tags = { "idle", "invisible", "dirt", "canrotate" }, onenter = function(inst) inst.components.locomotor:StopMoving() end },
    State{
        name = "lure_enter", tags = { "invisible", "lure" },
        onenter = function(inst)
            inst.lures = inst.lures + 1
            inst.lastluretime = GetTime()
            inst.AnimState:PlayAnimation("lure_enter")
        end,
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("lure") end) },
    },
    State{
        name = "lure", tags = { "invisible", "lure" },
        onenter = function(inst)
            inst.AnimState:PlayAnimation("lure_loop", true)
            inst:AddComponent("pickable")
            inst.components.pickable:SetUp("glowberry", 1e6)
            inst.components.pickable:SetOnPickedFn(function(_, picker)
                inst.components.combat:SetTarget(picker)
                inst.sg:GoToState("lure_exit")
            end)
            inst.sg:SetTimeout(20)
        end,
        ontimeout = function(inst) inst.sg:GoToState("lure_exit") end,
        onexit = function(inst) inst:DoTaskInTime(0, function() inst:RemoveComponent("pickable") end) end,
    },
    State{
        name = "lure_exit", tags = { "busy", "invisible" }, onenter = function(inst) inst.AnimState:PlayAnimation("lure_exit") end,
        events = { EventHandler("animover", function(inst) inst.sg:GoToState("idle") end) },
    },
}
CommonStates.AddWalkStates(states)
CommonStates.AddCombatStates(states, { attacktimeline = { FrameEvent(12, function(inst) inst.components.combat:DoAttack() end) } })
return StateGraph("angler", states, events, "idle")
