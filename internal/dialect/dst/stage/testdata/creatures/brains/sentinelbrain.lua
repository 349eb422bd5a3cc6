require "behaviours/chaseandattack"
require "behaviours/leash"
require "behaviours/faceentity"
local Sentinel = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
function Sentinel:OnStart()
    local inst = self.inst
    local function target() return inst.components.combat.target end
    local function waits() return target() ~= nil and inst:ShouldWaitForHelp(target()) end
    self.bt = BT(inst, PriorityNode({
        WhileNode(waits, "Waits", PriorityNode({
            Leash(inst, function() return target():GetPosition() end, TUNING.SENTINEL_HELP_DIST - 1, TUNING.SENTINEL_HELP_DIST - 2),
            FaceEntity(inst, target, function(_, e) return e:IsValid() end),
        }, 0.25)),
        ChaseAndAttack(inst, 30, 60),
        StandStill(inst),
    }, 0.25))
end
return Sentinel
