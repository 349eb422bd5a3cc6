require("behaviours/wander")
require("behaviours/leash")
require("behaviours/doaction")

local StiltBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Pool(inst)
    return FindEntity(inst, 40, function(e) return e.components.fishable:GetFishPercent() > 0 end, { "fishable" })
end

-- The place in the middle of the shoal, where it stands and waits.
local function Shoal(inst)
    local minnow = FindEntity(inst, 40, nil, { "minnow" })
    return minnow ~= nil and minnow.components.knownlocations:GetLocation("herd") or nil
end

local function Hungry(inst)
    return inst.components.hunger:GetPercent() < .8 and not TheWorld.state.isnight and Pool(inst) ~= nil
end

local function EatCatch(inst)
    local fish = inst.components.inventory:FindItem(function(item) return inst.components.eater:CanEat(item) end)
    return fish ~= nil and BufferedAction(inst, fish, ACTIONS.EAT) or nil
end

local function Fish(inst)
    if inst.sg:HasStateTag("fishing") then return end
    local pool = Pool(inst)
    if pool ~= nil then inst:PushEvent("dofish", { pool = pool }) end
end

function StiltBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        DoAction(self.inst, EatCatch, "eat catch"),
        WhileNode(function() return self.inst.sg:HasStateTag("fishing") end, "Fishing", StandStill(self.inst)),
        WhileNode(function() return Hungry(self.inst) end, "Hungry", PriorityNode({
            Leash(self.inst, Shoal, 3, 1.5),
            ActionNode(function() Fish(self.inst) end, "fish"),
        }, .5)),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 5),
    }, .5))
end

return StiltBrain
