local croak = AddAction("CROAK", "Croak", function(act)
    act.doer.croaks = (act.doer.croaks or 0) + 1
    return true
end)
croak.distance = 3

AddPrefabPostInit("marshrat", function(inst)
    inst:AddTag("bogged")
    inst.components.health:SetMaxHealth(7)
    inst:DoTaskInTime(3, function()
        local graph = inst.sg.sg
        print("rat", inst:HasTag("bogged"), inst.seenbybog, inst.components.health.maxhealth, inst.components.combat.bogged, inst.components.timer.bogged,
            inst.wet, #inst.brain.bt.root.children, graph.states.idle.tags.bog, graph.states.croak ~= nil, TUNING.BOG.STARTED)
    end)
end)
AddPrefabPostInit("bogtoad", function(inst)
    inst:DoTaskInTime(5, function()
        local bench = GLOBAL.SpawnPrefab("bogbench")
        print("toad", inst.croaks > 0, inst.components.health.maxhealth, inst.components.combat.defaultdamage, bench:HasTag("bogthing"), bench.seenbybog,
            GLOBAL.STRINGS.NAMES.BOGTOAD, modname, modinfo.version)
    end)
end)
AddPrefabPostInitAny(function(inst) inst.seenbybog = true end)
AddComponentPostInit("combat", function(self, inst) self.bogged = true end)
AddBrainPostInit("marshratbrain", function(brain)
    table.insert(brain.bt.root.children, 1, WhileNode(function() return brain.inst.wet end, "Soaked", StandStill(brain.inst)))
end)
AddStategraphState("marshrat", State{
    name = "croak", tags = { "busy" },
    onenter = function(inst)
        inst:PerformBufferedAction()
        inst.sg:SetTimeout(0.5)
    end,
    ontimeout = function(inst) inst.sg:GoToState("idle") end,
})
AddStategraphActionHandler("marshrat", ActionHandler(GLOBAL.ACTIONS.CROAK, "croak"))
AddStategraphEvent("marshrat", EventHandler("soaked", function(inst) inst.wet = true end))
AddStategraphPostInit("marshrat", function(graph) graph.states.idle.tags.bog = true end)
AddClassPostConstruct("components/timer", function(self) self.bogged = true end)
AddSimPostInit(function() TUNING.BOG.STARTED = GLOBAL.TheWorld.state.phase end)
