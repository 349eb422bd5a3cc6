-- Behaviours, finding, constants, tuning. See facts_test.go.

-- Visits a node once in each tick from now on, until it ends or look says so.
local function visits(node, look)
    local function again(tick)
        at(tick, function()
            node:Visit()
            if not (look and look(node.status)) and node.status == RUNNING then again(tick + 1) end
        end)
    end
    again(GetTick() + 1)
end

local function distance(a, b) return math.sqrt(a:GetDistanceSqToInst(b)) end
local function wants(inst) return inst.components.locomotor:WantsToMoveForward() end

-- The headings in which a node lets a creature run, in order, with their ticks.
local function headings(inst)
    local list = {}
    local locomotor = inst.components.locomotor
    local run = locomotor.RunInDirection
    locomotor.RunInDirection = function(self, angle)
        table.insert(list, { angle = angle, tick = GetTick() })
        run(self, angle)
    end
    return list
end

fact("fan-order", function()
    local tried = {}
    local offset = FindValidPositionByFan(0, 1, 8, function(offset)
        table.insert(tried, math.floor(math.atan2(-offset.z, offset.x) * RADIANS + 0.5))
        return false
    end)
    equal(offset, nil)
    equal(table.concat(tried, " "), "0 -45 45 -90 90 -135 135 180")
end)

fact("fan-result", function()
    local offset, angle, deflected = FindValidPositionByFan(PI / 2, 3, 8, function() return true end)
    near(offset.x, 0)
    near(offset.y, 0)
    near(offset.z, -3)
    near(angle, PI / 2)
    equal(deflected, false)
    local _, _, turned = FindValidPositionByFan(0, 3, 8, function(o) return o.z ~= 0 end)
    equal(turned, true)
end)

fact("find-skips-self-and-hidden", function(inst, hidden, refused, accepted)
    hidden:Hide()
    equal(FindEntity(inst, 10, function(e, who)
        equal(who, inst)
        return e ~= refused
    end), accepted)
    equal(FindEntity(inst, 10), refused)
    equal(FindEntity(inst, 3), nil)
end, { count = 4 })

fact("find-invalid-asker", function(inst)
    inst:Remove()
    equal(FindEntity(inst, 10), nil)
    equal(FindEntity(nil, 10), nil)
end)

