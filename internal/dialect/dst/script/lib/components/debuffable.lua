-- What hangs on a creature for a time, by name: an entity of a prefab each, with the
-- component debuff.
local Debuffable = Class(function(self, inst)
    self.inst, self.enable, self.debuffs = inst, true, {}
end)

function Debuffable:IsEnabled() return self.enable end
function Debuffable:Enable(enable)
    self.enable = enable
    if not enable then
        local names = {}
        for name in pairs(self.debuffs) do table.insert(names, name) end
        for _, name in ipairs(names) do self:RemoveDebuff(name) end
    end
end
function Debuffable:SetFollowSymbol(symbol, x, y, z) self.followsymbol, self.followoffset = symbol, Vector3(x, y, z) end
function Debuffable:HasDebuff(name) return self.debuffs[name] ~= nil end
function Debuffable:GetDebuff(name)
    local debuff = self.debuffs[name]
    return debuff ~= nil and debuff.inst or nil
end

local function attach(self, name, e, data)
    local debuff = e.components.debuff
    if debuff == nil then
        e:Remove()
        return nil
    end
    local onremove = function() self.debuffs[name] = nil end
    self.debuffs[name] = { inst = e, onremove = onremove }
    self.inst:ListenForEvent("onremove", onremove, e)
    debuff:AttachTo(name, self.inst, self.followsymbol, self.followoffset, data)
    if self.ondebuffadded ~= nil then self.ondebuffadded(self.inst, name, e, data) end
    return e
end

-- One that is there already lasts longer.
function Debuffable:AddDebuff(name, prefab, data, _, before)
    if not self.enable then return nil end
    local old = self.debuffs[name]
    if old ~= nil then
        old.inst.components.debuff:Extend(self.followsymbol, self.followoffset, data)
        return old.inst
    end
    local e = SpawnPrefab(prefab)
    if e == nil then return nil end
    if before ~= nil then before(e, self.inst, data) end
    return attach(self, name, e, data)
end

function Debuffable:RemoveDebuff(name)
    local debuff = self.debuffs[name]
    if debuff == nil then return end
    self.debuffs[name] = nil
    self.inst:RemoveEventCallback("onremove", debuff.onremove, debuff.inst)
    if self.ondebuffremoved ~= nil then self.ondebuffremoved(self.inst, name, debuff.inst) end
    if debuff.inst.components.debuff ~= nil then
        debuff.inst.components.debuff:OnDetach()
    else
        debuff.inst:Remove()
    end
end

function Debuffable:OnRemoveFromEntity() self:Enable(false) end

return Debuffable
