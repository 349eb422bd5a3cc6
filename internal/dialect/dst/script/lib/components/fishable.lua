-- Water in which fish are to be had, and come again.
local Fishable = Class(function(self, inst)
    self.inst = inst
    self.fish, self.hookedfish = {}, {}
    self.maxfish, self.fishleft = 10, 10
    self.fishrespawntime = nil
    self.frozen = false
    inst:AddTag("fishable")
end)

function Fishable:OnRemoveFromEntity()
    self:StopRespawning()
    self.inst:RemoveTag("fishable")
end

function Fishable:AddFish(prefab) self.fish[prefab] = prefab end
function Fishable:SetGetFishFn(fn) self.getfishfn = fn end
function Fishable:SetRespawnTime(seconds) self.fishrespawntime = seconds end
function Fishable:GetFishPercent() return self.fishleft / self.maxfish end
function Fishable:IsFrozenOver() return self.frozen end
function Fishable:Freeze()
    self.frozen = true
    self:StopRespawning()
end
function Fishable:Unfreeze()
    self.frozen = false
    self:StartRespawning()
end

local function respawn(inst, self)
    self.respawntask = nil
    self.fishleft = math.min(self.maxfish, self.fishleft + 1)
    self:StartRespawning()
end
function Fishable:StartRespawning()
    if self.respawntask ~= nil or self.frozen or self.fishrespawntime == nil or self.fishleft >= self.maxfish then return end
    self.respawntask = self.inst:DoTaskInTime(self.fishrespawntime, respawn, self)
end
function Fishable:StopRespawning()
    if self.respawntask == nil then return end
    self.respawntask:Cancel()
    self.respawntask = nil
end
function Fishable:RefreshFish() self:StartRespawning() end

-- A fish on the hook is out of the scene until it is taken or let go.
function Fishable:HookFish(fisherman)
    if self.frozen or self.fishleft <= 0 then return nil end
    local prefab = self.getfishfn ~= nil and self.getfishfn(self.inst) or GetRandomKey(self.fish)
    local fish = prefab ~= nil and SpawnPrefab(prefab) or nil
    if fish == nil then return nil end
    self.hookedfish[fish] = fish
    self.inst:AddChild(fish)
    fish.entity:Hide()
    fish.persists = false
    if fish.DynamicShadow ~= nil then fish.DynamicShadow:Enable(false) end
    self.fishleft = self.fishleft - 1
    self:StartRespawning()
    return fish
end
function Fishable:ReleaseFish(fish)
    if self.hookedfish[fish] == nil then return end
    self.hookedfish[fish] = nil
    fish:Remove()
    self.fishleft = math.min(self.maxfish, self.fishleft + 1)
end
function Fishable:RemoveFish(fish)
    if self.hookedfish[fish] == nil then return nil end
    self.hookedfish[fish] = nil
    self.inst:RemoveChild(fish)
    fish.entity:Show()
    if fish.DynamicShadow ~= nil then fish.DynamicShadow:Enable(true) end
    fish.persists = true
    return fish
end

return Fishable
