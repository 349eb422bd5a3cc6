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

-- Calls fn once, in the next turn of the creature's brain.
local function thinks(inst, fn)
    think(inst, ActionNode(function()
        if fn ~= nil then
            local f = fn
            fn = nil
            f()
        end
    end))
end
-- Notes in which tick it enters a state.
local function watch(inst)
    local entered = {}
    inst:ListenForEvent("newstate", function(_, data) entered[data.statename] = entered[data.statename] or GetTick() end)
    return entered
end
local function here(inst) return inst:GetPosition() end

fact("loco-latency", function(a, b, c)
    local busy = { OnUpdate = function() end }
    b:StartUpdatingComponent(busy)
    local ina, inb, inc = watch(a), watch(b), watch(c)
    at(19, function()
        thinks(a, function() a.components.locomotor:GoToPoint(here(a) + Vector3(0, 0, 9)) end)
        thinks(b, function() b.components.locomotor:GoToPoint(here(b) + Vector3(0, 0, 9)) end)
        thinks(c, function() c.components.locomotor:RunInDirection(90) end)
    end)
    local from
    at(20, function() from = here(a) end)
    at(40, function()
        equal(a.sg.currentstate.name, "walk_start")
        local n = 20
        if ina.walk_start == 21 then n = 19 end
        equal(ina.walk_start, n + 2)
        equal(inb.walk_start, n + 1)
        equal(inc.run_start, n + 1)
        near(here(a).z - from.z, (40 - n - 2) * 4 / 30, 0.01)
    end)
end, { count = 3, class = "speedMps: 6, paces: { walk: 0.6666667, run: 1 }" })

fact("loco-arrive-point", function(inst)
    local said, to = {}, here(inst) + Vector3(4, 0, 0)
    inst.components.locomotor.walkspeed = 4
    inst:ListenForEvent("onreachdestination", function(_, data)
        table.insert(said, "reached")
        near(data.pos.x, to.x)
    end)
    inst:ListenForEvent("locomote", function() table.insert(said, "locomote") end)
    inst.components.locomotor:GoToPoint(to)
    at(60, function()
        equal(table.concat(said, " "), "locomote reached locomote")
        equal(here(inst):Dist(to) <= 0.15, true)
        equal(here(inst):Dist(to) > 0.01, true)
        equal(inst.components.locomotor.dest, nil)
        equal(inst.sg:HasStateTag("idle"), true)
    end)
end)

local function arrives(action, dist)
    return function(inst, other)
        inst:SetPhysicsRadiusOverride(0.5)
        other:SetPhysicsRadiusOverride(1)
        inst.components.locomotor.walkspeed = 4
        inst.components.locomotor:GoToEntity(other, action(inst, other))
        near(inst.components.locomotor.arrive_dist, dist)
        local said
        inst:ListenForEvent("onreachdestination", function() said = inst:GetPosition():Dist(other:GetPosition()) end)
        at(70, function()
            equal(said ~= nil and said <= dist, true)
            near(said, dist, 0.14)
        end)
    end
end
fact("loco-arrive-entity", arrives(function(inst, other) return BufferedAction(inst, other, ACTIONS.EAT) end, 1.65), { at = { { -4, 0 }, { 2, 0 } } })
fact("loco-arrive-action-distance", arrives(function(inst, other)
    return BufferedAction(inst, other, ACTIONS.EAT, nil, nil, nil, 1.75)
end, 1.75), { at = { { -4, 0 }, { 2, 0 } } })

local function walksto(inst, other)
    local action, said = BufferedAction(inst, other, ACTIONS.GOHOME), {}
    action:AddFailAction(function() table.insert(said, "failed") end)
    action:AddSuccessAction(function() table.insert(said, "done") end)
    inst.components.locomotor:PushAction(action)
    return action, said
end
local apart = { at = { { -12, 0 }, { 12, 0 } } }

