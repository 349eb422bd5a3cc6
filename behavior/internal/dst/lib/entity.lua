-- What entities can do beside listening: tags, places, a state graph and
-- components. `native` is the way to the world, see native.go.
local EntityScript, native = ...
local place, ask = native.place, native.ask

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
function EntityScript:SetStateGraph() return self.sg end
function EntityScript:ClearStateGraph() end
function EntityScript:StartUpdatingComponent() end
function EntityScript:StopUpdatingComponent() end
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
function EntityScript:HasStateGraph() return true end
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

-- Components are there from the first look on, see components.lua. The brain is
-- one in name only.
local BrainComponent = Class(function(self, inst) self.inst = inst end)
function BrainComponent:SetBrain(class)
    self.inst:SetBrain(class)
    self.inst:RestartBrain()
end

local Component = Class(function(self, inst) self.inst = inst end)

local function make(inst, name)
    if name == "brain" then return BrainComponent(inst) end
    return native.component(name, inst)
end

function EntityScript:AddComponent(name)
    local made = rawget(self.components, name)
    if not made then
        made = make(self, name) or Component(self)
        rawset(self.components, name, made)
    end
    return made
end

function EntityScript:RemoveComponent(name) rawset(self.components, name, false) end

local function answer(v) return function() return v end end
local nothing = answer(nil)

-- What an entity has from the first look on.
return {
    components = function(inst)
        local list = {}
        return setmetatable(list, { __index = function(_, name)
            local made = name ~= "brain" and make(inst, name) or nil
            if made then rawset(list, name, made) end
            return made
        end })
    end,
    sg = function(inst) return StateGraph(inst) end,
    prefab = function(inst) return native.prefab(inst) end,
    name = function(inst) return native.prefab(inst) end,
    spawntime = function() return 0 end,
    Transform = function(inst)
        return {
            GetWorldPosition = function()
                local x, z = place(inst)
                return x, 0, z
            end,
            GetRotation = function() return native.rotation(inst) end,
            SetRotation = function(_, angle)
                local x, z = place(inst)
                native.act(inst, "face_point", x + math.cos(angle * DEGREES), z - math.sin(angle * DEGREES))
            end,
            GetFacing = answer(0), GetScale = function() return 1, 1, 1 end, SetScale = nothing, SetNoFaced = nothing, SetTwoFaced = nothing, SetFourFaced = nothing,
            SetSixFaced = nothing, SetEightFaced = nothing, SetFromProxy = nothing,
            GetLocalPosition = function() return 0, 0, 0 end, SetPosition = function(_, x, _, z) native.move(inst, x, z) end,
        }
    end,
    Physics = function(inst)
        local stop = function() inst.components.locomotor:Stop() end
        return {
            GetRadius = answer(0.5), GetMass = answer(1), IsActive = answer(true), Stop = stop, GetMotorVel = function() return 0, 0, 0 end,
            GetVelocity = function() return 0, 0, 0 end, SetMotorVel = nothing, ClearMotorVelOverride = nothing, SetMotorVelOverride = nothing,
            SetVel = nothing, SetActive = nothing, GetHeight = answer(1), SetCapsule = nothing, SetSphere = nothing, SetMass = nothing, SetFriction = nothing, SetDamping = nothing,
            SetCollisionGroup = nothing, SetCollisionMask = nothing, ClearCollisionMask = nothing, CollidesWith = nothing, ClearCollidesWith = nothing, SetCollides = nothing,
            SetCollisionCallback = nothing, GetMotorSpeed = answer(0), SetRestitution = nothing, GetCollisionMask = answer(0), GetCollisionGroup = answer(0),
            Teleport = function(_, x, _, z) native.move(inst, x, z) end,
        }
    end,
    entity = function(inst)
        return {
            IsVisible = answer(true), IsAwake = function() return not inst:IsAsleep() end, IsValid = function() return inst:IsValid() end,
            SetVisible = nothing, Show = nothing, Hide = nothing, HasTag = function(_, tag) return inst:HasTag(tag) end, AddTag = function(_, tag) inst:AddTag(tag) end,
            RemoveTag = function(_, tag) inst:RemoveTag(tag) end, GetPrefabName = function() return inst.prefab end, LocalToWorldSpace = function(_, x, y, z)
                local px, pz = place(inst)
                return px + x, y, pz + z
            end,
            SetCanSleep = nothing, CallPrefabConstructionComplete = nothing, MoveToFront = nothing, GetDebugString = answer(""), FrustumCheck = answer(true),
            GetParent = nothing, SetParent = nothing, GetGUID = function() return inst.GUID end,
        }
    end,
    AnimState = function()
        return {
            PlayAnimation = nothing, PushAnimation = nothing, AnimDone = answer(true), IsCurrentAnimation = answer(false),
            GetCurrentAnimationTime = answer(0), GetCurrentAnimationLength = answer(1), SetBuild = nothing, SetBank = nothing,
            GetCurrentAnimationFrame = answer(0), GetCurrentAnimationNumFrames = answer(1), SetScale = nothing, SetMultColour = nothing, SetAddColour = nothing,
            OverrideSymbol = nothing, ClearOverrideSymbol = nothing, Show = nothing, Hide = nothing, ShowSymbol = nothing, HideSymbol = nothing, SetTime = nothing,
            SetPercent = nothing, SetDeltaTimeMultiplier = nothing, Pause = nothing, Resume = nothing, SetLightOverride = nothing, SetHaunted = nothing,
            SetBankAndPlayAnimation = nothing, GetMultColour = function() return 1, 1, 1, 1 end, GetBuild = answer(""), AddOverrideBuild = nothing,
            ClearOverrideBuild = nothing, SetSortOrder = nothing, SetLayer = nothing, SetOrientation = nothing, SetFinalOffset = nothing, SetBloomEffectHandle = nothing,
            ClearBloomEffectHandle = nothing, GetSymbolPosition = function() return 0, 0, 0 end, MakeFacingDirty = nothing,
        }
    end,
    SoundEmitter = function()
        return { PlaySoundWithParams = nothing, KillAllSounds = nothing, SetVolume = nothing, SetMute = nothing, PlaySound = nothing, KillSound = nothing, PlayingSound = answer(false), SetParameter = nothing }
    end,
    Light = function()
        return {
            Enable = nothing, IsEnabled = answer(false), SetRadius = nothing, SetIntensity = nothing, SetFalloff = nothing, SetColour = nothing, GetRadius = answer(0),
            GetCalculatedRadius = answer(0), GetIntensity = answer(0),
        }
    end,
    DynamicShadow = function() return { SetSize = nothing, Enable = nothing } end,
    MiniMapEntity = function() return { SetIcon = nothing, SetEnabled = nothing, SetPriority = nothing } end,
    Follower = function() return { FollowSymbol = nothing, StopFollowing = nothing } end,
    Network = function() return { GetClientName = function() return "" end, GetUserID = answer("") } end,
    -- What a client would see of the components is the components.
    replica = function(inst) return inst.components end,
    LightWatcher = function()
        return {
            IsInLight = function() return TheWorld.state.isday end, GetLightValue = function() return TheWorld.state.isday and 1 or 0 end,
            GetLightAngle = answer(0), GetTimeInDark = answer(0), GetTimeInLight = answer(0),
        }
    end,
}
