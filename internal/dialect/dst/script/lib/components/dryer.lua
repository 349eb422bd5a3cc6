-- A rack on which one thing dries.
local Dryer = Class(function(self, inst)
    self.inst = inst
    inst:AddTag("candry")
end)

local function tags(self)
    self.inst:AddOrRemoveTag("candry", self.product == nil)
    self.inst:AddOrRemoveTag("drying", self:IsDrying())
    self.inst:AddOrRemoveTag("dried", self:IsDone())
end

function Dryer:SetStartDryingFn(fn) self.onstartdrying = fn end
function Dryer:SetDoneDryingFn(fn) self.ondonedrying = fn end
function Dryer:SetOnHarvestFn(fn) self.onharvest = fn end
function Dryer:SetContinueDryingFn(fn) self.oncontinuedrying = fn end
function Dryer:SetContinueDoneFn(fn) self.oncontinuedone = fn end
function Dryer:CanDry(item) return self.product == nil and item.components.dryable ~= nil end
function Dryer:IsDrying() return self.task ~= nil end
function Dryer:IsDone() return self.product ~= nil and self.task == nil end
function Dryer:GetTimeToDry() return self.targettime and math.max(0, self.targettime - GetTime()) or 0 end

local function dry(inst, self)
    self.task = nil
    tags(self)
    if self.ondonedrying then self.ondonedrying(inst, self.product) end
end
function Dryer:StartDrying(item)
    if not self:CanDry(item) then return false end
    local dryable = item.components.dryable
    self.ingredient, self.product = item.prefab, dryable.product
    local time = dryable.drytime or 0
    self.targettime = GetTime() + time
    self.task = self.inst:DoTaskInTime(time, dry, self)
    if self.onstartdrying then self.onstartdrying(self.inst, item.prefab) end
    item:Remove()
    tags(self)
    return true
end

local function empty(self)
    if self.task then self.task:Cancel() end
    self.task, self.product, self.ingredient = nil, nil, nil
    tags(self)
end
function Dryer:Harvest(harvester)
    if not self:IsDone() or harvester == nil or harvester.components.inventory == nil then return false end
    local item = SpawnPrefab(self.product)
    empty(self)
    if item ~= nil then harvester.components.inventory:GiveItem(item, nil, self.inst:GetPosition()) end
    if self.onharvest then self.onharvest(self.inst) end
    return true
end
function Dryer:DropItem()
    local item = self.product and SpawnPrefab(self:IsDone() and self.product or self.ingredient)
    empty(self)
    if item then
        local x, y, z = self.inst.Transform:GetWorldPosition()
        item.Transform:SetPosition(x, y, z)
    end
    if self.onharvest then self.onharvest(self.inst) end
    return item ~= nil and item ~= false
end

return Dryer
