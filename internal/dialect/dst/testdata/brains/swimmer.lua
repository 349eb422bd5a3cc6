-- A fish: schools, struggles on a line, takes bait, flees from boats.
require "behaviours/runaway"
require "behaviours/wander"
require "behaviours/leash"
local HOOK_TAGS, SCHOOL_TAGS, BAIT_TAGS = { "fishinghook" }, { "oceanfish" }, { "fishmeat", "edible_MEAT" }

local SwimmerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function HookedBy(inst) local f = inst.components.oceanfishable return f ~= nil and f:GetRod() or nil end
local function Lure(inst)
    local hook = FindEntity(inst, TUNING.SWIMMER.SEE_HOOK_DIST, function(h)
        local c = h.components.oceanfishinghook
        return c ~= nil and TheWorld.Map:IsOceanAtPoint(h:GetPosition():Get()) and c:TestInterest(inst)
    end, HOOK_TAGS)
    inst.food_target = hook
    return hook
end
local function LineAngle(inst)
    local rod = HookedBy(inst)
    local target = rod.components.oceanfishingrod.target or rod
    return inst:GetAngleToPoint(target.Transform:GetWorldPosition()) + 180 + GetRandomMinMax(-45, 45)
end
local function Struggle(inst)
    local f = inst.components.oceanfishable
    inst.components.locomotor.runspeed = f:CalcRunSpeed()
    inst.components.locomotor.walkspeed = f:CalcWalkSpeed()
    if f.is_struggling_state then inst.components.locomotor:RunInDirection(LineAngle(inst)) else inst.components.locomotor:WalkInDirection(LineAngle(inst)) end
    f:UpdateRunState()
end
local function SchoolCenter(inst)
    local herd = inst.components.herdmember ~= nil and inst.components.herdmember.herd or nil
    if herd then return herd:GetPosition() end
    local x, y, z = inst.Transform:GetWorldPosition()
    local center, n = Vector3(0, 0, 0), 0
    for i, v in ipairs(TheSim:FindEntities(x, y, z, 12, SCHOOL_TAGS)) do
        center, n = center + v:GetPosition(), n + 1
    end
    return n > 0 and center / n or inst:GetPosition()
end
local function WanderDir(inst) return GetRandomMinMax(-90, 90) * DEGREES + ReduceAngleRad(inst.Transform:GetRotation() * DEGREES) end
local function WanderPoint(pt) return not TheWorld.Map:IsAboveGroundAtPoint(pt.x, pt.y, pt.z) or FindNearbyOcean(pt, 4) == nil end
local function Breach(inst) if not inst.sg:HasAnyStateTag("jumping", "busy") then inst:PushEvent("dobreach") end end

function SwimmerBrain:OnStart()
    local wander = { walk = TUNING.SWIMMER.WANDER, times = { minwalktime = 1, randwalktime = 3, minwaittime = 0, randwaittime = .1 } }
    local root = PriorityNode({
        WhileNode(function() return HookedBy(self.inst) ~= nil end, "Hooked", SequenceNode{
            ParallelNodeAny{ WaitNode(function() return 1 + math.random() end), LoopNode{ ActionNode(function() Struggle(self.inst) end), WaitNode(.2) } },
            ActionNode(function() self.inst.components.oceanfishable:ResetStruggling() end),
        }),
        RunAway(self.inst, { oneoftags = { "boat", "shark", "scarytooceanprey" } }, 6, 9),
        WhileNode(function() return Lure(self.inst) ~= nil end, "bait", SequenceNode{
            Leash(self.inst, function() return self.inst.food_target:GetPosition() end, 1, .5, true),
            ActionNode(function() self.inst:PushEvent("dobreach") end),
        }),
        MinPeriod(self.inst, 10, false, ActionNode(function() Breach(self.inst) end)),
        Wander(self.inst, SchoolCenter, wander.walk, wander.times, WanderDir, nil, WanderPoint),
    }, .25)
    self.bt = BT(self.inst, root)
end

return SwimmerBrain
