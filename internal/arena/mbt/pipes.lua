-- Goal pipes that scripts make by calls, queries that they register, trees that they start
-- and parameters that they change.

-- Parameters of bots, of which an arena has the first three.

local names = {
	"ATTACKRANGE", "SOUNDRANGE", "FORGETTIME_TARGET",
	"SIGHTRANGE", "ACCURACY", "AGGRESION", "GROUPID", "FOVPRIMARY", "FOVSECONDARY", "COMMRANGE", "FWDSPEED", "FACTION", "COMBATCLASS", "INVISIBLE",
	"PERCEPTIONSCALE_VISUAL", "PERCEPTIONSCALE_AUDIO", "FORGETTIME_SEEK", "FORGETTIME_MEMORY", "LOOKIDLE_TURNSPEED", "LOOKCOMBAT_TURNSPEED",
	"AIM_TURNSPEED", "FIRE_TURNSPEED", "MELEE_DISTANCE", "MELEE_SHORT_DISTANCE", "MIN_ALARM_LEVEL", "PROJECTILE_LAUNCHDIST", "GRENADE_THROWDIST",
	"CAMOSCALE", "HEATSCALE", "TURNSPEED",
}

for i, name in ipairs(names) do
	_G["AIPARAM_" .. name] = i
end

function AI.ChangeParameter(id, parameter, value)
	local name = names[parameter]
	if not name then
		error("AI.ChangeParameter: found " .. tostring(parameter) .. ", wanted a number such as AIPARAM_ATTACKRANGE", 2)
	elseif type(value) ~= "number" or value < 0 then
		error("AI.ChangeParameter: found " .. tostring(value) .. ", wanted a number of at least 0", 2)
	elseif game.change_parameter(id, name, value) == false then
		game.note("AI.ChangeParameter: AIPARAM_" .. name .. " has no counterpart in an arena, and changes nothing")
	end
end

-- Trees.

function AI.StartModularBehaviorTree(id, name)
	return game.start_tree(id, name) and true or false
end

function AI.StopModularBehaviorTree(id)
	game.stop_tree(id)
end

-- Queries.

function AI.RegisterTacticalPointQuery(query)
	game.query(query)
end

-- Goal pipes: lists of goals, each a table with the name of an operation, whether the pipe
-- waits for it, and its arguments. The pipe that is being made stands at number 0.

local operations = {}

-- Each operation gets the entity, the state of its run, the seconds since it began and its
-- arguments. It is over when it returns true.

function operations.timeout(e, run, seconds, least, most)
	run.lasts = run.lasts or least + math.random() * ((most or least) - least)
	return seconds >= run.lasts
end

function operations.signal(e, run, seconds, number, name, filter)
	AI.Signal(filter or SIGNALFILTER_SENDER, number, name, e.id)
	return true
end

function operations.waitsignal(e, run, seconds, name, longest)
	return run.heard[name] or longest ~= nil and longest > 0 and seconds >= longest
end

function operations.locate(e, run, seconds, what)
	game.locate(e.id, what or "")
	return true
end

operations.pathfind = operations.locate

function operations.approach(e, run, seconds, near)
	return game.approach(e.id, near or 0, run.pipe.pace or 1)
end

function operations.trace(e, run)
	return game.approach(e.id, 0, run.pipe.pace or 1)
end

operations.stick = operations.approach

function operations.lookat(e)
	return game.look(e.id)
end

function operations.bodypos(e, run, seconds, stance)
	AI.SetStance(e.id, stance)
	return true
end

function operations.run(e, run, seconds, pace)
	run.pipe.pace = math.max(0, math.min(2, math.floor(pace or 1)))
	return true
end

function operations.firecmd(e, run, seconds, mode)
	AI.SetFireMode(e.id, mode)
	return true
end

function operations.clear(e)
	game.clear_target(e.id)
	return true
end

local function known()
	local list = {}
	for name in pairs(operations) do
		list[#list + 1] = name
	end
	table.sort(list)
	return table.concat(list, ", ")
end

function AI.CreateGoalPipe(name)
	GoalPipes[name] = {}
	return true
end

function AI.BeginGoalPipe(name)
	AI.CreateGoalPipe(name)
	GoalPipes[0] = name
	return true
end

function AI.EndGoalPipe()
	if not GoalPipes[0] then
		error("AI.EndGoalPipe: no pipe was begun by AI.BeginGoalPipe", 2)
	end
	GoalPipes[0] = nil
end

-- PushGoal takes the pipe first where none was begun.
function AI.PushGoal(...)
	local name = GoalPipes[0]
	local goal = { ... }
	if not name then
		name = table.remove(goal, 1)
	end
	local pipe = GoalPipes[name]
	if type(pipe) ~= "table" then
		error("AI.PushGoal: no pipe " .. tostring(name) .. " was made by AI.BeginGoalPipe or AI.CreateGoalPipe", 2)
	end
	local operation = string.lower(tostring(goal[1]))
	if not operations[operation] then
		game.note("the goal operation " .. tostring(goal[1]) .. " has no counterpart here, and is left out; there are " .. known())
		return
	end
	local waits = goal[2]
	table.remove(goal, 1)
	table.remove(goal, 1)
	pipe[#pipe + 1] = { operation = operation, waits = waits == true or type(waits) == "number" and waits ~= 0, arguments = goal }
end

-- advance runs one goal, and reports whether it is over.
local function advance(e, run, seconds)
	local goal = run.goal
	run.began = run.began or seconds
	return operations[goal.operation](e, run, seconds - run.began, unpack(goal.arguments)) and true or false
end

-- runs goes on with the pipe of a bot, from its first goal on. Goals that the pipe does not
-- wait for go on beside the next ones.
local function runs(e, goals, seconds)
	local pipe = e.pipe
	if not pipe then
		pipe = { at = 1, beside = {}, heard = {} }
		e.pipe = pipe
	end
	for i = #pipe.beside, 1, -1 do
		if advance(e, pipe.beside[i], seconds) then
			table.remove(pipe.beside, i)
		end
	end
	while pipe.at <= #goals do
		local goal = goals[pipe.at]
		pipe.now = pipe.now or { goal = goal, pipe = pipe, heard = pipe.heard }
		local over = advance(e, pipe.now, seconds)
		if not over and goal.waits then
			return false
		elseif not over then
			pipe.beside[#pipe.beside + 1] = pipe.now
		end
		pipe.at, pipe.now = pipe.at + 1, nil
	end
	return #pipe.beside == 0
end

local hooks = game.hooks

function hooks.has_pipe(e, name)
	return type(GoalPipes[name]) == "function" or type(GoalPipes[name]) == "table"
end

function hooks.run_pipe(e, name, seconds)
	local pipe = GoalPipes[name]
	if type(pipe) == "function" then
		return pipe(e, seconds) == true
	end
	return runs(e, pipe, seconds)
end

function hooks.tell_pipe(e, event)
	if e.pipe then
		e.pipe.heard[event] = true
	end
end

function hooks.leave_pipe(e)
	e.pipe = nil
end
