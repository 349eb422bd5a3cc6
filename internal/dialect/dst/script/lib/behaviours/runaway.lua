-- Runs from a hunter until it is at a safe distance.
local unseen = { "NOCLICK" }

local RunAway = Class(BehaviourNode, function(self, inst, hunterparams, see_dist, safe_dist, fn, runhome, fix_overhang, walk, safe_point)
    BehaviourNode._ctor(self, "RunAway")
    self.inst, self.see_dist, self.safe_dist = inst, see_dist, safe_dist
    self.shouldrunfn, self.runshomewhenchased, self.fix_overhang = fn, runhome, fix_overhang
    self.walk_instead, self.safe_point_fn = walk, safe_point
    if type(hunterparams) == "string" then
        self.huntertags, self.hunternotags = { hunterparams }, unseen
    elseif type(hunterparams) == "table" then
        self.huntertags, self.hunternotags = hunterparams.tags, hunterparams.notags
        self.hunteroneoftags, self.hunterfn = hunterparams.oneoftags, hunterparams.fn
        self.gethunterfn = hunterparams.getfn
    else
        self.hunterfn = hunterparams
    end
end)

function RunAway:DBString()
    return "FROM " .. tostring(self.hunter)
end

function RunAway:FindHunter()
    local inst = self.inst
    if self.gethunterfn then return self.gethunterfn(inst) end
    return FindEntity(inst, FunctionOrValue(self.see_dist, inst), self.hunterfn, self.huntertags, self.hunternotags, self.hunteroneoftags)
end

-- The direction half way between away from a hunter and towards a safe point, in radians.
local function between(here, hunter, safe)
    local x, z = VecUtil_Slerp(here.x - hunter.x, here.z - hunter.z, safe.x - here.x, safe.z - here.z, 0.5)
    return math.atan2(-z, x)
end

-- A free way at about that angle: past walls, else over them, and from the ground
-- nearby for one that hangs over an edge.
function RunAway:FindOffset(here, angle)
    local locomotor = self.inst.components.locomotor
    local reach, attempts = 6, 8
    if locomotor:IsAquatic() then
        local offset, found, deflected = FindSwimmableOffset(here, angle, reach, attempts, true, false)
        if offset == nil then return FindSwimmableOffset(here, angle, reach, attempts, true, true) end
        return offset, found, deflected
    end
    local water = locomotor:CanPathfindOnWater()
    local offset, found, deflected = FindWalkableOffset(here, angle, reach, attempts, true, false, nil, water)
    if offset == nil then offset, found, deflected = FindWalkableOffset(here, angle, reach, attempts, true, true, nil, water) end
    if offset == nil and self.fix_overhang and not TheWorld.Map:IsAboveGroundAtPoint(here.x, here.y, here.z, water) then
        local ground = FindNearbyLand(here, 1)
        if ground ~= nil then return FindWalkableOffset(ground, angle, reach, attempts, true, true, nil, water) end
    end
    return offset, found, deflected
end

-- The direction to run in, in degrees. A detour is kept for a second.
function RunAway:GetRunAngle(hunter)
    local inst = self.inst
    if self.avoid_time ~= nil then
        if GetTime() - self.avoid_time < 1 then return self.avoid_angle end
        self.avoid_time, self.avoid_angle = nil, nil
    end
    local here, there = inst:GetPosition(), hunter:GetPosition()
    local safe = self.safe_point_fn and self.safe_point_fn(inst)
    local angle = safe and between(here, there, safe) or (inst:GetAngleToPoint(there) + 180) * DEGREES
    local offset, found, deflected = self:FindOffset(here, angle)
    if offset == nil then return angle * RADIANS end
    found = found * RADIANS
    if deflected then self.avoid_time, self.avoid_angle = GetTime(), found end
    return found
end

-- The home that it may run to; nil if it should run anywhere.
function RunAway:GetHome()
    local seeker = self.runshomewhenchased and self.inst.components.homeseeker
    local home = seeker and seeker.home
    if not home or not home:IsValid() or home:HasTag("burnt") then return nil end
    local fire = home.components.burnable
    return (fire == nil or not fire:IsBurning()) and seeker or nil
end

function RunAway:Visit()
    local inst = self.inst
    if self.status == READY then
        local hunter = self:FindHunter()
        self.hunter = hunter
        if not hunter or self.shouldrunfn ~= nil and not self.shouldrunfn(hunter, inst) then
            self.status = FAILED
            return
        end
        self.avoid_time, self.avoid_angle, self.status = nil, nil, RUNNING
    end
    if self.status ~= RUNNING then return end
    local hunter, locomotor = self.hunter, inst.components.locomotor
    if not hunter:IsValid() then
        self.status = FAILED
        locomotor:Stop()
        return
    end
    local seeker = self:GetHome()
    if seeker then
        seeker:GoHome(not self.walk_instead)
    else
        local angle, safe = self:GetRunAngle(hunter), FunctionOrValue(self.safe_dist, inst)
        if self.walk_instead then locomotor:WalkInDirection(angle) else locomotor:RunInDirection(angle) end
        if inst:GetDistanceSqToInst(hunter) > safe * safe then
            self.status = SUCCESS
            locomotor:Stop()
            return
        end
    end
    self:Sleep(0.25)
end

return { RunAway = RunAway }
