-- A pot: what is in its container becomes a meal after a time.
local Stewer = Class(function(self, inst)
    self.inst = inst
    self.cooktimemult = 1
end)

local function tags(self)
    self.inst:AddOrRemoveTag("stewer", true)
    self.inst:AddOrRemoveTag("donecooking", self:IsDone())
end

function Stewer:IsDone() return self.done == true end
function Stewer:IsCooking() return self.task ~= nil end
function Stewer:IsSpoiling() return false end
function Stewer:CanCook()
    local pot = self.inst.components.container
    return pot ~= nil and pot:IsFull() and not self:IsCooking()
end
function Stewer:GetTimeToCook() return self.targettime and math.max(0, self.targettime - GetTime()) or 0 end

local function cooked(inst, self)
    self.task, self.done = nil, true
    tags(self)
    if self.ondonecooking then self.ondonecooking(inst) end
end
-- What is cooked is the pot's `product`, or the wet goop of those who do not know recipes.
function Stewer:StartCooking(doer, product, time)
    if self:IsCooking() then return end
    self.product, self.done = product or self.product or "wetgoop", nil
    time = (time or 20) * self.cooktimemult
    self.targettime = GetTime() + time
    if self.inst.components.container then self.inst.components.container:DestroyContents() end
    if self.onstartcooking then self.onstartcooking(self.inst, doer) end
    self.task = self.inst:DoTaskInTime(time, cooked, self)
end
function Stewer:Harvest(harvester)
    if not self:IsDone() then return false end
    self.done = nil
    tags(self)
    if self.onharvest then self.onharvest(self.inst) end
    local item = self.product and SpawnPrefab(self.product)
    self.product = nil
    if item then
        local x, y, z = self.inst.Transform:GetWorldPosition()
        item.Transform:SetPosition(x, y, z)
        if harvester ~= nil and harvester.components.inventory then
            harvester.components.inventory:GiveItem(item, nil, self.inst:GetPosition())
        end
    end
    return true
end

return Stewer
