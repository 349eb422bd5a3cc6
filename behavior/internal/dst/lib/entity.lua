-- What entities can do beside listening: tags, places, a state graph and
-- components. `native` is the way to the world, see native.go.
local EntityScript, native = ...
local place, ask = native.place, native.ask

local function nothing() end

local function point(x, y, z)
    if type(x) == "number" then return x, z or y end
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

-- The place beside another, on this side of it.
function EntityScript:GetPositionAdjacentTo(other, dist)
    if other == nil then return nil end
    local p = other:GetPosition()
    return p + (self:GetPosition() - p):GetNormalized() * dist
end

-- The direction to a point in degrees, as the game counts them.
function EntityScript:GetAngleToPoint(x, y, z)
    local px, pz = point(x, y, z)
    local ax, az = place(self)
    return math.atan2(az - pz, px - ax) * RADIANS
end

function EntityScript:FacePoint(x, y, z)
    local px, pz = point(x, y, z)
    native.act(self, "face_point", px, pz)
end
EntityScript.ForceFacePoint = EntityScript.FacePoint
function EntityScript:FaceAwayFromPoint(dest)
    local px, pz = point(dest)
    local x, z = place(self)
    native.act(self, "face_point", 2 * x - px, 2 * z - pz)
end

-- Players.
function EntityScript:GetNearestPlayer(alive) return (FindClosestPlayerToInst(self, math.huge, alive)) end
function EntityScript:IsNearPlayer(range, alive) return FindClosestPlayerToInst(self, range, alive) ~= nil end
function EntityScript:GetDistanceSqToClosestPlayer(alive)
    local _, d = FindClosestPlayerToInst(self, math.huge, alive)
    return d or math.huge
end

-- The ground is land everywhere, within the field.
function EntityScript:GetCurrentPlatform() return nil end
function EntityScript:IsOnValidGround() return true end
function EntityScript:IsOnPassablePoint() return true end
function EntityScript:IsOnOcean() return false end
function EntityScript:GetCurrentTileType() return 1 end
function EntityScript:GetPhysicsRadius(default) return default or 0.5 end
function EntityScript:GetTimeAlive() return ask(self, "alive_time") or GetTime() end
function EntityScript:IsInLight() return TheWorld.state.isday end
function EntityScript:IsInLimbo() return false end
function EntityScript:GetIsWet() return false end
function EntityScript:HasDebuff() return false end
function EntityScript:GetDebuff() return nil end
function EntityScript:AddDebuff() return nil end
function EntityScript:RemoveDebuff() end
function EntityScript:GetDisplayName() return self.name end
function EntityScript:GetBasicDisplayName() return self.name end
function EntityScript:CanInteractWith() return true end
function EntityScript:SetStateGraph(name) return StateGraphInstance.Begin(self, name) end
function EntityScript:ClearStateGraph()
    local sg = rawget(self, "sg")
    if sg then sg:Stop() end
    rawset(self, "sg", nil)
end
EntityScript.StartUpdatingComponent = native.startupdating
EntityScript.StopUpdatingComponent = native.stopupdating
function EntityScript:Show() end
function EntityScript:Hide() end
EntityScript.PushEventImmediate = EntityScript.PushEvent

function EntityScript:IsDead() return self.components.health ~= nil and self.components.health:IsDead() end
function EntityScript:GetRotation() return native.rotation(self) end
function EntityScript:SetRotation(angle) self.Transform:SetRotation(angle) end
function EntityScript:GetAdjective() return nil end
function EntityScript:GetBrainString() return tostring(self.brain) end
function EntityScript:IsPosSurroundedByWater() return false end
function EntityScript:IsPosSurroundedByLand() return true end
function EntityScript:PutBackOnGround() end
function EntityScript:ReturnToScene() end
function EntityScript:RemoveFromScene() end
function EntityScript:AddChild() end
function EntityScript:RemoveChild() end
function EntityScript:SetPrefabName(name) self.prefab = name end
function EntityScript:SetPrefabNameOverride(name) self.nameoverride = name end
function EntityScript:HasStateGraph() return self.sg ~= nil end
function EntityScript:LongUpdate() end
function EntityScript:GetSkinBuild() return nil end
function EntityScript:GetSkinName() return nil end
function EntityScript:HasActionComponent() return false end
function EntityScript:IsActionValid() return true end
function EntityScript:GetStatus() return nil end

