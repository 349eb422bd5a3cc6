-- Goal pipes: lists of goals, each a table with the name of an operation, whether the pipe waits
-- for it, and its arguments by name. Files of goal pipes and nodes have them made; scripts make
-- them by calls. The pipe that is being made stands at number 0.

local paces = { Walk = 0, Run = 1, Sprint = 2 }
local stances = { Stand = STANCE_STAND, Crouch = STANCE_CROUCH, Relaxed = STANCE_RELAXED, Alerted = STANCE_ALERTED }
local filters = { Sender = SIGNALFILTER_SENDER, Group = SIGNALFILTER_GROUPONLY, GroupExcludingSender = SIGNALFILTER_GROUPONLY_EXCEPT }

local operations = {}

-- Each operation gets the entity, the state of its run, the seconds since it began, its
-- arguments and the state of its pipe. It is over when it returns true; where it can fail, it
-- returns whether it succeeded, too.

local function outcome(is)
	return is ~= "runs", is == "done"
end

-- drawn returns a time by chance between two, or one that is always the same.
local function drawn(run, always, least, most)
	if least or most then
		least = least or 0
		run.lasts = run.lasts or least + math.random() * ((most or least) - least)
		return run.lasts
	end
	return always
end

function operations.timeout(e, run, seconds, a)
	return seconds >= (drawn(run, a.interval, a.intervalMin, a.intervalMax) or 0)
end

function operations.signal(e, run, seconds, a)
	AI.Signal(filters[a.filter] or a.filter or SIGNALFILTER_SENDER, 1, a.name, e.id)
	return true
end

function operations.waitsignal(e, run, seconds, a, pipe)
	return pipe.heard[a.name] or a.timeout ~= nil and a.timeout > 0 and seconds >= a.timeout
end

function operations.locate(e, run, seconds, a)
	return true, game.locate(e.id, a.name or "", a.warnIfFailed or false)
end

operations.pathfind = operations.locate

function operations.approach(e, run, seconds, a, pipe)
	return outcome(game.approach(e.id, a.distance or 0, pipe.pace or 1))
end

operations.trace = operations.approach

function operations.stick(e, run, seconds, a, pipe)
	if a.locateName and not run.found then
		if not game.locate(e.id, a.locateName, false) then
			return true, false
		end
		run.found = true
	end
	local is = game.approach(e.id, a.distance or 0, pipe.pace or 1)
	if is == "failed" then
		return true, false
	elseif a.duration and a.duration > 0 then
		return seconds >= a.duration, true
	end
	return not a.continuous and is == "done", true
end

function operations.hide(e, run, seconds, a, pipe)
	if a.register == "RefPoint" then
		return outcome(game.approach_ref(e.id, 0, pipe.pace or 1))
	end
	return outcome(game.hide(e.id, 0, pipe.pace or 1))
end

function operations.move(e, run, seconds, a, pipe)
	local pace, near, is = paces[a.speed] or 1, a.stopWithinDistance or 0, nil
	if not run.set then
		run.set = true
		AI.SetStance(e.id, stances[a.stance] or STANCE_STAND)
	end
	if a.to == "Cover" then
		is = game.hide(e.id, near, pace)
	elseif a.to == "RefPoint" then
		is = game.approach_ref(e.id, near, pace)
	elseif game.locate(e.id, "atttarget", false) then
		is = game.approach(e.id, near, pace)
	end
	return outcome(is or "failed")
end

function operations.lookat(e, run, seconds, a)
	return game.look(e.id, a.angleThreshold or 5)
end

function operations.stance(e, run, seconds, a)
	AI.SetStance(e.id, stances[a.id] or tonumber(a.id) or STANCE_STAND)
	return true
end

operations.bodypos = operations.stance

function operations.speed(e, run, seconds, a, pipe)
	pipe.pace = paces[a.id] or 1
	return true
end

function operations.run(e, run, seconds, a, pipe)
	pipe.pace = math.max(0, math.min(2, math.floor(a.speed or 1)))
	return true
end

