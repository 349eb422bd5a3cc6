-- Stomps every so often while it is visited.
Stomp = Class(BehaviourNode, function(self, inst, period)
    BehaviourNode._ctor(self, "Stomp")
    self.inst, self.period, self.last = inst, period, -100
end)
function Stomp:Visit()
    if GetTime() - self.last < self.period then
        self.status = FAILED
        return
    end
    self.last, self.status = GetTime(), SUCCESS
    self.inst:PushEvent("stomp")
end