function EntityScript:Remove()
    if native.isbody(self) then native.act(self, "die") else native.forget(self) end
    self:PushEvent("onremove")
end

-- What it is about to do.
function EntityScript:GetBufferedAction() return self.bufferedaction end
function EntityScript:ClearBufferedAction()
    local action = self.bufferedaction
    self.bufferedaction = nil
    if action then action:Fail() end
end
EntityScript.InterruptBufferedAction = EntityScript.ClearBufferedAction
function EntityScript:PushBufferedAction(action) self.components.locomotor:PushAction(action) end
function EntityScript:PerformBufferedAction()
    local action = self.bufferedaction
    if action == nil then return false end
    self.bufferedaction = nil
    if not action:IsValid() or not action:Do() then
        action:Fail()
        self:PushEvent("actionfailed", { action = action })
        return false
    end
    action:Succeed()
    self:PushEvent("performaction", { action = action })
    return true
end

-- Hears of a change of TheWorld.state.
function EntityScript:WatchWorldState(name, fn, who)
    local task, old = nil, TheWorld.state[name]
    task = self:DoPeriodicTask(0.5, function()
        local now = TheWorld.state[name]
        if now ~= old then
            old = now
            fn(who or self, now)
        end
    end)
    local watched = rawget(self, "watched") or {}
    rawset(self, "watched", watched)
    watched[name] = watched[name] or {}
    watched[name][fn] = task
end
function EntityScript:StopWatchingWorldState(name, fn)
    local tasks = (rawget(self, "watched") or {})[name]
    if tasks and tasks[fn] then
        tasks[fn]:Cancel()
        tasks[fn] = nil
    end
end

-- Tags are those that scripts gave, those of its class, and the keys of its
-- state that are true.
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
function EntityScript:RemoveTag(tag) tags(self)[key(tag)] = false end
function EntityScript:HasTag(tag)
    local own = tags(self)[key(tag)]
    if own ~= nil then return own end
    return native.tagged(self, key(tag))
end
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

-- Components are there from the first look on, see components.lua. The brain is
-- one in name only.
local BrainComponent = Class(function(self, inst) self.inst = inst end)
function BrainComponent:SetBrain(class)
    self.inst:SetBrain(class)
    self.inst:RestartBrain()
end

local function make(inst, name, added)
    if name == "brain" then return BrainComponent(inst) end
    return native.component(name, inst, added)
end

-- What stands for a component that nobody wrote: it takes what is set and does
-- nothing.
local Unwritten = Class(function(self, inst) self.inst = inst end)
function Unwritten.__index(self, key)
    if Unwritten[key] ~= nil then return Unwritten[key] end
    if type(key) == "string" and string.find(key, "^%u") then return nothing end
end

function EntityScript:AddComponent(name)
    local made = rawget(self.components, name)
    if not made then
        made = make(self, name, true)
        if made == nil then
            native.notice("components/" .. tostring(name) .. ": there is no such file, so the component does nothing")
            made = Unwritten(self)
        end
        rawset(self.components, name, made)
    end
    return made
end

function EntityScript:RemoveComponent(name) rawset(self.components, name, false) end

local fields = native.engine()

-- What an entity has from the first look on.
fields.components = function(inst)
    local list = {}
    return setmetatable(list, { __index = function(_, name)
        local made = name ~= "brain" and make(inst, name) or nil
        if made then rawset(list, name, made) end
        return made
    end })
end
fields.sg = function(inst) return native.isbody(inst) and StateGraphInstance.Begin(inst) or nil end
fields.prefab = function(inst) return native.prefab(inst) end
fields.name = function(inst) return native.prefab(inst) end
fields.spawntime = function() return 0 end
-- What a client would see of the components is the components.
fields.replica = function(inst) return inst.components end
return fields
