-- State graphs: what a creature is in the middle of. A graph is shared by all creatures
-- that have it; an instance is where one of them stands in it.
local native = ...
local wake = native.wakegraph

local TimeEvent = Class(function(self, time, fn)
    if type(time) ~= "number" then error("TimeEvent: wanted a time in seconds, found " .. tostring(time), 3) end
    if type(fn) ~= "function" then error("TimeEvent: wanted a function to call, found " .. tostring(fn), 3) end
    self.time, self.fn = time, fn
end)
local function FrameEvent(frame, fn) return TimeEvent(frame * FRAMES, fn) end
local function SoundTimeEvent(time, sound) return TimeEvent(time, function(inst) inst.SoundEmitter:PlaySound(sound) end) end
local function SoundFrameEvent(frame, sound) return SoundTimeEvent(frame * FRAMES, sound) end

-- Names of events are in small letters here, and as given where they are pushed.
local EventHandler = Class(function(self, name, fn)
    if type(name) ~= "string" then error("EventHandler: wanted the name of an event, found " .. tostring(name), 3) end
    if type(fn) ~= "function" then error("EventHandler: wanted a function to call for " .. name .. ", found " .. tostring(fn), 3) end
    self.name, self.fn = string.lower(name), fn
end)

local ActionHandler = Class(function(self, action, state, condition)
    if action == nil then error("ActionHandler: wanted an action, found nil", 3) end
    self.action, self.condition = action, condition
    self.deststate = type(state) == "string" and function() return state end or state
end)

-- By name; the handler of a name that is there twice is the last one.
local function named(list, what)
    local all = {}
    for _, v in pairs(list or {}) do
        if type(v) ~= "table" or v.name == nil then error(what .. ": one of the list has no name", 4) end
        all[v.name] = v
    end
    return all
end

-- In the order of their times; those of one time stay as they were listed.
local function bytime(list)
    local line = {}
    for _, e in ipairs(list) do
        local i = #line
        while i > 0 and line[i].time > e.time do
            line[i + 1], i = line[i], i - 1
        end
        line[i + 1] = e
    end
    return line
end

local State = Class(function(self, args)
    if type(args) ~= "table" or args.name == nil then error("State: it has no name", 3) end
    for k, v in pairs(args) do self[k] = v end
    self.tags = {}
    for _, tag in pairs(args.tags or {}) do self.tags[tag] = true end
    self.events = named(args.events, "State " .. args.name)
    self.hears = self.events
    self.timeline = args.timeline ~= nil and next(args.timeline) ~= nil and bytime(args.timeline) or nil
end)

function State:HandleEvent(sg, event, data)
    local handler = self.events[event]
    return handler ~= nil and handler.fn(sg.inst, data) or false
end

local StateGraph = Class(function(self, name, states, events, defaultstate, actionhandlers)
    if name == nil then error("StateGraph: it has no name", 3) end
    self.name, self.defaultstate = name, defaultstate
    self.states, self.events = named(states, "StateGraph " .. name), named(events, "StateGraph " .. name)
    self.hears = self.events
    self.actionhandlers = {}
    for _, h in pairs(actionhandlers or {}) do self.actionhandlers[h.action] = h end
end)
function StateGraph:__tostring() return "StateGraph : " .. self.name .. ", currentstate" end

-- These tags of states are tags of the entity, too: native.tagged looks them up.
local SGTagsToEntTags = native.statetags()

-- How many ticks after it was entered a state without an update is woken for what comes
-- after a time: one tick late, except for what comes at once.
local function after(time)
    if time <= 0.0001 * FRAMES then return 0 end
    return math.floor(time / GetTickTime() + 0.0001) + 1
end

local none = {}
local StateGraphInstance = Class(function(self, graph, inst)
    self.sg, self.inst, self.tags, self.entered = graph, inst, none, GetTick()
end)
-- What few creatures need is made when it is first looked at.
local function memory(key)
    return function(self)
        local made = { inst = nil }
        rawset(self, key, made)
        return made
    end