function operations.firecmd(e, run, seconds, a)
	local lasts = drawn(run, a.timeout, a.timeoutMin, a.timeoutMax) or 0
	if not run.set then
		run.set = true
		if type(a.mode) == "number" then
			AI.SetFireMode(e.id, a.mode)
		else
			game.set_fire_mode(e.id, a.mode or "Off")
		end
	end
	if lasts > 0 and seconds >= lasts then
		game.set_fire_mode(e.id, "Off")
	end
	return seconds >= lasts
end

function operations.clear(e)
	game.clear_target(e.id)
	return true
end

operations.devalue = operations.clear

function operations.script(e, run, seconds, a)
	if a.code then
		a.code(e)
	end
	return true
end

function operations.communicate(e, run, seconds, a)
	if not run.set then
		run.set = true
		run.said = game.say(a.name or "", false)
	end
	return not a.waitUntilFinished or not run.said or seconds >= 2, run.said
end

function operations.animation(e, run, seconds, a)
	game.animate(a.name or "")
	return a.mode == "Action" or seconds >= 1.5
end

function operations.tacticalpos(e, run, seconds, a)
	if run.asked then
		return true, game.query_found()
	end
	local is = game.ask_query(a.name or "", a.register ~= "RefPoint")
	run.asked = true
	return is ~= "runs", is == "done"
end

function operations.wait(e, run, seconds, a, pipe)
	return #pipe.beside == 0
end

-- Conditions of branches get the entity, their number and the state of the pipe.

local conditions = {}

function conditions.IF_LASTOP_SUCCEED(e, n, pipe) return not pipe.failed end
function conditions.IF_LASTOP_FAILED(e, n, pipe) return pipe.failed == true end
function conditions.IF_RANDOM(e, n) return math.random() < n end
function conditions.IF_SEES_TARGET(e) return game.sees_target(e.id) end
function conditions.IF_NO_ENEMY_TARGET(e) return game.target_type(e.id) == 0 end
function conditions.IF_TARGET_DIST_LESS(e, n) return (game.target_distance(e.id) or 1e9) < n end
function conditions.IF_TARGET_DIST_GREATER(e, n) return (game.target_distance(e.id) or 0) > n end
function conditions.IF_IS_HIDDEN(e) return game.in_cover(e.id) end
function conditions.IF_CAN_SHOOT_TARGET(e) return game.aim_ready(e.id) end
function conditions.IF_COVER_COMPROMISED(e) return game.cover_compromised(e.id) end
conditions.IF_CHANCE = conditions.IF_RANDOM

for name in pairs(conditions) do
	_G[name] = name
end

local function holds(e, pipe, a)
	for _, c in ipairs(a) do
		local is = conditions[c[1]] ~= nil and conditions[c[1]](e, c[2], pipe)
		if c[3] then
			is = not is
		end
		if a.any == (is and true or false) then
			return a.any
		end
	end
	return not a.any or #a == 0
end

-- The arguments that PushGoal takes, in order.
local order = {
	timeout = { "interval", "intervalMax" }, signal = { "id", "name", "filter" }, waitsignal = { "name", "timeout" }, locate = { "name" }, pathfind = { "name" },
	approach = { "distance" }, trace = {}, stick = { "distance" }, hide = {}, lookat = {}, stance = { "id" }, bodypos = { "id" }, run = { "speed" }, speed = { "id" },
	firecmd = { "mode" }, clear = {}, devalue = {}, animation = { "mode", "name" }, tacticalpos = { "name", "register" }, communicate = { "name" },
	subgoalpipe = { "name" }, branch = {}, wait = {},
}

local function known()
	local list = {}
	for name in pairs(order) do
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

-- taken returns the pipe that is being made and the other arguments of a call, which names the
-- pipe first where none was begun.
local function taken(call, list)
	local name = GoalPipes[0] or table.remove(list, 1)
	local pipe = GoalPipes[name]
	if type(pipe) ~= "table" then
		error(call .. ": no pipe " .. tostring(name) .. " was made by AI.BeginGoalPipe or AI.CreateGoalPipe", 3)
	end
	return pipe, list
end

