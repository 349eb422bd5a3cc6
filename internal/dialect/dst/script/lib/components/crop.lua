-- What was sown, and is ripe one day.
local Crop = Class(function(self, inst)
    self.inst = inst
    self.growthpercent, self.rate, self.matured, self.withered = 0, 1 / 120, false, false
end)

function Crop:SetOnMatureFn(fn) self.onmatured = fn end
function Crop:SetOnHarvestFn(fn) self.onharvest = fn end
function Crop:IsReadyForHarvest() return self.matured and not self.withered end
function Crop:ForceHarvest(harvester) return self:Harvest(harvester) end

local function ripe(_, self) self:Mature() end
function Crop:StartGrowing(product, time, grower, percent)
    self.product_prefab, self.grower = product, grower
    self.growthpercent = percent or 0
    self.rate = 1 / time
    if self.task then self.task:Cancel() end
    self.task = self.inst:DoTaskInTime(time * (1 - self.growthpercent), ripe, self)
end
function Crop:Mature()
    if self.matured or self.product_prefab == nil then return end
    self.matured, self.growthpercent, self.task = true, 1, nil
    self.inst:AddTag("readyforharvest")
    if self.onmatured then self.onmatured(self.inst) end
end
function Crop:Fertilize(_, n)
    self.growthpercent = math.min(1, self.growthpercent + (n or 0.5))
    if self.growthpercent >= 1 then self:Mature() end
    return true
end
function Crop:Harvest(harvester)
    if not (self.matured or self.withered) then return nil end
    local inst = self.inst
    local item = self.product_prefab and SpawnPrefab(self.product_prefab)
    if item then
        local x, y, z = inst.Transform:GetWorldPosition()
        item.Transform:SetPosition(x, y, z)
        if harvester ~= nil and harvester.components.inventory then
            harvester:PushEvent("harvestsomething", { object = inst })
            harvester.components.inventory:GiveItem(item, nil, inst:GetPosition())
        end
    end
    self.matured, self.growthpercent = false, 0
    inst:RemoveTag("readyforharvest")
    if self.onharvest then self.onharvest(inst, item, harvester) end
    local grower = self.grower and self.grower:IsValid() and self.grower.components.grower
    if grower and grower.RemoveCrop then grower:RemoveCrop(inst) else inst:Remove() end
    return true, item
end

return Crop
