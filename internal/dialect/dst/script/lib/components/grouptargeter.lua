-- Several targets, between which its owner chooses from time to time.
local CHANCE, MORE, MOST = 0.1, 0.1, 0.7

local GroupTargeter = Class(function(self, inst)
    self.inst = inst
    self.targets, self.num_targets = {}, 0
    self.min_chance, self.max_chance, self.chance_delta = CHANCE, MOST, MORE
    self.current_chance = self.min_chance
    self.weight_change = 0.1
end)

function GroupTargeter:OnRemoveFromEntity()
    for _, e in ipairs(self:List()) do self:RemoveTarget(e) end
end

local function byGUID(a, b) return a.GUID < b.GUID end

function GroupTargeter:List()
    local list = {}
    for e in pairs(self.targets) do table.insert(list, e) end
    table.sort(list, byGUID)
    return list
end

function GroupTargeter:SetWeightChange(n) self.weight_change = n end
function GroupTargeter:SetChances(least, most, delta)
    self.min_chance, self.max_chance, self.chance_delta = least, most, delta
    self.current_chance = least
end

function GroupTargeter:GetTotalWeight()
    local sum = 0
    for _, e in ipairs(self:List()) do sum = sum + self.targets[e] end
    return sum
end

function GroupTargeter:AddTarget(e)
    if self.targets[e] ~= nil then return end
    self.lost = self.lost or function(who) self:RemoveTarget(who) end
    self.inst:ListenForEvent("onremove", self.lost, e)
    self.inst:ListenForEvent("death", self.lost, e)
    self.num_targets = self.num_targets + 1
    for other in pairs(self.targets) do self.targets[other] = 1 end
    self.targets[e] = 1
end

function GroupTargeter:StartTracking(e) self:AddTarget(e) end

function GroupTargeter:RemoveTarget(e)
    if self.targets[e] == nil then return end
    self.targets[e] = nil
    self.num_targets = self.num_targets - 1
    self.inst:RemoveEventCallback("onremove", self.lost, e)
    self.inst:RemoveEventCallback("death", self.lost, e)
end

function GroupTargeter:StopTracking(e) self:RemoveTarget(e) end
function GroupTargeter:IsTargeting(e) return self.targets[e] ~= nil end
function GroupTargeter:GetTargets() return self.targets end

-- Draws one of the targets by their weights; who is drawn weighs less from then on,
-- and the others more.
function GroupTargeter:SelectTarget()
    local list, drawn = self:List(), nil
    local at = math.random() * self:GetTotalWeight()
    for _, e in ipairs(list) do
        at = at - self.targets[e]
        if at <= 0 or e == list[#list] then
            drawn = e
            break
        end
    end
    for _, e in ipairs(list) do
        local change = e == drawn and -self.weight_change or self.weight_change
        self.targets[e] = math.max(0.1, self.targets[e] + change)
    end
    return drawn
end

-- Another target, more likely the more often it was asked for.
function GroupTargeter:TryGetNewTarget()
    if self.num_targets == 0 then return nil end
    if math.random() >= self.current_chance then
        self.current_chance = math.min(self.max_chance, self.current_chance + self.chance_delta)
        return nil
    end
    self.current_chance = self.min_chance
    return self:SelectTarget()
end

return GroupTargeter
