local Mother = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Mother:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return inst.chicks < 3 end, "Lays", ActionNode(function()
            local x, y, z = inst.Transform:GetWorldPosition()
            local before = #TheSim:FindEntities(x, y, z, 3, { "chick" })
            local made = inst:LayEgg()
            print(made.prefab .. " " .. inst.chicks .. " near " .. tostring(made:IsNear(inst, 2)) .. ", beside " .. before)
        end)),
        StandStill(inst),
    }, 1))
end
return Mother
