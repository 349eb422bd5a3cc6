-- Moving: where a creature wants to go. It only wants to: its state graph lets it walk or
-- run. While all goes as planned the engine leads the body, and the locomotor is not
-- updated: see locomotor.go, which reads the fields here.
local native = ...

-- How near to a point is there, in metres.
local arrived = 0.15

-- Where it goes: to an entity, or to a point.
local Dest = Class(function(self, inst, pt) self.inst, self.pt = inst, pt end)
function Dest:IsValid() return self.inst == nil or self.inst:IsValid() end
function Dest:GetPoint()
    local e = self.inst
    if e == nil then return self.pt.x, 0, self.pt.z end
    local item = e.components.inventoryitem
    local owner = item ~= nil and item.owner or nil
    return (owner or e).Transform:GetWorldPosition()
end
function Dest:GetPlatform() return nil end
function Dest:__tostring() return self.inst ~= nil and "Going to Entity: " .. tostring(self.inst) or "Going to Point: " .. tostring(self.pt) end

-- The class with the speeds of a class of the scene: bodies share it.
local variants, LocoMotor = {}, nil
local function paced(walk, run)
    local key = walk .. " " .. run
    local class = variants[key]
    if class == nil then
        class = Class(LocoMotor)
        class.walkspeed, class.runspeed = walk, run
        variants[key] = class
    end
    return class
end

-- What most creatures leave as it is stands in the class.
LocoMotor = Class(function(self, inst)
    self.inst = inst
    local walk, run = native.gaits(inst)
    if walk ~= nil and (walk ~= 4 or run ~= 6) then setmetatable(self, paced(walk, run)) end
end)
LocoMotor.led = true
LocoMotor.walkspeed, LocoMotor.runspeed, LocoMotor.throttle = 4, 6, 1
LocoMotor.externalspeedmultiplier, LocoMotor.groundspeedmultiplier, LocoMotor.equipspeedmultiplier = 1, 1, 1
LocoMotor.slowmultiplier, LocoMotor.fastmultiplier, LocoMotor.arrive_dist = 0.6, 1.3, arrived
LocoMotor.wantstomoveforward, LocoMotor.wantstorun, LocoMotor.isrunning = false, false, false
LocoMotor.triggerscreep, LocoMotor.enablegroundspeedmultiplier, LocoMotor.fasteronroad, LocoMotor.fasteroncreep = true, true, false, false
LocoMotor.directdrive, LocoMotor.softstop, LocoMotor.allow_platform_hopping, LocoMotor.skipHoldWhenFarFromHome = false, false, false, false
LocoMotor.hop_distance, LocoMotor.hop_delay, LocoMotor.hopping, LocoMotor.strafing, LocoMotor.ismastersim = 6, 1, false, false, true

function LocoMotor:SetTriggersCreep(on) self.triggerscreep = on end
function LocoMotor:EnableGroundSpeedMultiplier(on) self.enablegroundspeedmultiplier = on end
function LocoMotor:SetSlowMultiplier(m) self.slowmultiplier = m end
function LocoMotor:SetFastMultiplier(m) self.fastmultiplier = m end
function LocoMotor:SetFasterOnRoad(on) self.fasteronroad = on end
function LocoMotor:SetFasterOnCreep(on) self.fasteroncreep = on end
function LocoMotor:SetFasterOnGroundTile(tile, on)
    self.faster_on_tiles = self.faster_on_tiles or {}
    self.faster_on_tiles[tostring(tile)] = on
end
function LocoMotor:SetAllowPlatformHopping(on) self.allow_platform_hopping = on end
function LocoMotor:SetShouldRun(run) self.wantstorun = run == true end
function LocoMotor:SetStrafing(on) self.strafing = on end
function LocoMotor:SetReachDestinationCallback(fn) self.atdestfn = fn end
function LocoMotor:PushTempGroundSpeedMultiplier() end
function LocoMotor:UpdateGroundSpeedMultiplier() end
function LocoMotor:SetMoveDir() end
function LocoMotor:ScanForPlatform() return nil end
function LocoMotor:ScanForPlatformInDir() return nil end
function LocoMotor:CheckEdge() return false end
function LocoMotor:StartHopping() end
function LocoMotor:FinishHopping() end
function LocoMotor:FindPath() end
function LocoMotor:ResetPath() end
function LocoMotor:KillPathSearch() end
function LocoMotor:WaitingForPathSearch() return false end
function LocoMotor:HasPath() return false end
function LocoMotor:IsStrafing() return self.strafing end
function LocoMotor:GetHopDistance() return self.hop_distance end
function LocoMotor:GetTimeMoving() return 0 end

