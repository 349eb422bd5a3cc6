-- What entities can do beside what entity.lua says: what players place and see, what is told to
-- clients, records of saves, and boats.
local native, EntityScript = ...

local function nothing() end
local function answer(v) return function() return v end end

-- Spacing of what players place, which nobody does here: the numbers are kept for who asks.
function EntityScript:SetDeploySmartRadius(radius) self.deploy_smart_radius = radius end
function EntityScript:SetDeployExtraSpacing(spacing) self.deploy_extra_spacing = spacing end
local function blocker(field, tag)
    return function(self, size)
        self[field] = size
        self:AddOrRemoveTag(tag, size ~= nil)
    end
end
EntityScript.SetGroundTargetBlockerRadius = blocker("ground_target_blocker_radius", "groundtargetblocker")
EntityScript.SetTerraformExtraSpacing = blocker("terraform_extra_spacing", "terraformblocker")

-- Actions that it can do without a tool.
function EntityScript:AddInherentAction(act)
    local all = rawget(self, "inherentactions")
    if all == nil then
        all = {}
        self.inherentactions = all
    end
    all[act] = true
end
function EntityScript:RemoveInherentAction(act)
    local all = rawget(self, "inherentactions")
    if all == nil then return end
    all[act] = nil
    if next(all) == nil then self.inherentactions = nil end
end
function EntityScript:SetInherentSceneAction(action) self.inherentsceneaction = action end
function EntityScript:SetInherentSceneAltAction(action) self.inherentscenealtaction = action end

-- Tasks that go on after a save.
function EntityScript:PushEventInTime(time, eventname, data)
    return self:DoTaskInTime(time, function() self:PushEvent(eventname, data) end)
end
function EntityScript:GetTaskInfo(time) return { start = GetTime(), time = time } end
function EntityScript:TimeRemainingInTask(taskinfo) return math.max(1, taskinfo.start + taskinfo.time - GetTime()) end
function EntityScript:ResumeTask(time, fn, ...) return self:DoTaskInTime(time, fn, ...), self:GetTaskInfo(time) end

-- A component whose OnWallUpdate is called in each tick.
function EntityScript:StartWallUpdatingComponent(cmp)
    local all = rawget(self, "wallupdatecomponents")
    if all == nil then
        all = {}
        self.wallupdatecomponents = all
    end
    if all[cmp] == nil then
        all[cmp] = self:DoPeriodicTask(FRAMES, function() cmp:OnWallUpdate(FRAMES) end)
    end
end
function EntityScript:StopWallUpdatingComponent(cmp)
    local all = rawget(self, "wallupdatecomponents")
    if all == nil or all[cmp] == nil then return end
    all[cmp]:Cancel()
    all[cmp] = nil
end
function EntityScript:StopUpdatingComponent_Deferred(cmp) self:StopUpdatingComponent(cmp) end

-- Components as a list.
local function each(self, method, ...)
    for _, made in pairs(rawget(self, "components") or {}) do
        local fn = made[method]
        if fn ~= nil then fn(made, ...) end
    end
end
function EntityScript:GetComponentName(cmp)
    for name, made in pairs(self.components) do
        if made == cmp then return name end
    end
    return "component"
end
function EntityScript:OnBuilt(builder)
    each(self, "OnBuilt", builder)
    local fn = rawget(self, "OnBuiltFn")
    if fn ~= nil then fn(self, builder) end
end
function EntityScript:OnUsedAsItem(action, doer, target) each(self, "OnUsedAsItem", action, doer, target) end
function EntityScript:DebuffsEnabled()
    local debuffs = self.components.debuffable
    return debuffs == nil or debuffs.enable ~= false
end

-- Records: what components and the creature itself say of themselves, and take back.
function EntityScript:GetPersistData()
    local data, references = {}, nil
    local function refer(list)
        for _, guid in pairs(list or {}) do
            references = references or {}
            table.insert(references, guid)
        end
    end
    local names = {}
    for name in pairs(self.components) do table.insert(names, name) end
    table.sort(names)
    for _, name in ipairs(names) do
        local made = self.components[name]
        if made.OnSave ~= nil then
            local saved, refs = made:OnSave()
            if type(saved) == "table" and next(saved) ~= nil then data[name] = saved end
            refer(refs)
        end
    end
    local fn = rawget(self, "OnSave")
    if fn ~= nil then refer(fn(self, data)) end
    if next(data) ~= nil or references ~= nil then return data, references end
