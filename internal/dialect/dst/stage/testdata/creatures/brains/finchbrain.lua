local Finch = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function IsScared(inst) return FindEntity(inst, inst.flyawaydistance, nil, nil, { "notarget", "INLIMBO", "bird" }, { "player", "monster", "scarytoprey" }) ~= nil end
function Finch:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return not inst.sg:HasStateTag("flight") and IsScared(inst) end, "Scared", ActionNode(function() inst:PushEvent("flyaway") end)),
        StandStill(inst),
    }, 0.25))
end
return Finch
