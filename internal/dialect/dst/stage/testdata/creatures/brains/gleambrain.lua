require "behaviours/follow"
local Gleam = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)
local function Player(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    for _, who in ipairs(AllPlayers) do
        if who:GetDistanceSqToPoint(x, y, z) < PLAYER_CAMERA_SEE_DISTANCE_SQ then return who end
    end
end
function Gleam:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        WhileNode(function() return not inst.asked end, "Plant", ActionNode(function()
            inst.asked = true
            if TheWorld.components.lunarthrall_plantspawner ~= nil and TheWorld.components.lunarthrall_plantspawner:FindPlant() ~= nil then
                TheWorld.components.lunarthrall_plantspawner:MoveGestaltToPlant(inst)
            end
        end)),
        Follow(inst, Player, 0, 3, 4),
        StandStill(inst),
    }, 0.25))
end
return Gleam
