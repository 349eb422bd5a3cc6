-- Soldiers of a commander, who are told of its targets.
local Commander = Class(function(self, inst)
    self.inst = inst
    self.soldiers, self.numsoldiers = {}, 0
    self.trackingdist, self.trackingdistsq = 0, 0
end)

local function untrack(self)
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
end

function Commander:OnRemoveFromEntity()
    untrack(self)
    for _, e in ipairs(self:GetAllSoldiers()) do self:RemoveSoldier(e) end
end

local function byGUID(a, b) return a.GUID < b.GUID end

function Commander:GetAllSoldiers(prefab)
    local list = {}
    for e in pairs(self.soldiers) do
        if prefab == nil or e.prefab == prefab then table.insert(list, e) end
    end
    table.sort(list, byGUID)
    return list
end

function Commander:GetNumSoldiers(prefab)
    return prefab == nil and self.numsoldiers or #self:GetAllSoldiers(prefab)
end

function Commander:IsSoldier(e) return self.soldiers[e] == true end

local function track(inst, self)
    for _, e in ipairs(self:GetAllSoldiers()) do
        if e:IsAsleep() or not e:IsNear(inst, self.trackingdist) then self:RemoveSoldier(e) end
    end
end

-- Who is farther away is no soldier any more; 0: nobody is too far.
function Commander:SetTrackingDistance(dist)
    self.trackingdist, self.trackingdistsq = dist, dist * dist
    untrack(self)
    if dist > 0 and self.numsoldiers > 0 then self:StartTrackingDistance() end
end

function Commander:StartTrackingDistance()
    if self.task == nil then self.task = self.inst:DoPeriodicTask(1, track, nil, self) end
end

function Commander:AddSoldier(e)
    if self.soldiers[e] or e:HasTag("commander") and e == self.inst then return end
    self.soldiers[e] = true
    self.numsoldiers = self.numsoldiers + 1
    self.lost = self.lost or function(who) self:RemoveSoldier(who) end
    self.inst:ListenForEvent("onremove", self.lost, e)
    self.inst:ListenForEvent("death", self.lost, e)
    if self.trackingdist > 0 then self:StartTrackingDistance() end
    e:PushEvent("gotcommander", { commander = self.inst })
    self.inst:PushEvent("soldierschanged")
end

function Commander:RemoveSoldier(e)
    if not self.soldiers[e] then return end
    self.soldiers[e] = nil
    self.numsoldiers = self.numsoldiers - 1
    self.inst:RemoveEventCallback("onremove", self.lost, e)
    self.inst:RemoveEventCallback("death", self.lost, e)
    if self.numsoldiers == 0 then untrack(self) end
    if e:IsValid() then e:PushEvent("lostcommander", { commander = self.inst }) end
    self.inst:PushEvent("soldierschanged")
end

function Commander:ShareTargetToAllSoldiers(target)
    for _, e in ipairs(self:GetAllSoldiers()) do
        local health = e.components.health
        if not (health ~= nil and health:IsDead()) and e.components.combat ~= nil then e.components.combat:SuggestTarget(target) end
    end
end

function Commander:DropAllSoldierTargets()
    for _, e in ipairs(self:GetAllSoldiers()) do
        if e.components.combat ~= nil then e.components.combat:DropTarget() end
    end
end

function Commander:IsAnySoldierNotAlert()
    for _, e in ipairs(self:GetAllSoldiers()) do
        local health = e.components.health
        if not (e.sg ~= nil and e.sg.mem ~= nil and e.sg.mem.isalert or e.sg ~= nil and e.sg:HasStateTag("alert")) and not (health ~= nil and health:IsDead()) then return true end
    end
    return false
end

function Commander:PushEventToAllSoldiers(event, data)
    for _, e in ipairs(self:GetAllSoldiers()) do e:PushEvent(event, data) end
end

return Commander
