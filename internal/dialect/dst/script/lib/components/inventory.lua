-- Pockets: slots, what is worn and wielded, what is in the hand, and the bag on the
-- back.
local native = ...
local need = native.need

local Inventory = Class(function(self, inst)
    self.inst = inst
    self.itemslots, self.equipslots, self.opencontainers = {}, {}, {}
    self.maxslots = not native.made(inst) and native.slots(inst) or MAXITEMSLOTS -- cargo is that of creatures without a file
    self.isopen, self.ignorescangoincontainer, self.dropondeath = false, false, true
    inst:ListenForEvent("death", self.OnDeath)
end)

function Inventory.OnDeath(inst)
    local self = inst.components.inventory
    if self and self.dropondeath then self:DropEverything() end
end
function Inventory:DisableDropOnDeath() self.dropondeath = false end
function Inventory:EnableDropOnDeath() self.dropondeath = true end

-- The slots of equipment in a fixed order.
local places = { "hands", "head", "body", "beard" }

function Inventory:GetOverflowContainer()
    local bag = self.equipslots.body
    return bag and bag.components.container
end
function Inventory:GetNumSlots() return self.maxslots end
function Inventory:GetItemInSlot(slot) return self.itemslots[slot] end
function Inventory:GetEquippedItem(slot) return self.equipslots[slot] end
function Inventory:GetActiveItem() return self.activeitem end
function Inventory:SetActiveItem(item) self.activeitem = item end
function Inventory:GetItemSlot(item)
    for slot = 1, self.maxslots do
        if self.itemslots[slot] == item then return slot end
    end
end
function Inventory:IsItemEquipped(item)
    for _, slot in ipairs(places) do
        if self.equipslots[slot] == item then return slot end
    end
end
function Inventory:HasAnyEquipment() return next(self.equipslots) ~= nil end
function Inventory:EquipHasTag(tag)
    for _, slot in ipairs(places) do
        if self.equipslots[slot] ~= nil and self.equipslots[slot]:HasTag(tag) then return true end
    end
    return false
end
function Inventory:IsHeavyLifting()
    local body = self.equipslots.body
    return body ~= nil and body:HasTag("heavy")
end
function Inventory:IsInsulated() return false end
function Inventory:ForEachEquipment(fn, ...)
    for _, slot in ipairs(places) do
        if self.equipslots[slot] ~= nil then fn(self.equipslots[slot], ...) end
    end
end
function Inventory:ForEachItemSlot(fn, ...)
    for slot = 1, self.maxslots do
        if self.itemslots[slot] ~= nil then fn(self.itemslots[slot], ...) end
    end
end
function Inventory:ForEachItem(fn, ...)
    self:ForEachItemSlot(fn, ...)
    if self.activeitem ~= nil then fn(self.activeitem, ...) end
    self:ForEachEquipment(fn, ...)
end

-- Slots, then the hand, then the bag.
function Inventory:FindItem(fn)
    for slot = 1, self.maxslots do
        local item = self.itemslots[slot]
        if item ~= nil and fn(item) then return item end
    end
    if self.activeitem ~= nil and fn(self.activeitem) then return self.activeitem end
    local bag = self:GetOverflowContainer()
    return bag and bag:FindItem(fn) or nil
end
function Inventory:FindItems(fn)
    local list = {}
    self:FindItem(function(item)
        if fn(item) then table.insert(list, item) end
    end)
    return list
end
function Inventory:GetFirstItemInAnySlot()
    return self:FindItem(function() return true end)
end
function Inventory:NumItems()
    local n = 0
    for slot = 1, self.maxslots do
        if self.itemslots[slot] ~= nil then n = n + 1 end
    end
    return n
end
local function size(item) return item.components.stackable and item.components.stackable:StackSize() or 1 end
function Inventory:NumStackedItems()
    local n = 0
    self:ForEachItemSlot(function(item) n = n + size(item) end)
    return n
