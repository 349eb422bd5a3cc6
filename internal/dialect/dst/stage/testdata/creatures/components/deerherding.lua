-- What the deer of a world have in common: the one whom all of them watch.
local DeerHerding = Class(function(self, inst)
    self.inst = inst
    self.alerts = 0
end)

function DeerHerding:SetHerdAlertTarget(deer, target)
    if self.target == target then return end
    self.target, self.first = target, deer
    self.alerts = self.alerts + 1
end
function DeerHerding:HerdHasAlertTarget() return self.target ~= nil and self.target:IsValid() end

return DeerHerding
