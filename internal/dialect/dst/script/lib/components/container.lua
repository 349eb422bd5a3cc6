-- A chest, a bag, a pot: slots that somebody opens.
local native = ...
local need = native.need
local Container = Class(function(self, inst)
    self.inst = inst
    self.slots, self.numslots = {}, 0
    self.canbeopened, self.acceptsstacks, self.skipopensnd = true, true, false
    self.openlist, self.opencount = {}, 0
end)

function Container:WidgetSetup(_, data)
    local slotpos = data and data.widget and data.widget.slotpos
    self.numslots = slotpos and #slotpos or self.numslots > 0 and self.numslots or 9
    if data then self.itemtestfn, self.type = data.itemtestfn, data.type end
end
function Container:GetNumSlots() return self.numslots end
function Container:SetNumSlots(n)
    need(n, 1)
    self.numslots = n
end
function Container:GetItemInSlot(slot) return self.slots[slot] end
function Container:GetItemSlot(item)
    for slot = 1, self.numslots do
        if self.slots[slot] == item then return slot end
    end
end
function Container:NumItems()
    local n = 0
    for slot = 1, self.numslots do
        if self.slots[slot] ~= nil then n = n + 1 end
    end
    return n
end
function Container:IsFull() return self:NumItems() >= self.numslots end
function Container:IsEmpty() return self:NumItems() == 0 end
function Container:FindItem(fn)
    for slot = 1, self.numslots do
        local item = self.slots[slot]
        if item ~= nil and fn(item) then return item end
    end
end
function Container:FindItems(fn)
    local list = {}
    self:FindItem(function(item)
        if fn(item) then table.insert(list, item) end
    end)
    return list
end
function Container:GetAllItems()
    return self:FindItems(function() return true end)
end
function Container:ForEachItem(fn, ...)
    for slot = 1, self.numslots do
        if self.slots[slot] ~= nil then fn(self.slots[slot], ...) end
    end
end
local function size(item) return item.components.stackable and item.components.stackable:StackSize() or 1 end
function Container:Has(prefab, n)
    local found = 0
    self:ForEachItem(function(item)
        if item.prefab == prefab then found = found + size(item) end
    end)
    return found >= (n or 1), found
end
function Container:HasItemWithTag(tag, n)
    local found = 0
    self:ForEachItem(function(item)
        if item:HasTag(tag) then found = found + size(item) end
    end)
    return found >= (n or 1), found
end

function Container:CanTakeItemInSlot(item, slot)
    return item ~= nil and item.components.inventoryitem ~= nil and item.components.inventoryitem.cangoincontainer and
        (slot == nil or slot <= self.numslots) and (self.itemtestfn == nil or self.itemtestfn(self, item, slot) == true)
end
function Container:AcceptsStacks() return self.acceptsstacks end
function Container:ShouldPrioritizeContainer() return false end
function Container:CanAcceptCount(item, n)
    for slot = 1, self.numslots do
        if self.slots[slot] == nil then return n or size(item) end
    end
    return 0
end

function Container:GiveItem(item, slot)
    local thing = item ~= nil and item.components.inventoryitem
    if not thing or not self:CanTakeItemInSlot(item, slot) then return false end
    if thing.owner ~= nil then thing:RemoveFromOwner(true) end
    if item.components.stackable and self.acceptsstacks then
        for other = 1, self.numslots do
            local held = self.slots[other]
            if held ~= nil and held.prefab == item.prefab and held.components.stackable and held.components.stackable:Put(item) == nil then return true end
        end
    end
    if slot == nil or self.slots[slot] ~= nil then
        slot = nil
        for other = self.numslots, 1, -1 do
            if self.slots[other] == nil then slot = other end
        end
    end
    if slot == nil then return false end
    self.slots[slot] = item
    thing:OnPutInInventory(self.inst)
    self.inst:PushEvent("itemget", { item = item, slot = slot })
    return true
end
function Container:RemoveItem(item, wholestack)
    local slot = item ~= nil and self:GetItemSlot(item)
    if not slot then return nil end
    local stack = item.components.stackable
    if not wholestack and stack and stack:IsStack() then
        local part = stack:Get()
        return part
    end
    self.slots[slot] = nil
    if item.components.inventoryitem then item.components.inventoryitem:OnRemoved() end
    self.inst:PushEvent("itemlose", { slot = slot, prev_item = item })
    return item
end
function Container:RemoveItemBySlot(slot) return self:RemoveItem(self.slots[slot], true) end
function Container:DropItemBySlot(slot, pos)
    local item = self:RemoveItemBySlot(slot)
    if item == nil then return nil end
    local at = pos or self.inst:GetPosition()
    item.Transform:SetPosition(at:Get())
    item.components.inventoryitem:OnDropped()
    self.inst:PushEvent("dropitem", { item = item })
    return item
end
function Container:DropItem(item)
    local slot = self:GetItemSlot(item)
    return slot and self:DropItemBySlot(slot)
end
function Container:DropEverything(pos)
    for slot = 1, self.numslots do self:DropItemBySlot(slot, pos) end
end
function Container:DestroyContents()
    for slot = 1, self.numslots do
        local item = self:RemoveItemBySlot(slot)
        if item ~= nil then item:Remove() end
    end
end

function Container:CanOpen() return self.canbeopened end
function Container:IsOpen() return self.opencount > 0 end
function Container:IsOpenedBy(who) return self.openlist[who] ~= nil end
function Container:IsOpenedByOthers(who) return self.opencount > (self.openlist[who] and 1 or 0) end
function Container:Open(who)
    if who == nil or self.openlist[who] then return end
    self.openlist[who] = true
    self.opencount = self.opencount + 1
    if self.onopenfn then self.onopenfn(self.inst, { doer = who }) end
    self.inst:PushEvent("onopen", { doer = who })
end
function Container:Close(who)
    if who == nil then
        self.openlist, self.opencount = {}, 0
    elseif self.openlist[who] then
        self.openlist[who] = nil
        self.opencount = self.opencount - 1
    else
        return
    end
    if self.onclosefn then self.onclosefn(self.inst, who) end
    self.inst:PushEvent("onclose", { doer = who })
end

function Container:OnRemoveEntity() self:DestroyContents() end
function Container:OnRemoveFromEntity() self.inst:RemoveTag("_container") end

return Container
