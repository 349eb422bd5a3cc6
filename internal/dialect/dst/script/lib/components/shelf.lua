-- Where one thing stands for all to see.
local Shelf = Class(function(self, inst)
    self.inst = inst
    self.cantakeitem = false
end)

function Shelf:SetOnShelfItem(fn) self.onshelfitemfn = fn end
function Shelf:SetOnTakeItem(fn) self.ontakeitemfn = fn end
function Shelf:PutItemOnShelf(item)
    self.itemonshelf = item
    if self.onshelfitemfn then self.onshelfitemfn(self.inst, item) end
end
function Shelf:TakeItem(taker)
    local item = self.itemonshelf
    if item == nil or not self.cantakeitem then return end
    local from = item.components.inventoryitem and item.components.inventoryitem:RemoveFromOwner(true) or item
    if taker ~= nil and taker.components.inventory then taker.components.inventory:GiveItem(from) end
    if self.ontakeitemfn then self.ontakeitemfn(self.inst, taker, item) end
    self.itemonshelf = nil
end

return Shelf
