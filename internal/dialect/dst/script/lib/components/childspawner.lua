-- A home of many creatures, which counts those inside: who goes home is removed,
-- and who comes out is a new entity.
-- A place of the scene takes in everybody who lives there until another phase of the day begins: those
-- of the night by day, and those of the day by night.
local native = ...
local need = native.need
local function leave(guest)
    if not guest:IsInLimbo() then return end
    guest:ReturnToScene()
    guest:PushEvent("lefthome")
end
local function open(self)
    local guests = self.guests
    self.guests = {}
    for _, guest in ipairs(guests) do
        if guest:IsValid() then guest:DoTaskInTime(0, leave) end
    end
end
local function stay(self, guest)
    if guest:IsInLimbo() then return end
    if self.guests == nil then
        self.guests = {}
        self.inst:WatchWorldState("phase", open, self)
    end
    table.insert(self.guests, guest)
    local burnable = guest.components.burnable
    if burnable ~= nil and burnable:IsBurning() then burnable:Extinguish() end
    guest:PushEvent("goinghome", { home = self.inst })
    guest:RemoveFromScene()
    return true
end

local ChildSpawner = Class(function(self, inst, plain)
    self.inst = inst
    if plain then
        self.GoHome = stay
        inst.components.spawner.GoHome = function(_, guest) return stay(self, guest) end
    end
    self.childrenoutside, self.numchildrenoutside = {}, 0
    self.childreninside, self.maxchildren = 1, 0
    self.emergencychildrenoutside, self.numemergencychildrenoutside = {}, 0
    self.emergencychildreninside, self.maxemergencychildren, self.emergencydetectionradius = 0, 0, 10
    self.emergencychildrenperplayer, self.canemergencyspawn = 1, true
    self.childname = ""
    self.rarechildchance = 0.1
    self.regening, self.spawning = true, false
    self.timetonextspawn, self.timetonextregen = 0, 0
    self.spawnperiod, self.spawnvariance = 20, 2
    self.regenperiod, self.regenvariance = 20, 2
    self.spawnradius = 0.5
    self.spawnoffscreen = false
end)

local EVENTS = { "ontrapped", "death", "detachchild", "onremove" }

local function update(inst, self, dt) self:OnUpdate(dt) end

function ChildSpawner:StartUpdate()
    if self.task ~= nil then return end
    local period = 5 + math.random() * 5
    self.task = self.inst:DoPeriodicTask(period, update, nil, self, period)
end

function ChildSpawner:StopUpdate()
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
end

local function wants(self)
    return self.spawning and self.childreninside > 0 or self.regening and not self:IsFull()
end

local function again(self)
    if wants(self) then self:StartUpdate() else self:StopUpdate() end
end

function ChildSpawner:OnRemoveFromEntity()
    self:StopUpdate()
    for _, child in ipairs(self:List()) do self:Disown(child) end
end

function ChildSpawner:OnUpdate(dt)
    if self.regening and not self:IsFull() then
        self.timetonextregen = self.timetonextregen - dt
        if self.timetonextregen <= 0 then self:DoRegen() end
    end
    if self.spawning and self.childreninside > 0 then
        self.timetonextspawn = self.timetonextspawn - dt
        if self.timetonextspawn <= 0 then
            self.timetonextspawn = GetRandomWithVariance(self.spawnperiod, self.spawnvariance)
            self:SpawnChild()
        end
    end
    again(self)
end

function ChildSpawner:LongUpdate(dt) self:OnUpdate(dt) end

function ChildSpawner:DoRegen()
    self.timetonextregen = GetRandomWithVariance(self.regenperiod, self.regenvariance)
    self:AddChildrenInside(1)
end

function ChildSpawner:SetSpawnPeriod(period, variance)
    need(period, 1)
    self.spawnperiod, self.spawnvariance = period, variance or period * 0.1
end

function ChildSpawner:SetRegenPeriod(period, variance)
    need(period, 1)
    self.regenperiod, self.regenvariance = period, variance or period * 0.1
end

function ChildSpawner:StartSpawning()
    self.spawning = true
    self.timetonextspawn = 0
    again(self)
end

function ChildSpawner:StopSpawning()
    self.spawning = false
    again(self)
end

function ChildSpawner:StartRegen()
    self.regening = true
    if not self:IsFull() then
        self.timetonextregen = GetRandomWithVariance(self.regenperiod, self.regenvariance)
    end
    again(self)
