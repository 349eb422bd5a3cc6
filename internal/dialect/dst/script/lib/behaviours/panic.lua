-- Runs in one direction, then in another, without end.
local Panic = Class(BehaviourNode, function(self, inst)
    BehaviourNode._ctor(self, "Panic")
    self.inst, self.waittime = inst, 0
end)

function Panic:PickNewDirection()
    self.inst.components.locomotor:RunInDirection(math.random() * 360)
    self.waittime = GetTime() + 0.25 + math.random() * 0.25
end

function Panic:Visit()
    if self.status == READY then
        self:PickNewDirection()
        self.status = RUNNING
    elseif GetTime() > self.waittime then
        self:PickNewDirection()
    end
    self:Sleep(self.waittime - GetTime())
end

return { Panic = Panic }
