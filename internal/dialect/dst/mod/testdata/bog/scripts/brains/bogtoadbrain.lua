require "behaviours/wander"
local BogToadBrain = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

function BogToadBrain:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        DoAction(self.inst, function(inst)
            if inst.components.bogcroaker:IsTime() then return BufferedAction(inst, inst, ACTIONS.CROAK) end
        end, "croak"),
        Wander(self.inst, function() return self.inst:GetPosition() end, 10),
    }, 0.25))
end

return BogToadBrain
