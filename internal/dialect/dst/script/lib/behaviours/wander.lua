-- Walks about, now and then, and back home when it is too far. It never ends.

-- How long it walks and waits, in seconds, as it was told when it was made. Objects take
-- less room than the table that each brain makes for it.
local Times = Class(function(self, times)
    for name, t in pairs(times) do self[name] = t end
end)

local Wander = Class(BehaviourNode, function(self, inst, homelocation, max_dist, times, getdirection, setdirection, checkpoint, data)
    BehaviourNode._ctor(self, "Wander")
    self.inst, self.homepos, self.maxdist = inst, homelocation, max_dist
    self.times, self.data = times and Times(times), data
    self.getdirectionFn, self.setdirectionFn, self.checkpointFn = getdirection, setdirection, checkpoint
    self.waittime, self.walking = 0, false
end)

local usual = { minwalktime = 2, randwalktime = 3, minwaittime = 1, randwaittime = 3 }

function Wander:Time(name)
    local t = self.times and self.times[name]
    return t == nil and usual[name] or FunctionOrValue(t, self.inst)
end

function Wander:GetHomePos() return FunctionOrValue(self.homepos, self.inst) end
function Wander:GetMaxDistSq()
    local most = FunctionOrValue(self.maxdist, self.inst)
    return most and most * most
end

function Wander:DBString()
    return string.format("%s for %2.2f", self.walking and "walk" or "wait", self.waittime - GetTime())
end

function Wander:IsFarFromHome()
    local home = self.homepos and self:GetHomePos()
    local most = home and self:GetMaxDistSq()
    return most ~= nil and most ~= false and self.inst:GetDistanceSqToPoint(home) > most
end

function Wander:Wait(t)
    self.waittime = GetTime() + t
    self:Sleep(t)
end

function Wander:HoldPosition()
    self.inst.components.locomotor:Stop()
    self.walking = false
    self:Wait(self:Time("minwaittime") + math.random() * self:Time("randwaittime"))
end

-- A way to a place at the distance it wanders; those who swim find it on water.
function Wander:FindOffset(here, angle)
    local locomotor, data = self.inst.components.locomotor, self.data
    local reach = data and FunctionOrValue(data.wander_dist, self.inst) or 12
    local attempts = data and data.offest_attempts or 8
    local find = locomotor:IsAquatic() and FindSwimmableOffset or FindWalkableOffset
    local water = find == FindWalkableOffset and locomotor:CanPathfindOnWater() or nil
    local offset, found = find(here, angle, reach, attempts, true, false, self.checkpointFn, water)
    if offset == nil then offset, found = find(here, angle, reach, attempts, true, true, self.checkpointFn, water) end
    return offset, found
end

function Wander:PickNewDirection()
    local inst = self.inst
    local run = self.data and FunctionOrValue(self.data.should_run, inst)
    self.walking = true
    if self:IsFarFromHome() then
        inst.components.locomotor:GoToPoint(self:GetHomePos(), nil, run)
    else
        local here = inst:GetPosition()
        local angle = self.getdirectionFn and self.getdirectionFn(inst) or math.random() * TWOPI
        local offset, found = self:FindOffset(here, angle)
        if offset ~= nil then
            inst.components.locomotor:GoToPoint(here + offset, nil, run)
            if self.setdirectionFn then self.setdirectionFn(inst, found) end
        else
            inst.components.locomotor:WalkInDirection(angle * RADIANS, run)
        end
    end
    self:Wait(self:Time("minwalktime") + math.random() * self:Time("randwalktime"))
end

-- Whether it goes on at once where others would wait.
function Wander:NeverHolds()
    return self:Time("minwaittime") <= 0 and self:Time("randwaittime") <= 0
        or self.inst.components.locomotor.skipHoldWhenFarFromHome and self:IsFarFromHome()
end

function Wander:Visit()
    local locomotor = self.inst.components.locomotor
    if self.status == READY then
        self:HoldPosition()
        self.status = RUNNING
        return
    end
    if self.status ~= RUNNING then return end
    if not self.walking and self:IsFarFromHome() then
        self:PickNewDirection()
    elseif GetTime() > self.waittime then
        if not self.walking or self:NeverHolds() then
            self:PickNewDirection()
        else
            self:HoldPosition()
        end
    elseif self.walking and not locomotor:WantsToMoveForward() then
        self:HoldPosition()
    else
        self:Sleep(self.waittime - GetTime())
    end
end

return { Wander = Wander }