end
StateGraphInstance.__index = native.live(StateGraphInstance, {
    statemem = memory("statemem"), mem = memory("mem"), timeinstate = function(self) return (GetTick() - self.entered) * GetTickTime() end,
})
function StateGraphInstance:__tostring()
    return string.format('sg="%s", state="%s", time=%2.2f', self.sg.name, tostring(self:GetCurrentState()), self.timeinstate)
end

function StateGraphInstance:GetTimeInState() return self.timeinstate end
function StateGraphInstance:GetCurrentState() return self.currentstate and self.currentstate.name end
function StateGraphInstance:HasState(name) return self.sg.states[name] ~= nil end
function StateGraphInstance:InNewState() return self.laststate ~= self.currentstate end
function StateGraphInstance:IsListeningForEvent(event)
    return self.currentstate ~= nil and self.currentstate.events[event] ~= nil or self.sg.events[event] ~= nil
end

-- The tags of a state are shared until one of them changes.
local function own(self)
    if self.tags == self.currentstate.tags then
        local copy = {}
        for tag in pairs(self.tags) do copy[tag] = true end
        self.tags = copy
    end
    return self.tags
end
function StateGraphInstance:HasStateTag(tag) return self.tags[tag] == true end
function StateGraphInstance:HasAnyStateTag(...)
    local first = ...
    for _, tag in ipairs(type(first) == "table" and first or { ... }) do
        if self.tags[tag] then return true end
    end
    return false
end
function StateGraphInstance:AddStateTag(tag)
    native.leavetags(self.inst, tag)
    own(self)[tag] = true
end
function StateGraphInstance:RemoveStateTag(tag)
    native.leavetags(self.inst, tag)
    own(self)[tag] = nil
end

-- When the present state is updated next: at once if it wants to be in each tick or is
-- new, else for its next time event or its timeout.
local function plan(self)
    local state, at = self.currentstate, nil
    if self.stopped then
        at = nil
    elseif state.onupdate then
        at = GetTick()
    else
        local line = state.timeline and state.timeline[self.timelineindex]
        at = line and self.entered + after(line.time)
        if self.timeout and (at == nil or self.timeout < at) then at = self.timeout end
    end
    wake(self.inst, at)
end

function StateGraphInstance:GoToState(name, params)
    local state, old, inst = self.sg.states[name], self.currentstate, self.inst
    if state == nil then
        print(tostring(inst) .. " TRIED TO GO TO INVALID STATE " .. tostring(name))
        native.unknown(tostring(self.sg.name) .. ": there is no state " .. tostring(name) .. ", so it stays where it is", tostring(name), self.sg.states)
        return
    end
    if old ~= nil and old.onexit ~= nil then old.onexit(inst, name) end
    if not self.sg.plain then self.lasttags, self.laststate = self.tags, old end
    self.statemem, self.timeout = nil, nil
    self.tags, self.currentstate, self.entered = state.tags, state, GetTick()
    if state.timeline then self.timelineindex = 1 end
    native.leavetags(inst)
    if state.onenter ~= nil then state.onenter(inst, params) end
    self.lasttags = nil
    inst:PushEvent("newstate", { statename = name })
    plan(self)
end

function StateGraphInstance:SetTimeout(time)
    self.timeout = time < math.huge and GetTick() + after(time) or nil
    plan(self)
end

local function left(self, state, entered) return self.currentstate ~= state or self.entered ~= entered end

-- The engine calls it in the third part of a tick for which it was planned.
function StateGraphInstance:Update()
    local inst, state, entered, now = self.inst, self.currentstate, self.entered, GetTick()
    if state == nil or self.stopped then return end
    if self.timeout and self.timeout <= now then
        self.timeout = nil
        if state.ontimeout ~= nil then
            state.ontimeout(inst)
            if left(self, state, entered) then return end
        end
    end
    if state.timeline then
        local time = (now - entered) * GetTickTime() + 0.0001 * FRAMES
        local line = state.timeline[self.timelineindex]
        while line ~= nil and line.time <= time do
            self.timelineindex = self.timelineindex + 1
            line.fn(inst)
            if left(self, state, entered) then return end
            line = state.timeline[self.timelineindex]
        end
    end
    if state.onupdate ~= nil then
        state.onupdate(inst, now == entered and 0 or GetTickTime())
        if left(self, state, entered) then return end
    end
    plan(self)
