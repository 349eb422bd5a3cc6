-- The side of the debuff of what debuffable describes.
local Debuff = Class(function(self, inst) self.inst = inst end)

function Debuff:SetAttachedFn(fn) self.onattachedfn = fn end
function Debuff:SetDetachedFn(fn) self.ondetachedfn = fn end
function Debuff:SetExtendedFn(fn) self.onextendedfn = fn end
function Debuff:SetTransferFn(fn) self.ontransferfn = fn end

function Debuff:Stop()
    if self.target ~= nil and self.target.components.debuffable ~= nil then self.target.components.debuffable:RemoveDebuff(self.name) end
end

function Debuff:AttachTo(name, target, symbol, offset, data)
    self.name, self.target = name, target
    if self.onattachedfn ~= nil then self.onattachedfn(self.inst, target, symbol, offset, data) end
end

-- It goes when nobody says what becomes of it.
function Debuff:OnDetach()
    local target = self.target
    self.name, self.target = nil, nil
    if self.ondetachedfn ~= nil then
        self.ondetachedfn(self.inst, target)
    else
        self.inst:Remove()
    end
end

function Debuff:Extend(symbol, offset, data)
    if self.onextendedfn ~= nil then self.onextendedfn(self.inst, self.target, symbol, offset, data) end
end

return Debuff
