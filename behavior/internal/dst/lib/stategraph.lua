-- State graphs.
local native = ...

local function each(...)
    local first = ...
    return type(first) == "table" and first or { ... }
end

-- A state graph without animation: it is in one state, which has tags. Some
-- tags come from what the body does.
local StateGraph = Class(function(self, inst)
    self.inst, self.tags, self.currentstate, self.statemem, self.mem, self.enteredat = inst, {}, { name = "idle" }, {}, {}, 0
end)
local telling = {
    moving = function(inst) return native.driven(inst) end,
    running = function(inst) return native.driven(inst) end,
    canrotate = function() return true end,
    idle = function(inst) return not native.driven(inst) end,
    attack = function(inst) return GetTime() - inst.components.combat.laststartattacktime < 0.5 end,
    sleeping = function(inst) return inst.components.sleeper:IsAsleep() end,
    dead = function(inst) return inst.components.health:IsDead() end,
}
function StateGraph:HasStateTag(tag)
    local own = self.tags[tag]
    if own ~= nil then return own end
    return telling[tag] ~= nil and native.isbody(self.inst) and telling[tag](self.inst)
end
function StateGraph:HasAnyStateTag(...)
    for _, tag in ipairs(each(...)) do
        if self:HasStateTag(tag) then return true end
    end
    return false
end
function StateGraph:AddStateTag(tag) self.tags[tag] = true end
function StateGraph:RemoveStateTag(tag) self.tags[tag] = false end
function StateGraph:HasState() return true end
function StateGraph:GoToState(name)
    self.currentstate, self.tags, self.statemem = { name = name }, {}, {}
    self.enteredat = GetTime()
end
function StateGraph:InNewState() return self.enteredat == GetTime() end
function StateGraph:IsRunning() return true end
function StateGraph:SetTimeout(time) self.timeout = time end
function StateGraph:Start() end
function StateGraph:Stop() end
function StateGraph:PushEvent(event, data) self.inst:PushEvent(event, data) end
function StateGraph:GetTimeInState() return GetTime() - self.enteredat end
function StateGraph:GetCurrentState() return self.currentstate.name end

-- Some tags of states are tags of the entity, too.
local function SGTagsToEntTags(inst, states)
    for _, tag in ipairs(states or {}) do inst:AddOrRemoveTag(tag, inst.sg:HasStateTag(tag)) end
end

return { StateGraphInstance = StateGraph, SGTagsToEntTags = SGTagsToEntTags }
