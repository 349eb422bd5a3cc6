-- Entities: tasks, threads, events, places, tags. See facts_test.go.

-- the ticks in which a function was called
local function counted()
    local ticks = {}
    return function() table.insert(ticks, GetTick()) end, ticks
end

fact("task-zero-next-tick", function(inst)
    local ran
    inst:DoTaskInTime(0, function(who)
        equal(who, inst)
        ran = GetTick()
    end)
    at(13, function() equal(ran, 11) end)
end)

fact("task-half-tick-rounds-up", function(inst)
    local ran, late
    inst:DoTaskInTime(0.05, function() ran = GetTick() end)
    inst:DoTaskInTime(0.0699, function() late = GetTick() end)
    at(15, function()
        equal(ran, 12)
        equal(late, 13)
    end)
end)

fact("task-one-frame", function(inst)
    local fn, ticks = counted()
    inst:DoTaskInTime(1 / 30, fn)
    inst:DoTaskInTime(FRAMES * 3, fn)
    at(15, function() equal(table.concat(ticks, " "), "11 13") end)
end)

fact("periodic-drift", function(inst)
    local fn, ticks = counted()
    local task = inst:DoPeriodicTask(0.25, fn)
    equal(task.period, 0.25)
    at(40, function() equal(table.concat(ticks, " "), "18 26 34") end)
end)

