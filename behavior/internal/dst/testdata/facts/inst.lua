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

reason("event-copy-of-list", "not written")
reason("event-source-argument", "not written")
reason("event-listener-gone", "not written")
reason("event-names-case", "not written")
reason("remove-order", "not written")
reason("angle-axes", "not written")
reason("angle-nil", "not written")
reason("angle-same-place", "not written")
reason("near-strict", "not written")
reason("near-nil", "not written")
reason("distance-flat", "not written")
reason("distance-removed-raises", "not written")
reason("adjacent-point", "not written")
reason("face-busy", "not written")
reason("tags-all-any", "not written")
reason("component-twice", "not written")
reason("component-absent-nil", "not written")
reason("prefab-late", "not written")
reason("remove-from-scene", "not written")
