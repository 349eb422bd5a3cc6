-- Numbers that others raise or lower, each by its source and a key.
local SourceModifierList = Class(function(self, inst, base, combine)
    self.inst, self.base, self.combine, self.modifiers = inst, base or 1, combine or function(a, b) return a * b end, {}
end)
SourceModifierList.multiply = function(a, b) return a * b end
SourceModifierList.additive = function(a, b) return a + b end
SourceModifierList.boolean = function(a, b) return a or b end
function SourceModifierList:SetModifier(source, v, key)
    self:RemoveModifier(source, key)
    table.insert(self.modifiers, { source = source, key = key or "key", v = v })
end
function SourceModifierList:RemoveModifier(source, key)
    for i = #self.modifiers, 1, -1 do
        local m = self.modifiers[i]
        if m.source == source and (key == nil or m.key == key) then table.remove(self.modifiers, i) end
    end
end
function SourceModifierList:HasModifier(source, key) return self:FindModifier(source, key) ~= nil end
function SourceModifierList:FindModifier(source, key)
    for _, m in ipairs(self.modifiers) do
        if m.source == source and m.key == (key or "key") then return m.v end
    end
end
function SourceModifierList:IsEmpty() return #self.modifiers == 0 end
function SourceModifierList:Reset() self.modifiers = {} end
function SourceModifierList:Get()
    local v = self.base
    for _, m in ipairs(self.modifiers) do v = self.combine(v, m.v) end
    return v
end

return { SourceModifierList = SourceModifierList }
