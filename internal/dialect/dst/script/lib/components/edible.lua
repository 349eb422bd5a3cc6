-- What can be eaten. What it is shows as the tag "edible_TYPE".
local function kind(which)
    return function(self, now, old)
        if old ~= nil then self.inst:RemoveTag("edible_" .. old) end
        if now ~= nil then self.inst:AddTag("edible_" .. now) end
        -- the other type may be the same
        local both = which == "foodtype" and self.secondaryfoodtype or self.foodtype
        if both ~= nil and both == old then self.inst:AddTag("edible_" .. both) end
    end
end
local function bad(self)
    self.inst:AddOrRemoveTag("badfood", (self.healthvalue or 0) < 0 or (self.sanityvalue or 0) < 0)
end

local Edible = Class(function(self, inst)
    self.inst = inst
    self.healthvalue, self.hungervalue, self.sanityvalue = 10, 10, 0
    self.foodtype = FOODTYPE.GENERIC
    self.degrades_with_spoilage = true
    self.temperaturedelta, self.temperatureduration, self.chill = 0, 0, 0
end, nil, { foodtype = kind("foodtype"), secondaryfoodtype = kind("secondaryfoodtype"), healthvalue = bad, sanityvalue = bad })

-- What is left of a good effect when the food is stale and when it is spoiled.
local left = { health = { 0.333, 0 }, hunger = { 0.667, 0.5 }, sanity = { 1, 0 } }

local function effect(self, which, eater)
    local n = self[which .. "value"]
    local perishable = self.inst.components.perishable
    local ignores = eater ~= nil and eater.components.eater ~= nil and eater.components.eater.ignoresspoilage
    if n > 0 and perishable and self.degrades_with_spoilage and not ignores then
        if perishable:IsStale() then n = n * left[which][1] end
        if perishable:IsSpoiled() then n = n * left[which][2] end
    end
    return n
end
function Edible:GetHealth(eater) return effect(self, "health", eater) end
function Edible:GetHunger(eater) return effect(self, "hunger", eater) end
function Edible:GetSanity(eater) return effect(self, "sanity", eater) end

function Edible:SetOnEatenFn(fn) self.oneaten = fn end
function Edible:SetGetHealthFn(fn) self.gethealthfn = fn end
function Edible:SetHandleRemoveFn(fn) self.handleremovefn = fn end
function Edible:OnEaten(eater)
    if self.oneaten then self.oneaten(self.inst, eater) end
    self.inst:PushEvent("oneaten", { eater = eater })
end

function Edible:OnRemoveFromEntity()
    self.foodtype, self.secondaryfoodtype = nil, nil
    self.inst:RemoveTag("badfood")
end

return Edible
