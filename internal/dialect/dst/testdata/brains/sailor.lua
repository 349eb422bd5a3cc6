-- Crew on a boat: rows, steers, fires, boards, swims after loot, leaves a wreck.
require "behaviours/wander"
require "behaviours/leash"
require "behaviours/chaseandattack"
require "behaviours/runaway"
require "behaviours/doaction"
local BrainCommon = require("brains/braincommon")
local TREASURE_TAGS, NO_TAGS = { "_inventoryitem" }, { "INLIMBO", "heavy", "irreplaceable" }

local SailorBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self._rowcount = 0
end)

local function Boat(inst) return inst.components.crewmember ~= nil and inst.components.crewmember.boat or nil end
local function RowBoat(inst)
    local boat = Boat(inst)
    if boat == nil or inst.components.crewmember == nil or not inst.components.crewmember:Shouldrow() then return nil end
    local pos, angle = nil, math.random() * TWOPI
    if boat.components.boatcrew ~= nil and boat.components.boatcrew:GetHeadingNormal() ~= nil then
        local heading = boat.components.boatcrew:GetHeadingNormal()
        pos = boat:GetPosition() - Vector3(heading.x, 0, heading.z) * boat:GetPhysicsRadius(4)
    else
        pos = Vector3(VecUtil_Add(boat:GetPosition().x, boat:GetPosition().z, math.cos(angle), math.sin(angle)))
    end
    return BufferedAction(inst, nil, ACTIONS.ROW, inst.components.inventory:GetEquippedItem(EQUIPSLOTS.HANDS), pos)
end
local function OnBoat(inst) return inst:GetCurrentPlatform() ~= nil or Boat(inst) ~= nil and inst:GetCurrentPlatform() == Boat(inst) end
local function Steal(inst)
    local item = FindEntity(inst, 20, function(i)
        if inst._tried ~= nil and inst._tried[i] then return false end
        return i.components.inventoryitem ~= nil and i.components.inventoryitem.canbepickedup and (i:GetCurrentPlatform() == inst:GetCurrentPlatform())
    end, TREASURE_TAGS, NO_TAGS)
    if item ~= nil then
        inst._tried = inst._tried or {}
        inst._tried[item] = true
        return BufferedAction(inst, item, ACTIONS.PICKUP)
    end
end
local function FixLeak(inst)
    local boat = Boat(inst)
    local leak = boat and FindEntity(boat, 4, function(e) return e.components.boatleak ~= nil and e.components.boatleak.has_leaks end)
    local patch = leak and inst.components.inventory:FindItem(function(i) return i:HasTag("boat_patch") end) or nil
    return leak and BufferedAction(inst, leak, ACTIONS.REPAIR_LEAK, patch) or nil
end
local function Cannon(inst)
    local c = FindEntity(inst, 6, function(e) return e.components.boatcannon ~= nil and not e.components.timer:TimerExists("monkey_biz") end, { "boatcannon" })
    return c and BufferedAction(inst, c, c.components.boatcannon:IsAmmoLoaded() and ACTIONS.BOAT_CANNON_SHOOT or ACTIONS.BOAT_CANNON_LOAD_AMMO) or nil
end
local function BoatPos(inst) local b = Boat(inst) return b ~= nil and b:IsValid() and b:GetPosition() or nil end
local function Embarks(inst)
    return inst.components.embarker ~= nil and inst.components.embarker:HasDestination() and inst.sg:HasStateTag("jumping")
end
local function Drowns(inst) return inst.components.drownable ~= nil and inst.components.drownable:IsOverWater() and inst.components.drownable.enabled ~= false end

function SailorBrain:OnStart()
    local inst = self.inst
    local abandon = WhileNode(function() return inst.abandon == true or Drowns(inst) end, "Abandon", ActionNode(function() inst:PushEvent("onsink", { boat = Boat(inst) }) end))
    local root = PriorityNode({
        FailIfSuccessDecorator(ConditionWaitNode(function() return not Embarks(inst) end, "Block while boarding")),
        BrainCommon.PanicTrigger(inst),
        abandon,
        ChattyNode(inst, "SAILOR_TALK_FIGHT", ChaseAndAttack(inst, 10, 12, nil, function(i) return i.components.combat.target end)),
        WhileNode(function() return OnBoat(inst) end, "OnBoat", PriorityNode({
            DoAction(inst, FixLeak, "fix"),
            DoAction(inst, Cannon, "cannon", nil, 3),
            ParallelNode{ WaitNode(1), DoAction(inst, RowBoat, "row", nil, 3) },
        }, .5)),
        DoAction(inst, Steal, "steal", true),
        Leash(inst, BoatPos, 12, 3, true),
        Wander(inst, function() return BoatPos(inst) or inst.components.knownlocations:GetLocation("home") end, function() return 4 end, { minwalktime = .2, randwalktime = .2, minwaittime = 1, randwaittime = 5 }),
    }, .25)
    self.bt = BT(inst, root)
end

function SailorBrain:OnStop() self._rowcount = 0 end

return SailorBrain
