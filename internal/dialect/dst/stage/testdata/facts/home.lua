-- Homes, sleep, places, timers, herds. See facts_test.go.
local function add(inst, ...)
	for _, name in ipairs({ ... }) do inst:AddComponent(name) end
	return inst.components
end

-- Who is placed with a heading would go there until it is told to stand.
local function stand(inst) inst.components.locomotor:Stop() end

-- A home of many, with a prefab of its own for who comes out.
local cub = { ["prefabs/cub.lua"] = [[
	local function fn()
		local inst = CreateEntity()
		inst.entity:AddTransform()
		inst:AddTag("cub")
		inst:AddComponent("knownlocations")
		return inst
	end
	return Prefab("cub", fn)
]] }

local function den(n)
	local home = spawn(function(e)
		e.entity:AddTransform()
		e.Transform:SetPosition(pt(5, 5):Get())
		e:SetPhysicsRadiusOverride(1.5)
		e:AddComponent("childspawner")
	end)
	home.components.childspawner.childname = "cub"
	home.components.childspawner:SetMaxChildren(n)
	return home, home.components.childspawner
end

fact("childspawner-default", function(inst)
	local c = add(inst, "childspawner").childspawner
	equal(c.childreninside, 1)
	equal(c.maxchildren, 0)
	c:SetMaxChildren(3)
	equal(c.childreninside, 3)
end)

fact("childspawner-gohome", function(inst)
	local home, c = den(2)
	local child = c:SpawnChild()
	local heard = {}
	home:ListenForEvent("childgoinghome", function(_, data) table.insert(heard, data.child == child and "home childgoinghome") end)
	child:ListenForEvent("goinghome", function(_, data) table.insert(heard, data.home == home and "goinghome") end)
	child:ListenForEvent("onremove", function() table.insert(heard, "onremove") end)
	equal(c.childreninside, 1)
	equal(BufferedAction(child, home, ACTIONS.GOHOME):Do(), true)
	equal(table.concat(heard, " "), "home childgoinghome goinghome onremove")
	equal(c.childreninside, 2)
	equal(c.numchildrenoutside, 0)
	equal(child:IsValid(), false)
end, { files = cub })