end

function ChildSpawner:StopRegen()
    self.regening = false
    again(self)
end

function ChildSpawner:SetMaxChildren(n)
    need(n, 1)
    self.maxchildren = n
    self.childreninside = math.max(0, n - self.numchildrenoutside)
    again(self)
end

function ChildSpawner:SetMaxEmergencyChildren(n)
    need(n, 1)
    self.maxemergencychildren = n
    self.emergencychildreninside = math.max(0, n - self.numemergencychildrenoutside)
end

function ChildSpawner:SetEmergencyRadius(r) self.emergencydetectionradius = r end
function ChildSpawner:SetRareChild(name, chance) self.rarechild, self.rarechildchance = name, chance end
function ChildSpawner:SetSpawnedFn(fn) self.onspawned = fn end
function ChildSpawner:SetOccupiedFn(fn) self.onoccupied = fn end
function ChildSpawner:SetVacateFn(fn) self.onvacate = fn end
function ChildSpawner:SetGoHomeFn(fn) self.ongohome = fn end
function ChildSpawner:SetOnTakeOwnershipFn(fn) self.ontakeownership = fn end
function ChildSpawner:SetOnChildKilledFn(fn) self.onchildkilledfn = fn end
function ChildSpawner:SetOnAddChildFn(fn) self.onaddchild = fn end

function ChildSpawner:NumChildren() return self.numchildrenoutside + self.childreninside end
function ChildSpawner:NumEmergencyChildren() return self.numemergencychildrenoutside + self.emergencychildreninside end
function ChildSpawner:IsFull() return self:NumChildren() >= self.maxchildren end
function ChildSpawner:GetTimeToNextSpawn() return self.timetonextspawn end
function ChildSpawner:GetTimeToNextRegen() return self.timetonextregen end

local function byGUID(a, b) return a.GUID < b.GUID end

-- The children outside, in an order that is always the same.
function ChildSpawner:List()
    local list = {}
    for child in pairs(self.childrenoutside) do table.insert(list, child) end
    table.sort(list, byGUID)
    return list
end

function ChildSpawner:CountChildrenOutside(fn)
    if fn == nil then return self.numchildrenoutside end
    local n = 0
    for _, child in ipairs(self:List()) do
        if child:IsValid() and fn(child) then n = n + 1 end
    end
    return n
end

function ChildSpawner:AddChildrenInside(n)
    if self.childreninside == 0 and n > 0 and self.onoccupied ~= nil then self.onoccupied(self.inst) end
    self.childreninside = self.childreninside + n
    if self.onaddchild ~= nil then self.onaddchild(self.inst, n) end
    again(self)
end

function ChildSpawner:Disown(child)
    local urgent = self.emergencychildrenoutside[child] ~= nil
    if not urgent and self.childrenoutside[child] == nil then return false end
    for _, event in ipairs(EVENTS) do self.inst:RemoveEventCallback(event, self.lost, child) end
    if urgent then
        self.emergencychildrenoutside[child] = nil
        self.numemergencychildrenoutside = self.numemergencychildrenoutside - 1
    else
        self.childrenoutside[child] = nil
        self.numchildrenoutside = self.numchildrenoutside - 1
    end
    return true
end

local function settle(self, child)
    self.lost = self.lost or function(who) self:OnChildKilled(who) end
    for _, event in ipairs(EVENTS) do self.inst:ListenForEvent(event, self.lost, child) end
    local places = child.components.knownlocations
    if places ~= nil then places:RememberLocation("home", self.inst:GetPosition()) end
    if child.components.homeseeker == nil then child:AddComponent("homeseeker") end
    child.components.homeseeker:SetHome(self.inst)
end

-- Makes a creature outside one of those that live here.
function ChildSpawner:TakeOwnership(child)
    if self.childrenoutside[child] ~= nil then return end
    settle(self, child)
    self.childrenoutside[child] = child
    self.numchildrenoutside = self.numchildrenoutside + 1
    if self.ontakeownership ~= nil then self.ontakeownership(self.inst, child) end
end

function ChildSpawner:TakeEmergencyOwnership(child)
    if self.emergencychildrenoutside[child] ~= nil then return end
    settle(self, child)
    self.emergencychildrenoutside[child] = child
    self.numemergencychildrenoutside = self.numemergencychildrenoutside + 1
