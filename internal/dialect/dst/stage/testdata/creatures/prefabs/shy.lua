local function OnVanished(inst, who) print("seen by " .. who.name .. " at night " .. tostring(TheWorld.state.isnight)) inst.seen = (inst.seen or 0) + 1 end
return Prefab("shy", function()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddLightWatcher()
    inst.LightWatcher:SetLightThresh(0.1)
    inst.Vanished = OnVanished
    inst:AddComponent("locomotor")
    inst:SetBrain(require "brains/shybrain")
    return inst
end)
