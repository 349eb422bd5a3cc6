-- Numbers that others raise or lower, each by its source and a key.
local none = {} -- of the lists that nobody changed; it stays empty

local SourceModifierList = Class(function(self, inst, base, combine)
    self.inst = inst
    if base and base ~= 1 then self.base = base end
    if combine then self.combine = combine end
end)
SourceModifierList.multiply = function(a, b) return a * b end
SourceModifierList.base, SourceModifierList.combine, SourceModifierList.modifiers = 1, SourceModifierList.multiply, none
SourceModifierList.additive = function(a, b) return a + b end
SourceModifierList.boolean = function(a, b) return a or b end
function SourceModifierList:SetModifier(source, v, key)
    self:RemoveModifier(source, key)
    if v == nil then return end
    if self.modifiers == none then self.modifiers = {} end
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
function SourceModifierList:Reset() self.modifiers = none end
function SourceModifierList:Get()
    local v = self.base
    for _, m in ipairs(self.modifiers) do v = self.combine(v, m.v) end
    return v
end

-- What those of a source, or those with a key, give by themselves.
function SourceModifierList:CalculateModifierFromSource(source, key)
    local v = self.base
    for _, m in ipairs(self.modifiers) do
        if m.source == source and (key == nil or m.key == key) then v = self.combine(v, m.v) end
    end
    return v
end
function SourceModifierList:CalculateModifierFromKey(key)
    local v = self.base
    for _, m in ipairs(self.modifiers) do
        if m.key == key then v = self.combine(v, m.v) end
    end
    return v
end

return { SourceModifierList = SourceModifierList }
