-- A herd: it gathers members that are near, joins with small herds, and keeps
-- telling its members where its middle is.
local native = ...
local need = native.need
local Herd = Class(function(self, inst, plain)
    self.inst = inst
    self.maxsize = 12
    self.members, self.membercount = {}, 0
    self.gatherrange, self.updaterange = 40, 20
    self.updatepos, self.updateposincombat = true, false
    if plain then return end
    inst:AddTag("herd")
    self.task = inst:DoPeriodicTask(6 + math.random() * 2, function() self:OnUpdate() end)
end)

function Herd:OnRemoveFromEntity()
    if self.task ~= nil then self.task:Cancel() end
    self:Disband()
    self.inst:RemoveTag("herd")
end

function Herd:OnRemoveEntity() self:Disband() end

function Herd:Disband()
    for _, e in ipairs(self:List()) do self:Forget(e) end
end

function Herd:SetMemberTag(tag) self.membertag = tag end
function Herd:SetGatherRange(r)
    need(r, 1)
    self.gatherrange = r
end
function Herd:SetUpdateRange(r, incombat)
    if r ~= nil then need(r, 1) end -- without a range all members count
    self.updaterange, self.updateposincombat = r, incombat == true
end
function Herd:SetMaxSize(n)
    need(n, 1)
    self.maxsize = n
end
function Herd:SetOnEmptyFn(fn) self.onempty = fn end
function Herd:SetOnFullFn(fn) self.onfull = fn end
function Herd:SetAddMemberFn(fn) self.addmember = fn end
function Herd:SetRemoveMemberFn(fn) self.removemember = fn end
function Herd:IsFull() return self.membercount >= self.maxsize end

local function byGUID(a, b) return a.GUID < b.GUID end

function Herd:List()
    local list = {}
    for e in pairs(self.members) do table.insert(list, e) end
    table.sort(list, byGUID)
    return list
end

function Herd:Forget(e)
    self.members[e] = nil
    self.membercount = self.membercount - 1
    local member = e.components.herdmember
    if member ~= nil and member.herd == self.inst then member:SetHerd(nil) end
    if self.removemember ~= nil then self.removemember(self.inst, e) end
end

function Herd:AddMember(e)
    local member = e.components.herdmember
    if self.members[e] ~= nil or member == nil then return end
    if member.herd ~= nil and member.herd ~= self.inst then member:Leave() end
    self.members[e] = true
    self.membercount = self.membercount + 1
    member:SetHerd(self.inst)
    local places = e.components.knownlocations
    if places ~= nil then places:RememberLocation("herd", self.inst:GetPosition()) end
    if self.addmember ~= nil then self.addmember(self.inst, e) end
    if self:IsFull() and self.onfull ~= nil then self.onfull(self.inst) end
end

function Herd:RemoveMember(e)
    if self.members[e] == nil then return end
    self:Forget(e)
    if self.membercount == 0 and self.onempty ~= nil then self.onempty(self.inst) end
end

local function belongs(self, e)
    local member = e.components.herdmember
    return member ~= nil and member.enabled and (member.herd == nil or not member.herd:IsValid())
        and (self.membertag ~= nil or member.herdprefab == self.inst.prefab)
end

function Herd:GatherNearbyMembers()
    if self.gatherrange == nil or self:IsFull() then return end
    local x, y, z = self.inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.gatherrange, { "herdmember", self.membertag })) do
        if self:IsFull() then return end
        if self.members[e] == nil and belongs(self, e) then self:AddMember(e) end
    end
end

local SMALL = 4

-- Takes in the members of a small herd of its kind that is near.
function Herd:MergeNearbyHerds()
    if self.nomerging or self.gatherrange == nil or self.membercount == 0 or self.membercount >= SMALL then return end
    local x, y, z = self.inst.Transform:GetWorldPosition()
    for _, e in ipairs(TheSim:FindEntities(x, y, z, self.gatherrange, { "herd" })) do
        local other = e ~= self.inst and e.components.herd or nil
        if other ~= nil and not other.nomerging and e.prefab == self.inst.prefab and other.membertag == self.membertag
            and other.membercount > 0 and other.membercount < SMALL and other.membercount + self.membercount <= self.maxsize then
            for _, member in ipairs(other:List()) do self:AddMember(member) end
        end
    end
end

local function counts(self, e)
    if self.updaterange ~= nil and not e:IsNear(self.inst, self.updaterange) then return false end
    local combat = e.components.combat
    return self.updateposincombat or combat == nil or combat.target == nil
end

function Herd:OnUpdate()
    for _, e in ipairs(self:List()) do
        if not e:IsValid() then self:Forget(e) end
    end
    self:GatherNearbyMembers()
    if self.membercount == 0 then
        if self.onempty ~= nil then self.onempty(self.inst) end
        return
    end
    self:MergeNearbyHerds()
    local members, n, x, z = self:List(), 0, 0, 0
    for _, e in ipairs(members) do
        if counts(self, e) then
            local ex, _, ez = e.Transform:GetWorldPosition()
            n, x, z = n + 1, x + ex, z + ez
        end
    end
    if n > 0 and self.updatepos then self.inst.Transform:SetPosition(x / n, 0, z / n) end
    local at = self.inst:GetPosition()
    for _, e in ipairs(members) do
        local places = e.components.knownlocations
        if places ~= nil then places:RememberLocation("herd", at) end
    end
end

return Herd
