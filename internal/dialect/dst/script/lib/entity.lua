-- What entities can do beside listening, waiting, tags and distances, which Go does:
-- places, a state graph, components, coming and going. `native` is the way to the
-- world, see native.go.
local EntityScript, native = ...
local place, ask = native.place, native.ask

local function nothing() end

local function point(x, y, z)
    if type(x) == "number" then return x, z or y end
    return x.x, x.z
end

-- The place beside another, on this side of it.
function EntityScript:GetPositionAdjacentTo(other, dist)
    if other == nil then return nil end
    local p = other:GetPosition()
    return p + (self:GetPosition() - p):GetNormalized() * dist
end

local function isbusy(self) return self.sg ~= nil and self.sg:HasStateTag("busy") end

local function face(self, x, z, away)
    local ax, az = place(self)
    if away then x, z = 2 * ax - x, 2 * az - z end
    if ax == x and az == z then return end
    native.turnto(self, math.atan2(az - z, x - ax) * RADIANS)
end

function EntityScript:ForceFacePoint(x, y, z)
    local px, pz = point(x, y, z)
    face(self, px, pz)
end
function EntityScript:FacePoint(x, y, z)
    if not isbusy(self) then self:ForceFacePoint(x, y, z) end
end
function EntityScript:FaceAwayFromPoint(dest, force)
    local px, pz = point(dest)
    if force or not isbusy(self) then face(self, px, pz, true) end
end
function EntityScript:SetRotation(angle) self.Transform:SetRotation(angle) end

-- Players.
function EntityScript:GetNearestPlayer(alive) return FindClosestPlayerToInst(self, math.huge, alive) end
function EntityScript:IsNearPlayer(range, alive) return (FindClosestPlayerToInst(self, range, alive)) ~= nil end
function EntityScript:GetDistanceSqToClosestPlayer(alive)
    local _, d = FindClosestPlayerToInst(self, math.huge, alive)
    return d or math.huge
end

-- The ground.
local function ground(self, question, ...)
    local x, z = place(self)
    return TheWorld.Map[question](TheWorld.Map, x, 0, z, ...)
end
function EntityScript:IsOnValidGround() return ground(self, "IsVisualGroundAtPoint") end
function EntityScript:IsOnPassablePoint(water, noboats) return ground(self, "IsPassableAtPoint", water, noboats) end
function EntityScript:IsOnOcean(boats) return ground(self, "IsOceanAtPoint", boats) end
function EntityScript:GetCurrentTileType() return ground(self, "GetTileAtPoint") end
function EntityScript:GetCurrentPlatform()
    local parent = rawget(self, "parent")
    if parent ~= nil then return parent:GetCurrentPlatform() end
    return rawget(self, "platform")
end
function EntityScript:IsPosSurroundedByWater() return false end
function EntityScript:IsPosSurroundedByLand() return true end
function EntityScript:PutBackOnGround() end

function EntityScript:GetPhysicsRadius(default)
    local r = rawget(self, "physicsradiusoverride")
    if r ~= nil then return r end
    return self.Physics ~= nil and self.Physics:GetRadius() or default
end
function EntityScript:SetPhysicsRadiusOverride(radius) self.physicsradiusoverride = radius end

function EntityScript:GetTimeAlive()
    if native.foreign(self) then return ask(self, "alive_time") or GetTime() end
    return GetTime() - self.spawntime
end

-- Light: that of the sky, and that of what burns or shines. Who is in the light
-- stays so until it is rather dark.
function EntityScript:IsLightGreaterThan(than)
    local x, z = place(self)
    return TheSim:GetLightAtPoint(x, 0, z) >= than
end
function EntityScript:IsInLight()
    local watcher = rawget(self, "LightWatcher")
    if watcher ~= nil then return watcher:IsInLight() end
    self.isinlight = self:IsLightGreaterThan(rawget(self, "isinlight") and 0.05 or 0.1) or nil
    return self.isinlight == true
end

