-- Deer with gems keep their places beside a keeper, and are engaged while it fights. Wild
-- deer watch together whom one of them has seen.
local animal = require "prefabs/animal"

local function SetEngaged(inst, engaged)
    if inst.engaged == engaged then return end
    inst.engaged = engaged
    print("gemdeer engaged " .. tostring(engaged))
end

local function gemdeer()
    local inst = animal({ tags = { "deer", "gemdeer" }, walk = 3, run = 7 })
    inst.SetEngaged, inst.engaged = SetEngaged, false
    inst:AddComponent("entitytracker")
    inst:SetBrain(require "brains/gemdeerbrain")
    return inst
end

local function keeper()
    local inst = animal({ tags = { "keeper" }, walk = 2, run = 4, damage = 60, period = 1, health = 500 })
    inst:AddComponent("commander")
    inst:DoTaskInTime(0, function()
        local x, y, z = inst.Transform:GetWorldPosition()
        for i, deer in ipairs(TheSim:FindEntities(x, y, z, 60, { "gemdeer" })) do
            inst.components.commander:AddSoldier(deer)
            deer.components.entitytracker:TrackEntity("keeper", inst)
            deer.components.knownlocations:RememberLocation("keeperoffset", Vector3(0, 0, i == 1 and 3 or -3))
        end
    end)
    local function places(when)
        for _, deer in ipairs(inst.components.commander:GetAllSoldiers()) do
            local off = deer:GetPosition() - inst:GetPosition() - deer.components.knownlocations:GetLocation("keeperoffset")
            print(when .. ": deer at its place " .. tostring(off:Length() < 1.5))
        end
    end
    inst:DoTaskInTime(10, function()
        places("calm")
        inst.components.combat:SetTarget(FindEntity(inst, 60, nil, { "robber" }))
    end)
    inst:ListenForEvent("killed", function() inst:DoTaskInTime(5, function() places("after the fight") end) end)
    inst:SetBrain(require "brains/keeperbrain")
    return inst
end

local function robber() return animal({ tags = { "robber" }, health = 180 }) end

local function wilddeer()
    local inst = animal({ tags = { "deer", "wilddeer" }, run = 8 })
    if TheWorld.components.deerherding.alerts == nil then TheWorld:AddComponent("deerherding") end
    inst:SetBrain(require "brains/wilddeerbrain")
    inst:DoTaskInTime(12, function()
        local herding = TheWorld.components.deerherding
        print(string.format("alerts %d for %s, seen first by another %s, it looks at it %s", herding.alerts, herding.target.prefab, tostring(herding.first ~= inst),
            tostring(math.abs(anglediff(inst.Transform:GetRotation(), inst:GetAngleToPoint(herding.target:GetPosition()))) < 5)))
    end)
    return inst
end

return Prefab("gemdeer", gemdeer), Prefab("keeper", keeper), Prefab("robber", robber), Prefab("wilddeer", wilddeer)