end

-- A child that died, was caught or went away is no longer counted.
function ChildSpawner:OnChildKilled(child)
    if not self:Disown(child) then return end
    if self.onchildkilledfn ~= nil then self.onchildkilledfn(self.inst, child) end
    if self.regening then again(self) end
end

function ChildSpawner:CanSpawn()
    local inst = self.inst
    if self.childreninside <= 0 or not inst:IsValid() then return false end
    if inst:IsAsleep() and not self.spawnoffscreen then return false end
    local health = inst.components.health
    if health ~= nil and health:IsDead() then return false end
    return self.canspawnfn == nil or self.canspawnfn(inst) and true or false
end

local function radiusOf(r)
    if type(r) == "table" then return r.min + math.random() * (r.max - r.min) end
    return r
end

function ChildSpawner:DoSpawnChild(target, prefab, radius)
    local inst = self.inst
    local at = self.overridespawnlocation ~= nil and self.overridespawnlocation(inst) or nil
    if at == nil then
        local far = radiusOf(radius or self.spawnradius or 0.5) + inst:GetPhysicsRadius(0)
        at = inst:GetPosition()
        local offset = FindWalkableOffset(at, math.random() * 2 * PI, far, 8, false, true, nil, self.allowwater, self.allowboats)
        if offset == nil then return nil end
        at = at + offset
    end
    if prefab == nil then
        prefab = self.rarechild ~= nil and math.random() < self.rarechildchance and self.rarechild or self.childname
    end
    local child = SpawnPrefab(FunctionOrValue(prefab, inst))
    if child == nil then return nil end
    child.Transform:SetPosition(at:Get())
    if target ~= nil and child.components.combat ~= nil then child.components.combat:SetTarget(target) end
    if self.onspawned ~= nil then self.onspawned(inst, child) end
    return child
end

function ChildSpawner:SpawnChild(target, prefab, radius)
    if not self:CanSpawn() then return nil end
    local child = self:DoSpawnChild(target, prefab, radius)
    if child == nil then return nil end
    self:TakeOwnership(child)
    self.childreninside = self.childreninside - 1
    if self.childreninside == 0 and self.onvacate ~= nil then self.onvacate(self.inst) end
    again(self)
    return child
end

function ChildSpawner:CanEmergencySpawn()
    if not self.canemergencyspawn or self.emergencychildreninside <= 0 or not self.inst:IsValid() then return false end
    local health = self.inst.components.health
    return health == nil or not health:IsDead()
end

function ChildSpawner:SpawnEmergencyChild(target, prefab, radius)
    if not self:CanEmergencySpawn() then return nil end
    local child = self:DoSpawnChild(target, prefab or self.emergencychildname, radius)
    if child == nil then return nil end
    self:TakeEmergencyOwnership(child)
    self.emergencychildreninside = self.emergencychildreninside - 1
    return child
end

-- One more comes out while fewer are outside than there are players near to fight.
function ChildSpawner:TrySpawnEmergencyChild(target, prefab, radius)
    local x, y, z = self.inst.Transform:GetWorldPosition()
    local players = #FindPlayersInRange(x, y, z, self.emergencydetectionradius, true)
    local most = math.min(players * self.emergencychildrenperplayer, self.maxemergencychildren)
    if self.numemergencychildrenoutside >= most then return nil end
    return self:SpawnEmergencyChild(target, prefab, radius)
end

function ChildSpawner:ReleaseAllChildren(target, prefab)
    local list = {}
    while self:CanSpawn() do
        local child = self:SpawnChild(target, prefab)
        if child == nil then break end
        table.insert(list, child)
    end
    return list
end

-- Takes one of its own in; a stranger stays outside.
function ChildSpawner:GoHome(child)
    local urgent = self.emergencychildrenoutside[child] ~= nil
    if not urgent and self.childrenoutside[child] == nil then return end
    local inst = self.inst
    inst:PushEvent("childgoinghome", { child = child })
    child:PushEvent("goinghome", { home = inst })
    if self.ongohome ~= nil then self.ongohome(inst, child) end
    self:Disown(child)
    child:Remove()
    if urgent then
        self.emergencychildreninside = self.emergencychildreninside + 1
    else
        self:AddChildrenInside(1)
    end
    return true
end

return ChildSpawner
