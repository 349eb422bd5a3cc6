local common = require("prefabs/robot_common")
require "stategraphs/commonstates"

local Robot = Class(Brain, function(self, inst) Brain._ctor(self, inst) end)

local function IsSteered() return TheInput:IsControlPressed(CONTROL_PRIMARY) end

function Robot:OnStart()
    local inst = self.inst
    self.bt = BT(inst, PriorityNode({
        IfNode(IsSteered, "Steered", ActionNode(function() print("steered") end)),
        IfNode(function() return inst.charged end, "Charged", ActionNode(function()
            inst.charged = nil
            local away = common.GetSpawnPoint(inst) + Vector3(3, 0, 4) - inst:GetPosition()
            local direction, length = away:GetNormalizedAndLength()
            print(string.format("%.1f m to go, x %.1f z %.1f, handlers %s, range %d", length, direction.x, direction.z, type(CommonHandlers.OnLocomote), common.RANGE))
        end)),
        StandStill(inst),
    }, 0.25))
end
return Robot