function LocoMotor:WantsToRun() return self.wantstorun end
function LocoMotor:WantsToMoveForward() return self.wantstomoveforward end
function LocoMotor:HasDestination() return self.dest ~= nil end
function LocoMotor:IsAquatic()
    local caps = self.pathcaps
    return caps ~= nil and caps.allowocean == true and caps.ignoreLand == true
end
function LocoMotor:CanPathfindOnWater() return self.pathcaps ~= nil and self.pathcaps.allowocean == true end
function LocoMotor:CanPathfindOnLand() return self.pathcaps == nil or self.pathcaps.ignoreLand ~= true end
function LocoMotor:IsFasterOnRoad() return self.fasteronroad end

-- Speeds. Those who make it faster or slower each have a key; all multiply.
local function multiply(self)
    local m = 1
    for _, by in ipairs(self.speedmultipliers or {}) do m = m * by.m end
    self.externalspeedmultiplier = m
end
local function drop(self, source, key)
    local list = self.speedmultipliers
    for i = list ~= nil and #list or 0, 1, -1 do
        local by = list[i]
        if by.source == source and (key == nil or by.key == key) then table.remove(list, i) end
    end
end
function LocoMotor:SetExternalSpeedMultiplier(source, key, m)
    if key == nil then return end
    drop(self, source, key)
    if m ~= nil and m ~= 1 then
        self.speedmultipliers = self.speedmultipliers or {}
        table.insert(self.speedmultipliers, { source = source, key = key, m = m })
        if type(source) == "table" and source ~= self.inst and source.ListenForEvent ~= nil then
            self.inst:ListenForEvent("onremove", function() self:RemoveExternalSpeedMultiplier(source) end, source)
        end
    end
    multiply(self)
end
function LocoMotor:RemoveExternalSpeedMultiplier(source, key)
    drop(self, source, key)
    multiply(self)
end
function LocoMotor:GetExternalSpeedMultiplier(source, key)
    local m = 1
    for _, by in ipairs(self.speedmultipliers or {}) do
        if by.source == source and (key == nil or by.key == key) then m = m * by.m end
    end
    return m
end
function LocoMotor:ExternalSpeedMultiplier() return self.externalspeedmultiplier end
function LocoMotor:TempGroundSpeedMultiplier() return nil end
-- What it wears and wields may make it faster or slower.
local slots = { "hands", "head", "body", "beard" }
local function equipment(inst)
    local m, inventory = 1, rawget(inst.components, "inventory")
    local worn = inventory and inventory.equipslots
    if worn == nil or next(worn) == nil then return 1 end
    for _, slot in ipairs(slots) do
        local item = worn[slot]
        if item ~= nil and item.components.equippable ~= nil then m = m * item.components.equippable:GetWalkSpeedMult() end
    end
    return m
end
function LocoMotor:GetSpeedMultiplier()
    return self.externalspeedmultiplier * self.equipspeedmultiplier * self.groundspeedmultiplier * self.throttle * equipment(self.inst)
end
function LocoMotor:RunSpeed() return self.runspeed end
function LocoMotor:GetRunSpeed() return self.runspeed * self:GetSpeedMultiplier() end
function LocoMotor:GetWalkSpeed() return self.walkspeed * self:GetSpeedMultiplier() end

-- The body, which the state graph lets go.
function LocoMotor:StopMoving()
    self.isrunning = false
    native.motor(self.inst)
end
function LocoMotor:WalkForward(direct)
    self.isrunning = false
    if direct then self.wantstomoveforward = true end
    native.motor(self.inst, self)
    self.inst:StartUpdatingComponent(self)
