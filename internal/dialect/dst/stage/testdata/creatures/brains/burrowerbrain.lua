require "behaviours/standstill"

local Burrower = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

function Burrower:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return inst:CanComeUp() end, "Up", ActionNode(function()
            print("up " .. inst:ComeUp() .. " " .. inst.prefab)
        end)),
        StandStill(inst),
    }, 0.25))
end

return Burrower
