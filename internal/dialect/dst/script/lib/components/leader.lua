-- Those who follow a creature. They help it against whom it fights and who attacks it.
local Leader = Class(function(self, inst)
    self.inst, self.followers, self.numfollowers = inst, {}, 0
end)
Leader.loyaltyeffectiveness = 1
Leader.itemfollowers, Leader.numitemfollowers = {}, 0 -- no item follows anybody here

-- The followers by age: their order in the table is nobody's.
local function list(self)
    local all = {}
    for f in pairs(self.followers) do table.insert(all, f) end
    table.sort(all, function(a, b) return a.GUID < b.GUID end)
    return all
end

function Leader:IsFollower(e) return self.followers[e] ~= nil end
function Leader:CountFollowers(tag)
    if tag == nil then return self.numfollowers end
    local n = 0
    for f in pairs(self.followers) do
        if f:HasTag(tag) then n = n + 1 end
    end
    return n
end
Leader.GetNumFollowers = Leader.CountFollowers
function Leader:GetFollowersByTag(tag)
    local all = {}
    for _, f in ipairs(list(self)) do
        if tag == nil or f:HasTag(tag) then table.insert(all, f) end
    end
    return all
end
function Leader:IsBeingFollowedBy(prefab)
    for f in pairs(self.followers) do
        if f.prefab == prefab then return true end
    end
    return false
end
function Leader:IsTargetedByFollowers(target)
    for f in pairs(self.followers) do
        if f.components.combat ~= nil and f.components.combat:TargetIs(target) then return true end
    end
    return false
end

-- What its followers do for it.
function Leader:OnNewTarget(target)
    for _, f in ipairs(list(self)) do
        local combat, follower = f.components.combat, f.components.follower
        if combat ~= nil and (follower == nil or follower.canaccepttarget ~= false) then combat:SuggestTarget(target) end
    end
end
function Leader:OnAttacked(attacker)
    if attacker ~= nil and not self:IsFollower(attacker) then self:OnNewTarget(attacker) end
end
local function newtarget(inst, data)
    if data ~= nil and data.target ~= nil then inst.components.leader:OnNewTarget(data.target) end
end
local function attacked(inst, data) inst.components.leader:OnAttacked(data ~= nil and data.attacker or nil) end
local function died(inst) inst.components.leader:RemoveAllFollowersOnDeath() end
local function left(inst) inst.components.leader:RemoveAllFollowers() end

-- It listens as long as somebody follows.
local function listen(self, on)
    local method = on and "ListenForEvent" or "RemoveEventCallback"
    local inst = self.inst
    inst[method](inst, "newcombattarget", newtarget)
    inst[method](inst, "attacked", attacked)
    inst[method](inst, "death", died)
    inst[method](inst, "onremove", left)
end

function Leader:AddFollower(e)
    if self.followers[e] or e.components.follower == nil then return end
    self.followers[e] = true
    self.numfollowers = self.numfollowers + 1
    if self.numfollowers == 1 then listen(self, true) end
    if self.callback == nil then
        self.callback = function(follower) self:RemoveFollower(follower) end
    end
    self.inst:ListenForEvent("death", self.callback, e)
    self.inst:ListenForEvent("onremove", self.callback, e)
    e.components.follower:SetLeader(self.inst)
    e:PushEvent("startfollowing", { leader = self.inst })
    if self.onfolloweradded ~= nil then self.onfolloweradded(self.inst, e) end
end
function Leader:RemoveFollower(e, invalid)
    if e == nil or not self.followers[e] then return end
    self.followers[e] = nil
    self.numfollowers = self.numfollowers - 1
    self.inst:RemoveEventCallback("death", self.callback, e)
    self.inst:RemoveEventCallback("onremove", self.callback, e)
    if self.numfollowers == 0 then listen(self, false) end
    if self.onremovefollower ~= nil then self.onremovefollower(self.inst, e) end
    if invalid or not e:IsValid() then return end
    e:PushEvent("stopfollowing", { leader = self.inst })
    local follower = e.components.follower
    if follower ~= nil and follower.leader == self.inst then follower:SetLeader(nil) end
end
function Leader:RemoveFollowersByTag(tag, keep)
    for _, f in ipairs(self:GetFollowersByTag(tag)) do
        if keep == nil or not keep(f) then self:RemoveFollower(f) end
    end
end
function Leader:RemoveAllFollowers()
    for _, f in ipairs(list(self)) do self:RemoveFollower(f) end
end
function Leader:RemoveAllFollowersOnDeath()
    for _, f in ipairs(list(self)) do
        if not (f.components.follower ~= nil and f.components.follower.keepdeadleader) then self:RemoveFollower(f) end
    end
end
function Leader:HaveFollowersCachePlayerLeader() end
function Leader:OnRemoveFromEntity()
    self:RemoveAllFollowers()
end

return Leader
