-- Something that a creature leaves behind from time to time.
local native = ...
local need = native.need
local PeriodicSpawner = Class(function(self, inst)
    self.inst = inst
    self.basetime, self.randtime = 40, 60
    self.spacing = nil
    self.density, self.range = nil, nil
end)

function PeriodicSpawner:OnRemoveFromEntity() self:Stop() end
function PeriodicSpawner:SetPrefab(prefab) self.prefab = prefab end
function PeriodicSpawner:SetRandomTimes(base, variance)
    need(base, 1)
    self.basetime, self.randtime = base, variance
end
function PeriodicSpawner:SetDensityInRange(range, density) self.range, self.density = range, density end
function PeriodicSpawner:SetMinimumSpacing(dist) self.spacing = dist end
function PeriodicSpawner:SetOnSpawnFn(fn) self.onspawn = fn end
function PeriodicSpawner:SetSpawnTestFn(fn) self.spawntest = fn end
function PeriodicSpawner:SetGetSpawnPointFn(fn) self.getspawnpointfn = fn end
function PeriodicSpawner:SetIgnoreFlotsamGenerator() end
-- Nobody is far from all players here, so that what waits for that would never come.
function PeriodicSpawner:SetOnlySpawnOffscreen(on) self.onlyspawnoffscreen = on end

-- None is left where too many of its kind, or one too near, lie already.
local function room(self, prefab, at)
    local range = math.max(self.range or 0, self.spacing or 0)
    if range == 0 then return true end
    local n = 0
    for _, e in ipairs(TheSim:FindEntities(at.x, at.y, at.z, range)) do
        if e.prefab == prefab and e ~= self.inst then
            local far = e:GetDistanceSqToPoint(at:Get())
            if self.spacing ~= nil and far < self.spacing * self.spacing then return false end
            if self.range ~= nil and far < self.range * self.range then n = n + 1 end
        end
    end
    return self.density == nil or n < self.density
end

function PeriodicSpawner:TrySpawn(prefab)
    local inst = self.inst
    prefab = FunctionOrValue(prefab or self.prefab, inst)
    if prefab == nil or not inst:IsValid() or self.spawntest ~= nil and not self.spawntest(inst) then return false end
    local at = self.getspawnpointfn ~= nil and self.getspawnpointfn(inst) or inst:GetPosition()
    if at == nil or not room(self, prefab, at) then return false end
    local e = SpawnPrefab(prefab)
    if e == nil then return false end
    e.Transform:SetPosition(at:Get())
    if self.onspawn ~= nil then self.onspawn(inst, e) end
    return true
end

local function due(inst, self)
    self:TrySpawn()
    self:Start()
end

function PeriodicSpawner:Start(timeoverride)
    self:Stop()
    local delay = timeoverride or self.basetime + math.random() * self.randtime
    self.target_time = GetTime() + delay
    self.task = self.inst:DoTaskInTime(delay, due, self)
end

function PeriodicSpawner:SafeStart(timeoverride)
    if self.task == nil then self:Start(timeoverride) end
end

function PeriodicSpawner:Stop()
    self.target_time = nil
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
end

function PeriodicSpawner:ForceNextSpawn()
    if self.task ~= nil then self:Start(0) end
end

return PeriodicSpawner