end

-- An event waits for the end of the third part, with the state in which it came.
function StateGraphInstance:PushEvent(event, data)
    if data == nil then
        data = { state = self.currentstate.name }
    elseif type(data) == "table" then
        data.state = self.currentstate.name
    end
    local waiting = self.bufferedevents
    if waiting == nil then
        self.bufferedevents = { event, data }
    else
        waiting[#waiting + 1] = event
        waiting[#waiting + 1] = data
    end
    native.graphevents(self.inst)
end
function StateGraphInstance:Hear(event, data)
    if self.currentstate ~= nil and not self.stopped then self:PushEvent(event, data) end
end
function StateGraphInstance:ClearBufferedEvents() self.bufferedevents = nil end

-- The state hears only what came in a state of its name; the graph hears the rest, and
-- what the state did not say it has done with.
function StateGraphInstance:HandleEvents()
    local inst, waiting, i = self.inst, self.bufferedevents, 1
    while waiting ~= nil and waiting[i] ~= nil and inst:IsValid() do
        local event, data, state = waiting[i], waiting[i + 1], self.currentstate
        local handler, done = nil, false
        if type(data) ~= "table" or data.state == nil or data.state == state.name then handler = state.events[event] end
        if handler ~= nil then done = handler.fn(inst, data) end
        handler = self.sg.events[event]
        if not done and handler ~= nil then handler.fn(inst, data) end
        i = i + 2
    end
    self.bufferedevents = nil
end

-- Has the state hear an event at once, else the graph; whether the state said that it has done with it.
function StateGraphInstance:HandleEvent(event, data)
    local state = self.currentstate
    if state == nil or self.stopped then return false end
    local handler = state.events[event]
    if handler ~= nil and handler.fn(self.inst, data) then return true end
    handler = self.sg.events[event]
    if handler ~= nil then handler.fn(self.inst, data) end
    return false
end

-- Goes where the graph says for an action; whether there was anywhere to go.
function StateGraphInstance:StartAction(action)
    local handler = self.sg.actionhandlers[action.action]
    local state
    if handler == nil then
        state = self.sg.otheraction and self.sg.otheraction(self.inst, action)
    elseif handler.condition == nil or handler.condition(self.inst) then
        state = handler.deststate and handler.deststate(self.inst, action)
    end
    if state == nil then return false end
    self:GoToState(state)
    return true
end

-- Out of the scene it does not go on, and stays in its state.
function StateGraphInstance:Start()
    self.stopped = nil
    if self.currentstate ~= nil then plan(self) end
end
function StateGraphInstance:Stop()
    self.stopped, self.bufferedevents = true, nil
    wake(self.inst, nil)
end
function StateGraphInstance:IsRunning() return not self.stopped end

-- Thicket's own graph of a creature, for one that has none.
local creature

-- Gives an entity a state graph: the user's stategraphs/NAME, a graph, or Thicket's own.
-- It enters its first state at once.
function StateGraphInstance.Begin(inst, graph)
    if type(graph) == "string" then
        local name = graph
        graph = native.run("stategraphs/" .. name)
        if graph == nil then native.notice("SetStateGraph: there is no stategraphs/" .. name .. ".lua; Thicket's own state graph stands in") end
    end
    if graph == nil then
        creature = creature or native.creaturegraph()
        graph = creature
    end
    if type(graph) ~= "table" or not graph.is_a or not graph:is_a(StateGraph) then error("SetStateGraph: the file returned no StateGraph", 3) end
    local sg = StateGraphInstance(graph, inst)
    rawset(inst, "sg", sg)
    if graph.defaultstate ~= nil then sg:GoToState(graph.defaultstate) end
    return sg
end

return {
    TimeEvent = TimeEvent, FrameEvent = FrameEvent, SoundTimeEvent = SoundTimeEvent, SoundFrameEvent = SoundFrameEvent, EventHandler = EventHandler,
    ActionHandler = ActionHandler, State = State, StateGraph = StateGraph, StateGraphInstance = StateGraphInstance, SGTagsToEntTags = SGTagsToEntTags,
}