end
function Inventory:IsFull() return self:NumItems() >= self.maxslots end
function Inventory:Has(prefab, n)
    local found = 0
    self:FindItem(function(item)
        if item.prefab == prefab then found = found + size(item) end
    end)
    return found >= (n or 1), found
end
function Inventory:HasItemWithTag(tag, n)
    local found = 0
    self:FindItem(function(item)
        if item:HasTag(tag) then found = found + size(item) end
    end)
    return found >= (n or 1), found
end
function Inventory:GetItemsWithTag(tag)
    return self:FindItems(function(item) return item:HasTag(tag) end)
end
-- Things and how many to take of each, so many in all.
function Inventory:GetItemByName(prefab, n)
    local found, left = {}, n or 1
    self:FindItem(function(item)
        if item.prefab == prefab and left > 0 then
            found[item] = math.min(left, size(item))
            left = left - found[item]
        end
    end)
    return found
end

function Inventory:CanTakeItemInSlot(item, slot)
    return item ~= nil and item.components.inventoryitem ~= nil and slot <= self.maxslots and
        (item.components.inventoryitem.cangoincontainer or self.ignorescangoincontainer)
end
function Inventory:CanAcceptCount(item, n)
    local most = n or size(item)
    local room = 0
    for slot = 1, self.maxslots do
        local other = self.itemslots[slot]
        if other == nil then return most end
        if other.prefab == item.prefab and other.components.stackable then room = room + other.components.stackable:RoomLeft() end
    end
    return math.min(most, room)
end

local function free(self)
    for slot = 1, self.maxslots do
        if self.itemslots[slot] == nil then return slot end
    end
end

-- Gives a slot, or true where all of it went to a stack; false if there was no room: then it
-- lies on the ground.
function Inventory:GiveItem(item, slot, _)
    local thing = item ~= nil and item.components.inventoryitem
    if not thing then return nil end
    local inst = self.inst
    if thing.owner ~= nil then thing:RemoveFromOwner(true) end
    if not item:IsValid() then return nil end
    if thing:OnPickup(inst) then return nil end
    if item.components.stackable then
        for other = 1, self.maxslots do
            local held = self.itemslots[other]
            if held ~= nil and held.prefab == item.prefab and held.components.stackable and not held.components.stackable:IsFull() then
                if held.components.stackable:Put(item) == nil then
                    inst:PushEvent("gotnewitem", { item = held, slot = other })
                    return true
                end
            end
        end
    end
    if slot == nil or self.itemslots[slot] ~= nil then slot = free(self) end
    if slot == nil then
        local bag = self:GetOverflowContainer()
        if bag ~= nil and bag:GiveItem(item) then return true end
        local x, y, z = inst.Transform:GetWorldPosition()
        item.Transform:SetPosition(x, y, z)
        thing:OnDropped()
        return false
    end
    self.itemslots[slot] = item
    thing:OnPutInInventory(inst)
    inst:PushEvent("itemget", { item = item, slot = slot })
    inst:PushEvent("gotnewitem", { item = item, slot = slot })
    if thing.owner ~= inst then return false end
    return slot
end
function Inventory:GiveActiveItem(item) return self:GiveItem(item) end

-- Takes it out, one of a stack or all of it, and gives what was taken out.
function Inventory:RemoveItem(item, wholestack)
    if item == nil then return nil end
    local stack = item.components.stackable
    if not wholestack and stack and stack:IsStack() then
        local part = stack:Get()
        return part
    end
    local inst = self.inst
    if item == self.activeitem then
        self.activeitem = nil
        inst:PushEvent("itemlose", { prev_item = item })
    else
        local slot = self:GetItemSlot(item)
        local worn = slot == nil and self:IsItemEquipped(item)
        if slot ~= nil then
            self.itemslots[slot] = nil
            inst:PushEvent("itemlose", { slot = slot, prev_item = item })
        elseif worn then
            self.equipslots[worn] = nil
            item.components.equippable:Unequip(inst)
            inst:PushEvent("unequip", { item = item, eslot = worn })
        else
            local bag = self:GetOverflowContainer()
            return bag and bag:RemoveItem(item, wholestack) or nil
        end
    end
    if item.components.inventoryitem then item.components.inventoryitem:OnRemoved() end
    return item
