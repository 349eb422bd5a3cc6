-- What can be carried. While it is held it is a child of its owner, out of the
-- scene.
local native = ...

local InventoryItem = Class(function(self, inst)
    self.inst = inst
    self.canbepickedup, self.canbepickedupalive, self.cangoincontainer, self.canonlygoinpocket = true, false, true, false
    self.nobounce, self.is_landed, self.trappable, self.keepondeath, self.sinks = false, true, true, false, false
end)

function InventoryItem:SetOnDroppedFn(fn) self.ondropfn = fn end
function InventoryItem:SetOnPickupFn(fn) self.onpickupfn = fn end
function InventoryItem:SetOnPutInInventoryFn(fn) self.onputininventoryfn = fn end
function InventoryItem:SetOnActiveItemFn(fn) self.onactiveitemfn = fn end
function InventoryItem:SetSinks(on) self.sinks = on end
function InventoryItem:ChangeImageName(name) self.imagename = name end
function InventoryItem:SetLanded(landed, poll) self.is_landed, self.pollforlanding = landed, poll end
function InventoryItem:InheritMoisture() end
function InventoryItem:InheritWorldWetnessAtTarget() end
function InventoryItem:AddMoisture() end
function InventoryItem:EnableMoisture() end
function InventoryItem:IsWet() return false end
function InventoryItem:GetMoisture() return 0 end
function InventoryItem:IsDeployable() return self.inst.components.deployable ~= nil end

function InventoryItem:SetOwner(owner) self.owner = owner end
function InventoryItem:ClearOwner() self.owner = nil end
function InventoryItem:IsHeld() return self.owner ~= nil end
function InventoryItem:IsHeldBy(who)
    local owner = self.owner
    while owner ~= nil do
        if owner == who then return true end
        local item = owner.components.inventoryitem
        owner = item and item.owner
    end
    return false
end

-- The holder of the bag of the bag.
function InventoryItem:GetGrandOwner()
    local owner = self.owner
    while owner ~= nil do
        local item = owner.components.inventoryitem
        if item == nil or item.owner == nil then return owner end
        owner = item.owner
    end
end
function InventoryItem:GetContainer()
    local c = self.owner and self.owner.components
    return c and (c.container or c.inventory)
end
function InventoryItem:GetSlotNum()
    local holder = self:GetContainer()
    return holder and holder:GetItemSlot(self.inst)
end

-- Whether it was made away with: then nobody gets it.
function InventoryItem:OnPickup(who)
    self.inst:PushEvent("onpickup", { owner = who })
    return self.onpickupfn ~= nil and self.onpickupfn(self.inst, who) == true
end

function InventoryItem:OnPutInInventory(owner)
    local inst = self.inst
    self.owner, self.is_landed = owner, false
    if not inst:IsInLimbo() then inst:RemoveFromScene() end
    owner:AddChild(inst)
    native.hold(inst, self:GetGrandOwner())
    if self.onputininventoryfn then self.onputininventoryfn(inst, owner) end
    inst:PushEvent("onputininventory", owner)
end

-- It lies where it is let go of.
function InventoryItem:DoDropPhysics(x, _, z)
    native.lay(self.inst, x, z)
    self:SetLanded(true)
end
function InventoryItem:OnRemoved()
    local inst, owner = self.inst, self.owner
    self.owner = nil
    if owner ~= nil then owner:RemoveChild(inst) end
    if inst:IsValid() and inst:IsInLimbo() then inst:ReturnToScene() end
end
function InventoryItem:OnDropped(_, _)
    local inst = self.inst
    local x, y, z = inst.Transform:GetWorldPosition()
    self:OnRemoved()
    self:DoDropPhysics(x, y, z)
    if self.ondropfn then self.ondropfn(inst) end
    inst:PushEvent("ondropped")
end

-- Out of the pocket or bag it is in, without being dropped. Returns one of a stack, or the
-- whole of it.
function InventoryItem:RemoveFromOwner(wholestack)
    local holder = self:GetContainer()
    if holder ~= nil then return holder:RemoveItem(self.inst, wholestack) end
end

-- Who holds it must not go on holding it.
function InventoryItem:OnRemoveEntity()
    local holder = self:GetContainer()
    if holder ~= nil then holder:RemoveItem(self.inst, true) end
end

function InventoryItem:OnRemoveFromEntity() self.inst:RemoveTag("_inventoryitem") end

return InventoryItem
