local common = require("prefabs/robot_common")
local brain = require("brains/robotbrain")

local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    inst.entity:AddMiniMapEntity():SetIcon("robot.png")
    MakeCharacterPhysics(inst, 50, 0.4)
    inst:AddComponent("locomotor")
    inst:AddComponent("knownlocations")
    inst:AddComponent("timer")
    inst:AddComponent("circuit"):SetVoltage(12) -- nobody wrote one
    inst.components.circuit.onfused = function() end
    inst:DoTaskInTime(0, common.UpdateSpawnPoint)
    inst:ListenForEvent("timerdone", function(_, data)
        if data.name == "charge" then inst.charged = true end
    end)
    inst.components.timer:StartTimer("charge", 2)
    inst:SetBrain(brain)
    return inst
end
return Prefab("robot", fn)
