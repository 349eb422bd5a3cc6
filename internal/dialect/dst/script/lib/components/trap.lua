-- A trap lies set until its bait is taken or something small comes by.
local Trap = Class(function(self, inst)
    self.inst = inst
    self.range, self.isset, self.issprung, self.checkperiod = 1, false, false, 1
end)

function Trap:SetOnHarvestFn(fn) self.onharvest = fn end
function Trap:SetOnSpringFn(fn) self.onspring = fn end
function Trap:IsSprung() return self.issprung end
function Trap:IsBaited() return self.isset and not self.issprung and self.bait ~= nil end
function Trap:IsFree() return self.bait == nil end
function Trap:HasLoot() return self.lootprefabs ~= nil end
function Trap:SetBait(bait)
    self:RemoveBait()
    if bait == nil or bait.components.bait == nil then return end
    self.bait = bait
    bait.components.bait.trap = self
    self.inst:PushEvent("baited")
end
function Trap:RemoveBait()
    if self.bait ~= nil and self.bait.components.bait then self.bait.components.bait.trap = nil end
    self.bait = nil
end

local function check(inst)
    local self = inst.components.trap
    local e = FindEntity(inst, self.range, function(e) return not (e.components.health and e.components.health:IsDead()) end, { self.targettag or "smallcreature" }, { "INLIMBO", "untrappable" })
    if e ~= nil then
        self.target = e
        self:DoSpring()
    end
end
function Trap:StartUpdate()
    if self.task == nil then self.task = self.inst:DoPeriodicTask(self.checkperiod, check) end
end
function Trap:StopUpdate()
    if self.task then self.task:Cancel() end
    self.task = nil
end
function Trap:Set()
    self:Reset()
    self.isset = true
    self:StartUpdate()
end
function Trap:Reset()
    self:StopUpdate()
    self.isset, self.issprung, self.lootprefabs, self.target = false, false, nil, nil
    self.inst:RemoveTag("trapsprung")
end
function Trap:DoSpring()
    self:StopUpdate()
    self.isset, self.issprung = false, true
    self.inst:AddTag("trapsprung")
    local e = self.target
    if e ~= nil and e:IsValid() then
        e:PushEvent("ontrapped", { trapper = self.inst, bait = self.bait })
        self.lootprefabs = e.components.inventoryitem and { e.prefab } or e.components.lootdropper and e.components.lootdropper:GenerateLoot()
        e:Remove()
    end
    if self.bait ~= nil and self.bait:IsValid() then
        local bait = self.bait
        self:RemoveBait()
        bait:Remove()
    end
    if self.onspring then self.onspring(self.inst, e, self.bait) end
    self.inst:PushEvent("springtrap")
end
function Trap:Harvest(doer)
    if not self.issprung then return end
    for _, prefab in ipairs(self.lootprefabs or {}) do
        local loot = SpawnPrefab(prefab)
        if loot ~= nil and doer ~= nil and doer.components.inventory then doer.components.inventory:GiveItem(loot, nil, self.inst:GetPosition()) end
    end
    self:Reset()
    if self.onharvest then self.onharvest(self.inst, doer) end
end

return Trap
