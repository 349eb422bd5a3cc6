-- Who goes from flower to flower, and makes new ones of what it collected.
local Pollinator = Class(function(self, inst)
    self.inst = inst
    self.flowers, self.distance, self.maxdensity, self.collectcount = {}, 5, 4, 5
    inst:AddTag("pollinator")
end)

local function visited(self, flower)
    for _, f in ipairs(self.flowers) do
        if f == flower then return true end
    end
    return false
end

function Pollinator:CanPollinate(flower)
    return flower ~= nil and flower:HasTag("flower") and not visited(self, flower)
end
function Pollinator:Pollinate(flower)
    if not self:CanPollinate(flower) then return end
    table.insert(self.flowers, flower)
    self.target = nil
end
function Pollinator:HasCollectedEnough() return #self.flowers > self.collectcount end
function Pollinator:CheckFlowerDensity()
    local x, y, z = self.inst.Transform:GetWorldPosition()
    return #TheSim:FindEntities(x, y, z, self.distance, { "flower" }) < self.maxdensity
end
function Pollinator:CreateFlower()
    if not (self:HasCollectedEnough() and self.inst:IsOnValidGround()) then return end
    local parent = self.flowers[math.random(#self.flowers)]
    local flower = SpawnPrefab(parent:IsValid() and parent.prefab or "flower")
    self.flowers = {}
    if flower == nil then return end
    local x, y, z = self.inst.Transform:GetWorldPosition()
    flower.Transform:SetPosition(x, y, z)
end

function Pollinator:OnRemoveFromEntity() self.inst:RemoveTag("pollinator") end

return Pollinator