end
function LocoMotor:RunForward(direct)
    self.isrunning = true
    if direct then self.wantstomoveforward = true end
    native.motor(self.inst, self)
    self.inst:StartUpdatingComponent(self)
end
function LocoMotor:SetMotorSpeed(speed) self.inst.Physics:SetMotorVel(speed, 0, 0) end

-- An action that waits for the way to its end.
function LocoMotor:SetBufferedAction(action)
    local old = self.bufferedaction
    self.bufferedaction = action
    if old ~= nil then old:Fail() end
end

-- Forgets where it goes, and what it would do there.
function LocoMotor:Clear()
    self.dest, self.bufferedaction = nil, nil
    self.wantstomoveforward, self.wantstorun = false, false
    self.inst:StopUpdatingComponent(self)
end

local function told(self, data)
    local inst = self.inst
    if inst.sg ~= nil then inst:PushEvent("locomote", data) end
end

-- Stands, as far as the state graph lets it; what it would have done stays.
function LocoMotor:Stop(sgparams)
    self.dest = nil
    self.wantstomoveforward, self.wantstorun = false, false
    self:StopMoving()
    told(self, sgparams)
    self.inst:StopUpdatingComponent(self)
end

local function head(self, angle, run)
    local inst = self.inst
    self:SetBufferedAction(nil)
    self.dest = nil
    if inst.sg == nil or inst.sg:HasStateTag("canrotate") then inst.Transform:SetRotation(angle) end
    self.wantstomoveforward, self.wantstorun = true, run
    if self.directdrive then
        if run then self:RunForward() else self:WalkForward() end
    end
    told(self)
    inst:StartUpdatingComponent(self)
end
function LocoMotor:WalkInDirection(angle, run) head(self, angle, run == true) end
function LocoMotor:RunInDirection(angle, throttle)
    if throttle or self.throttle ~= 1 then self.throttle = throttle or 1 end
    head(self, angle, true)
end

local function begin(self, inst, pt, action, run, dist)
    if self.dest == nil then
        self.dest = Dest(inst, pt)
    else
        self.dest.inst, self.dest.pt = inst, pt
    end
    if self.throttle ~= 1 then self.throttle = 1 end
    self.arrive_dist = dist
    if action ~= self.bufferedaction or action == nil then self:SetBufferedAction(action) end
    self.wantstomoveforward, self.wantstorun = true, run == true
    if self.directdrive then
        if self.wantstorun then self:RunForward() else self:WalkForward() end
    end
    self.inst:StartUpdatingComponent(self)
    local sg = self.inst.sg
    if sg == nil or not sg:HasStateTag("moving") then self:OnUpdate(0, true) end
end
-- Off the field there is nothing: the nearest point of the field will do.
local function onfield(pt)
    local x, z = native.inside(pt.x, pt.z)
    if x == pt.x and z == pt.z then return pt end
    return Vector3(x, 0, z)
end
function LocoMotor:GoToPoint(pt, action, run)
    if pt == nil then return end
    pt = onfield(pt)
    local dist = arrived
    if action ~= nil then dist = action.arrivedist or math.max(action.distance or 0, arrived) end
    begin(self, nil, pt, action, run, dist)
end
function LocoMotor:GoToEntity(e, action, run)
    if e == nil then return end
    local touch, kind = arrived + (e:GetPhysicsRadius(0) or 0) + (self.inst:GetPhysicsRadius(0) or 0), action ~= nil and action.action or nil
    local dist = action ~= nil and action.arrivedist or nil
    if dist == nil and action ~= nil and action.distance ~= nil then
        dist = math.max(action.distance, touch)
    elseif dist == nil then
        dist = touch
        if kind ~= nil and kind.extra_arrive_dist ~= nil then dist = dist + (kind.extra_arrive_dist(self.inst, Dest(e), action) or 0) end
        if kind ~= nil and kind.mindistance ~= nil then dist = math.max(dist, kind.mindistance) end
    end
    begin(self, e, nil, action, run, dist)
end

