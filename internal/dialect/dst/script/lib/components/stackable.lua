-- Several of a kind in one.
local native = ...
local need = native.need
local Stackable = Class(function(self, inst)
    self.inst = inst
    self.stacksize, self.maxsize = 1, 20
end)

function Stackable:StackSize() return self.stacksize end
function Stackable:OriginalMaxSize() return self.maxsize end
function Stackable:IsStack() return self.stacksize > 1 end
function Stackable:IsFull() return self.stacksize >= self.maxsize end
function Stackable:IsOverStacked() return self.stacksize > self.maxsize end
function Stackable:RoomLeft() return self.maxsize - self.stacksize end

function Stackable:SetStackSize(n)
    need(n, 1)
    local old = self.stacksize
    self.stacksize = n
    self.inst:PushEvent("stacksizechange", { stacksize = n, oldstacksize = old })
end
function Stackable:SetOnDeStack(fn) self.ondestack = fn end
function Stackable:SetIgnoreMaxSize(on) self.ignoremaxsize = on end

-- So many of it as a thing of their own; the last ones are the thing itself.
function Stackable:Get(n)
    n = n or 1
    if n >= self.stacksize then return self.inst end
    local part = SpawnPrefab(self.inst.prefab)
    if part == nil then return self.inst end
    self:SetStackSize(self.stacksize - n)
    if part.components.stackable then part.components.stackable:SetStackSize(n) end
    local x, y, z = self.inst.Transform:GetWorldPosition()
    part.Transform:SetPosition(x, y, z)
    if self.ondestack then self.ondestack(part, self.inst) end
    if part.components.perishable and self.inst.components.perishable then
        part.components.perishable:SetPercent(self.inst.components.perishable:GetPercent())
    end
    return part
end

-- Takes another stack in as far as there is room; returns the rest, or nil.
function Stackable:Put(item)
    local other = item.components.stackable
    if item == self.inst or item.prefab ~= self.inst.prefab then return item end
    local n = math.min(other.stacksize, self:RoomLeft())
    if n <= 0 then return item end
    self:SetStackSize(self.stacksize + n)
    if n == other.stacksize then
        item:Remove()
        return nil
    end
    other:SetStackSize(other.stacksize - n)
    return item
end
function Stackable:CanStackWith(item) return item.prefab == self.inst.prefab end

return Stackable
