local Sage = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Sage:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({ SequenceNode({
        ActionNode(function()
            local lines = inst:GetLines()
            inst.components.talker:Say(lines[inst.friendliness % #lines + 1])
            print(lines[inst.friendliness % #lines + 1] .. " of " .. #lines)
            inst.friendliness = inst.friendliness + 1
        end),
        WaitNode(3),
    }) }, 0.5))
end
return Sage
