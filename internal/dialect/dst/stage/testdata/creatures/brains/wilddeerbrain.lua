require "behaviours/faceentity"
require "behaviours/standstill"

local Deer = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function Stranger(inst) return FindEntity(inst, 9, nil, { "_combat" }, { "deer", "INLIMBO" }) end
local function Watched() return TheWorld.components.deerherding.target end

function Deer:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(function() return not TheWorld.components.deerherding:HerdHasAlertTarget() and Stranger(inst) ~= nil end, "Sees", ActionNode(function()
            TheWorld.components.deerherding:SetHerdAlertTarget(inst, Stranger(inst))
        end)),
        FaceEntity(inst, Watched, function(_, who) return who:IsValid() end),
        StandStill(inst),
    }, 0.5))
end

return Deer
