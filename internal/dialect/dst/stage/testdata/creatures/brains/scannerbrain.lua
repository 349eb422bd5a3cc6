require "behaviours/follow"
require "behaviours/leash"
local Scanner = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Scanner:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return inst.target ~= nil or inst:TryFindTarget() ~= nil end, "Scans", PriorityNode({
            Follow(inst, function() return inst.target end, 0, 2, TUNING.SCAN_DIST - 1),
            StandStill(inst),
        }, 0.25)),
        Leash(inst, function() return inst.components.knownlocations:GetLocation("spawnpoint") end, 2, 1),
        StandStill(inst),
    }, 0.25))
end
return Scanner
