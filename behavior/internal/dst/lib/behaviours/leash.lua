-- Goes back when it is too far from home, until it is near enough.
local Leash = Class(BehaviourNode, function(self, inst, homelocation, max_dist, inner_return_dist, running)
    BehaviourNode._ctor(self, "Leash")
    self.inst, self.homepos, self.maxdist, self.returndist, self.running = inst, homelocation, max_dist, inner_return_dist, running
end)

function Leash:GetHomePos() return FunctionOrValue(self.homepos, self.inst) end

function Leash:IsBeyond(dist)
    local home, d = self:GetHomePos(), FunctionOrValue(dist, self.inst)
    return home and self.inst:GetDistanceSqToPoint(home) > d * d
end

function Leash:DBString() return tostring(self:GetHomePos()) end

function Leash:Visit()
    if self.status == READY then
        self.status = self:IsBeyond(self.maxdist) and RUNNING or FAILED
        if self.status == RUNNING then self.inst.components.locomotor:Stop() end
    end
    if self.status ~= RUNNING then return end
    if self:IsBeyond(self.returndist) then
        self.inst.components.locomotor:GoToPoint(self:GetHomePos(), nil, FunctionOrValue(self.running, self.inst))
        self:Sleep(0.5)
    else
        self.inst.components.locomotor:Stop()
        self.status = SUCCESS
    end
end

return { Leash = Leash }
