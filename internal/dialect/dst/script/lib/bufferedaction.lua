-- What an entity is about to do: with what, to whom, where.

-- A place: it would move with a boat.
local DynamicPosition = Class(function(self, pt, platform)
    self.local_pt, self.walkable_platform = Vector3(pt.x, pt.y, pt.z), platform
end)
function DynamicPosition:GetPosition() return Vector3(self.local_pt.x, self.local_pt.y, self.local_pt.z) end
function DynamicPosition:__tostring() return tostring(self.local_pt) end

local BufferedAction = Class(function(self, doer, target, action, invobject, pos, recipe, distance, forced, rotation, arrivedist)
    self.doer, self.target, self.action, self.invobject = doer, target, action, invobject
    self.recipe, self.forced, self.rotation = recipe, forced, rotation or 0
    self.initialtargetowner = target ~= nil and target.components.inventoryitem ~= nil and target.components.inventoryitem.owner or nil
    self.doerownsobject = doer ~= nil and invobject ~= nil and invobject.components.inventoryitem ~= nil and
        invobject.components.inventoryitem:IsHeldBy(doer)
    self.distance = distance or action.distance
    self.arrivedist = arrivedist or action.arrivedist
    self.options, self.onsuccess, self.onfail = {}, {}, {}
    if pos ~= nil then self.pos = pos.GetPosition ~= nil and pos or DynamicPosition(pos) end
end)

function BufferedAction:SetActionPoint(pt) self.pos = DynamicPosition(pt) end
function BufferedAction:GetActionPoint() return self.pos ~= nil and self.pos:GetPosition() or nil end
function BufferedAction:GetDynamicActionPoint() return self.pos end

-- Whether it can begin, or go on: a reason may follow a no.
local function gone(e) return e ~= nil and not e:IsValid() end
function BufferedAction:IsValid()
    local invobject, doer, target = self.invobject, self.doer, self.target
    if gone(invobject) or gone(doer) or gone(target) then return false end
    if target ~= nil then
        local item = target.components.inventoryitem
        if (item ~= nil and item.owner or nil) ~= self.initialtargetowner then return false end
    end
    if self.doerownsobject and (invobject.components.inventoryitem == nil or not invobject.components.inventoryitem:IsHeldBy(doer)) then return false end
    if self.validfn ~= nil and not self.validfn(self) then return false end
    return self.action.validfn == nil or self.action.validfn(self)
end
BufferedAction.TestForStart = BufferedAction.IsValid

function BufferedAction:Do()
    if not self:IsValid() then return false end
    local success, reason = self.action.fn(self)
    if success then
        if self.invobject ~= nil and self.invobject:IsValid() and self.invobject.components.finiteuses then
            self.invobject.components.finiteuses:OnUsedAsItem(self.action, self.doer, self.target)
        end
        self:Succeed()
    else
        self:Fail()
    end
    return success, reason
end

function BufferedAction:AddSuccessAction(fn) table.insert(self.onsuccess, fn) end
function BufferedAction:AddFailAction(fn) table.insert(self.onfail, fn) end

local function finish(self, fns)
    self.onsuccess, self.onfail = {}, {}
    for _, fn in ipairs(fns) do fn() end
end
function BufferedAction:Succeed() finish(self, self.onsuccess) end
function BufferedAction:Fail() finish(self, self.onfail) end

function BufferedAction:GetActionString() return self.action.str or self.action.id end
function BufferedAction:__tostring()
    local text = self.action.id .. " " .. tostring(self.target)
    if self.invobject ~= nil then text = text .. " with " .. tostring(self.invobject) end
    return text
end

return { BufferedAction = BufferedAction, DynamicPosition = DynamicPosition }
