require("behaviours/leash")
require("behaviours/standstill")

local StrollerBrain = Class(Brain, function(self, inst)
    Brain._ctor(self, inst)
    self.there = false
end)

-- Up and down between its home and a point beyond it.
function StrollerBrain:Goal()
    local home = self.inst.components.knownlocations:GetLocation("home")
    return home + Vector3(self.there and 8 or -8, 0, 0)
end

function StrollerBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(function() return TheWorld.state.isnight end, "Night", StandStill(self.inst)),
        Leash(self.inst, function() return self:Goal() end, 2, 1),
        ActionNode(function() self.there = not self.there end, "turn"),
    }, .5))
end

return StrollerBrain
