-- What entities can do beside listening: tags, places, a state graph and
-- components. `place` gives where an entity is, x and z in metres.
local EntityScript, place, kinds = ...

local function point(x, y, z)
    if type(x) == "number" then return x, z end
    return x.x, x.z
end

local function far(a, x, z)
    local ax, az = place(a)
    return (ax - x) * (ax - x) + (az - z) * (az - z)
end

function EntityScript:GetPosition()
    local x, z = place(self)
    return Vector3(x, 0, z)
end

function EntityScript:GetDistanceSqToPoint(x, y, z) return far(self, point(x, y, z)) end
function EntityScript:GetDistanceSqToInst(other) return far(self, place(other)) end
function EntityScript:IsNear(other, dist) return far(self, place(other)) < dist * dist end

-- The direction to a point in degrees, as the game counts them.
function EntityScript:GetAngleToPoint(x, y, z)
    local px, pz = point(x, y, z)
    local ax, az = place(self)
    return math.atan2(az - pz, px - ax) * RADIANS
end

local function tags(self)
    local t = rawget(self, "tags")
    if t == nil then
        t = {}
        rawset(self, "tags", t)
    end
    return t
end

local function key(tag) return string.lower(tag) end

function EntityScript:AddTag(tag) tags(self)[key(tag)] = true end
function EntityScript:RemoveTag(tag) tags(self)[key(tag)] = nil end
function EntityScript:HasTag(tag) return tags(self)[key(tag)] == true end
function EntityScript:AddOrRemoveTag(tag, on)
    if on then self:AddTag(tag) else self:RemoveTag(tag) end
end

local function each(...)
    local first = ...
    return type(first) == "table" and first or { ... }
end

function EntityScript:HasTags(...)
    for _, tag in ipairs(each(...)) do
        if not self:HasTag(tag) then return false end
    end
    return true
end

function EntityScript:HasOneOfTags(...)
    for _, tag in ipairs(each(...)) do
        if self:HasTag(tag) then return true end
    end
    return false
end
EntityScript.HasAnyTag = EntityScript.HasOneOfTags
EntityScript.HasAllTags = EntityScript.HasTags

-- A state graph without animation: it is in one state, which has tags.
local StateGraph = Class(function(self, inst)
    self.inst, self.tags, self.currentstate, self.statemem = inst, {}, { name = "idle" }, {}
end)
function StateGraph:HasStateTag(tag) return self.tags[tag] == true end
function StateGraph:HasAnyStateTag(...)
    for _, tag in ipairs(each(...)) do
        if self:HasStateTag(tag) then return true end
    end
    return false
end
function StateGraph:AddStateTag(tag) self.tags[tag] = true end
function StateGraph:RemoveStateTag(tag) self.tags[tag] = nil end
function StateGraph:GoToState(name)
    self.currentstate, self.tags, self.statemem = { name = name }, {}, {}
end

-- Components are made by name. The brain is one in name only.
local BrainComponent = Class(function(self, inst) self.inst = inst end)
function BrainComponent:SetBrain(class)
    self.inst:SetBrain(class)
    self.inst:RestartBrain()
end

local Component = Class(function(self, inst) self.inst = inst end)

function EntityScript:AddComponent(name)
    local components = self.components
    local made = components[name]
    if made == nil then
        made = name == "brain" and BrainComponent(self) or (kinds[name] or Component)(self)
        components[name] = made
    end
    return made
end

function EntityScript:RemoveComponent(name) self.components[name] = nil end

-- What an entity has from the first look on.
local fields = {
    components = function() return {} end,
    sg = function(inst) return StateGraph(inst) end,
    Transform = function(inst)
        return { GetWorldPosition = function()
            local x, z = place(inst)
            return x, 0, z
        end }
    end,
}

return function(inst, name)
    return fields[name] and fields[name](inst)
end