end
function Inventory:RemoveItemBySlot(slot) return self:RemoveItem(self.itemslots[slot], true) end

function Inventory:Equip(item)
    local worn = item ~= nil and item.components.equippable
    if not worn or not item:IsValid() or worn:IsRestricted(self.inst) then return false end
    local slot, thing = worn.equipslot, item.components.inventoryitem
    if self.equipslots[slot] == item then return true end
    if thing and thing.owner ~= nil then thing:RemoveFromOwner(worn.equipstack) end
    local old = self.equipslots[slot]
    if old ~= nil then self:GiveItem(self:Unequip(slot)) end
    self.equipslots[slot] = item
    if thing then thing:OnPutInInventory(self.inst) end
    worn:Equip(self.inst)
    self.inst:PushEvent("equip", { item = item, eslot = slot })
    return true
end

-- The thing is nowhere then: whoever calls this gives it back or drops it.
function Inventory:Unequip(slot)
    local item = self.equipslots[slot]
    if item == nil then return nil end
    self:RemoveItem(item, true)
    return item
end

function Inventory:DropItem(item, wholestack, _, pos)
    if item == nil or item.components.inventoryitem == nil then return nil end
    local out = self:RemoveItem(item, wholestack)
    if out == nil then return nil end
    if pos ~= nil then
        out.Transform:SetPosition(pos:Get())
    else
        local x, y, z = self.inst.Transform:GetWorldPosition()
        out.Transform:SetPosition(x, y, z)
    end
    out.components.inventoryitem:OnDropped()
    self.inst:PushEvent("dropitem", { item = out })
    return out
end
function Inventory:DropActiveItem() return self:DropItem(self.activeitem, true) end
function Inventory:DropEverything(_, keepequip)
    self:DropItem(self.activeitem, true)
    for slot = 1, self.maxslots do self:DropItem(self.itemslots[slot], true) end
    if keepequip then return end
    self:DropEquipped()
end
function Inventory:DropEquipped()
    for _, slot in ipairs(places) do self:DropItem(self.equipslots[slot], true) end
end
function Inventory:DropEverythingWithTag(tag)
    for _, item in ipairs(self:GetItemsWithTag(tag)) do self:DropItem(item, true) end
end
function Inventory:DestroyContents()
    self:ForEachItem(function(item) item:Remove() end)
end
function Inventory:TransferInventory(other)
    for slot = 1, self.maxslots do
        local item = self:RemoveItemBySlot(slot)
        if item ~= nil and other.components.inventory then other.components.inventory:GiveItem(item) end
    end
end
function Inventory:ConsumeByName(prefab, n)
    need(n, 2)
    for slot = 1, self.maxslots do
        local item = self.itemslots[slot]
        while n > 0 and item ~= nil and item.prefab == prefab and self.itemslots[slot] == item do
            n = n - 1
            local one = self:RemoveItem(item)
            one:Remove()
        end
    end
end

-- There are no windows to open and shut, so opencontainers stays empty.
function Inventory:GetOpenContainers() return {} end
function Inventory:CloseAllChestContainers() end
function Inventory:Open() self.isopen = true end
function Inventory:Close() self.isopen = false end
function Inventory:Show() end
function Inventory:Hide() end
function Inventory:IsOpenedBy(who) return who == self.inst end
function Inventory:ReturnActiveItem() end
function Inventory:ApplyDamage(damage) return damage end
function Inventory:SetOnDropItemFn() end

function Inventory:OnRemoveEntity()
    self:DestroyContents()
end
function Inventory:OnRemoveFromEntity()
    self.inst:RemoveEventCallback("death", self.OnDeath)
end

return Inventory
