-- A box on legs that stays with its owner and opens for those who stand by.
require "behaviours/follow"
require "behaviours/wander"
require "behaviours/faceentity"
require "behaviours/panic"
require "behaviours/standstill"

local CARRY_TAGS = { "_inventoryitem" }
local MIN_FOLLOW_DIST, TARGET_FOLLOW_DIST, MAX_FOLLOW_DIST = 0, 6, 12

local function GetFaceTargetFn(inst) return FindClosestPlayerToInst(inst, TARGET_FOLLOW_DIST, true) end
local function KeepFaceTargetFn(inst, target) return not target:HasTag("notarget") and inst:IsNear(target, MAX_FOLLOW_DIST) end
local function IsOpen(inst)
    local c = inst.components.container
    return c ~= nil and (c:IsOpen() or c.opencount > 0)
end
local function Room(inst)
    local c = inst.components.container
    return c ~= nil and not c:IsFull() and c:NumItems() < c.numslots
end
local function Fetch(inst)
    if not Room(inst) or inst.sg:HasStateTag("open") then return end
    local item = FindPickupableItem(inst, 8, false, inst:GetPosition(), inst._ignore, nil, nil, nil, nil)
    if item == nil then
        local list = TheSim:FindEntities(inst:GetPosition().x, 0, inst:GetPosition().z, 8, CARRY_TAGS, { "INLIMBO", "heavy" })
        item = GetRandomItem(list)
    end
    return item ~= nil and item.components.inventoryitem.canbepickedup and BufferedAction(inst, item, ACTIONS.PICKUP) or nil
end
local function Store(inst)
    local item = inst.components.inventory:FindItem(function(i) return i.components.stackable ~= nil and i.components.stackable:StackSize() >= 1 end)
    local box = item ~= nil and FindEntity(inst, 10, function(e) return e ~= inst and e.components.container ~= nil and not e.components.container:IsFull() end)
    return box and BufferedAction(inst, box, ACTIONS.STORE, item) or nil
end

local ChestBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.reach = { [MIN_FOLLOW_DIST] = "near", [MAX_FOLLOW_DIST] = "far" }
end)

function ChestBrain:OnStart()
    local root = PriorityNode({
        WhileNode(function() return self.inst.components.hauntable and self.inst.components.hauntable.panic end, "PanicHaunted", Panic(self.inst)),
        WhileNode(function() return IsOpen(self.inst) end, "open", StandStill(self.inst)),
        Follow(self.inst, function() return self.inst.components.follower.leader end, MIN_FOLLOW_DIST, TARGET_FOLLOW_DIST, MAX_FOLLOW_DIST),
        FaceEntity(self.inst, GetFaceTargetFn, KeepFaceTargetFn),
        DoAction(self.inst, Store, "store"),
        MinPeriod(self.inst, 3, true, DoAction(self.inst, Fetch, "fetch", nil, 5)),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") or self.inst:GetPosition() end, 3),
    }, .25)
    self.bt = BT(self.inst, root)
end

return ChestBrain
