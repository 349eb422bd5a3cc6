require "behaviours/doaction"
local Macaque = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.thrown = 0
end)
local function Porter(inst) return FindEntity(inst, 40, nil, { "porter" }) end
local function Throw(inst)
    local who = Porter(inst)
    local item = inst.components.inventory:FindItem(function(i) return i == inst.weaponitems.thrower end)
    if item == nil or who == nil then return nil end
    return BufferedAction(inst, who, ACTIONS.TOSS, item)
end
local function Store(inst)
    local loot = inst.components.inventory:FindItem(function(i) return i:HasTag("loot") end)
    local den = loot and FindEntity(inst, 60, function(e) return not e.components.container:IsFull() end, { "monkeyden" })
    return den and BufferedAction(inst, den, ACTIONS.STORE, loot) or nil
end
local function PickUp(inst)
    local loot = FindEntity(inst, 20, nil, { "loot", "_inventoryitem" }, { "INLIMBO" })
    return loot and BufferedAction(inst, loot, ACTIONS.PICKUP) or nil
end
local function Steal(inst)
    local who = Porter(inst)
    local loot = who and who.components.inventory:FindItem(function(i) return i:HasTag("loot") end)
    return loot and BufferedAction(inst, loot, ACTIONS.STEAL) or nil
end
function Macaque:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return self.thrown < 2 end, "Throws", SequenceNode({
            DoAction(inst, Throw, "throw", true), ActionNode(function() self.thrown = self.thrown + 1 end), WaitNode(2),
        })),
        WhileNode(function() return inst:HasLoot() end, "Has loot", DoAction(inst, Store, "store", true)),
        DoAction(inst, PickUp, "pick up", true),
        DoAction(inst, Steal, "steal", true),
        StandStill(inst),
    }, 0.25))
end
return Macaque
