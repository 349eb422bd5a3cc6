local brain = require "brains/hulkbrain"

local function stomped(inst)
    inst.stomps = inst.stomps + 1
    if inst.stomps == 10 then
        print(string.format("hulk stomped 10 times, %s m away, health %d", inst:GetDistanceSqToPoint(inst.start) > 16 and "more than 4" or "less than 4",
            inst.components.health.maxhealth))
    end
end
local function fn()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddNetwork()
    MakeGiantCharacterPhysics(inst, 1000, 1)
    inst:AddTag("epic")
    inst.entity:SetPristine()
    if not TheWorld.ismastersim then return inst end
    inst.stomps = 0
    inst.WantsToLeave = function(self) return self.stomps > 1 end
    inst:ListenForEvent("stomp", stomped)
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed = TUNING.HULK_SPEED.WALK
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(TUNING.HULK_HEALTH)
    inst:DoTaskInTime(0, function() inst.start = inst:GetPosition() end)
    inst:SetBrain(brain)
    return inst
end
return Prefab("hulk", fn)