function LocoMotor:PushAction(action, run)
    if action == nil then return end
    local inst = self.inst
    if self.throttle ~= 1 then self.throttle = 1 end
    self:Clear()
    local ok, reason = action:IsValid()
    if not ok then
        inst:PushEvent("actionfailed", { action = action, reason = reason })
        return
    end
    local target, pt = action.target, action.pos
    if pt ~= nil and pt.GetPosition ~= nil then pt = pt:GetPosition() end
    local walks = action.action == ACTIONS.WALKTO or action.forced
    if not walks and (action.action.instant or action.action.do_not_locomote) or target == nil and pt == nil then
        inst:PushBufferedAction(action)
    elseif not walks and action.distance ~= nil and action.distance >= math.huge then
        if target ~= nil then inst:FacePoint(target:GetPosition()) else inst:FacePoint(pt) end
        inst:PushBufferedAction(action)
    elseif target ~= nil then
        self:GoToEntity(target, action, run)
    else
        self:GoToPoint(pt, action, run)
    end
end
function LocoMotor:PreviewAction(action) return action ~= nil end

local function dead(inst) return inst.components.health ~= nil and inst.components.health:IsDead() end

-- Whether it is where it wants to be; nil if it cannot be any more.
local function there(self, dt)
    local inst, action, x, _, z = self.inst, self.bufferedaction, self.dest:GetPoint()
    local combat = inst.components.combat
    if action ~= nil and action.action == ACTIONS.ATTACK and combat ~= nil and combat.LocomotorCanAttack ~= nil then
        local reached, invalid = combat:LocomotorCanAttack(false, action.target)
        if invalid then return nil end
        return reached
    end
    local reach = math.max(self.arrive_dist, self:GetRunSpeed() * dt * 0.5)
    return inst:GetDistanceSqToPoint(x, 0, z) <= reach * reach
end

local function reach(self)
    local inst, action, dest = self.inst, self.bufferedaction, self.dest
    local x, _, z = dest:GetPoint()
    inst:PushEvent("onreachdestination", { target = dest.inst, pos = Vector3(x, 0, z) })
    if self.atdestfn ~= nil then self.atdestfn(inst) end
    if action ~= nil and action ~= inst.bufferedaction then
        if action.target ~= nil and action.target:IsValid() then inst:FacePoint(action.target:GetPosition()) end
        inst:PushBufferedAction(action)
    end
    self:Stop()
    self:Clear()
end

-- The engine's: no way leads there.
function LocoMotor:NoPath()
    local inst, dest = self.inst, self.dest
    if dest == nil then return end
    local x, _, z = dest:GetPoint()
    self:SetBufferedAction(nil)
    self:Stop()
    inst:PushEvent("noPathFound", { inst = inst, target = dest.inst, pos = Vector3(x, 0, z) })
end

-- Only in ticks in which something ends or begins: see locomotor.go.
function LocoMotor:OnUpdate(dt, only_arrival)
    local inst = self.inst
    if not inst:IsValid() then return inst:StopUpdatingComponent(self) end
    if self.dest ~= nil then
        if not self.dest:IsValid() or self.bufferedaction ~= nil and not self.bufferedaction:IsValid() or dead(inst) then
            self:Clear()
            if only_arrival then return end
        else
            local reached = there(self, dt)
            if reached == nil then
                self:Stop()
                self:Clear()
                return
            elseif reached then
                return reach(self)
            end
        end
    end
    if only_arrival then return end
    local sg = inst.sg
    local moving, running = sg ~= nil and sg:HasStateTag("moving"), sg ~= nil and sg:HasStateTag("running")
    if moving ~= self.wantstomoveforward or moving and running ~= self.wantstorun then
        told(self)
    elseif not self.wantstomoveforward then
        inst:StopUpdatingComponent(self)
    end
end

function LocoMotor:OnEntitySleep() self:Stop() end
function LocoMotor:OnRemoveFromEntity()
    self:StopMoving()
    self.inst:StopUpdatingComponent(self)
end
function LocoMotor:GetDebugString() return tostring(self.dest) end

return LocoMotor