function EntityScript:GetIsWet() return false end
function EntityScript:CanInteractWith() return true end
function EntityScript:IsDead() return self.components.health ~= nil and self.components.health:IsDead() end

-- Names.
function EntityScript:SetPrefabName(name)
    self.prefab = name
    if rawget(self, "name") == nil then
        local names = STRINGS.NAMES
        self.name = names ~= nil and names[string.upper(name)] or "MISSING NAME"
    end
end
function EntityScript:SetPrefabNameOverride(name) self.nameoverride = name end
function EntityScript:GetBasicDisplayName()
    local fn = rawget(self, "displaynamefn")
    local other = rawget(self, "nameoverride")
    return fn ~= nil and fn(self) or other ~= nil and STRINGS.NAMES ~= nil and STRINGS.NAMES[string.upper(other)] or self.name
end
function EntityScript:GetDisplayName() return self:GetBasicDisplayName() end
function EntityScript:GetAdjective() return nil end
function EntityScript:GetStatus() return nil end
function EntityScript:GetSkinBuild() return rawget(self, "skin_build_name") end
function EntityScript:GetSkinName() return rawget(self, "skinname") end
function EntityScript:GetBrainString() return tostring(self.brain) end

-- What is seen of it.
function EntityScript:Show() native.show(self, true) end
function EntityScript:Hide() native.show(self, false) end

-- Effects that hang on it.
function EntityScript:HasDebuff(name)
    local debuffs = self.components.debuffable
    return debuffs ~= nil and debuffs:HasDebuff(name)
end
function EntityScript:GetDebuff(name)
    local debuffs = self.components.debuffable
    return debuffs ~= nil and debuffs:GetDebuff(name) or nil
end
function EntityScript:AddDebuff(name, prefab, ...)
    if self.components.debuffable == nil then self:AddComponent("debuffable") end
    return self.components.debuffable:AddDebuff(name, prefab, ...)
end
function EntityScript:RemoveDebuff(name)
    if self.components.debuffable ~= nil then self.components.debuffable:RemoveDebuff(name) end
end

-- Those that go where it goes, and go when it does.
function EntityScript:AddChild(child)
    if rawget(child, "parent") ~= nil then child.parent:RemoveChild(child) end
    child.parent = self
    if not native.isbody(child) then native.setparent(child, self) end
    local children = rawget(self, "children")
    if children == nil then
        children = {}
        self.children = children
    end
    children[child] = true
end
function EntityScript:RemoveChild(child)
    child.parent = nil
    if not native.isbody(child) then native.setparent(child, nil) end
    local children = rawget(self, "children")
    if children ~= nil then children[child] = nil end
end
function EntityScript:SpawnChild(prefab)
    local child = prefab ~= nil and SpawnPrefab(prefab) or nil
    if child ~= nil then self:AddChild(child) end
    return child
end

-- Limbo: it is there, but nowhere, as in a home or a pocket.
function EntityScript:IsInLimbo() return rawget(self, "inlimbo") == true end
local function part(self, name, method, ...)
    local object = rawget(self, name)
    if object ~= nil then object[method](object, ...) end
end
local function setlimbo(self, on)
    self.inlimbo = on
    self:AddOrRemoveTag("INLIMBO", on)
    native.show(self, not on)
    native.hide(self, on)
    part(self, "Physics", "SetActive", not on)
    part(self, "DynamicShadow", "Enable", not on)
    part(self, "MiniMapEntity", "SetEnabled", not on)
end
function EntityScript:RemoveFromScene()
    setlimbo(self, true)
    self:StopBrain()
    part(self, "sg", "Stop")
    self:PushEvent("enterlimbo")
end
function EntityScript:ReturnToScene()
    setlimbo(self, false)
    self:RestartBrain()
    part(self, "sg", "Start")
    self:PushEvent("exitlimbo")
end

