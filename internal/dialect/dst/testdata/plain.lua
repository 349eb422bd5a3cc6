-- The rules of nodes, trees, brains and their manager a second time, as plain
-- objects and nothing else: what the native ones are held against. They are in
-- one file to be read side by side.
-- run(case) runs a dry run as Trace does.

SUCCESS, FAILED, READY, RUNNING = "SUCCESS", "FAILED", "READY", "RUNNING"

local case, tick, seen, draws, calls, manager
local nodes = 0

function GetTick() return tick end
function GetTickTime() return case.dt end
function GetTime() return tick * case.dt end
function FunctionOrValue(v, ...)
	if type(v) == "function" then return v(...) end
	return v
end
local draw = function()
	draws = draws + 1
	local list = case.random or {}
	return list[math.min(draws, #list)] or 0.5
end
random = function(from, to) -- whoever runs this puts it in the place of math.random
	local x = draw()
	if not from then return x end
	if not to then
		to = from
		from = 1
	end
	if from > to then error("an empty range to draw from") end
	return from + math.floor(x * (to - from + 1))
end

-- %2.2f where infinity is said as C says it
local function two(x)
	x = x + 0
	if x == math.huge then return "inf" elseif x == -math.huge then return "-inf" elseif x ~= x then return "nan" end
	return string.format("%2.2f", x)
end

---------------------------------------------------------------- classes

local function isA(object, class)
	local c = getmetatable(object)
	while c do
		if c == class then return true end
		c = rawget(c, "_base")
	end
	return false
end

function Class(base, ctor, props)
	if ctor == nil and type(base) == "function" then
		ctor = base
		base = nil
	end
	local class = {}
	for k, v in pairs(base or {}) do class[k] = v end
	class._base, class._ctor, class.is_a, class.__index = base, ctor, isA, class
	class.is_instance = function(v) return type(v) == "table" and isA(v, class) end
	class.is_class = function(v) return rawget(v, "is_instance") ~= nil end
	if props then
		local values = setmetatable({}, { __mode = "k" })
		class.__index = function(o, k)
			if props[k] and values[o] and values[o][k] ~= nil then return values[o][k] end
			return class[k]
		end
		class.__newindex = function(o, k, v)
			if not props[k] then return rawset(o, k, v) end
			values[o] = values[o] or {}
			local old = values[o][k]
			values[o][k] = v
			props[k](o, v, old)
		end
	end
	return setmetatable(class, { __call = function(_, ...)
		local o = setmetatable({}, class)
		if class._ctor then class._ctor(o, ...) end
		return o
	end })
end

---------------------------------------------------------------- nodes

BehaviourNode = Class(function(self, name, children)
	self.name = name or ""
	self.children = children
	self.status = READY
	self.lastresult = READY
	self.nextupdatetick = 0
	self.id = nodes
	nodes = nodes + 1
	if children then
		for _, c in pairs(children) do c.parent = self end
	end
end)
local function each(node, f)
	if node.children then
		for _, c in ipairs(node.children) do f(c) end
	end
end
function BehaviourNode:Visit() self.status = FAILED end
function BehaviourNode:SaveStatus()
	self.lastresult = self.status
	if self.children then
		for _, c in pairs(self.children) do c:SaveStatus() end
	end
end
function BehaviourNode:Step()
	if self.status ~= RUNNING then return self:Reset() end
	each(self, function(c) c:Step() end)
end
function BehaviourNode:Reset()
	if self.status == READY then return end
	self.status = READY
	each(self, function(c) c:Reset() end)
end
function BehaviourNode:Stop()
	if self.OnStop then self:OnStop() end
	each(self, function(c) c:Stop() end)
end
function BehaviourNode:DoToParents(f)
	if self.parent then
		f(self.parent)
		self.parent:DoToParents(f)
	end
end
function BehaviourNode:Sleep(t) self.nextupdatetime = GetTime() + t end
function BehaviourNode:GetSleepTime()
	if self.status ~= RUNNING or self.children or self:is_a(ConditionNode) then return nil end
	if not self.nextupdatetime then return 0 end
	return math.max(0, self.nextupdatetime - GetTime())
end
function BehaviourNode:GetTreeSleepTime()
	local least
	local function add(t)
		if t and (not least or t < least) then least = t end
	end
	each(self, function(c)
		if c.status == RUNNING then add(c:GetTreeSleepTime()) end
	end)
	add(self:GetSleepTime())
	return least
end
function BehaviourNode:DBString() return "" end
function BehaviourNode:GetString()
	local note = ""
	if self.status == RUNNING then note = self:DBString() end
	return self.name .. " - " .. self.status .. " <" .. self.lastresult .. "> (" .. note .. ")"
end
function BehaviourNode:GetTreeString(indent)
	indent = indent or ""
	local text = indent .. self:GetString() .. ">" .. two(self:GetTreeSleepTime() or 0) .. "\n"
	each(self, function(c) text = text .. c:GetTreeString(indent .. "   >") end)
	return text
end

DecoratorNode = Class(BehaviourNode, function(self, name, child) BehaviourNode._ctor(self, name or "Decorator", { child }) end)

ConditionNode = Class(BehaviourNode, function(self, fn, name)
	BehaviourNode._ctor(self, name or "Condition")
	self.fn = fn
end)
local function verdict(ok) return ok and SUCCESS or FAILED end
function ConditionNode:Visit() self.status = verdict(self.fn()) end

MultiConditionNode = Class(BehaviourNode, function(self, start, go, name)
	BehaviourNode._ctor(self, name or "Condition")
	self.start, self.continue = start, go
end)
function MultiConditionNode:Visit()
	if self.running then self.running = self.continue() else self.running = self.start() end
	self.status = verdict(self.running)
end

ConditionWaitNode = Class(BehaviourNode, function(self, fn, name)
	BehaviourNode._ctor(self, name or "Wait")
	self.fn = fn
end)
function ConditionWaitNode:Visit() self.status = self.fn() and SUCCESS or RUNNING end

ActionNode = Class(BehaviourNode, function(self, action, name)
	BehaviourNode._ctor(self, name or "ActionNode")
	self.action = action
end)
function ActionNode:Visit()
	self.action()
	self.status = SUCCESS
end

WaitNode = Class(BehaviourNode, function(self, time)
	BehaviourNode._ctor(self, "Wait")
	self.wait_time = time
end)
function WaitNode:Visit()
	if self.status ~= RUNNING then
		self.wake_time = FunctionOrValue(self.wait_time) + GetTime()
		self.status = RUNNING
	end
	if GetTime() >= self.wake_time then
		self.status = SUCCESS
	else
		self:Sleep(GetTime() - self.wake_time)
	end
end
function WaitNode:DBString() return two(self.wake_time - GetTime()) end

-- SequenceNode, SelectorNode and LoopNode go through their children alike.
local function inTurn(self, stop)
	while self.idx <= #self.children do
		local c = self.children[self.idx]
		c:Visit()
		if c.status == RUNNING or c.status == stop then
			self.status = c.status
			return true
		end
		self.idx = self.idx + 1
	end
end
local function index(self) return tostring(self.idx) end
local function ordered(name, stop, ending)
	local class = Class(BehaviourNode, function(self, children)
		BehaviourNode._ctor(self, name, children)
		self.idx = 1
	end)
	function class:Visit()
		if self.status ~= RUNNING then self.idx = 1 end
		if not inTurn(self, stop) then self.status = ending end
	end
	function class:Reset()
		BehaviourNode.Reset(self)
		self.idx = 1
	end
	class.DBString = index
	return class
end
SequenceNode = ordered("Sequence", FAILED, SUCCESS)
SelectorNode = ordered("Selector", SUCCESS, FAILED)

LoopNode = Class(BehaviourNode, function(self, children, maxreps)
	BehaviourNode._ctor(self, "Sequence", children)
	self.idx, self.rep, self.maxreps = 1, 0, maxreps
end)
function LoopNode:Visit()
	if self.status ~= RUNNING then self.idx, self.rep = 1, 0 end
	if inTurn(self, FAILED) then return end
	self.idx = 1
	self.rep = self.rep + 1
	if self.maxreps and self.rep >= self.maxreps then
		self.status = SUCCESS
	else
		each(self, function(c) c:Reset() end)
	end
end
function LoopNode:Reset()
	BehaviourNode.Reset(self)
	self.idx, self.rep = 1, 0
end
LoopNode.DBString = index

local function decorator(name, map)
	local class = Class(DecoratorNode, function(self, child) DecoratorNode._ctor(self, name, child) end)
	function class:Visit()
		local c = self.children[1]
		c:Visit()
		self.status = map[c.status] or c.status
	end
	return class
end
NotDecorator = decorator("Not", { SUCCESS = FAILED, FAILED = SUCCESS })
FailIfRunningDecorator = decorator("FailIfRunning", { RUNNING = FAILED })
FailIfSuccessDecorator = decorator("FailIfSuccess", { SUCCESS = FAILED })

RandomNode = Class(BehaviourNode, function(self, children) BehaviourNode._ctor(self, "Random", children) end)
function RandomNode:Visit()
	if self.status ~= READY then
		local c = self.children[self.idx]
		c:Visit()
		self.status = c.status
		return
	end
	local start = math.random(#self.children)
	self.idx = start
	repeat
		local c = self.children[self.idx]
		c:Visit()
		if c.status ~= FAILED then
			self.status = c.status
			return
		end
		self.idx = self.idx + 1
		if self.idx > #self.children then self.idx = 1 end
	until self.idx == start
	self.status = FAILED
end
function RandomNode:Reset()
	BehaviourNode.Reset(self)
	self.idx = nil
end

PriorityNode = Class(BehaviourNode, function(self, children, period, noscatter)
	BehaviourNode._ctor(self, "Priority", children)
	self.period = period or 1
	if not noscatter then self.lasttime = self.period * 0.5 + self.period * math.random() end
end)
function PriorityNode:Visit()
	local now = GetTime()
	if self.lasttime and not (self.lasttime + self.period < now) then
		local c = self.idx and self.children[self.idx]
		if self.idx and c.status == RUNNING then
			c:Visit()
			self.status = c.status
			if self.status ~= RUNNING then self.lasttime = nil end
		end
		return
	end
	local old
	if self.idx and self.children[self.idx]:is_a(EventNode) then old = self.children[self.idx] end
	self.lasttime = now
	local found = false
	for i, c in ipairs(self.children) do
		local anyway = old and c:is_a(EventNode) and old.priority <= c.priority
		if not found or anyway then
			if c.status == FAILED or c.status == SUCCESS then c:Reset() end
			c:Visit()
			if c.status == SUCCESS or c.status == RUNNING then
				if anyway and self.idx ~= i then self.children[self.idx]:Reset() end
				self.status, self.idx, found = c.status, i, true
			end
		else
			c:Reset()
		end
	end
	if not found then self.status = FAILED end
end
function PriorityNode:Reset()
	BehaviourNode.Reset(self)
	self.idx = nil
end
function PriorityNode:GetSleepTime()
	if self.status == READY then return 0 end
	if self.status ~= RUNNING then return nil end
	if not self.lasttime then return 0 end
	return math.max(0, self.lasttime + self.period - GetTime())
end
function PriorityNode:DBString()
	return "execute " .. (self.idx or -1) .. ", eval in " .. two((self.lasttime or 0) + self.period - GetTime())
end

ParallelNode = Class(BehaviourNode, function(self, children, name) BehaviourNode._ctor(self, name or "Parallel", children) end)
function ParallelNode:Visit()
	local all, any = true, false
	for _, c in ipairs(self.children) do
		if c:is_a(ConditionNode) then c:Reset() end
		if c.status ~= SUCCESS then
			c:Visit()
			if c.status == FAILED then
				self.status = FAILED
				return
			end
		end
		if c.status == RUNNING then all = false else any = true end
	end
	self.status = (all or any and self.stoponanycomplete) and SUCCESS or RUNNING
end
function ParallelNode:Step()
	if self.status ~= RUNNING then return self:Reset() end
	each(self, function(c)
		if c.status == SUCCESS and c:is_a(ConditionNode) then c:Reset() end
	end)
end
ParallelNodeAny = Class(ParallelNode, function(self, children)
	ParallelNode._ctor(self, children, "Parallel(Any)")
	self.stoponanycomplete = true
end)

EventNode = Class(BehaviourNode, function(self, inst, event, child, priority)
	BehaviourNode._ctor(self, "Event(" .. event .. ")", { child })
	self.inst, self.event, self.priority = inst, event, priority or 0
	self.eventfn = function(_, data) self:OnEvent(data) end
	inst:ListenForEvent(event, self.eventfn)
end)
function EventNode:OnStop()
	if self.eventfn then
		self.inst:RemoveEventCallback(self.event, self.eventfn)
		self.eventfn = nil
	end
end
function EventNode:OnEvent(data)
	if self.status == RUNNING then self.children[1]:Reset() end
	self.triggered, self.data = true, data
	if self.inst.brain then self.inst.brain:ForceUpdate() end
	self:DoToParents(function(p)
		if p:is_a(PriorityNode) then p.lasttime = nil end
	end)
end
function EventNode:Visit()
	if self.status == READY and self.triggered then self.status = RUNNING end
	if self.status ~= RUNNING then return end
	if #self.children == 1 then
		local c = self.children[1]
		c:Visit()
		self.status = c.status
	else
		self.status = FAILED
	end
end
function EventNode:Step()
	BehaviourNode.Step(self)
	self.triggered = false
end
function EventNode:Reset()
	self.triggered = false
	BehaviourNode.Reset(self)
end

LatchNode = Class(BehaviourNode, function(self, inst, duration, child)
	BehaviourNode._ctor(self, "Latch (" .. (type(duration) == "function" and "function" or tostring(duration)) .. ")", { child })
	self.inst, self.latchduration, self.currentlatchduration, self.lastlatchtime = inst, duration, 0, -math.huge
end)
function LatchNode:Visit()
	if self.status == READY then
		if GetTime() > self.lastlatchtime + self.currentlatchduration then
			self.lastlatchtime = GetTime()
			self.currentlatchduration = FunctionOrValue(self.latchduration, self.inst)
			self.status = RUNNING
		else
			self.status = FAILED
		end
	end
	if self.status == RUNNING then
		local c = self.children[1]
		c:Visit()
		self.status = c.status
	end
end

function WhileNode(cond, name, node) return ParallelNode{ ConditionNode(cond, name), node } end
function IfNode(cond, name, node) return SequenceNode{ ConditionNode(cond, name), node } end
function IfThenDoWhileNode(a, b, name, node) return ParallelNode{ MultiConditionNode(a, b, name), node } end

---------------------------------------------------------------- trees and brains

BT = Class(function(self, inst, root) self.inst, self.root, self.forceupdate = inst, root, false end)
function BT:ForceUpdate() self.forceupdate = true end
function BT:Update()
	self.root:Visit()
	self.root:SaveStatus()
	self.root:Step()
	self.forceupdate = false
end
function BT:Reset() self.root:Reset() end
function BT:Stop() self.root:Stop() end
function BT:GetSleepTime()
	if self.forceupdate then return 0 end
	return self.root:GetTreeSleepTime()
end
function BT:__tostring() return self.root:GetTreeString() end

Brain = Class(function(self) self.events, self.paused = {}, false end)
function Brain:Start()
	if self.paused then return end
	if self.OnStart then self:OnStart() end
	self.stopped = false
	BrainManager:AddInstance(self)
	if self.OnInitializationComplete then self:OnInitializationComplete() end
end
function Brain:Stop()
	if self.paused then return end
	if self.OnStop then self:OnStop() end
	if self.bt then self.bt:Stop() end
	self.stopped = true
	BrainManager:RemoveInstance(self)
end
function Brain:Pause()
	self.paused = true
	BrainManager:RemoveInstance(self)
end
function Brain:Resume()
	self.paused = false
	BrainManager:AddInstance(self)
end
function Brain:OnUpdate()
	if self.DoUpdate then self:DoUpdate() end
	if self.bt then self.bt:Update() end
end
function Brain:ForceUpdate()
	if self.bt then self.bt:ForceUpdate() end
	BrainManager:Wake(self)
end
function Brain:GetSleepTime()
	if self.bt then return self.bt:GetSleepTime() end
	return 0
end
function Brain:AddEventHandler(event, f) self.events[event] = f end
function Brain:PushEvent(event, data)
	if self.events[event] then self.events[event](data) end
end
function Brain:__tostring()
	if not self.bt then return "--brain--" end
	return "--brain--\nsleep time: " .. two(self:GetSleepTime()) .. "\n" .. tostring(self.bt)
end

local function newManager()
	local m = { at = {}, updaters = {}, hibernaters = {}, waiters = {} }
	function m:AddInstance(b)
		self.at[b] = self.updaters
		self.updaters[b] = true
	end
	function m:RemoveInstance(b)
		self.at[b], self.updaters[b], self.hibernaters[b] = nil, nil, nil
		for _, list in pairs(self.waiters) do list[b] = nil end
	end
	function m:Send(b, list)
		local now = self.at[b]
		if not now or now == list then return end
		now[b] = nil
		self.at[b] = list
		list[b] = true
	end
	function m:Wake(b) self:Send(b, self.updaters) end
	function m:Hibernate(b) self:Send(b, self.hibernaters) end
	function m:Sleep(b, t)
		local n = t / GetTickTime()
		if n == 0 then n = 1 end
		local target = math.floor(GetTick() + n)
		if target > GetTick() then
			self.waiters[target] = self.waiters[target] or {}
			self:Send(b, self.waiters[target])
		end
	end
	function m:Update(t)
		for b in pairs(self.waiters[t] or {}) do self:AddInstance(b) end
		self.waiters[t] = nil
		local due, updated = {}, false
		for b in pairs(self.updaters) do
			if not b.inst.invalid and not b.inst.asleep then due[b] = true end
		end
		for b in pairs(due) do
			updated = true
			b:OnUpdate()
			local s = b:GetSleepTime()
			if not s then self:Hibernate(b) elseif s > GetTickTime() then self:Sleep(b, s) end
		end
		return updated
	end
	function m:name(b)
		local list = b and self.at[b]
		if not list then return "none" end
		if list == self.updaters then return "updaters" elseif list == self.hibernaters then return "hibernators" end
		for t, l in pairs(self.waiters) do
			if l == list then return "tickwaiter " .. t end
		end
	end
	return m
end

---------------------------------------------------------------- the entity

local function newEntity()
	local e = { GUID = 1, listeners = {} }
	function e:ListenForEvent(event, f)
		local list = self.listeners[event] or {}
		self.listeners[event] = list
		list[#list + 1] = f
	end
	function e:RemoveEventCallback(event, f)
		for i, g in ipairs(self.listeners[event] or {}) do
			if g == f then return table.remove(self.listeners[event], i) end
		end
	end
	function e:PushEvent(event, data)
		local copy = {}
		for i, f in ipairs(self.listeners[event] or {}) do copy[i] = f end
		for _, f in ipairs(copy) do f(self, data) end
		if self.brain then self.brain:PushEvent(event, data) end
	end
	function e:IsValid() return not self.invalid end
	function e:IsAsleep() return self.asleep or false end
	function e:SetBrain(class)
		self.brainfn = class
		if self.brain then self:RestartBrain() end
	end
	function e:StopBrain()
		if self.brain then self.brain:Stop() end
		self.brain = nil
	end
	function e:RestartBrain()
		self:StopBrain()
		if self.brainfn then
			self.brain = self.brainfn()
			if self.brain then
				self.brain.inst = self
				self.brain:Start()
			end
		end
	end
	return e
end

---------------------------------------------------------------- a dry run

local function see(text) seen[#seen + 1] = text end

local said = { [SUCCESS] = "success", [FAILED] = "failure", [READY] = "ready", [RUNNING] = "running" }
local meant = { success = SUCCESS, failure = FAILED, running = RUNNING }

local Act = Class(BehaviourNode, function(self, name) BehaviourNode._ctor(self, name) end)
function Act:Visit()
	calls[self.name] = (calls[self.name] or 0) + 1
	local k, answers = calls[self.name], (case.leaves or {})[self.name] or { "success" }
	local answer = answers[math.min(k, #answers)]
	see(self.name .. "=" .. answer)
	self.status = meant[answer]
	local sleeps = (case.sleeps or {})[self.name]
	if answer == "running" and sleeps then
		local t = sleeps[math.min(k, #sleeps)]
		if t then self:Sleep(t) end
	end
end
function Act:Reset()
	if self.status ~= READY then see(self.name .. "!reset") end
	BehaviourNode.Reset(self)
end
function Act:OnStop() see(self.name .. "!stop") end
function act(name) return Act(name) end
function note(name) return function() see(name .. "=success") end end

local i = 0
function cond(name)
	return function()
		local list = case.values[name]
		if not list then return nil end
		local v = list[math.min(i + 1, #list)]
		return v
	end
end

function run(c, source)
	case, tick, seen, draws, calls, i = c, c.start or 0, {}, 0, {}, 0
	manager = newManager()
	BrainManager = manager
	inst = newEntity()
	function push(event) return function() inst:PushEvent(event) end end
	local tree, result = nil, {}
	local function build(inst) local v = source(inst) return v.is_a and v:is_a(BT) and v or BT(inst, v) end
	local status = "ready"
	if c.brain then
		local Own = Class(Brain, function(self) Brain._ctor(self) end)
		function Own:OnStart() self.bt = build(self.inst) end
		inst:SetBrain(Own)
		inst:RestartBrain()
	else
		tree = build(inst)
	end
	local last
	local function current()
		last = inst.brain and inst.brain.bt or tree or last
		return last
	end
	local ops = {
		forceupdate = function() if inst.brain then inst.brain:ForceUpdate() elseif current() then current():ForceUpdate() end end,
		reset = function() if current() then current():Reset() end end,
		stop = function() if c.brain then if inst.brain then inst.brain:Stop() end else tree:Stop() end end,
		start = function() if inst.brain then inst.brain:Start() end end,
		pause = function() if inst.brain then inst.brain:Pause() end end,
		resume = function() if inst.brain then inst.brain:Resume() end end,
		wake = function() if inst.brain then manager:Wake(inst.brain) end end,
		hibernate = function() if inst.brain then manager:Hibernate(inst.brain) end end,
		restart = function() inst:RestartBrain() end,
		stopbrain = function() inst:StopBrain() end,
		asleep = function() inst.asleep = true end,
		awake = function() inst.asleep = false end,
		invalid = function() inst.invalid = true end,
		valid = function() inst.invalid = false end,
		remove = function() inst:StopBrain() inst.invalid = true end,
	}
	for n = 0, c.ticks - 1 do
		i, tick = n, (c.start or 0) + n
		local updated = false
		local shown
		local ok, message = pcall(function()
			for _, e in ipairs(c.events or {}) do
				if e.tick == n then inst:PushEvent(e.name, e.data) end
			end
			for _, op in ipairs(c.ops or {}) do
				if op.tick == n then ops[op.op]() end
			end
			shown = current()
			if c.brain then updated = manager:Update(tick) else tree:Update() end
		end)
		shown = current() or shown
		if shown and (updated or not ok or not c.brain) then status = said[shown.root.lastresult] or "?" end
		local t = { status = status, visits = seen }
		seen = {}
		local want = {}
		for _, r in ipairs(c.report or {}) do want[r] = true end
		if ok then
			ok, message = pcall(function()
				if c.brain then t.updated = updated end
				if current() and want.sleep then
					t.sleep = current():GetSleepTime()
					if t.sleep == nil then t.sleep = false end
					if t.sleep == math.huge then t.sleep = "inf" end
				end
				if want.list then t.list = manager:name(inst.brain) end
				for _, at in ipairs(c.tree_at or {}) do
					if at == n and current() then t.tree = tostring(current()) end
				end
			end)
		end
		if not ok then
			t = { status = t.status, visits = t.visits, error = true, message = tostring(message) }
		end
		result[#result + 1] = t
		if not ok then return result end
	end
	return result
end
