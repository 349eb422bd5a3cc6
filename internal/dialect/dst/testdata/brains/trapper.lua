-- Sets up house, trades gold for goods, mines, lights fires, throws, rides.
require "behaviours/doaction"
require "behaviours/wander"
require "behaviours/leash"
require "behaviours/chaseandattack"
require "behaviours/findclosest"
local easing = require("easing")

local TrapperBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.greed, self.taken = 2 + math.random(4), 0
    self.home = nil
end)

local PRICES = { [FOODTYPE.MEAT] = 2, [FOODTYPE.VEGGIE] = 1 }
local function Worth(item)
    if item.components.edible == nil then return item.components.tradable ~= nil and item.components.tradable.goldvalue or 0 end
    local spoil = item.components.perishable ~= nil and item.components.perishable:GetPercent() or 1
    return (PRICES[item.components.edible.foodtype] or 0) * spoil * (item.components.stackable ~= nil and item.components.stackable:StackSize() or 1)
end
local function Loot(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    local items = TheSim:FindEntities(x, y, z, 20, { "_inventoryitem" }, { "INLIMBO", "trap", "fire" })
    table.sort(items, function(a, b) return Worth(a) > Worth(b) end)
    local best = items[1]
    return best ~= nil and not best.components.inventoryitem:IsHeld() and BufferedAction(inst, best, ACTIONS.PICKUP) or nil
end
local function EmptyChest(inst)
    if inst.components.inventory:IsFull() then return end
    local chest = FindEntity(inst, 20, function(e)
        local c = e.components.container
        return c ~= nil and not c:IsEmpty() and not (e.components.lock ~= nil and e.components.lock:IsLocked())
    end, { "chest" }, { "burnt" })
    return chest and BufferedAction(inst, chest, ACTIONS.EMPTY_CONTAINER) or nil
end
local function Machine(inst)
    local m = FindEntity(inst, 10, function(e) return e.components.machine ~= nil and not e.components.machine:IsOn() and e.components.fueled ~= nil and not e.components.fueled:IsEmpty() end)
    return m and BufferedAction(inst, m, ACTIONS.TURNON) or nil
end
local function Fire(inst)
    local hearth = FindEntity(inst, 15, function(e) return e:HasTag("campfire") and e.components.fueled ~= nil and e.components.fueled:GetPercent() < easing.linear(GetTime() % 480, 0, 1, 480) end, nil, { "INLIMBO" })
    local fuel = inst.components.inventory:FindItem(function(i) return i.components.fuel ~= nil and i.components.fuel.fueltype == FUELTYPE.BURNABLE end)
    return hearth ~= nil and fuel ~= nil and BufferedAction(inst, hearth, ACTIONS.ADDFUEL, fuel) or nil
end
local function RideHome(inst)
    if inst.components.rider ~= nil and inst.components.rider:IsRiding() then
        local mount = inst.components.rider:GetMount()
        return mount ~= nil and BufferedAction(inst, mount, ACTIONS.DISMOUNT) or nil
    end
    local mount = FindEntity(inst, 8, function(e) return e.components.rideable ~= nil and e.components.rideable.canride and not e.components.rideable:IsBeingRidden() and e.components.domesticatable:IsDomesticated() end)
    return mount and BufferedAction(inst, mount, ACTIONS.MOUNT) or nil
end
local function Leave(self)
    return self.taken >= self.greed or self.inst.components.inventory:NumItems() > 0 and self.inst:GetTimeAlive() > TUNING.TRAPPER_STAY_TIME
end
local function Trapped(inst) return inst.components.pinnable ~= nil and inst.components.pinnable:IsStuck() or inst.components.grogginess ~= nil and inst.components.grogginess:IsKnockedOut() end

function TrapperBrain:OnStart()
    self.inst:ListenForEvent("onpickupitem", function(_, data) self.taken = self.taken + 1 end)
    local root = PriorityNode({
        WhileNode(function() return Trapped(self.inst) end, "stuck", StandStill(self.inst)),
        ChaseAndAttack(self.inst, function() return 100 end, function() return 40 end),
        IfNode(function() return Leave(self) end, "Leave", SequenceNode{
            WaitNode(function(inst) return .5 end),
            ActionNode(function() self.inst:PushEvent("leave") self.inst.sg:GoToState("exit") end, "leave"),
        }),
        WhileNode(function() return self.inst.components.inventory:Has("meat", 3) end, "rich", Leash(self.inst, function() return self.inst.components.homeseeker:GetHomePos() end, 6, 2, true)),
        RandomNode{ DoAction(self.inst, Loot, "loot", true), DoAction(self.inst, EmptyChest, "empty"), DoAction(self.inst, Machine, "on"), DoAction(self.inst, Fire, "fire"), DoAction(self.inst, RideHome, "ride") },
        FindClosest(self.inst, 30, function() return 5 end, { "shelter" }, { "INLIMBO" }),
        Wander(self.inst, nil, nil, { minwalktime = 2, randwalktime = 2, minwaittime = .1, randwaittime = .1 }),
    }, 1)
    self.bt = BT(self.inst, root)
end

return TrapperBrain