-- Going for good.
function EntityScript:Remove()
    if native.leaving(self) then return end
    local parent = rawget(self, "parent")
    if parent ~= nil then parent:RemoveChild(self) end
    native.leave(self)
    self:PushEvent("onremove")
    if self.StopAllWatchingWorldStates then self:StopAllWatchingWorldStates() end
    self:RemoveAllEventCallbacks()
    self:CancelAllPendingTasks()
    for _, component in pairs(rawget(self, "components") or {}) do
        if component.OnRemoveEntity then component:OnRemoveEntity() end
    end
    local children = rawget(self, "children")
    if children ~= nil then
        local list = {}
        for child in pairs(children) do table.insert(list, child) end
        for _, child in ipairs(list) do
            child.parent = nil
            child:Remove()
        end
    end
    local fn = rawget(self, "OnRemoveEntity")
    if fn ~= nil then fn(self) end
    self.persists = false
    native.vanish(self)
end

-- What it is about to do.
function EntityScript:GetBufferedAction()
    if self.bufferedaction ~= nil then return self.bufferedaction end
    local locomotor = self.components.locomotor
    return locomotor ~= nil and locomotor.bufferedaction or nil
end
function EntityScript:ClearBufferedAction()
    local action = self.bufferedaction
    if action == nil then return end
    self.bufferedaction = nil
    action:Fail()
end
function EntityScript:InterruptBufferedAction() self:ClearBufferedAction() end

-- It is where the action is done: now its state graph has to do it.
function EntityScript:PushBufferedAction(action)
    local old, sg = self.bufferedaction, self.sg
    if old ~= nil and old.target == action.target and old.action == action.action and old.invobject == action.invobject and
        not (sg ~= nil and sg:HasStateTag("idle")) then
        return
    end
    if old ~= nil then
        old:Fail()
        self.bufferedaction = nil
    end
    local ok, reason = action:TestForStart()
    if not ok then
        self:PushEvent("actionfailed", { action = action, reason = reason })
    elseif action.action == ACTIONS.WALKTO then
        self:PushEvent("performaction", { action = action })
        action:Succeed()
    elseif action.action.instant then
        if action.target ~= nil and action.target ~= self then self:FacePoint(action.target:GetPosition()) end
        self:PushEvent("performaction", { action = action })
        action:Do()
    else
        self.bufferedaction = action
        if sg == nil then
            self:PushEvent("startaction", { action = action })
        elseif not sg:StartAction(action) then
            self:PushEvent("performaction", { action = action })
            action:Fail()
            self.bufferedaction = nil
        end
    end
end

-- The moment of the deed, as the state says.
function EntityScript:PerformBufferedAction()
    local action = self.bufferedaction
    if action == nil then return nil end
    local target = action.target
    if target ~= nil and target ~= self and target:IsValid() then self:FacePoint(target:GetPosition()) end
    self:PushEvent("performaction", { action = action })
    local success, reason = action:Do()
    if not success then
        self:PushEvent("actionfailed", { action = action, reason = reason })
        action:Fail()
    end
    if self.bufferedaction == action then self.bufferedaction = nil end
    return success and true or nil
end
function EntityScript:CanDoAction(action)
    local own = rawget(self, "inherentactions")
    if own ~= nil and own[action] or self:HasTag(action.id .. "_tool") then return true end
    local inventory = self.components.inventory
    if inventory == nil then return nil end
    local function helps(item) return item ~= nil and (item:HasTag(action.id .. "_tool") or item.components.tool ~= nil and item.components.tool:CanDoAction(action)) end
    if helps(inventory:GetActiveItem()) or helps(inventory:GetEquippedItem(EQUIPSLOTS.HANDS)) then return true end
end
function EntityScript:HasActionComponent() return false end
function EntityScript:IsActionValid() return true end

-- Hears of a change of TheWorld.state, within that change.
function EntityScript:WatchWorldState(name, fn, who) TheWorld.Watch(self, name, fn, who) end
function EntityScript:StopWatchingWorldState(name, fn) TheWorld.Unwatch(self, name, fn) end
function EntityScript:StopAllWatchingWorldStates()
    if rawget(self, "watchesworld") then TheWorld.UnwatchAll(self) end
end