fact("periodic-tenth", function(inst)
    local fn, ticks = counted()
    inst:DoPeriodicTask(0.1, fn)
    at(3010, function()
        equal(#ticks, 1000)
        for i, tick in ipairs(ticks) do
            if tick ~= 10 + 3 * i then equal(tick, 10 + 3 * i) end
        end
    end)
end, { ticks = 3100 })

fact("periodic-frame", function(inst)
    local fn, ticks = counted()
    inst:DoPeriodicTask(1 / 30, fn)
    at(3010, function()
        equal(#ticks, 3000)
        for i, tick in ipairs(ticks) do
            if tick ~= 10 + i then equal(tick, 10 + i) end
        end
    end)
end, { ticks = 3100 })

fact("periodic-initial-delay", function(inst)
    local fn, ticks = counted()
    inst:DoPeriodicTask(1, fn, 0)
    at(80, function() equal(table.concat(ticks, " "), "11 41 71") end)
end)

fact("task-arguments", function(inst)
    local got
    inst:DoTaskInTime(1, function(...) got = { ... } end, "a", 2)
    inst:DoPeriodicTask(1, function(who, text, n)
        equal(who, inst)
        equal(text .. n, "b3")
    end, nil, "b", 3)
    at(41, function()
        equal(#got, 3)
        equal(got[1], inst)
        equal(got[2], "a")
        equal(got[3], 2)
    end)
end)

fact("task-dies-with-entity", function(inst)
    local ran = false
    inst:DoTaskInTime(0.1, function() ran = true end)
    inst:Remove()
    at(20, function() equal(ran, false) end)
end)

fact("task-cancel-same-tick", function(inst)
    local ran, first, second = 0
    first = inst:DoTaskInTime(0.1, function()
        ran = ran + 1
        second:Cancel()
        second:Cancel()
    end)
    second = inst:DoTaskInTime(0.1, function()
        ran = ran + 1
        first:Cancel()
    end)
    at(20, function() equal(ran, 1) end)
end)

fact("task remaining", function(inst, other)
    local task = other:DoTaskInTime(1, function() end)
    near(task:NextTime(), 40 * FRAMES)
    equal(task.nexttick, 40)
    equal(task.limit, 1)
    near(GetTaskRemaining(task), 1)
    equal(GetTaskRemaining(nil), -1)
    at(25, function()
        near(GetTaskRemaining(task), 0.5)
        task:Cancel()
        equal(GetTaskRemaining(task), -1)
        equal(task:NextTime(), nil)
    end)
end)

fact("thread-first-run", function(inst)
    local fn, ticks = counted()
    inst.began = function()
        inst:StartThread(function(...)
            equal(select("#", ...), 0)
            fn()
            Yield()
            fn()
            Sleep(0.1)
            fn()
        end)
    end
    -- a brain starts it after the threads of tick 12 had their turn
    think(inst, ConditionNode(function()
        if GetTick() == 12 and inst.began then
            inst.began()
            inst.began = nil
        end
        return false
    end))
    at(12, function() inst.brain:ForceUpdate() end)
    at(30, function() equal(table.concat(ticks, " "), "13 14 17") end)
end)

fact("thread started by a task", function(inst, other)
    local fn, ticks = counted()
    local thread = inst:StartThread(function()
        fn()
        Hibernate()
        fn()
        Hibernate()
        fn()
    end)
    local killed = inst:StartThread(function()
        while true do
            Yield()
            if GetTick() > 15 then fn() end
        end
    end)
    local gone = other:StartThread(function()
        Sleep(1)
        fn()
    end)
    at(15, function()
        KillThread(killed)
        WakeTask(thread)
        other:Remove()
    end)
    at(45, function() equal(table.concat(ticks, " "), "10 15") end)
end)

fact("thread that waits where it cannot", function(inst)
    inst:StartThread(function()
        equal(pcall(Yield), false)
        equal(pcall(error), false)
    end)
    raises(function() Yield() end)
    at(12, function() equal(1, 1) end)
end)

reason("face-busy", "not written")
reason("prefab-late", "not written")

fact("event-copy-of-list", function(inst)
    local calls = 0
    local function late() calls = calls + 1 end
    inst:ListenForEvent("z", function() inst:ListenForEvent("z", late) end)
    inst:PushEvent("z")
    equal(calls, 0)
    inst:PushEvent("z")
    equal(calls, 1)
end)

fact("event-source-argument", function(inst, other)
    local got
    inst:ListenForEvent("z", function(...) got = { ... } end, other)
    local data = { 1 }
    inst:PushEvent("z", 7)
    equal(got, nil)
    other:PushEvent("z", data)
    equal(#got, 2)
    equal(got[1], other)
    equal(got[2], data)
end)

fact("event-listener-gone", function(inst, other)
    local calls = 0
    local function heard() calls = calls + 1 end
    inst:ListenForEvent("z", heard, other)
    other:ListenForEvent("z", heard, inst)
    other:PushEvent("z")
    equal(calls, 1)
    inst:Remove()
    other:PushEvent("z")
    other:RemoveEventCallback("z", heard, inst)
    equal(calls, 1)
end)

fact("events of one function that listens twice", function(inst)
    local calls = 0
    local function heard() calls = calls + 1 end
    inst:ListenForEvent("z", heard)
    inst:ListenForEvent("z", heard)
    inst:PushEvent("z")
    equal(calls, 2)
    inst:RemoveEventCallback("z", heard)
    inst:PushEvent("z")
    equal(calls, 2)
    inst:RemoveEventCallback("z", heard)
    raises(function() inst:RemoveEventCallback("z", nil) end)
end)

fact("event-names-case", function(inst)
    local upper, lower = 0, 0
    inst:ListenForEvent("Ping", function() upper = upper + 1 end)
    inst:ListenForEvent("ping", function() lower = lower + 1 end)
    inst:PushEvent("Ping")
    equal(upper, 1)
    equal(lower, 0)
end)

fact("remove-order", function(inst, other)
    local order = {}
    local function note(what) table.insert(order, what .. (inst:IsValid() and "" or " gone")) end
    local pet = other:GetNearestPlayer() or other
    inst:ListenForEvent("onremove", function(who, data)
        equal(who, inst)
        equal(data, nil)
        note("onremove")
    end)
    inst:ListenForEvent("z", function() note("z") end)
    inst:DoTaskInTime(0, function() note("task") end)
    inst:AddComponent("timer").OnRemoveEntity = function()
        note("OnRemoveEntity of the component")
        inst:PushEvent("z")
    end
    inst.OnRemoveEntity = function(who)
        equal(who, inst)
        note("OnRemoveEntity")
    end
    inst.brain.OnStop = function() note("OnStop") end
    inst:AddChild(pet)
    pet:ListenForEvent("onremove", function() note("child") end)
    inst:Remove()
    inst:Remove()
    at(13, function()
        equal(table.concat(order, ", "), "onremove, OnRemoveEntity of the component, child, OnRemoveEntity")
        equal(inst:IsValid(), false)
        equal(pet:IsValid(), false)
        equal(FindEntity(inst, 10), nil)
    end)
end)

fact("remove-from-scene", function(inst)
    local events = {}
    inst:ListenForEvent("enterlimbo", function() table.insert(events, inst.brain == nil and inst:IsInLimbo() and "in" or "?") end)
    inst:ListenForEvent("exitlimbo", function() table.insert(events, inst.brain ~= nil and not inst:IsInLimbo() and "out" or "?") end)
    local old = inst.brain
    inst:RemoveFromScene()
    equal(inst:IsInLimbo(), true)
    equal(inst:HasTag("INLIMBO"), true)
    equal(inst.entity:IsVisible(), false)
    equal(inst.brain, nil)
    local ran
    inst:DoTaskInTime(0.1, function() ran = true end)
    at(20, function()
        equal(ran, true)
        inst:ReturnToScene()
        equal(inst:HasTag("INLIMBO"), false)
        equal(inst.entity:IsVisible(), true)
        equal(inst.brain ~= nil and inst.brain ~= old, true)
        equal(table.concat(events, " "), "in out")
    end)
end)

fact("angle-axes", function(inst)
    local p = inst:GetPosition()
    near(inst:GetAngleToPoint(p.x + 5, 0, p.z), 0)
    near(inst:GetAngleToPoint(p.x, 0, p.z - 5), 90)
    near(inst:GetAngleToPoint(p.x - 5, 0, p.z), 180)
    near(inst:GetAngleToPoint(p + Vector3(0, 0, 5)), -90)
end)

fact("angle-nil", function(inst) equal(inst:GetAngleToPoint(nil), 0) end)

fact("angle-same-place", function(inst)
    inst.Transform:SetRotation(33)
    at(12, function() near(inst:GetAngleToPoint(inst:GetPosition()), 33, 0.001) end)
end)

fact("near-strict", function(inst, other)
    equal(inst:IsNear(other, 5), false)
    equal(inst:IsNear(other, 5.01), true)
end, { at = { { 0, 0 }, { 3, 4 } } })

fact("near-nil", function(inst) equal(inst:IsNear(nil, 5), false) end)

fact("distance-flat", function(inst, other)
    other:DoTaskInTime(0, function()
        local p = pt(0, 0)
        other.Transform:SetPosition(p.x, 10, p.z)
    end)
    at(13, function()
        equal(inst:GetDistanceSqToInst(other), 0)
        near(inst:GetDistanceSqToPoint(34, 10, 33), 25)
        near(inst:GetDistanceSqToPoint(Vector3(34, 10, 33)), 25)
    end)
end, { at = { { 0, 0 }, { 0, 3 } } })

fact("distance-removed-raises", function(inst, other)
    near(inst:GetDistanceSqToInst(other), 4)
    other:Remove()
    raises(function() inst:GetDistanceSqToInst(other) end)
    raises(function() inst:IsNear(other, 5) end)
end)

fact("adjacent-point", function(inst, other)
    local p = inst:GetPositionAdjacentTo(other, 2) - inst:GetPosition()
    near(p.x, 0)
    near(p.z, 3)
    equal(inst:GetPositionAdjacentTo(nil, 2), nil)
end, { at = { { 0, 0 }, { 0, 5 } } })

fact("tags-all-any", function(inst)
    inst:AddTag("x")
    inst:AddTag("x")
    equal(inst:HasTags("x"), true)
    equal(inst:HasTags({ "x", "y" }), false)
    equal(inst:HasTags("x", "y"), false)
    equal(inst:HasOneOfTags({ "x", "y" }), true)
    equal(inst:HasOneOfTags("z", "y"), false)
    inst:RemoveTag("x")
    equal(inst:HasTag("x"), false)
    equal(inst:HasTag("_combat"), true)
    inst:RemoveTag("_combat")
    equal(inst:HasTag("_combat"), false)
    inst:AddTag("_combat")
    equal(inst:HasTag("_combat"), true)
end)

fact("component-twice", function(inst)
    local timer = inst:AddComponent("timer")
    timer:StartTimer("nap", 1)
    at(25, function()
        equal(inst:AddComponent("timer"), timer)
        equal(inst:AddComponent("Timer"), timer)
        near(timer:GetTimeLeft("nap"), 0.5)
    end)
end)

fact("component-absent-nil", function(inst)
    equal(inst.components.edible, nil)
    inst:AddComponent("timer")
    local told
    inst.components.timer.OnRemoveFromEntity = function() told = inst.components.timer == nil end
    inst:RemoveComponent("timer")
    inst:RemoveComponent("timer")
    equal(told, true)
    equal(inst.components.timer, nil)
end)

fact("child moves with its parent", function(inst, other)
    inst:AddChild(other)
    equal(other.parent, inst)
    inst:RemoveChild(other)
    equal(other.parent, nil)
    inst:Remove()
    equal(other:IsValid(), true)
end)

fact("time alive", function(inst)
    local now = inst:GetTimeAlive()
    at(40, function() near(inst:GetTimeAlive() - now, 1) end)
end)

fact("made entities have what they were given", function(inst, other)
    local child
    local made = spawn(function(e)
        e.entity:AddTransform()
        e:AddTag("thing")
        equal(e:HasTag("_combat"), false)
        e:AddComponent("timer")
        equal(e.components.knownlocations, nil)
    end)
    child = spawn(function(e) e.entity:AddTransform() end)
    made.Transform:SetPosition(pt(3, 4):Get())
    equal(inst:IsNear(made, 5), false)
    equal(inst:IsNear(made, 5.1), true)
    made:AddChild(child)
    near(inst:GetDistanceSqToInst(child), 25)
    made:SetRotation(90)
    equal(made:GetRotation(), 90)
    made:ForceFacePoint(pt(3, 9))
    near(made:GetRotation(), -90)
    local ran
    made:DoTaskInTime(0.1, function() ran = GetTick() end)
    at(15, function()
        equal(ran, 13)
        made:Remove()
        equal(child:IsValid(), false)
        equal(made:IsValid(), false)
    end)
end)
