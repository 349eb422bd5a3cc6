-- A home of one creature, which is inside as a living entity, out of the scene. A place
-- of the scene takes in everybody who lives there.

local NAP = 10 -- seconds that who goes home by day stays inside

local function leave(guest)
    if not guest:IsInLimbo() then return end
    guest:ReturnToScene()
    guest:PushEvent("lefthome")
end

local function morning(self)
    local guests = self.guests
    self.guests = {}
    for _, guest in ipairs(guests) do
        if guest:IsValid() then guest:DoTaskInTime(0, leave) end
    end
end

-- By night one is inside until it gets light.
local function shelter(self, guest)
    if guest:IsInLimbo() then return end
    if not TheWorld.state.isnight then
        guest:DoTaskInTime(NAP, leave)
    else
        if self.guests == nil then self.inst:WatchWorldState("startday", morning, self) end
        self.guests = self.guests or {}
        table.insert(self.guests, guest)
    end
    local burnable = guest.components.burnable
    if burnable ~= nil and burnable:IsBurning() then burnable:Extinguish() end
    guest:RemoveFromScene()
    return true
end

local Spawner = Class(function(self, inst, plain)
    self.inst = inst
    if plain then self.GoHome = shelter end
    self.delay = 0
    self.queue_spawn = false
    self.spawn_in_water, self.spawn_on_boats = false, false
end)

local RETRY = 10 -- seconds until one that was kept back is let out

function Spawner:OnRemoveFromEntity()
    self:CancelSpawning()
    if self.child ~= nil then self:Disown(self.child) end
end

function Spawner:Configure(childname, delay, startdelay)
    self.childname, self.delay = childname, delay
    self:SpawnWithDelay(startdelay or 0)
end

function Spawner:SetOnSpawnedFn(fn) self.onspawnedfn = fn end
function Spawner:SetOnOccupiedFn(fn) self.onoccupied = fn end
function Spawner:SetOnVacateFn(fn) self.onvacate = fn end
function Spawner:SetOnlySpawnOffscreen(only) self.spawnoffscreen = only end
function Spawner:SetWaterSpawning(water, boats) self.spawn_in_water, self.spawn_on_boats = water, boats end
function Spawner:SetOnKilledFn(fn) self.onkilledfn = fn end

function Spawner:IsOccupied() return self.child ~= nil and self.child.parent == self.inst end
function Spawner:HasChild() return self.child ~= nil end
function Spawner:IsSpawnPending() return self.task ~= nil end

function Spawner:CancelSpawning()
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
    self.nextspawntime = nil
end

-- While it is queued nobody is let out; each time it is tried again later.
function Spawner:SetQueueSpawning(queued, retryperiod)
    self.queue_spawn = queued == true
    self.retryperiod = self.queue_spawn and (retryperiod or RETRY) or nil
    if not self.queue_spawn and self.waits then
        self.waits = nil
        self:ReleaseChild()
    end
end

local function due(inst, self)
    self.task, self.nextspawntime = nil, nil
    if self.queue_spawn then
        self.waits = true
        self:SpawnWithDelay(self.retryperiod)
        return
    end
    self.waits = nil
    self:ReleaseChild()
end

function Spawner:SpawnWithDelay(delay)
    self:CancelSpawning()
    delay = math.max(0, delay or 0)
    self.nextspawntime = GetTime() + delay
    self.task = self.inst:DoTaskInTime(delay, due, self)
end

local EVENTS = { "ontrapped", "death", "detachchild", "onremove" }

function Spawner:Disown(child)
    if self.lost == nil then return end -- nobody has lived here
    for _, event in ipairs(EVENTS) do self.inst:RemoveEventCallback(event, self.lost, child) end
    if self.child == child then self.child = nil end
end

-- Makes a creature the one that lives here.
function Spawner:TakeOwnership(child)
    if self.child ~= child then
        if self.child ~= nil then self:Disown(self.child) end
        self.lost = self.lost or function(who) self:OnChildKilled(who) end
        for _, event in ipairs(EVENTS) do self.inst:ListenForEvent(event, self.lost, child) end
        self.child = child
    end
    local places = child.components.knownlocations
    if places ~= nil then places:RememberLocation("home", self.inst:GetPosition()) end
    if child.components.homeseeker == nil then child:AddComponent("homeseeker") end
    child.components.homeseeker:SetHome(self.inst)
end

function Spawner:OnChildKilled(child)
    if self.child ~= child then return end
    self:Disown(child)
    if self.onkilledfn ~= nil then self.onkilledfn(self.inst, child) end
    self:SpawnWithDelay(self.delay)
end

-- Takes the child in. A stranger, and a child for whom there is no room, hears
-- that it failed.
function Spawner:GoHome(child)
    if self.child ~= child or self:IsOccupied() then
        if child:IsValid() then child:PushEvent("gohomefailed") end
        return
    end
    self.inst:AddChild(child)
    child.Transform:SetPosition(0, 0, 0)
    child:RemoveFromScene()
    local burnable = child.components.burnable
    if burnable ~= nil and burnable:IsBurning() then burnable:Extinguish() end
    if child.components.homeseeker ~= nil then child:RemoveComponent("homeseeker") end
    if self.onoccupied ~= nil then self.onoccupied(self.inst, child) end
    return true
end

-- Lets the child out; a new one where there is none.
function Spawner:ReleaseChild()
    self:CancelSpawning()
    if self.child == nil then
        local child = SpawnPrefab(self.childfn ~= nil and self.childfn(self.inst) or self.childname)
        if child == nil then return end
        self:TakeOwnership(child)
        if not self:GoHome(child) then return end
        if self.onspawnedfn ~= nil then self.onspawnedfn(self.inst, child) end
    end
    if not self:IsOccupied() then return end
    local child, inst = self.child, self.inst
    inst:RemoveChild(child)
    child:ReturnToScene()
    local at, far = inst:GetPosition(), 0.5 + inst:GetPhysicsRadius(0) + child:GetPhysicsRadius(0)
    local offset = FindWalkableOffset(at, math.random() * 2 * PI, far, 8, false)
    if offset ~= nil then at = at + offset end
    if child.Physics ~= nil then child.Physics:Teleport(at:Get()) else child.Transform:SetPosition(at:Get()) end
    self:TakeOwnership(child)
    if self.onvacate ~= nil then self.onvacate(inst, child) end
    return true
end

return Spawner