end
function EntityScript:SetPersistData(data, newents)
    local before, fn = rawget(self, "OnPreLoad"), rawget(self, "OnLoad")
    if before ~= nil then before(self, data, newents) end
    local names = {}
    for name in pairs(data or {}) do table.insert(names, name) end
    table.sort(names, function(a, b) return tostring(a) < tostring(b) end)
    for _, name in ipairs(names) do
        local saved = data[name]
        if type(saved) == "table" and saved.add_component_if_missing and self.components[name] == nil then self:AddComponent(name) end
        local made = self.components[name]
        if made ~= nil and made.OnLoad ~= nil then made:OnLoad(saved, newents) end
    end
    if fn ~= nil then fn(self, data, newents) end
end
function EntityScript:LoadPostPass(newents, savedata)
    for name, saved in pairs(savedata or {}) do
        local made = self.components[name]
        if made ~= nil and made.LoadPostPass ~= nil then made:LoadPostPass(newents, saved) end
    end
    local fn = rawget(self, "OnLoadPostPass")
    if fn ~= nil then fn(self, newents, savedata) end
end
function EntityScript:GetSaveRecord()
    local x, y, z = self.Transform:GetWorldPosition()
    local function round(v) return math.floor(v * 1000 + 0.5) / 1000 end
    local record = { prefab = self.prefab, x = round(x), y = y ~= 0 and round(y) or nil, z = round(z), skinname = rawget(self, "skinname") }
    local data, references = self:GetPersistData()
    record.data = data
    return record, references
end

-- Boats, of which there are none unless scripts make one.
function EntityScript:AddPlatformFollower(child)
    local parent, old = rawget(child, "parent"), rawget(child, "platform")
    if parent ~= nil then parent:RemoveChild(child) end
    if old ~= nil and old ~= self then old:RemovePlatformFollower(child) end
    child.platform = self
    local all = rawget(self, "platformfollowers")
    if all == nil then
        all = {}
        self.platformfollowers = all
    end
    all[child] = true
end
function EntityScript:RemovePlatformFollower(child)
    if rawget(child, "platform") ~= self then return end
    child.platform = nil
    local all = rawget(self, "platformfollowers")
    if all == nil then return end
    all[child] = nil
    if next(all) == nil then self.platformfollowers = nil end
end
function EntityScript:GetPlatformFollowers() return rawget(self, "platformfollowers") end
function EntityScript:GetBoatIntersectingPhysics()
    local x, y, z = self.Transform:GetWorldPosition()
    local own = self:GetPhysicsRadius(0)
    for _, boat in ipairs(TheSim:FindEntities(x, y, z, TUNING.MAX_WALKABLE_PLATFORM_RADIUS + own + 0.18, { "boat" })) do
        local hull = boat:GetPhysicsRadius(0) + 0.18 + own
        if boat ~= self and boat:GetDistanceSqToPoint(x, y, z) < hull * hull then return boat end
    end
end

-- Names.
function EntityScript:GetAdjectivedName() return self:GetBasicDisplayName() end
EntityScript.IsAcidSizzling = answer(false)
EntityScript.StackableSkinHack = answer(true)
function EntityScript:GetDebugString() return tostring(self) .. " " .. tostring(self.prefab) end
function EntityScript:ValidateReplicaComponent(name, cmp) return self:HasTag("_" .. name) and cmp or nil end

-- For clients, players' pictures and clicks, of which there are none.
EntityScript.TryAttachClassifiedToReplicaComponent = answer(false)
EntityScript.HasClientSideInventoryImageOverrides = answer(false)
EntityScript.CollectActions = nothing
for name in string.gmatch([[PrereplicateComponent ReplicateComponent UnreplicateComponent ReplicateEntity PerformPreviewBufferedAction PreviewBufferedAction
    SetClientSideInventoryImageOverride SetClientSideInventoryImageOverrideFlag GetClientSideInventoryImageOverride ForceOutOfLimbo RegisterComponentActions
    UnregisterComponentActions RunScript ShakeCamera ScreenFade ScreenFlash ShowPopUp SetCameraDistance SnapCamera ShowActions ShowHUD]], "%S+") do
    EntityScript[name] = nothing
end
