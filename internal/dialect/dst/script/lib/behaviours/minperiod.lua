-- Lets its child be entered again only a time after it succeeded.
local MinPeriod = Class(BehaviourNode, function(self, inst, minperiod, immediate, child)
    BehaviourNode._ctor(self, "MinPeriod", { child })
    self.inst, self.minperiod = inst, minperiod
    self.lastsuccesstime = immediate and -math.huge or GetTime()
end)

function MinPeriod:DBString()
    return string.format("ready in %2.2f", math.max(0, self.lastsuccesstime + FunctionOrValue(self.minperiod, self.inst) - GetTime()))
end

function MinPeriod:Visit()
    if self.status == READY and GetTime() - self.lastsuccesstime < FunctionOrValue(self.minperiod, self.inst) then
        self.status = FAILED
        return
    end
    local child = self.children[1]
    child:Visit()
    self.status = child.status
    if self.status == SUCCESS then self.lastsuccesstime = GetTime() end
end

return { MinPeriod = MinPeriod }
