-- What gathers goods over time until somebody takes them.
local Harvestable = Class(function(self, inst)
    self.inst = inst
    self.produce, self.maxproduce, self.enabled = 0, 1, true
end)

local function tag(self) self.inst:AddOrRemoveTag("harvestable", self.enabled and self.produce > 0) end

function Harvestable:SetUp(product, max, time, onharvest, ongrow)
    self.product, self.maxproduce, self.growtime = product, max or 1, time
    self.onharvestfn, self.ongrowfn = onharvest, ongrow
    if time ~= nil then self:StartGrowing() end
end
function Harvestable:SetProduct(product, max) self.product, self.maxproduce = product, max or 1 end
function Harvestable:SetGrowTime(time) self.growtime = time end
function Harvestable:SetOnHarvestFn(fn) self.onharvestfn = fn end
function Harvestable:SetOnGrowFn(fn) self.ongrowfn = fn end
function Harvestable:SetCanHarvestFn(fn) self.canharvestfn = fn end
function Harvestable:SetDoMagicGrowthFn(fn) self.domagicgrowthfn = fn end
function Harvestable:CanBeHarvested() return self.enabled and self.produce > 0 end
function Harvestable:Enable() self.enabled = true; tag(self) end
function Harvestable:Disable() self.enabled = false; tag(self) end

local function grow(_, self)
    self.task = nil
    self:Grow()
end
function Harvestable:StartGrowing(time)
    self:StopGrowing()
    time = time or self.growtime
    if time == nil or self.produce >= self.maxproduce then return end
    self.targettime = GetTime() + time
    self.task = self.inst:DoTaskInTime(time, grow, self)
end
function Harvestable:StopGrowing()
    if self.task then self.task:Cancel() end
    self.task, self.targettime = nil, nil
end
function Harvestable:PauseGrowing() self:StopGrowing() end
function Harvestable:Grow()
    if self.produce >= self.maxproduce then return false end
    self.produce = self.produce + 1
    tag(self)
    if self.ongrowfn then self.ongrowfn(self.inst, self.produce) end
    self:StartGrowing()
    return true
end

function Harvestable:Harvest(picker)
    if not self:CanBeHarvested() then return nil end
    if self.canharvestfn and picker ~= nil then
        local ok, why = self.canharvestfn(self.inst, picker)
        if not ok then return false, why end
    end
    local n, inst = self.produce, self.inst
    self.produce = 0
    tag(self)
    if self.onharvestfn then self.onharvestfn(inst, picker, n) end
    for _ = 1, self.product ~= nil and n or 0 do
        local item = SpawnPrefab(self.product)
        if item == nil then break end
        local x, y, z = inst.Transform:GetWorldPosition()
        item.Transform:SetPosition(x, y, z)
        if picker ~= nil and picker.components.inventory then
            picker:PushEvent("harvestsomething", { object = inst })
            picker.components.inventory:GiveItem(item, nil, inst:GetPosition())
        end
    end
    self:StartGrowing()
    return true
end

function Harvestable:OnRemoveFromEntity()
    self:StopGrowing()
    self.inst:RemoveTag("harvestable")
end

return Harvestable
