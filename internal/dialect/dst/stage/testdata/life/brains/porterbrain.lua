require("behaviours/wander")
require("behaviours/doaction")
require("behaviours/standstill")

local PorterBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
end)

-- Gives meat to a beast that follows nobody.
local function Give(inst)
    local meat = inst.components.inventory:FindItem(function(item) return item.components.edible ~= nil end)
    local beast = meat ~= nil and FindEntity(inst, 10, function(e)
        return e.components.follower ~= nil and e.components.follower:GetLeader() == nil
    end, { "trader" }, { "INLIMBO" }) or nil
    return beast ~= nil and BufferedAction(inst, beast, ACTIONS.GIVE, meat) or nil
end

function PorterBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(function() return TheWorld.state.isnight end, "Night", StandStill(self.inst)),
        DoAction(self.inst, Give, "give", false, 10),
        Wander(self.inst, function() return self.inst.components.knownlocations:GetLocation("home") end, 16),
    }, .5))
end

return PorterBrain
