-- Goes back when it is too far from home, until it is near enough. Its body goes on
-- until another node stops it.
local Leash = Class(BehaviourNode, function(self, inst, homelocation, max_dist, inner_return_dist, running)
    BehaviourNode._ctor(self, "Leash")
    self.inst, self.homepos, self.maxdist, self.returndist, self.running = inst, homelocation, max_dist, inner_return_dist, running
end)

function Leash:GetHomePos() return FunctionOrValue(self.homepos, self.inst) or nil end
function Leash:GetMaxDistSq()
    local dist = FunctionOrValue(self.maxdist, self.inst)
    return dist * dist
end
function Leash:GetReturnDistSq()
    local dist = FunctionOrValue(self.returndist, self.inst)
    return dist * dist
end

function Leash:DBString() return tostring(self:GetHomePos()) end

-- Where it goes; the way home may have a bend.
function Leash:GetGoal(home) return home end

function Leash:Visit()
    local inst, home = self.inst, self:GetHomePos()
    if home == nil then
        self.status = FAILED
        return
    end
    local distance = inst:GetDistanceSqToPoint(home)
    if self.status == READY then
        if distance < self:GetMaxDistSq() then
            self.status = FAILED
        else
            inst.components.locomotor:Stop()
            self.status = RUNNING
        end
    elseif self.status == RUNNING then
        if distance > self:GetReturnDistSq() then
            inst.components.locomotor:GoToPoint(self:GetGoal(home), nil, FunctionOrValue(self.running, inst))
        else
            self.status = SUCCESS
        end
    end
end

return { Leash = Leash }
