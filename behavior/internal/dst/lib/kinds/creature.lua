-- Components that stand for what the arena knows of a body: its health, its
-- hunger, whom it fights, where it goes, what it carries.
local native, component = ...
local ask, act = native.ask, native.act

local function answer(v) return function() return v end end
local nothing = answer(nil)

-- Goes on while the brain sleeps.
local function pace(self, run) return run and "run" or "walk" end

component("locomotor", {
    start = function(self) self.pathcaps = {} end,
    throttle = 1, hop_distance = 6, fasteronroad = false, triggerscreep = true, directdrive = false, allow_platform_hopping = false, externalspeedmultiplier = 1,
    runspeed = 6, walkspeed = 4, wantstorun = false, wantstomoveforward = false, isrunning = false,
    live = { bufferedaction = function(self) return self.inst.bufferedaction end },
    Halt = function(self)
        self.dest, self.wantstomoveforward, self.wantstorun, self.isrunning = nil, false, false, false
        native.drive(self.inst)
    end,
    Stop = function(self)
        self:Halt()
        self.inst:PushEvent("locomote")
    end,
    Clear = function(self)
        self:Halt()
        self.inst:ClearBufferedAction()
    end,
    Drive = function(self, done, run, ...)
        self.wantstomoveforward, self.wantstorun, self.isrunning = true, run == true, run == true
        native.drive(self.inst, done, ...)
    end,
    GoToPoint = function(self, pt, action, run)
        if pt == nil then return end
        self:Queue(action)
        self.dest = pt
        local x, z = native.inside(pt.x, pt.z)
        self:Drive(function(_, ok) self:Reached(ok) end, run, "move_to", x, z, 0.5, pace(self, run))
    end,
    GoToEntity = function(self, e, action, run)
        if e == nil then return end
        if not native.isbody(e) then return self:GoToPoint(e:GetPosition(), action, run) end
        self:Queue(action)
        self.dest = e
        self:Drive(function(_, ok) self:Reached(ok) end, run, "approach", e, 1.2, pace(self, run))
    end,
    -- An action that waits for the way to its end.
    Queue = function(self, action)
        if action == self.inst.bufferedaction then return end
        self.inst:ClearBufferedAction()
        self.inst.bufferedaction = action
    end,
    Reached = function(self, ok)
        self.dest, self.wantstomoveforward, self.isrunning = nil, false, false
        self.inst:PushEvent(ok and "onreachdestination" or "pathfailed", { target = nil, pos = self.inst:GetPosition() })
        if ok then self.inst:PerformBufferedAction() else self.inst:ClearBufferedAction() end
    end,
    PushAction = function(self, action, run)
        if action == nil then return end
        if not action:IsValid() then return action:Fail() end
        local at = action.pos or action.target
        if action.action.instant or at == nil or at == self.inst then
            self:Queue(action)
            self.inst:PerformBufferedAction()
        elseif action.pos then
            self:GoToPoint(ToVector3(action.pos.GetPosition and action.pos:GetPosition() or action.pos), action, run)
        else
            self:GoToEntity(at, action, run)
        end
    end,
    PreviewAction = function(self, action) return action ~= nil end,
    Head = function(self, angle, run)
        local x, z = native.place(self.inst)
        local reach = 30
        self:Queue(nil)
        x, z = native.inside(x + math.cos(angle * DEGREES) * reach, z - math.sin(angle * DEGREES) * reach)
        self:Drive(function(_, ok) self:Reached(ok) end, run, "move_to", x, z, 0.5, pace(self, run))
    end,
    RunInDirection = function(self, angle) self:Head(angle, true) end,
    WalkInDirection = function(self, angle) self:Head(angle, false) end,
    RunForward = function(self) self:Head(native.rotation(self.inst), true) end,
    WalkForward = function(self) self:Head(native.rotation(self.inst), false) end,
    StopMoving = function(self) self:Halt() end,
    HasDestination = function(self) return self.dest ~= nil end,
    WantsToRun = function(self) return self.wantstorun end,
    WantsToMoveForward = function(self) return self.wantstomoveforward end,
    SetShouldRun = function(self, run) self.wantstorun = run end,
    GetTimeMoving = answer(0), GetSpeedMultiplier = answer(1), GetRunSpeed = function(self) return self.runspeed end,
    GetWalkSpeed = function(self) return self.walkspeed end,
    IsAquatic = answer(false), CanPathfindOnWater = answer(false), CanPathfindOnLand = answer(true), ExternalSpeedMultiplier = answer(1),
    SetExternalSpeedMultiplier = nothing, RemoveExternalSpeedMultiplier = nothing, EnableGroundSpeedMultiplier = nothing,
    SetMotorSpeed = nothing, SetStrafing = nothing, SetSlowMultiplier = nothing, SetFasterOnCreep = nothing, SetFasterOnGroundTile = nothing, PushTempGroundSpeedMultiplier = nothing,
    UpdateGroundSpeedMultiplier = nothing, KillPathSearch = nothing, FindPath = nothing, WaitingForPathSearch = answer(false), StartHopping = nothing, FinishHopping = nothing,
    IsStrafing = answer(false), SetMoveDir = nothing, FaceMovePoint = nothing, ScanForPlatform = answer(false), ScanForPlatformInDir = answer(false), CheckEdge = answer(false),
    SetTriggersCreep = nothing, SetReachDestinationCallback = nothing, SetAllowPlatformHopping = nothing,
})

