require("behaviours/wander")
require("behaviours/doaction")
require("behaviours/leash")
local BrainCommon = require("brains/braincommon")

local TWIGS = 3

local WattlerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

local function Twigs(inst)
    local _, n = inst.components.inventory:Has("twigs", 1)
    return n
end

local function Building(inst)
    return inst.components.entitytracker:GetEntity("lodge")
end

local function Gather(inst)
    if Building(inst) ~= nil or Twigs(inst) >= TWIGS then return end
    local twigs = FindEntity(inst, 25, function(item) return item.prefab == "twigs" end, { "_inventoryitem" }, { "INLIMBO" })
    if twigs ~= nil then return BufferedAction(inst, twigs, ACTIONS.PICKUP) end
    local sapling = FindEntity(inst, 25, function(e) return e.components.pickable ~= nil and e.components.pickable:CanBePicked() end, { "plant" })
    return sapling ~= nil and BufferedAction(inst, sapling, ACTIONS.PICK) or nil
end

local function Site(inst)
    return inst.components.knownlocations:GetLocation("home")
end

local function ShouldBuild(inst)
    return Building(inst) == nil and Twigs(inst) >= TWIGS
end

local function GoHome(inst)
    local home = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return home ~= nil and home:HasTag("lodge") and BufferedAction(inst, home, ACTIONS.GOHOME) or nil
end

function WattlerBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        BrainCommon.PanicTrigger(self.inst),
        WhileNode(function() return not TheWorld.state.isday end, "Night", DoAction(self.inst, GoHome, "go home", true)),
        DoAction(self.inst, Gather, "gather", true, 15),
        WhileNode(function() return ShouldBuild(self.inst) end, "Build", PriorityNode({
            Leash(self.inst, Site, 3, 1),
            ActionNode(function() self.inst:PushEvent("dobuild") end, "build"),
        }, .25)),
        Wander(self.inst, Site, 8),
    }, .5))
end

return WattlerBrain
