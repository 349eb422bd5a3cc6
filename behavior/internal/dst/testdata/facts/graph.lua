-- State graphs and the locomotor. See facts_test.go.
local function graph(inst, states, events)
    local list = {}
    for _, s in ipairs(states) do table.insert(list, State(s)) end
    return StateGraphInstance.Begin(inst, StateGraph("test", list, events or {}, states[1].name))
end

fact("sg-entity-tags", function(inst, other)
    graph(inst, { { name = "attack", tags = { "attack", "busy" } }, { name = "idle", tags = { "idle", "canrotate" } } })
    equal(inst:HasTag("attack"), true)
    equal(inst:HasTag("busy"), true)
    local x, y, z = inst.Transform:GetWorldPosition()
    equal(TheSim:FindEntities(x, y, z, 10, { "attack" })[1], inst)
    inst:AddTag("noattack")
    equal(inst:HasTag("noattack"), true)
    inst.sg:GoToState("idle")
    equal(inst:HasTag("attack"), false)
    equal(inst:HasTag("busy"), false)
    equal(inst:HasTag("idle"), true)
    equal(inst:HasTag("canrotate"), false)
    equal(inst:HasTag("noattack"), false)
    equal(inst.sg:HasStateTag("canrotate"), true)
end)

fact("sg-both-handlers", function(inst)
    local said = {}
    local done = false
    graph(inst, { { name = "a", events = { EventHandler("ping", function()
        table.insert(said, "state")
        return done
    end) } } }, { EventHandler("ping", function() table.insert(said, "graph") end) })
    inst:PushEvent("ping")
    equal(#said, 0)
    at(11, function()
        equal(table.concat(said, " "), "state graph")
        done = true
        inst:PushEvent("ping")
    end)
    at(12, function() equal(table.concat(said, " "), "state graph state") end)
end)

fact("sg-old-state-event", function(inst)
    local said = {}
    local function say(what) return EventHandler("ping", function(who) table.insert(said, what .. who.sg.currentstate.name) end) end
    graph(inst, {
        { name = "a", events = { EventHandler("sw", function() inst.sg:GoToState("b") end), say("a:") } }, { name = "b", events = { say("b:") } },
    }, { say("graph:") })
    inst:PushEvent("sw")
    inst:PushEvent("ping")
    at(11, function() equal(table.concat(said, " "), "graph:b") end)
end)

fact("sg-data-state", function(inst)
    graph(inst, { { name = "a" } }, { EventHandler("ping", function() end) })
    local d, unheard = { x = 1 }, {}
    inst:PushEvent("ping", d)
    equal(d.state, "a")
    inst:PushEvent("pong", unheard)
    equal(unheard.state, nil)
end)

fact("sg-capitals", function(inst)
    local heard = 0
    graph(inst, { { name = "a" } }, { EventHandler("Ping", function() heard = heard + 1 end) })
    inst:PushEvent("Ping")
    at(11, function()
        equal(heard, 0)
        inst:PushEvent("ping")
    end)
    at(12, function() equal(heard, 1) end)
end)

fact("sg-timeline-late", function(inst, other)
    local function timed(who, said)
        local function say() table.insert(said, GetTick()) end
        graph(who, { { name = "rest", events = { EventHandler("go", function() who.sg:GoToState("timed") end) } }, {
            name = "timed", timeline = { TimeEvent(2 * FRAMES, say), TimeEvent(0, say) }, ontimeout = say, onenter = function()
                say()
                who.sg:SetTimeout(6 * FRAMES)
            end,
        } })
    end
    local byevent, bytask = {}, {}
    timed(inst, byevent)
    inst:PushEvent("go")
    timed(other, bytask)
    other:DoTaskInTime(FRAMES, function() other.sg:GoToState("timed") end)
    at(30, function()
        equal(table.concat(byevent, " "), "10 11 13 17")
        equal(table.concat(bytask, " "), "11 11 14 18")
    end)
end)

fact("sg-mem", function(inst)
    graph(inst, { { name = "a" } })
    inst.sg.mem.a, inst.sg.statemem.b = 1, 1
    equal(inst.sg.statemem.b, 1)
    inst.sg:GoToState("a")
    equal(inst.sg.mem.a, 1)
    equal(inst.sg.statemem.b, nil)
end)

fact("sg-invalid-state", function(inst)
    local left = 0
    graph(inst, { { name = "a", onexit = function() left = left + 1 end } })
    inst.sg:GoToState("nope")
    equal(inst.sg.currentstate.name, "a")
    equal(left, 0)
end)

fact("sg-added-tag", function(inst)
    graph(inst, { { name = "idle", tags = { "idle" } } })
    inst.sg:AddStateTag("busy")
    equal(inst.sg:HasStateTag("busy"), true)
    equal(inst:HasTag("busy"), true)
    equal(inst.sg:HasStateTag("idle"), true)
    inst.sg:GoToState("idle")
    equal(inst.sg:HasStateTag("busy"), false)
    equal(inst:HasTag("busy"), false)
end)

reason("loco-latency", "not written")
reason("loco-arrive-point", "not written")
reason("loco-arrive-entity", "not written")
reason("loco-arrive-action-distance", "not written")
reason("loco-push-forgets", "not written")
reason("loco-stop-keeps-action", "not written")
reason("loco-direction-fails-action", "not written")
reason("loco-no-rotate", "not written")
reason("loco-invalid-action", "not written")
reason("loco-external-speed", "not written")
reason("loco-aquatic", "not written")
reason("loco-dead", "not written")
reason("sg-locomote-busy", "not written")