fact("loco-push-forgets", function(inst, other)
    local a1, said1 = walksto(inst, other)
    at(15, function()
        local a2, said2 = walksto(inst, other)
        equal(#said1, 0)
        equal(#said2, 0)
        equal(inst:GetBufferedAction(), a2)
    end)
end, apart)

fact("loco-stop-keeps-action", function(inst, other)
    local a, said = walksto(inst, other)
    at(15, function()
        equal(inst.sg:HasStateTag("moving"), true)
        inst.components.locomotor:Stop()
        equal(inst:GetBufferedAction(), a)
        equal(#said, 0)
    end)
    at(16, function() equal(inst.sg:HasStateTag("moving"), false) end)
end, apart)

fact("loco-direction-fails-action", function(inst, other)
    local _, said = walksto(inst, other)
    at(15, function()
        inst.components.locomotor:RunInDirection(90)
        equal(table.concat(said), "failed")
        equal(inst:GetBufferedAction(), nil)
    end)
end, apart)

fact("loco-no-rotate", function(inst)
    inst.Transform:SetRotation(0)
    inst.components.locomotor:Stop()
    inst.sg:GoToState("attack")
    inst.components.locomotor.walkspeed = 4
    inst.components.locomotor:WalkInDirection(77)
    near(inst.Transform:GetRotation(), 0)
    local from = here(inst)
    at(37, function() equal(inst.sg:HasStateTag("attack"), true) end)
    at(60, function()
        equal(inst.sg:HasStateTag("moving"), true)
        near(inst.Transform:GetRotation(), 0)
        near(here(inst).z, from.z, 0.001)
        equal(here(inst).x > from.x + 1, true)
        inst.components.locomotor:WalkInDirection(77)
        near(inst.Transform:GetRotation(), 77, 0.001)
    end)
    at(64, function() near(inst.Transform:GetRotation(), 77, 0.001) end)
end)

fact("loco-invalid-action", function(inst, other)
    local failed
    inst:ListenForEvent("actionfailed", function(_, data) failed = data.action end)
    local action = BufferedAction(inst, other, ACTIONS.GOHOME)
    other:Remove()
    inst.components.locomotor:PushAction(action)
    equal(failed, action)
    equal(inst:GetBufferedAction(), nil)
end)

fact("loco-external-speed", function(inst)
    local loco = inst.components.locomotor
    near(loco.runspeed, 6)
    loco:SetExternalSpeedMultiplier(inst, "fast", 2)
    loco:SetExternalSpeedMultiplier("mud", "slow", 0.5)
    near(loco:GetRunSpeed(), 6)
    loco:RemoveExternalSpeedMultiplier(inst, "fast")
    near(loco:GetRunSpeed(), 3)
    local from
    loco:RunInDirection(90)
    at(20, function() from = here(inst) end)
    at(50, function() near(from.z - here(inst).z, 3, 0.01) end)
end, { class = "speedMps: 6" })

fact("loco-aquatic", function(inst)
    local loco = inst.components.locomotor
    equal(loco:IsAquatic(), false)
    equal(loco:CanPathfindOnWater(), false)
    loco.pathcaps = { allowocean = true, ignoreLand = true }
    equal(loco:IsAquatic(), true)
    equal(loco:CanPathfindOnWater(), true)
end)

fact("loco-dead", function(inst)
    inst.components.locomotor:GoToPoint(here(inst) + Vector3(20, 0, 0))
    at(15, function()
        equal(inst.sg:HasStateTag("moving"), true)
        inst.components.health:Kill()
        equal(inst.components.locomotor.dest ~= nil, true)
    end)
    at(17, function() equal(inst.components.locomotor.dest, nil) end)
end, { class = "health: 50" })

fact("sg-locomote-busy", function(inst)
    inst.sg:GoToState("attack")
    inst.components.locomotor:GoToPoint(here(inst) + Vector3(20, 0, 0))
    local entered = watch(inst)
    local from = here(inst)
    at(37, function()
        equal(inst.sg.currentstate.name, "attack")
        near(here(inst).x, from.x)
    end)
    at(45, function()
        equal(inst.sg.currentstate.name, "walk_start")
        equal(entered.walk_start, entered.idle)
        equal(here(inst).x > from.x + 0.2, true)
    end)
end)

-- Of Thicket, not of the game: on its way a creature is led without scripts.
fact("walking-runs-no-script", function(inst, other)
    local loco, updates, graphs = inst.components.locomotor, 0, 0
    local update = loco.OnUpdate
    loco.walkspeed = 4
    loco.OnUpdate = function(self, dt, only_arrival)
        updates = updates + 1
        update(self, dt, only_arrival)
    end
    local goes = inst.sg.Update
    inst.sg.Update = function(self)
        graphs = graphs + 1
        goes(self)
    end
    loco:GoToEntity(other)
    at(20, function()
        equal(inst.sg:HasStateTag("moving"), true)
        updates, graphs = 0, 0
    end)
    at(80, function()
        equal(inst.sg:HasStateTag("moving"), true)
        equal(updates, 0)
        equal(graphs, 0)
        loco:GoToPoint(here(inst) + Vector3(1, 0, 0))
    end)
    at(110, function()
        equal(updates, 1)
        equal(loco.dest, nil)
    end)
end, { at = { { -12, 0 }, { 12, 0 } } })

-- A motor that a script sets moves a body along where it faces, or to its side.
fact("a-motor-moves-its-body", function(inst)
    local from = here(inst)
    inst.Transform:SetRotation(90)
    inst.Physics:SetMotorVel(3, 0, 0)
    near(inst.Physics:GetMotorSpeed(), 3)
    at(20, function()
        near(here(inst).x, from.x, 0.001)
        near(here(inst).z, from.z - 1, 0.001)
        inst.Physics:SetMotorVel(0, 0, 3)
    end)
    at(30, function()
        near(here(inst).x, from.x + 1, 0.001)
        near(here(inst).z, from.z - 1, 0.001)
        near(inst.Transform:GetRotation(), 90, 0.001)
        inst.Physics:SetVel(0, 0, 3)
    end)
    at(40, function()
        near(here(inst).x, from.x + 1, 0.001)
        near(here(inst).z, from.z, 0.001)
        inst.Physics:Stop()
    end)
    at(50, function() near(here(inst).z, from.z, 0.001) end)
end)

-- No way leads there: it stands, is told, and its action fails.
fact("a-way-that-is-not-there", function(inst)
    local told, failed
    inst:ListenForEvent("noPathFound", function(_, data) told = data.pos end)
    local action = BufferedAction(inst, nil, ACTIONS.GOHOME, nil, pt(10, 0))
    action:AddFailAction(function() failed = true end)
    inst.components.locomotor:PushAction(action)
    at(30, function()
        near(told.x, pt(10, 0).x)
        equal(failed, true)
        equal(inst:GetBufferedAction(), nil)
        equal(inst.components.locomotor.dest, nil)
        equal(inst.sg:HasStateTag("moving"), false)
    end)
end, { count = 1, at = { { -10, 0 } }, scene = [[obstacles:
  - { rect: [35, 25, 1, 10] }
  - { rect: [44, 25, 1, 10] }
  - { rect: [35, 25, 10, 1] }
  - { rect: [35, 34, 10, 1] }]] })
