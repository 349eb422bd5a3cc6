require "behaviours/doaction"
require "behaviours/wander"
local Vole = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function GoHome(inst)
    local home = inst.components.homeseeker ~= nil and inst.components.homeseeker.home or nil
    return home and BufferedAction(inst, home, ACTIONS.GOHOME) or nil
end
local function Eat(inst)
    if (inst.components.eater:TimeSinceLastEating() or math.huge) < 5 then return nil end
    local food = FindEntity(inst, 15, function(e) return inst.components.eater:CanEat(e) end, nil, { "INLIMBO" }, inst.components.eater:GetEdibleTags())
    return food and BufferedAction(inst, food, ACTIONS.EAT) or nil
end
function Vole:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return not TheWorld.state.isday end, "Night", DoAction(inst, GoHome, "go home", true)),
        DoAction(inst, Eat, "eat"),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("home") end, 8),
    }, 0.5))
end
return Vole
