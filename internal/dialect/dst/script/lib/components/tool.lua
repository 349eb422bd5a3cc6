-- What one works with. Whoever has the component `worker` needs none.
local Tool = Class(function(self, inst)
    self.inst = inst
    self.actions = {}
    inst:AddTag("tool")
end)

function Tool:SetAction(action, effectiveness)
    self.actions[action] = effectiveness or 1
    self.inst:AddTag(action.id .. "_tool")
end
function Tool:CanDoAction(action) return self.actions[action] ~= nil end
function Tool:GetEffectiveness(action) return self.actions[action] or 0 end
function Tool:EnableToughWork(on) self.tough = on end
function Tool:CanDoToughWork() return self.tough == true end

return Tool
