-- Minions on numbered places around a creature that stands still.
local native = ...
local need = native.need
local MinionSpawner = Class(function(self, inst)
    self.inst = inst
    self.miniontype = "eyeplant"
    self.maxminions, self.numminions = 27, 0
    self.minions = {}
    self.distancemodifier = 1.5
    self.minionspawntime = { min = 5, max = 10 }
    self.validtiletypes = {}
    self.shouldspawn = true
    self.spawninprogress = false
end)

local GOLDEN = math.rad(137.5)

function MinionSpawner:OnRemoveFromEntity() self:Halt() end
function MinionSpawner:OnRemoveEntity() self:KillAllMinions() end

function MinionSpawner:Halt()
    self.spawninprogress = false
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
end

-- Places on a spiral, the nearest first.
function MinionSpawner:MakeSpawnLocations()
    self.minionpositions = {}
    local at = self.inst:GetPosition()
    for i = 1, self.maxminions do
        local r, a = math.sqrt(i) * self.distancemodifier + 2, i * GOLDEN
        local p = at + Vector3(r * math.cos(a), 0, -r * math.sin(a))
        if TheWorld.Map:IsPassableAtPoint(p:Get()) then table.insert(self.minionpositions, p) end
    end
    return self.minionpositions
end

function MinionSpawner:GetSpawnLocation(n)
    return (self.minionpositions or self:MakeSpawnLocations())[n]
end

-- The number of a free place; nil where all are taken.
function MinionSpawner:GetNextSpawnNumber()
    for n = 1, self.maxminions do
        if self.minions[n] == nil and self:GetSpawnLocation(n) ~= nil then return n end
    end
end

function MinionSpawner:IsMinionLimitReached() return self.numminions >= self.maxminions end

function MinionSpawner:TakeOwnership(e, n)
    self.minions[n] = e
    self.numminions = self.numminions + 1
    e.minionnumber = n
    e.minionlord = self.inst
    self.lost = self.lost or function(who) self:OnLostMinion(who) end
    self.inst:ListenForEvent("onremove", self.lost, e)
    self.inst:ListenForEvent("death", self.lost, e)
end

function MinionSpawner:OnLostMinion(e)
    local n = e.minionnumber
    if n == nil or self.minions[n] ~= e then return end
    self.minions[n] = nil
    self.numminions = self.numminions - 1
    self.inst:RemoveEventCallback("onremove", self.lost, e)
    self.inst:RemoveEventCallback("death", self.lost, e)
    if self.onlostminionfn ~= nil then self.onlostminionfn(self.inst, e) end
    self.inst:PushEvent("minionchange")
    if self.shouldspawn then self:StartNextSpawn() end
end

function MinionSpawner:SpawnMinion(n)
    need(n, 1)
    local e = SpawnPrefab(self.miniontype)
    if e == nil then return end
    e.Transform:SetPosition(self:GetSpawnLocation(n):Get())
    self:TakeOwnership(e, n)
    if self.onspawnminionfn ~= nil then self.onspawnminionfn(self.inst, e) end
    self.inst:PushEvent("minionchange")
    return e
end

function MinionSpawner:SpawnNewMinion()
    self:Halt()
    local n = self.shouldspawn and not self:IsMinionLimitReached() and self:GetNextSpawnNumber() or nil
    if n ~= nil then self:SpawnMinion(n) end
    if self.shouldspawn then self:StartNextSpawn() end
end

local function due(inst, self) self:SpawnNewMinion() end

function MinionSpawner:StartNextSpawn()
    if self.spawninprogress or self:IsMinionLimitReached() then return end
    self.spawninprogress = true
    self.task = self.inst:DoTaskInTime(GetRandomMinMax(self.minionspawntime.min, self.minionspawntime.max), due, self)
end

function MinionSpawner:KillAllMinions()
    self:Halt()
    for n = 1, self.maxminions do
        local e = self.minions[n]
        if e ~= nil and e.components.health ~= nil then
            e:DoTaskInTime(math.random(), function(who) who.components.health:Kill() end)
        end
    end
end

function MinionSpawner:DespawnAll()
    self:Halt()
    local spawns = self.shouldspawn
    self.shouldspawn = false -- none comes for one that goes now
    for n = 1, self.maxminions do
        local e = self.minions[n]
        if e ~= nil then e:Remove() end
    end
    self.shouldspawn = spawns
end

return MinionSpawner
