-- Who eats, and what. A diet is a list of food types and of groups of them.
local native = ...
local need = native.need

local Eater = Class(function(self, inst)
    self.inst = inst
    self.strongstomach, self.ignoresspoilage, self.eatwholestack, self.nospoiledfood = false, false, false, false
    self.healthabsorption, self.hungerabsorption, self.sanityabsorption = 1, 1, 1
    self:SetDiet({ FOODGROUP.OMNI })
end)

local function each(diet, fn)
    for _, entry in ipairs(diet) do
        for _, kind in ipairs(type(entry) == "table" and entry.types or { entry }) do
            local answer = fn(kind)
            if answer then return answer end
        end
    end
end

local function tell(inst, diet, on)
    for _, entry in ipairs(diet or {}) do
        inst:AddOrRemoveTag((type(entry) == "table" and entry.name or entry) .. "_eater", on)
    end
end

function Eater:SetDiet(caneat, preferseating)
    need(caneat, 1, true)
    tell(self.inst, self.caneat, false)
    self.caneat, self.preferseating = caneat, preferseating or caneat
    tell(self.inst, caneat, true)
end

local function also(self, kind)
    local caneat, prefers = {}, {}
    for i, entry in ipairs(self.caneat) do caneat[i] = entry end
    for i, entry in ipairs(self.preferseating) do prefers[i] = entry end
    table.insert(caneat, kind)
    table.insert(prefers, kind)
    self:SetDiet(caneat, prefers)
end
function Eater:SetCanEatHorrible() also(self, FOODTYPE.HORRIBLE) end
function Eater:SetCanEatRaw() also(self, FOODTYPE.RAW) end
function Eater:SetCanEatNitre(on) if on then also(self, FOODTYPE.NITRE) end end
function Eater:SetCanEatGears() also(self, FOODTYPE.GEARS) end
function Eater:SetCanEatRawMeat(on) self.caneatrawmeat = on end
function Eater:SetCanEatTest(fn) self.caneattest = fn end
function Eater:SetPrefersEatingTag(tag)
    self.preferseatingtags = self.preferseatingtags or {}
    table.insert(self.preferseatingtags, tag)
end

function Eater:SetStrongStomach(on) self.strongstomach = on end
function Eater:SetIgnoresSpoilage(on) self.ignoresspoilage = on end
function Eater:SetRefusesSpoiledFood(on) self.nospoiledfood = on end
function Eater:SetOnEatFn(fn) self.oneatfn = fn end
function Eater:SetAbsorptionModifiers(health, hunger, sanity)
    self.healthabsorption, self.hungerabsorption, self.sanityabsorption = health, hunger, sanity
end

-- For FindEntities: what has one of these can be eaten.
function Eater:GetEdibleTags()
    local tags = {}
    each(self.caneat, function(kind) table.insert(tags, "edible_" .. kind) end)
    return tags
end

-- True, or nil.
function Eater:TestFood(food, diet)
    need(diet, 2, true)
    if food == nil then return nil end
    return each(diet, function(kind) return food:HasTag("edible_" .. kind) end)
end

local function refuses(self, food)
    return self.nospoiledfood and food ~= nil and food:HasTag("spoiled") or self.caneattest ~= nil and not self.caneattest(self.inst, food)
end
function Eater:CanEat(food)
    if refuses(self, food) then return nil end
    return self:TestFood(food, self.caneat)
end
function Eater:PrefersToEat(food)
    if refuses(self, food) then return nil end
    if food ~= nil and self.preferseatingtags ~= nil and not food:HasOneOfTags(self.preferseatingtags) then return nil end
    return self:TestFood(food, self.preferseating)
end

-- Bad meat does nothing to a strong stomach.
function Eater:DoFoodEffects(food)
    return not (self.strongstomach and food:HasTag("monstermeat"))
end

function Eater:Eat(food, feeder)
    if not self:PrefersToEat(food) then return nil end
    local inst, edible = self.inst, food.components.edible
    local stack = food.components.stackable
    local times = self.eatwholestack and stack and stack:StackSize() or 1
    local c = inst.components
    local effects = self:DoFoodEffects(food)
    if c.health and edible then
        local n = edible:GetHealth(inst)
        if n > 0 or n < 0 and effects then c.health:DoDelta(n * self.healthabsorption * times, nil, food.prefab, nil, feeder) end
    end
    if c.hunger and edible then
        local n = edible:GetHunger(inst)
        if n ~= 0 then c.hunger:DoDelta(n * self.hungerabsorption * times) end
    end
    if c.sanity and edible then
        local n = edible:GetSanity(inst)
        if n > 0 or n < 0 and effects then c.sanity:DoDelta(n * self.sanityabsorption * times) end
    end
    inst:PushEvent("oneat", { food = food, feeder = feeder or inst })
    if self.oneatfn then self.oneatfn(inst, food, feeder or inst) end
    if edible then edible:OnEaten(inst) end
    if food:IsValid() then
        if stack and not self.eatwholestack then food = stack:Get() end
        native.eaten(food, inst)
        food:Remove()
    end
    self.lasteattime = GetTime()
    return true
end

function Eater:TimeSinceLastEating() return self.lasteattime and GetTime() - self.lasteattime end
function Eater:HasBeen(time)
    local since = self:TimeSinceLastEating()
    return since == nil or since >= time
end

function Eater:OnRemoveFromEntity() tell(self.inst, self.caneat, false) end

return Eater