fact("find-tags", function(inst, other)
    local function tagged(...)
        local tags = { ... }
        return spawn(function(e)
            e.entity:AddTransform()
            e.Transform:SetPosition(inst.Transform:GetWorldPosition())
            for _, tag in ipairs(tags) do e:AddTag(tag) end
        end)
    end
    tagged("a", "b")
    tagged("a", "d")
    tagged("a", "b", "c", "d")
    local one, two = tagged("a", "b", "d"), tagged("a", "b", "e")
    local x, y, z = inst.Transform:GetWorldPosition()
    local found = TheSim:FindEntities(x, y, z, 5, { "a", "b" }, { "c" }, { "d", "e" })
    equal(#found, 2)
    equal(found[1] == one and found[2] == two or found[1] == two and found[2] == one, true)
    equal(TheSim:FindEntities(x, y, z, 5)[1] ~= nil, true)
    equal(#TheSim:FindEntities(x, y, z, 5, { "a" }, nil, { "nothing" }), 0)
end)

fact("leash-second-visit", function(inst)
    local home = pt(20, 0)
    local node = Leash(inst, function() return home end, 10, 4)
    inst.components.locomotor:WalkInDirection(180)
    node:Visit()
    equal(node.status, RUNNING)
    equal(wants(inst), false)
    node:Visit()
    equal(wants(inst), true)
    visits(node, function(status)
        if status == RUNNING then return end
        equal(status, SUCCESS)
        near(math.sqrt(inst:GetDistanceSqToPoint(home)), 4, 0.3)
        equal(wants(inst), true)
        node:Reset()
        node:Visit()
        equal(node.status, FAILED)
        equal(wants(inst), true)
    end)
end)

fact("leash-nil-home", function(inst)
    local node = Leash(inst, function() return false end, 10, 4)
    node:Visit()
    equal(node.status, FAILED)
end)

fact("follow-band", function(inst, other)
    inst.components.locomotor:WalkInDirection(90)
    local node = Follow(inst, other, 2, 5, 10)
    node:Visit()
    equal(node.status, FAILED)
    equal(wants(inst), true)
end, { at = { { 0, 0 }, { 7, 0 } } })

fact("follow-backoff", function(inst, other)
    local walks = Follow(inst, other, 2, 5, 10, false)
    walks:Visit()
    equal(walks.status, RUNNING)
    equal(inst.components.locomotor:WantsToRun(), false)
    local node = Follow(inst, other, 2, 5, 10)
    node:Visit()
    equal(inst.components.locomotor:WantsToRun(), true)
    visits(node, function(status)
        if status == RUNNING then return end
        equal(status, SUCCESS)
        near(distance(inst, other), 5.15, 0.2)
    end)
end, { at = { { 0, 0 }, { 1, 0 } } })

fact("follow-no-stop", function(inst, other)
    think(inst, PriorityNode({ Follow(inst, function() return other end, 2, 5, 10) }, 0.25, true))
    local least, after = 100, 0
    for tick = 11, 250 do
        at(tick, function()
            local d = distance(inst, other)
            if d < least then least, after = d, 0 end
            after = math.max(after, d)
        end)
    end
    at(251, function()
        equal(least < 2, true)
        equal(after > 4, true)
    end)
end, { at = { { -12, 0 }, { 0, 0 } }, class = "speedMps: 4" })

fact("wander-far", function(inst)
    local home = pt(60, 0)
    local node = Wander(inst, home, 20)
    node:Visit()
    equal(node.status, RUNNING)
    equal(wants(inst), false)
    node:Visit()
    equal(wants(inst), true)
    at(100, function()
        equal(inst:GetDistanceSqToPoint(home) < 98 * 98, true)
        near(inst.Transform:GetRotation(), 0, 5)
    end)
end, { field = { 140, 60 }, at = { { -40, 0 } } })

fact("wander-radius", function(inst)
    local home = pt(0, 0)
    think(inst, PriorityNode({ Wander(inst, home, 20) }, 0.25, true))
    local most, moving, last = 0, 0, inst:GetPosition()
    inst:DoPeriodicTask(FRAMES, function()
        local here = inst:GetPosition()
        if here:DistSq(last) > 1e-6 then moving = moving + 1 end
        most, last = math.max(most, math.sqrt(here:DistSq(home))), here
    end)
    at(9011, function()
        near(most, 27, 6)
        near(moving / 9000, 0.6, 0.12)
    end)
end, { field = { 120, 120 }, ticks = 9100, class = "speedMps: 4" })

fact("panic-gaps", function(inst)
    local list = headings(inst)
    local node = Panic(inst)
    visits(node, function() return GetTick() >= 310 end)
    at(311, function()
        equal(#list > 20, true)
        for i = 2, #list do near(list[i].tick - list[i - 1].tick, 12, 4) end
    end)
end)

fact("runaway-edge", function(inst, other)
    other:AddTag("scary")
    local list = headings(inst)
    local node = RunAway(inst, "scary", 8, 20)
    node:Visit()
    near(math.abs(ReduceAngle(list[1].angle)), 90)
    local x, _, z = inst.Transform:GetWorldPosition()
    visits(node, function()
        if GetTick() < 39 then
            near(list[#list].angle, list[1].angle)
        elseif GetTick() == 60 then
            local nx, _, nz = inst.Transform:GetWorldPosition()
            near(nx, x, 2)
            equal(math.abs(nz - z) > 4, true)
            return true
        end
    end)
end, { at = { { 28, 0 }, { 24, 0 } }, class = "speedMps: 4" })

fact("runaway-safe-point", function(inst, other)
    other:AddTag("scary")
    local list = headings(inst)
    RunAway(inst, "scary", 8, 14, nil, nil, nil, nil, function() return pt(0, 100) end):Visit()
    near(list[1].angle, -45)
end, { at = { { 0, 0 }, { -3, 0 } } })

fact("runaway-noclick", function(inst, other)
    other:AddTag("scary")
    other:AddTag("NOCLICK")
    local one, two = RunAway(inst, "scary", 8, 14), RunAway(inst, { tags = { "scary" } }, 8, 14)
    one:Visit()
    equal(one.status, FAILED)
    two:Visit()
    equal(two.status, RUNNING)
    equal(two.hunter, other)
end)

fact("runaway-home", function(inst, other)
    other:AddTag("scary")
    local home = spawn(function(e)
        e.entity:AddTransform()
        e.Transform:SetPosition(pt(0, 25):Get())
    end)
    if inst.components.homeseeker == nil then inst:AddComponent("homeseeker") end
    inst.components.homeseeker:SetHome(home)
    local pushed
    local locomotor = inst.components.locomotor
    locomotor.PushAction = function(_, action, run) pushed = action.action.id .. " " .. tostring(run) end
    local node = RunAway(inst, "scary", 8, 14, nil, true)
    node:Visit()
    equal(pushed, "GOHOME true")
    equal(node.status, RUNNING)
    at(12, function()
        inst.Transform:SetPosition(pt(0, -25):Get())
        pushed = nil
    end)
    at(14, function()
        node:Visit()
        equal(distance(inst, other) > 14, true)
        equal(node.status, RUNNING)
        equal(pushed, "GOHOME true")
    end)
end)

fact("face-timeout", function(inst, other)
    local node = FaceEntity(inst, function() return other end, function() return true end, 1)
    node:Visit()
    visits(node, function(status)
        if GetTick() <= 40 then equal(status, RUNNING) end
        if status == SUCCESS then equal(GetTick(), 41) end
    end)
end)

fact("doaction-timeout", function(inst, other)
    local node = DoAction(inst, function() return BufferedAction(inst, other, ACTIONS.WALKTO) end, "far", true, 1)
    node:Visit()
    equal(node.status, RUNNING)
    visits(node, function(status)
        if GetTick() <= 40 then equal(status, RUNNING) end
        if status == RUNNING then return end
        equal(status, FAILED)
        equal(GetTick(), 41)
        equal(wants(inst), true)
    end)
end, { field = { 600, 60 }, at = { { -250, 0 }, { 250, 0 } } })

fact("doaction-nil", function(inst)
    local node = DoAction(inst, function() return nil end)
    node:Visit()
    equal(node.status, FAILED)
    equal(node.name, "DoAction")
end)

fact("chase-time", function(inst, other)
    inst.components.combat:SetTarget(other)
    local node = ChaseAndAttack(inst, 2)
    node:Visit()
    equal(node.status, RUNNING)
    visits(node, function(status)
        if GetTick() <= 70 then equal(status, RUNNING) end
        if status == RUNNING then return end
        equal(status, FAILED)
        equal(GetTick(), 71)
        equal(inst.components.combat.target, nil)
        equal(wants(inst), false)
    end)
end, { at = { { -15, 0 }, { 15, 0 } }, class = "health: 100, sight: { radius: 60 }" })

fact("chase-attacks", function(inst, other)
    inst.components.combat:SetTarget(other)
    local node = ChaseAndAttack(inst, 100, 100, 3)
    node:Visit()
    inst:PushEvent("onattackother", { target = other })
    inst:PushEvent("onmissother", { target = other })
    node:Visit()
    equal(node.status, RUNNING)
    inst:PushEvent("onattackother", { target = other })
    node:Visit()
    equal(node.status, SUCCESS)
    equal(inst.components.combat.target, nil)
end, { at = { { -15, 0 }, { 15, 0 } }, class = "health: 100, sight: { radius: 60 }" })

fact("minperiod", function(inst)
    local runs = {}
    local function child(name)
        return ActionNode(function() runs[name] = runs[name] or GetTick() end)
    end
    local late, soon = MinPeriod(inst, 1, false, child("late")), MinPeriod(inst, 1, true, child("soon"))
    late:Visit()
    equal(late.status, FAILED)
    soon:Visit()
    equal(soon.status, SUCCESS)
    equal(runs.soon, 10)
    for tick = 11, 45 do
        at(tick, function()
            late:Reset()
            late:Visit()
        end)
    end
    at(46, function() equal(runs.late, 40) end)
end)

fact("useshield", function(inst)
    local heard = {}
    for _, event in ipairs({ "entershield", "exitshield" }) do
        inst:ListenForEvent(event, function() table.insert(heard, event .. " " .. GetTick()) end)
    end
    local node = UseShield(inst, 50, 2)
    inst:PushEvent("attacked", { damage = 40 })
    node:Visit()
    equal(node.status, FAILED)
    node:Reset()
    at(20, function()
        inst:PushEvent("attacked", { damage = 20 })
        node:Visit()
        equal(heard[1], "entershield 20")
        equal(node.status, RUNNING)
    end)
    at(50, function()
        node:Visit()
        inst:PushEvent("attacked", { damage = 5 })
        visits(node, function(status)
            if status == RUNNING then return end
            equal(status, SUCCESS)
            equal(heard[2], "exitshield 111")
        end)
    end)
end)

fact("const-values", function()
    near(PI2, 6.2831853)
    near(DEGREES, 0.0174533, 1e-6)
    near(FRAMES, 1 / 30)
    equal(PLAYER_CAMERA_SEE_DISTANCE_SQ, 1600)
end)

fact("distsq-forms", function()
    equal(distsq(Vector3(0, 0, 0), Vector3(0, 3, 4)), 25)
    equal(distsq(0, 0, 3, 4), 25)
end)

fact("slerp", function()
    local x, z = VecUtil_Slerp(1, 0, 0, 1, 0.5)
    near(x, 0.7071)
    near(z, 0.7071)
end)

fact("tuning-unknown-nil", function()
    equal(TUNING.HUANT_TINY, nil)
    equal(TUNING.BOAT.GRASS_BOAT.HUANT, nil)
    equal(TUNING.BOAT.GRASS_BOAT.RADIUS, 3)
end)

-- Beside the list: pieces of braincommon, and what section 6 says of behaviours.
local function leads(inst, leader)
    if inst.components.follower == nil then inst:AddComponent("follower") end
    inst.components.follower:SetLeader(leader)
end

local function thing(x, z, ...)
    local tags = { ... }
    return spawn(function(e)
        e.entity:AddTransform()
        e.Transform:SetPosition(pt(x, z):Get())
        for _, tag in ipairs(tags) do e:AddTag(tag) end
    end)
end

fact("common-scared", function(inst, other)
    local node = BrainCommon.PanicWhenScared(inst, 1)
    inst.components.combat:SetTarget(other)
    node:Visit()
    equal(node.status, FAILED)
    node:Reset()
    inst:PushEvent("epicscare", { duration = 1 })
    node:Visit()
    equal(node.status, RUNNING)
    equal(inst.components.combat.target, nil)
    at(39, function()
        node:Visit()
        equal(node.status, RUNNING)
    end)
    at(71, function()
        node:Visit()
        equal(node.status, FAILED)
    end)
end)

fact("common-assist", function(inst, other)
    local tree = thing(3, 0, "CHOP_workable")
    tree:AddComponent("workable")
    tree.components.workable:SetWorkAction(ACTIONS.CHOP)
    thing(2, 0, "MINE_workable")
    leads(inst, other)
    local pushed
    inst.components.locomotor.PushAction = function(_, action) pushed = action end
    local node = BrainCommon.NodeAssistLeaderDoAction({ inst = inst }, { action = "CHOP" })
    node:Visit()
    equal(node.status, FAILED)
    node:Reset()
    rawset(other, "sg", { HasStateTag = function(_, tag) return tag == "chopping" end })
    node:Visit()
    equal(node.status, RUNNING)
    equal(pushed.action, ACTIONS.CHOP)
    equal(pushed.target, tree)
end)

fact("common-salt", function(inst)
    if inst.components.saltlicker == nil then inst:AddComponent("saltlicker") end
    local node = BrainCommon.AnchorToSaltlick(inst)
    node:Visit()
    equal(node.status, FAILED)
    node:Reset()
    thing(15, 0, "saltlick")
    at(100, function()
        node:Visit()
        equal(node.status, RUNNING)
        inst.components.saltlicker.salted = true
        node:Visit()
        equal(node.status, FAILED)
    end)
end)

fact("follow-dead", function(inst, other)
    local node = Follow(inst, other, 2, 5, 10)
    node:Visit()
    equal(node.status, RUNNING)
    rawset(other.components, "health", { IsDead = function() return true end })
    node:Visit()
    equal(node.status, FAILED)
    equal(wants(inst), false)
end, { at = { { 0, 0 }, { 15, 0 } } })

fact("follow-gaits", function(inst, other)
    local node = Follow(inst, other, 2, 5, 16)
    local run
    inst.components.locomotor.GoToPoint = function(_, _, _, runs) run = runs end
    node:Visit()
    equal(node.status, RUNNING)
    equal(run, true)
    inst.Transform:SetPosition(pt(8, 0):Get())
    at(12, function()
        node:Visit()
        equal(run, inst.sg:HasStateTag("running"))
    end)
end, { at = { { 0, 0 }, { 19, 0 } } })

fact("chase-far", function(inst, other)
    inst.components.combat:SetTarget(other)
    local gaveup
    inst:ListenForEvent("giveuptarget", function() gaveup = true end)
    local node = ChaseAndAttack(inst, 100, 20)
    node:Visit()
    equal(node.status, FAILED)
    equal(gaveup, true)
    equal(inst.components.combat.target, nil)
end, { at = { { -15, 0 }, { 15, 0 } }, class = "health: 100, sight: { radius: 60 }" })

fact("closest-distance", function(inst, other)
    other:AddTag("shiny")
    local goal
    inst.components.locomotor.GoToPoint = function(_, point, _, runs) goal = runs and point end
    local node = FindClosest(inst, 30, 5, { "shiny" })
    node:Visit()
    equal(node.status, RUNNING)
    near(goal:Dist(other:GetPosition()), 4.9)
    other:RemoveTag("shiny")
    node:Visit()
    equal(node.status, FAILED)
end, { at = { { 0, 0 }, { 20, 0 } } })

fact("face-waits", function(inst, other)
    local node = FaceEntity(inst, function() return other end, function(_, e) return not e:HasTag("away") end)
    think(inst, PriorityNode({ node }, 0.25, true))
    at(20, function()
        equal(node.status, RUNNING)
        equal(node:GetSleepTime() > 0.1 and node:GetSleepTime() <= 0.5, true)
        other:AddTag("away")
        node:Visit()
        equal(node.status, FAILED)
    end)
end)

fact("stand-keeps", function(inst)
    local may = true
    local node = StandStill(inst, function() return may end, function() return may end)
    inst.components.locomotor:WalkInDirection(0)
    node:Visit()
    equal(node.status, RUNNING)
    equal(wants(inst), false)
    may = false
    node:Visit()
    equal(node.status, FAILED)
end)

fact("chatty-child", function(inst)
    local said = {}
    rawset(inst.components, "talker", {
        Say = function(_, line) table.insert(said, line) end,
        Chatter = function(_, key) table.insert(said, key) end,
    })
    local child = ConditionWaitNode(function() return false end)
    local lists, keys = ChattyNode(inst, { "hey" }, child, 1, 0), ChattyNode(inst, "PIG_TALK", child, 5, 0)
    local quiet = ChattyNode(inst, function() return nil end, child)
    local late = ChattyNode(inst, { "late" }, child, 9, 0, 1, 0)
    for tick = 11, 45 do
        at(tick, function()
            for _, node in ipairs({ lists, keys, quiet, late }) do
                node:Visit()
                equal(node.status, RUNNING)
            end
        end)
    end
    at(46, function() equal(table.concat(said, " "), "hey PIG_TALK hey late") end)
end)

fact("way-around", function(inst, other)
    local goal = WayAround(inst, other, 3, pt(20, 1))
    near(goal:Dist(other:GetPosition()), 3)
    equal(goal.z > inst:GetPosition().z, true)
    local free = pt(0, 20)
    equal(WayAround(inst, other, 3, free), free)
    local before = pt(1, 0)
    equal(WayAround(inst, other, 3, before), before)
    equal(WayAround(inst, nil, 3, free), free)
end, { at = { { 0, 0 }, { 8, 0 } } })

fact("giant-far-point", function(inst)
    equal(require("giantutils").GetWanderAwayPoint, GetWanderAwayPoint)
    local seen = {}
    for _ = 1, 60 do
        local to = GetWanderAwayPoint(inst:GetPosition())
        near(to:Dist(inst:GetPosition()), 100)
        equal(to.x < inst:GetPosition().x, true) -- the other side is off the field
        seen[math.floor(to.z / 20)] = true
    end
    equal(GetTableSize(seen) > 4, true) -- it is drawn
end, { field = { 180, 180 }, at = { { 80, 0 } } })

fact("giant-nowhere-far", function(inst)
    equal(GetWanderAwayPoint(inst:GetPosition()), nil)
end, { field = { 100, 100 } })
