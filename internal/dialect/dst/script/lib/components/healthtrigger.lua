-- Functions that are called when health passes a share of what it is at most.
local HealthTrigger = Class(function(self, inst)
    self.inst = inst
    self.triggers = {}
    self.hears = function(who, data) self:OnHealthDelta(data.oldpercent, data.newpercent) end
    inst:ListenForEvent("healthdelta", self.hears)
end)

function HealthTrigger:OnRemoveFromEntity() self.inst:RemoveEventCallback("healthdelta", self.hears) end
function HealthTrigger:AddTrigger(amount, fn, override)
    if override or self.triggers[amount] == nil then self.triggers[amount] = fn end
end
function HealthTrigger:RemoveTrigger(amount) self.triggers[amount] = nil end

-- One blow may pass several: they are called in the order in which it does.
function HealthTrigger:OnHealthDelta(old, new)
    if old == nil or new == nil or old == new then return end
    local passed, falls = {}, new < old
    for amount in pairs(self.triggers) do
        if falls and new <= amount and amount < old or not falls and old < amount and amount <= new then table.insert(passed, amount) end
    end
    table.sort(passed, function(a, b)
        if falls then return a > b end
        return a < b
    end)
    for _, amount in ipairs(passed) do
        local fn = self.triggers[amount]
        if fn ~= nil then fn(self.inst) end
    end
end

return HealthTrigger
