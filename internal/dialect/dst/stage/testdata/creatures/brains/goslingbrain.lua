require "behaviours/doaction"
require "behaviours/follow"
require "behaviours/wander"
local Gosling = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Herd(inst) return inst.components.herdmember:GetHerd() end
local function Call(inst)
    local herd = Herd(inst)
    return herd ~= nil and BufferedAction(inst, herd, ACTIONS.SUMMONGUARDIAN) or nil
end
function Gosling:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return inst:HasGuardian() end, "Guarded", Follow(inst, function() return Herd(inst).components.guardian.guardian end, 1, 3, 6)),
        WhileNode(function() return Herd(inst) ~= nil and not inst:HasGuardian() end, "Alone", DoAction(inst, Call, "call", true)),
        Wander(inst, function() return inst.components.knownlocations:GetLocation("herd") end, 6),
    }, 0.5))
end
return Gosling