fact("childspawner-count", function(inst)
	local _, c = den(3)
	local list = c:ReleaseAllChildren()
	equal(#list, 3)
	equal(c:CountChildrenOutside(), 3)
	list[1]:PushEvent("death")
	equal(c:CountChildrenOutside(), 2)
	list[2]:Remove()
	equal(c:CountChildrenOutside(), 1)
	equal(c:CountChildrenOutside(function(e) return e == list[3] end), 1)
	list[3]:PushEvent("detachchild")
	equal(c:CountChildrenOutside(), 0)
	equal(c:SpawnChild(), nil)
end, { files = cub })

fact("childspawner-stranger", function(inst, other)
	local home, c = den(2)
	equal(c:GoHome(other), nil)
	equal(BufferedAction(other, home, ACTIONS.GOHOME):Do() or false, false)
	equal(other:IsValid(), true)
	equal(c.childreninside, 2)
end)

fact("childspawner-owner", function(inst)
	local home, c = den(2)
	local child = c:SpawnChild()
	equal(child.components.homeseeker.home, home)
	equal(child.components.knownlocations:GetLocation("home"), home:GetPosition())
	near(math.sqrt(child:GetDistanceSqToInst(home)), 2)
end, { files = cub })

-- A home of one, who is inst.
local function house(inst)
	local home = spawn(function(e)
		e.entity:AddTransform()
		e.Transform:SetPosition(pt(8, 8):Get())
		e:SetPhysicsRadiusOverride(1)
		e:AddComponent("spawner")
	end)
	home.components.spawner:TakeOwnership(inst)
	return home, home.components.spawner
end

fact("spawner-inside", function(inst, other)
	local home, s = house(other)
	local failed, seen
	equal(other.components.homeseeker.home, home)
	other:ListenForEvent("gohomefailed", function() failed = true end)
	s:SetOnOccupiedFn(function(h, child) seen = h == home and child == other end)
	equal(s:GoHome(other), true)
	equal(other:IsValid(), true)
	equal(other:IsInLimbo(), true)
	equal(other.components.homeseeker, nil)
	equal(s:IsOccupied(), true)
	equal(seen, true)
	equal(failed, nil)
	equal(s:GoHome(other), nil)
	equal(failed, true)
end)

fact("spawner-release", function(inst, other)
	local home, s = house(other)
	other:SetPhysicsRadiusOverride(0.25)
	s:GoHome(other)
	at(20, function()
		local gone
		s:SetOnVacateFn(function(h, child) gone = h == home and child == other end)
		equal(s:ReleaseChild(), true)
		equal(other:IsInLimbo(), false)
		equal(other.components.homeseeker.home, home)
		equal(s:IsOccupied(), false)
		equal(gone, true)
	end)
	at(22, function() near(math.sqrt(other:GetDistanceSqToInst(home)), 1 + 0.25 + 0.5, 0.01) end)
end)

fact("homeseeker-home-removed", function(inst)
	local home = spawn()
	add(inst, "homeseeker").homeseeker:SetHome(home)
	equal(inst.components.homeseeker:HasHome(), true)
	home:Remove()
	equal(rawget(inst.components, "homeseeker") or nil, nil)
	equal(inst.components.homeseeker, nil)
end)

fact("gohome-plain-target", function(inst, other)
	local stone, heard = spawn(function(e) e.entity:AddTransform() end), nil
	stone:ListenForEvent("onwenthome", function(_, data) heard = data.doer == other end)
	equal(BufferedAction(other, stone, ACTIONS.GOHOME):Do(), true)
	equal(heard, true)
	equal(other:IsValid(), false)
end)

fact("known-dont-overwrite", function(inst)
	local k = add(inst, "knownlocations").knownlocations
	k:RememberLocation("home", pt(1, 1))
	k:RememberLocation("home", pt(2, 2), true)
	equal(k:GetLocation("home"), pt(1, 1))
	equal(k:GetLocation("moon"), nil)
	k:RememberLocation("home", nil)
	equal(k:GetLocation("home"), nil)
	raises(function() k:RememberLocation("home", Vector3(0 / 0, 0, 0)) end)
end)

fact("timer-exists", function(inst)
	local t, ended = add(inst, "timer").timer, nil
	inst:ListenForEvent("timerdone", function() ended = GetTick() end)
	t:StartTimer("a", 1)
	t:StartTimer("a", 5)
	near(t:GetTimeLeft("a"), 1)
	at(39, function() equal(ended, nil) end)
	at(42, function() equal(ended, 40) end)
end)

fact("timer-pause", function(inst)
	local t, ended = add(inst, "timer").timer, {}
	inst:ListenForEvent("timerdone", function(_, data) table.insert(ended, data.name .. GetTick() .. tostring(t:TimerExists("a"))) end)
	t:StartTimer("a", 1)
	t:PauseTimer("a")
	equal(t:IsPaused("a"), true)
	at(70, function()
		near(t:GetTimeLeft("a"), 1)
		t:ResumeTimer("a")
	end)
	at(110, function() equal(table.concat(ended, " "), "a100false") end)
end)

fact("timer-unknown", function(inst)
	local t = add(inst, "timer").timer
	equal(t:GetTimeLeft("zz"), nil)
	equal(t:TimerExists("zz"), false)
end)

fact("tracker-removed", function(inst)
	local t, e = add(inst, "entitytracker").entitytracker, spawn()
	t:TrackEntity("x", e)
	equal(t:GetEntity("x"), e)
	e:Remove()
	equal(t:GetEntity("x"), nil)
	equal(t:GetEntity("y"), nil)
end)

fact("herd-made", function(inst, other, far)
	for _, e in ipairs({ inst, other, far }) do add(e, "herdmember", "knownlocations") end
	at(240, function() equal(inst.components.herdmember.herd, nil) end) -- 7.7 s later
	at(280, function()
		local a, b, c = inst.components.herdmember, other.components.herdmember, far.components.herdmember
		equal(a.herd ~= nil and a.herd == b:GetHerd(), true)
		equal(c.herd ~= nil and c.herd ~= a.herd, true)
		equal(a.herd.components.herd.membercount, 2)
		equal(inst.components.knownlocations:GetLocation("herd") ~= nil, true)
	end)
end, { start = stand, count = 3, field = { 300, 60 }, at = { { 0, 0 }, { 10, 0 }, { 100, 0 } } })

fact("herd-mean", function(inst, other)
	for _, e in ipairs({ inst, other }) do add(e, "knownlocations", "herdmember") end
	local herd = spawn(function(e)
		e.entity:AddTransform()
		e.Transform:SetPosition(pt(0, 0):Get())
		e:AddComponent("herd")
	end).components.herd
	herd:AddMember(inst)
	herd:AddMember(other)
	at(10 + 8 * 30 + 1, function()
		near(inst.components.knownlocations:GetLocation("herd").x, pt(5, 0).x, 0.01)
		near(other.components.knownlocations:GetLocation("herd").x, pt(5, 0).x, 0.01)
	end)
end, { start = stand, at = { { 0, 0 }, { 10, 0 } } })

local night = "nature: { phase: night }"

fact("sleep-night", function(inst, other)
	local told, sleeper = 0, add(other, "sleeper").sleeper
	other:ListenForEvent("gotosleep", function() told = told + 1 end)
	local stopped
	other.brain.OnStop = function() stopped = true end
	equal(sleeper:IsAsleep(), false)
	at(10 + 136, function()
		equal(sleeper:IsAsleep(), true)
		equal(stopped, true)
		equal(told, 1)
	end)
	at(300, function() equal(told, 1) end)
end, { start = stand, scene = night })

fact("sleep-home-near", function(inst, other)
	local home = spawn(function(e)
		e.entity:AddTransform()
		e.Transform:SetPosition(pt(20, 0):Get())
	end)
	add(other, "homeseeker", "sleeper").homeseeker:SetHome(home)
	at(200, function()
		equal(other.components.sleeper:IsAsleep(), false)
		home.Transform:SetPosition(pt(50, 0):Get())
	end)
	at(340, function() equal(other.components.sleeper:IsAsleep(), true) end)
end, { start = stand, scene = night, field = { 200, 60 } })

fact("sleep-wake-day", function(inst, other)
	local sleeper, woken, started = add(other, "sleeper").sleeper, nil, nil
	other:ListenForEvent("onwakeup", function() woken = TheWorld.state.phase end)
	at(160, function()
		equal(sleeper:IsAsleep(), true)
		other.brain.OnStart = function() started = true end
	end)
	at(10 + 30 * 8 + 200, function()
		equal(TheWorld.state.phase, "day")
		equal(sleeper:IsAsleep(), false)
		equal(woken, "day")
		equal(started, true)
	end)
end, { scene = "day: { length: 24s, start: 22, dawn: 6, dusk: 20 }" })

fact("sleep-attacked", function(inst, other)
	local sleeper, woken = add(other, "sleeper").sleeper, nil
	other:ListenForEvent("onwakeup", function() woken = true end)
	sleeper:GoToSleep()
	equal(sleeper:IsAsleep(), true)
	other:PushEvent("attacked", { attacker = inst, damage = 1 })
	equal(sleeper:IsAsleep(), false)
	equal(woken, true)
end)

fact("sleep-sleepiness", function(inst, other)
	local a, b = add(inst, "sleeper").sleeper, add(other, "sleeper").sleeper
	a:SetResistance(1)
	a:AddSleepiness(1)
	equal(a:IsAsleep(), false)
	b:AddSleepiness(2, 5)
	equal(b:IsAsleep(), true)
	at(39, function() equal(a:IsAsleep(), false) end)
	at(41, function() equal(a:IsAsleep(), true) end)
end)

-- What follows is of the vocabulary, and not in the list of facts.

fact("spawner-another-child", function()
	local home = spawn(function(e)
		e.entity:AddTransform()
		e.Transform:SetPosition(pt(5, 5):Get())
		e:AddComponent("spawner")
	end)
	local s = home.components.spawner
	s:Configure("cub", 1, 0.1)
	equal(s:IsSpawnPending(), true)
	local first
	at(15, function()
		first = s.child
		equal(first:HasTag("cub"), true)
		equal(s:IsOccupied(), false)
		first:PushEvent("death")
		equal(s.child, nil)
	end)
	at(40, function() equal(s.child, nil) end)
	at(48, function() equal(s.child ~= nil and s.child ~= first, true) end)
end, { files = cub })

fact("spawner-queued", function(inst, other)
	local home, s = house(other)
	s:GoHome(other)
	s:SetQueueSpawning(true, 1)
	s:SpawnWithDelay(0)
	at(20, function() equal(s:IsOccupied(), true) end)
	at(30, function()
		s:SetQueueSpawning(false)
		equal(s:IsOccupied(), false)
	end)
end)

fact("hideout", function(inst, other)
	local hole = spawn(function(e)
		e.entity:AddTransform()
		e:AddComponent("hideout")
	end)
	local h = hole.components.hideout
	equal(h:GoHome(other), nil)
	equal(other:IsInLimbo(), true)
	equal(h:ReleaseChild(), other)
	equal(other:IsInLimbo(), false)
end)

fact("childspawner-periods", function()
	local home, c = den(2)
	c:SetSpawnPeriod(1, 0)
	c:SetRegenPeriod(1, 0)
	c:StartSpawning()
	at(10 + 630, function() -- two looks, of 5 to 10 s each
		equal(c.childreninside, 0)
		equal(c.numchildrenoutside, 2)
		c:StopSpawning()
		c:List()[1]:Remove()
	end)
	at(10 + 630 + 640, function()
		equal(c.numchildrenoutside, 1)
		equal(c.childreninside, 1)
	end)
end, { files = cub, ticks = 1400 })

fact("herd-merges", function(inst, other)
	local herds = {}
	for i, e in ipairs({ inst, other }) do
		add(e, "knownlocations", "herdmember")
		local herd = spawn(function(h)
			h.entity:AddTransform()
			h.Transform:SetPosition(e.Transform:GetWorldPosition())
			h:AddComponent("herd")
		end).components.herd
		herd:SetOnEmptyFn(function(h) h:Remove() end)
		herd:AddMember(e)
		herds[i] = herd
	end
	at(10 + 8 * 30 + 2, function()
		equal(inst.components.herdmember.herd, other.components.herdmember.herd)
		equal(herds[1].membercount + herds[2].membercount, 2)
		equal(herds[1].inst:IsValid() ~= herds[2].inst:IsValid(), true)
	end)
end, { start = stand, at = { { 0, 0 }, { 10, 0 } } })

fact("team-circles", function(inst, a, b, c)
	local leader = spawn(function(e)
		e.entity:AddTransform()
		e:AddComponent("teamleader")
	end).components.teamleader
	local team = { a, b, c }
	for _, e in ipairs(team) do
		add(e, "teamattacker")
		leader:NewTeammate(e)
		equal(e.components.teamattacker.inteam, true)
		equal(e.components.teamattacker.orders, ORDERS.HOLD)
	end
	equal(leader:GetTeamSize(), 3)
	leader:SetNewThreat(inst)
	at(14, function()
		for _, e in ipairs(team) do near(e.components.teamattacker.formationpos:Dist(inst:GetPosition()), 5, 0.01) end
		equal(leader:NumWithOrder(ORDERS.HOLD), 3)
	end)
	at(10 + 3 * 30 + 4, function() equal(leader:NumWithOrder(ORDERS.WARN) >= 1, true) end)
	at(10 + 3 * 30 + 25, function()
		equal(leader:NumWithOrder(ORDERS.WARN), 0)
		equal(leader:NumWithOrder(ORDERS.ATTACK) >= 1, true)
	end)
	at(10 + 31 * 30, function()
		equal(a.components.teamattacker.inteam, false)
		equal(leader.inst:IsValid(), false)
	end)
end, { start = stand, count = 4, ticks = 1200 })

fact("commander-soldiers", function(inst, other)
	local c, heard = add(inst, "commander").commander, {}
	for _, event in ipairs({ "gotcommander", "lostcommander" }) do
		other:ListenForEvent(event, function(_, data) table.insert(heard, event .. tostring(data.commander == inst)) end)
	end
	c:AddSoldier(other)
	equal(c:GetNumSoldiers(), 1)
	equal(c:GetNumSoldiers("none"), 0)
	equal(c:IsSoldier(other), true)
	c:SetTrackingDistance(1)
	at(45, function()
		equal(c:GetNumSoldiers(), 0)
		equal(table.concat(heard, " "), "gotcommandertrue lostcommandertrue")
	end)
end)

fact("grouptargeter-targets", function(inst, a, b)
	local g = add(inst, "grouptargeter").grouptargeter
	g:AddTarget(a)
	g:AddTarget(b)
	equal(g.num_targets, 2)
	local tries, got = 0, nil
	while got == nil and tries < 200 do tries, got = tries + 1, g:TryGetNewTarget() end
	equal(got == a or got == b, true)
	near(g:GetTargets()[got], 0.9)
	b:PushEvent("death")
	equal(g:IsTargeting(b), false)
	equal(g.num_targets, 1)
end, { count = 3 })

fact("playerprox-near", function(inst)
	local p, heard = add(inst, "playerprox").playerprox, {}
	p:SetDist(4, 6)
	p:SetOnPlayerNear(function(_, player) table.insert(heard, "near" .. tostring(player:HasTag("player"))) end)
	p:SetOnPlayerFar(function() table.insert(heard, "far") end)
	at(21, function()
		equal(p:IsPlayerClose(), true)
		p:SetDist(1, 2)
	end)
	at(32, function()
		equal(p:IsPlayerClose(), false)
		equal(table.concat(heard, " "), "neartrue far")
	end)
end, { start = stand, player = { 3, 0 } })

fact("periodicspawner-drops", function(inst)
	local p, n = add(inst, "periodicspawner").periodicspawner, 0
	p:SetPrefab("cub")
	p:SetRandomTimes(1, 0)
	p:SetMinimumSpacing(5)
	p:SetOnSpawnFn(function() n = n + 1 end)
	p:Start()
	at(35, function() equal(n, 0) end)
	at(45, function() equal(n, 1) end)
	at(110, function() equal(n, 1) end) -- the first is too near
end, { start = stand, files = cub })

fact("mood-days", function(inst)
	local m, heard = add(inst, "mood").mood, {}
	m:SetInMoodFn(function() table.insert(heard, "in" .. TheWorld.state.cycles) end)
	m:SetLeaveMoodFn(function() table.insert(heard, "out" .. TheWorld.state.cycles) end)
	m:SetMoodTimeInDays(1, 2)
	at(10 + 5 * 30, function() equal(table.concat(heard, " "), "in3 out4 in6") end)
end, { scene = "day: { length: 1s, start: 5, dawn: 6, dusk: 20 }" })

fact("minions-come", function(inst)
	local m = add(inst, "minionspawner").minionspawner
	m.miniontype, m.minionspawntime = "cub", { min = 1, max = 1 }
	m:StartNextSpawn()
	at(75, function()
		equal(m.numminions, 2)
		equal(m.minions[1].minionlord, inst)
		m.minions[1]:Remove()
		equal(m.numminions, 1)
		m:DespawnAll()
	end)
	at(150, function() equal(m.numminions, 0) end)
end, { start = stand, files = cub })

fact("formation-circles", function(inst, a, b)
	local leader = spawn(function(e)
		e.entity:AddTransform()
		e:AddComponent("formationleader")
	end).components.formationleader
	add(a, "formationfollower")
	add(b, "formationfollower")
	leader:SetUp(inst, a)
	equal(b.components.formationfollower:SearchForFormation(), true)
	at(14, function()
		near(a.components.formationfollower.formationpos:Dist(b.components.formationfollower.formationpos), 10, 0.01)
		a.components.formationfollower:LeaveFormation()
		equal(leader.formationsize, 1)
		leader:DisbandFormation()
		equal(b.components.formationfollower.in_formation, false)
	end)
end, { start = stand, count = 3 })

fact("guardian-comes", function(inst)
	local g = add(inst, "guardian").guardian
	g.prefab = "cub"
	equal(g:Call(19), nil)
	equal(g:HasGuardian(), false)
	g:Call()
	equal(g:HasGuardian(), true)
	g:Dismiss()
	equal(g:HasGuardian(), false)
end, { files = cub })

fact("stuck-who-does-not-move", function(inst)
	local s = add(inst, "stuckdetection").stuckdetection
	equal(s:IsStuck(), false)
	at(60, function() equal(s:IsStuck(), false) end)
	at(71, function()
		equal(s:IsStuck(), true)
		s:Reset()
		equal(s:IsStuck(), false)
	end)
end, { start = stand })

fact("place-until-morning", function(inst, other)
	local home = other.components.homeseeker.home
	equal(other.components.homeseeker:HasHome(), true)
	equal(TheWorld.state.isnight, true)
	equal(BufferedAction(other, home, ACTIONS.GOHOME):Do(), true)
	equal(other:IsInLimbo(), true)
	at(60, function() equal(other:IsInLimbo(), true) end)
	at(130, function()
		equal(TheWorld.state.isday, true)
		equal(other:IsInLimbo(), false)
	end)
end, { class = "home: nest", scene = "places: [{ id: nest, at: [15, 15], radius: 3 }]\nday: { length: 24s, start: 3, dawn: 6, dusk: 20 }" })
