-- Fireflies circle a wanderer in a formation, and scatter for a while when one is struck.
local animal = require "prefabs/animal"

local function glower()
    local inst = animal({ tags = { "glower", "flying", "smallcreature" }, walk = 4, run = 8, health = 100 })
    inst._time_since_formation_attacked = -TUNING.GLOWER_ALERT_TIME
    inst:AddComponent("formationfollower")
    local follower = inst.components.formationfollower
    follower.formation_type = "glower"
    follower.onupdatefn = function(i) -- whoever has no formation looks for one
        if not follower.in_formation and GetTime() - i._time_since_formation_attacked > TUNING.GLOWER_ALERT_TIME then follower:SearchForFormation() end
    end
    follower:StartUpdating()
    inst:ListenForEvent("attacked", function()
        local leader = follower.formationleader
        for _, e in ipairs(leader and { unpack(leader.formation) } or { inst }) do
            e._time_since_formation_attacked = GetTime()
            e.components.formationfollower:LeaveFormation()
        end
    end)
    inst:SetBrain(require "brains/glowerbrain")
    return inst
end

local function ring()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("CLASSIFIED")
    inst:AddComponent("formationleader")
    inst:AddTag("formationleader_glower")
    inst.components.formationleader.formation_type = "glower"
    inst.components.formationleader.min_formation_size = 0
    inst.components.formationleader.radius, inst.components.formationleader.thetaincrement = 4, 0.5
    return inst
end

local function pilgrim()
    local inst = animal({ tags = { "pilgrim" }, walk = 1.5, run = 1.5 })
    inst:DoTaskInTime(1, function()
        inst.ring = SpawnPrefab("glowring")
        inst.ring.components.formationleader:SetUp(inst)
    end)
    local function report(_, when)
        local x, y, z = inst.Transform:GetWorldPosition()
        local members, atplace, around = inst.ring.components.formationleader.formation, 0, 0
        for _, e in ipairs(members) do
            if e:GetDistanceSqToPoint(e.components.formationfollower.formationpos) < 4 then atplace = atplace + 1 end
        end
        print(string.format("%s: in formation %d, each at its place %s, within 8 m %d", when, #members, tostring(#members == atplace), TheSim:CountEntities(x, y, z, 8, { "glower" })))
    end
    inst:DoTaskInTime(14, report, "at first")
    inst:DoTaskInTime(15, function()
        local glower = inst.ring.components.formationleader.formation[1]
        glower.components.combat:GetAttacked(inst, 10)
    end)
    inst:DoTaskInTime(17.5, report, "struck")
    inst:DoTaskInTime(30, report, "later")
    inst:SetBrain(require "brains/pilgrimbrain")
    return inst
end
return Prefab("glower", glower), Prefab("pilgrim", pilgrim), Prefab("glowring", ring)