function EntityScript:SetStateGraph(name) return StateGraphInstance.Begin(self, name) end
function EntityScript:ClearStateGraph()
    local sg = rawget(self, "sg")
    if sg then sg:Stop() end
    rawset(self, "sg", nil)
end
function EntityScript:HasStateGraph() return self.sg ~= nil end
EntityScript.StartUpdatingComponent = native.startupdating
EntityScript.StopUpdatingComponent = native.stopupdating
EntityScript.PushEventImmediate = EntityScript.PushEvent

function EntityScript:LongUpdate(dt)
    for _, component in pairs(rawget(self, "components") or {}) do
        if component.LongUpdate then component:LongUpdate(dt) end
    end
end

-- Components are there from the first look on, see kinds.lua. The brain is one in
-- name only.
local BrainComponent = Class(function(self, inst) self.inst = inst end)
function BrainComponent:SetBrain(class)
    self.inst:SetBrain(class)
    self.inst:RestartBrain()
end

local function make(inst, name)
    if name == "brain" then return BrainComponent(inst) end
    return native.component(name, inst, true)
end

-- What stands for a component that nobody wrote: it takes what is set and does
-- nothing.
local Unwritten = Class(function(self, inst) self.inst = inst end)
function Unwritten.__index(self, key)
    if Unwritten[key] ~= nil then return Unwritten[key] end
    if type(key) == "string" and string.find(key, "^%u") then return nothing end
end

-- Components that clients know of have a tag that says so.
local replicated = {
    builder = true, combat = true, container = true, constructionsite = true, equippable = true, fishingrod = true, follower = true, health = true, hunger = true,
    inventory = true, inventoryitem = true, moisture = true, named = true, oceanfishingrod = true, rider = true, sanity = true, sheltered = true,
    stackable = true, writeable = true,
}

-- What clients see of a user's component, before it is made: questions go to the
-- component, unless it is that which asks, and what it tells its clients goes nowhere. Of
-- Thicket's own components clients see all.
local Replica = {}
function Replica.__index(self, key)
    local inst, name = rawget(self, 1), rawget(self, 2)
    local of = rawget(inst, "components")[name]
    if type(key) ~= "string" or string.find(key, "^Set%u") then return nothing end
    local v = of and of[key]
    if string.find(key, "^%u") and (v == nil or native.calls(v, of)) then return nothing end
    return v
end
local Replicas = { __index = function(self, name) return rawget(self, 1).components[name] end }
local function replicate(inst, name)
    local all = rawget(inst, "replica")
    if getmetatable(all) ~= Replicas then
        all = setmetatable({ inst }, Replicas)
        rawset(inst, "replica", all)
    end
    rawset(all, name, setmetatable({ inst, name }, Replica))
end

function EntityScript:AddComponent(name)
    local made = rawget(self.components, name) or rawget(self.components, string.lower(name))
    if made then
        if native.made(self) then print("component " .. name .. " of " .. tostring(self) .. " is there already") end
        return made
    end
    if replicated[name] then self:AddTag("_" .. name) end
    if native.usercomponent(name) then replicate(self, name) end
    made = make(self, name)
    if made == nil and native.made(self) then made = self.components[name] end -- one of the world
    if made == nil then
        native.nocomponent(tostring(name))
        made = Unwritten(self)
    end
    rawset(self.components, name, made)
    return made
end

function EntityScript:RemoveComponent(name)
    local made = self.components[name]
    if not made then return end
    self.components[name] = nil
    native.lose(self, name) -- it does not come back by itself
    if replicated[name] then self:RemoveTag("_" .. name) end
    if made.OnRemoveFromEntity then made:OnRemoveFromEntity() end
end

local fields = native.engine()

-- What an entity has from the first look on.
fields.components = native.parts
fields.sg = function(inst) return native.isbody(inst) and StateGraphInstance.Begin(inst) or nil end
fields.prefab = function(inst) return native.prefab(inst) end
fields.name = function(inst) return native.prefab(inst) end
fields.spawntime = function(inst) return native.born(inst) end
-- What a client would see of the components is the components.
fields.replica = function(inst) return inst.components end
return fields
