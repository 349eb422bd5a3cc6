-- Walks about, now and then, not further from home than it may.
local Wander = Class(BehaviourNode, function(self, inst, homelocation, max_dist, times, getdirection, setdirection, checkpoint, data)
    BehaviourNode._ctor(self, "Wander")
    self.inst, self.homepos, self.maxdist = inst, homelocation, max_dist
    self.getdirectionFn, self.setdirectionFn, self.checkpointFn = getdirection, setdirection, checkpoint
    local t = times or {}
    self.times = {
        minwalktime = t.minwalktime or 2, randwalktime = t.randwalktime or 3,
        minwaittime = t.minwaittime or 1, randwaittime = t.randwaittime or 3,
    }
    self.waittime, self.walking = 0, false
    self.wander_dist, self.should_run = data and data.wander_dist or 12, data and data.should_run
end)

function Wander:GetHomePos() return FunctionOrValue(self.homepos, self.inst) end
function Wander:GetMaxDist() return FunctionOrValue(self.maxdist, self.inst) end

function Wander:Time(name) return FunctionOrValue(self.times[name .. "time"], self.inst) end

function Wander:DBString()
    return string.format("%s for %2.2f", self.walking and "walk" or "wait", self.waittime - GetTime())
end

function Wander:IsFarFromHome()
    local home, most = self:GetHomePos(), self:GetMaxDist()
    return home and most and self.inst:GetDistanceSqToPoint(home) > most * most
end

function Wander:HoldPosition()
    self.inst.components.locomotor:Stop()
end

function Wander:Wait(t)
    self.waittime, self.walking = GetTime() + t, false
    self:HoldPosition()
    self:Sleep(t)
end

function Wander:PickNewDirection()
    self.walking = true
    local inst, home = self.inst, self:GetHomePos()
    if self:IsFarFromHome() then
        inst.components.locomotor:GoToPoint(home, nil, FunctionOrValue(self.should_run, inst))
    else
        local angle = self.getdirectionFn and self.getdirectionFn(inst) or math.random() * TWOPI
        if self.setdirectionFn then self.setdirectionFn(inst, angle) end
        local reach = FunctionOrValue(self.wander_dist, inst)
        local here = inst:GetPosition()
        local to = here + Vector3(math.cos(angle) * reach, 0, -math.sin(angle) * reach)
        if self.checkpointFn and not self.checkpointFn(to) then
            return self:Wait(self:Time("minwait"))
        end
        inst.components.locomotor:GoToPoint(to, nil, FunctionOrValue(self.should_run, inst))
    end
    self.waittime = GetTime() + self:Time("minwalk") + math.random() * self:Time("randwalk")
end

function Wander:Visit()
    if self.status == READY then
        self.inst.components.locomotor:Stop()
        self.waittime, self.walking, self.status = 0, false, RUNNING
    elseif self.status == RUNNING and self.walking and self:IsFarFromHome() and self.waittime > GetTime() then
        self:Sleep(0.5)
        return
    end
    if GetTime() >= self.waittime then
        if self.walking then
            self:Wait(self:Time("minwait") + math.random() * self:Time("randwait"))
        else
            self:PickNewDirection()
        end
    end
    self:Sleep(math.max(0, self.waittime - GetTime()))
end

return { Wander = Wander }
