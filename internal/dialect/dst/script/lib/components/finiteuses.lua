-- What wears out.
local native = ...
local need = native.need
local FiniteUses = Class(function(self, inst)
    self.inst = inst
    self.total, self.current, self.consumption = 100, 100, {}
end)

function FiniteUses:SetMaxUses(n)
    need(n, 1)
    self.total = n
end
function FiniteUses:SetOnFinished(fn) self.onfinished = fn end
function FiniteUses:SetConsumption(action, n) self.consumption[action] = n end
function FiniteUses:SetDoesNotStartFull(on) self.doesnotstartfull = on end
function FiniteUses:GetUses() return self.current end
function FiniteUses:GetPercent() return self.current / self.total end
function FiniteUses:SetUses(n)
    need(n, 1)
    local some = self.current > 0
    self.current = math.max(0, n)
    self.inst:PushEvent("percentusedchange", { percent = self:GetPercent() })
    if self.current <= 0 and some and self.onfinished then self.onfinished(self.inst) end
end
function FiniteUses:SetPercent(p) self:SetUses(p * self.total) end
function FiniteUses:Use(n) self:SetUses(self.current - (n or 1)) end
function FiniteUses:OnUsedAsItem(action)
    local n = self.consumption[action]
    if n then self:Use(n) end
end

return FiniteUses
