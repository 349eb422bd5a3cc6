-- What is worn or wielded.
local Equippable = Class(function(self, inst)
    self.inst = inst
    self.isequipped, self.equipslot = false, EQUIPSLOTS.HANDS
    self.walkspeedmult, self.dapperness, self.insulated, self.equipstack = nil, 0, false, false
end)

function Equippable:SetOnEquip(fn) self.onequipfn = fn end
function Equippable:SetOnUnequip(fn) self.onunequipfn = fn end
function Equippable:SetOnPocket(fn) self.onpocketfn = fn end
function Equippable:SetOnEquipToModel(fn) self.onequiptomodelfn = fn end
function Equippable:SetDappernessFn(fn) self.dapperfn = fn end
function Equippable:IsEquipped() return self.isequipped end
function Equippable:IsRestricted() return false end
function Equippable:ShouldPreventUnequipping() return self.preventunequipping == true end
function Equippable:SetPreventUnequipping(on) self.preventunequipping = on end
function Equippable:IsInsulated() return self.insulated end
function Equippable:GetWalkSpeedMult() return self.walkspeedmult or 1 end
function Equippable:GetDapperness(owner) return self.dapperfn and self.dapperfn(self.inst, owner) or self.dapperness end

function Equippable:Equip(owner)
    self.isequipped = true
    if self.onequipfn then self.onequipfn(self.inst, owner) end
    self.inst:PushEvent("equipped", { owner = owner, slot = self.equipslot })
end
function Equippable:Unequip(owner)
    self.isequipped = false
    if self.onunequipfn then self.onunequipfn(self.inst, owner) end
    self.inst:PushEvent("unequipped", { owner = owner, slot = self.equipslot })
end
function Equippable:ToPocket(owner)
    if self.onpocketfn then self.onpocketfn(self.inst, owner) end
end

return Equippable
