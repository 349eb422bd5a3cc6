require "stategraphs/commonstates"

local events = {
    CommonHandlers.OnLocomote(false, true), CommonHandlers.OnAttacked(), CommonHandlers.OnDeath(),
    EventHandler("spawnguards", function(inst)
        if not inst.sg:HasStateTag("busy") then inst.sg:GoToState("spawnguards") end
    end),
}

local states = {
    State{
        name = "spawnguards", tags = { "spawnguards", "busy", "nosleep", "nofreeze" },
        onenter = function(inst)
            inst.components.locomotor:StopMoving()
            inst.AnimState:PlayAnimation("spawn")
        end,
        timeline = { TimeEvent(16 * FRAMES, function(inst)
            local hornet = SpawnPrefab("hornet")
            local x, y, z = inst.Transform:GetWorldPosition()
            hornet.Physics:Teleport(x + 2, y, z)
            hornet.sg:GoToState("taunt")
            inst.components.commander:AddSoldier(hornet)
            inst.spawned = inst.spawned + 1
        end) },
        events = { EventHandler("animover", function(inst)
            if inst.AnimState:AnimDone() then inst.sg:GoToState("idle") end
        end) },
    },
}
CommonStates.AddIdle(states)
CommonStates.AddWalkStates(states)
CommonStates.AddCombatStates(states)

return StateGraph("hornetqueen", states, events, "idle")