function AI.PushLabel(...)
	local pipe, list = taken("AI.PushLabel", { ... })
	pipe.labels = pipe.labels or {}
	pipe.labels[list[1]] = #pipe + 1
end

-- A branch names a label and a condition, with a number where that wants one.
local function branch(pipe, goal, list)
	local name = list[2]
	if name ~= nil and not conditions[name] then
		game.note("the condition " .. tostring(name) .. " of a goal pipe has no counterpart here, and does not hold")
		name = ""
	end
	goal.label = list[1]
	goal.a = { any = false }
	if name ~= nil then
		goal.a[1] = { name, tonumber(list[3]) or 0, true }
	end
	if name == nil then
		goal.op = "goto"
	end
end

function AI.PushGoal(...)
	local pipe, list = taken("AI.PushGoal", { ... })
	local op = string.lower(tostring(list[1]))
	if not order[op] then
		game.note("the goal operation " .. tostring(list[1]) .. " has no counterpart here, and is left out; there are " .. known())
		return
	end
	local waits = table.remove(list, 2)
	table.remove(list, 1)
	local goal = { op = op, says = op, waits = waits == true or type(waits) == "number" and waits ~= 0, a = {} }
	for i, name in ipairs(order[op]) do
		goal.a[name] = list[i]
	end
	if op == "timeout" and list[2] then
		goal.a.intervalMin = list[1]
	elseif op == "locate" or op == "pathfind" then
		goal.a.warnIfFailed = true
	elseif op == "animation" then
		goal.a.mode = list[1] == 1 and "Action" or "Signal"
	elseif op == "branch" then
		branch(pipe, goal, list)
	end
	pipe[#pipe + 1] = goal
end

-- goalsOf returns the goals of a pipe by its name, or those that stand in the node, which have
-- the name false.
local function goalsOf(name, inline)
	local pipe = GoalPipes[name]
	if name == false then
		pipe = inline
	end
	return type(pipe) == "table" and pipe or nil
end

-- advance runs one goal, and reports whether it is over. One that is there no more is.
local function advance(e, pipe, run, seconds, inline)
	local goals = goalsOf(run.name, inline)
	local goal = goals and goals[run.at]
	if not goal or not operations[goal.op] then
		return true
	end
	local over, succeeded = operations[goal.op](e, run, seconds - run.began, goal.a, pipe)
	if over and succeeded ~= nil then
		pipe.failed = not succeeded or nil
	end
	return over and true or false
end

-- jump returns the number of the goal to which one leads.
local function jump(goals, goal, at)
	if goal.label ~= nil then
		return goals.labels and goals.labels[goal.label] or at + 1
	end
	return goal.to
end

local deepest = 16 -- pipes within each other

local function descend(e, pipe, frame, name, seconds)
	frame.at = frame.at + 1
	if type(GoalPipes[name]) == "function" then
		pipe.frames[#pipe.frames + 1] = { name = name, at = 1, began = seconds }
	elseif goalsOf(name) and #pipe.frames < deepest then
		pipe.frames[#pipe.frames + 1] = { name = name, at = 1 }
	else
		game.warn(goalsOf(name) and "more than " .. deepest .. " goal pipes within each other" or "no goal pipe \"" .. tostring(name) .. "\"")
		pipe.failed = true
	end
end

-- Where goals of a pipe lead back, it goes on in the next tick, and no pipe runs more goals than
-- this in one.
local most = 100

-- runs goes on with a pipe, from its first goal on. Goals that the pipe does not wait for go on
-- beside the next ones. It returns true when all are over, else what runs.
local function runs(e, pipe, seconds, inline)
	for i = #pipe.beside, 1, -1 do
		if advance(e, pipe, pipe.beside[i], seconds, inline) then
			table.remove(pipe.beside, i)
		end
	end
	for _ = 1, most do
		local frame = pipe.frames[#pipe.frames]
		if not frame then
			break
		end
		local goals = goalsOf(frame.name, inline)
		local goal = goals and goals[frame.at]
		if type(GoalPipes[frame.name]) == "function" then
			if GoalPipes[frame.name](e, seconds - frame.began) ~= true then
				return frame.name
			end
			table.remove(pipe.frames)
		elseif not goal then
			table.remove(pipe.frames)
		elseif goal.op == "goto" or goal.op == "branch" then
			local was = frame.at
			frame.at, frame.head = (goal.op == "goto" or not holds(e, pipe, goal.a)) and jump(goals, goal, was) or was + 1, nil
			if frame.at <= was then
				return goal.says
			end
		elseif goal.op == "subgoalpipe" then
			descend(e, pipe, frame, goal.a.name, seconds)
		else
			frame.head = not frame.name and goal.head or nil
			frame.now = frame.now or { name = frame.name, at = frame.at, began = seconds }
			local over = advance(e, pipe, frame.now, seconds, inline)
			if not over and goal.waits then
				return goal.says
			elseif not over then
				pipe.beside[#pipe.beside + 1] = frame.now
			end
			frame.at, frame.now, frame.head = frame.at + 1, nil, nil
		end
	end
	if #pipe.frames == 0 and #pipe.beside == 0 then
		return true
	end
	return "what goes on beside"
end

local function begun(name)
	return { frames = { { name = name, at = 1, began = 0 } }, beside = {}, heard = {} }
end

local hooks = game.hooks

function hooks.has_pipe(e, name, inline)
	return inline ~= nil or type(GoalPipes[name]) == "function" or type(GoalPipes[name]) == "table"
end

-- run_pipe runs the pipe of a node, in the place of one that a script has selected.
function hooks.run_pipe(e, name, seconds, inline)
	if not e.pipe then
		e.selected = nil
		e.pipe = begun(inline == nil and name)
	end
	e.pipe.seconds = seconds
	return runs(e, e.pipe, seconds, inline)
end

function hooks.tell_pipe(e, event)
	if e.pipe then
		e.pipe.heard[event] = true
	end
end

function hooks.leave_pipe(e)
	e.pipe = nil
end

-- Pipes that scripts select: they run beside the tree.

AIGOALPIPE_LOOP, AIGOALPIPE_RUN_ONCE = 0, 1

local function wanted(call, name)
	if not hooks.has_pipe(nil, name) then
		error(call .. ": no goal pipe " .. tostring(name), 3)
	end
end

local function aim(e, target)
	local id = type(target) == "table" and target.id or target
	if type(id) == "number" then
		game.locate_body(e.id, id)
	elseif type(id) == "string" then
		game.locate(e.id, id, false)
	end
end

local function own(e, call)
	if e.id ~= entity.id then
		error(call .. " is only for the bot itself, which is " .. entity.id, 3)
	end
end

function entity:SelectPipe(mode, name, target, id, again)
	own(self, "SelectPipe")
	wanted("SelectPipe", name)
	local s = self.selected
	if s and s.name == name and not again then
		return true
	end
	aim(self, target)
	self.selected = { name = name, loops = mode ~= AIGOALPIPE_RUN_ONCE, seconds = 0, pipe = begun(name) }
	return true
end

function entity:InsertSubpipe(mode, name, target)
	own(self, "InsertSubpipe")
	wanted("InsertSubpipe", name)
	local pipe = self.pipe or self.selected and self.selected.pipe
	if not pipe then
		return self:SelectPipe(AIGOALPIPE_RUN_ONCE, name, target)
	elseif #pipe.frames >= deepest then
		error("InsertSubpipe: more than " .. deepest .. " goal pipes within each other", 2)
	end
	aim(self, target)
	local frame = pipe.frames[#pipe.frames]
	if frame then
		local goals = goalsOf(frame.name)
		local goal = goals and goals[frame.at] or frame -- of a node: its goals are not known here
		frame.now, frame.at = nil, goal.head or frame.at
	end
	pipe.frames[#pipe.frames + 1] = { name = name, at = 1, began = self.pipe and pipe.seconds or self.selected.seconds }
	return true
end

function hooks.run_selected(e, step)
	local s = e.selected
	local over = runs(e, s.pipe, s.seconds)
	s.seconds = s.seconds + step
	if over == true and e.selected == s then
		if s.loops then
			s.pipe, s.seconds = begun(s.name), 0
		else
			e.selected = nil
		end
	end
end
