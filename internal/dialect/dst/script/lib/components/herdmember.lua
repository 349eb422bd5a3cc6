-- One of a herd: who has none begins one where it is.
local native = ...

local ALONE = 8.1 -- seconds until it begins a herd

local function begin(inst, self)
    self.task = nil
    self:CreateHerd()
end

local HerdMember = Class(function(self, inst, plain)
    self.inst = inst
    self.enabled = true
    self.herdprefab = "beefaloherd"
    inst:AddTag("herdmember")
    if not plain then self.task = inst:DoTaskInTime(ALONE, begin, self) end
end)

function HerdMember:OnRemoveFromEntity()
    if self.task ~= nil then self.task:Cancel() end
    self:Leave()
    self.inst:RemoveTag("herdmember")
end

function HerdMember:OnRemoveEntity() self:Leave() end
function HerdMember:SetHerdPrefab(prefab) self.herdprefab = prefab end
function HerdMember:SetHerd(herd) self.herd = herd end
function HerdMember:GetHerd() return self.herd end

function HerdMember:Leave()
    local herd = self.herd
    self.herd = nil
    if herd ~= nil and herd:IsValid() and herd.components.herd ~= nil then herd.components.herd:RemoveMember(self.inst) end
end

function HerdMember:Enable(on)
    on = on and true or false
    if on == self.enabled then return end
    self.enabled = on
    if self.task ~= nil then
        self.task:Cancel()
        self.task = nil
    end
    if on then
        self.task = self.inst:DoTaskInTime(5, begin, self)
    else
        self:Leave()
    end
end

-- A herd of a kind of which there is no file gathers the members that name it.
function HerdMember:CreateHerd()
    if not self.enabled or self.herd ~= nil and self.herd:IsValid() then return end
    local herd = SpawnPrefab(self.herdprefab)
    if herd == nil then return end
    herd.Transform:SetPosition(self.inst.Transform:GetWorldPosition())
    if herd.components.herd == nil then
        herd:AddComponent("herd")
        herd.components.herd:SetOnEmptyFn(herd.Remove)
    end
    herd.components.herd:GatherNearbyMembers()
    if self.herd == nil then herd.components.herd:AddMember(self.inst) end
end

return HerdMember
