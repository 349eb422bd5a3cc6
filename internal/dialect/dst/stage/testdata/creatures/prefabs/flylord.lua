-- A lord of flies calls as many as its prefab says; each makes the plants of a field suffer.
local animal = require "prefabs/animal"

local function NumFruitFliesToSpawn(inst)
    local x, y, z = inst.Transform:GetWorldPosition()
    local plants, flies = TheSim:CountEntities(x, y, z, 30, { "farm_plant" }), inst.components.leader:CountFollowers("fly")
    return math.min(3, plants) - flies
end

local function lord()
    local inst = animal({ tags = { "flylord", "flying" } })
    inst.NumFruitFliesToSpawn = NumFruitFliesToSpawn
    inst:AddComponent("leader")
    inst:ListenForEvent("buzz", function()
        for _ = 1, inst:NumFruitFliesToSpawn() do
            local fly = SpawnAt("fly", inst)
            inst.components.leader:AddFollower(fly)
        end
        print("flies " .. inst.components.leader:CountFollowers("fly") .. ", more wanted " .. inst:NumFruitFliesToSpawn())
    end)
    inst:SetBrain(require "brains/flylordbrain")
    return inst
end
local function fly()
    local inst = animal({ tags = { "fly", "flying" }, walk = 4, run = 4 })
    inst:AddComponent("follower")
    inst:SetBrain(require "brains/flybrain")
    return inst
end
local suffering = 0
local function plant()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("farm_plant")
    inst:AddComponent("farmplantstress")
    inst:AddComponent("farmplanttendable")
    inst.components.farmplanttendable.tendable = false
    inst:ListenForEvent("stressed", function(_, data)
        inst.components.farmplanttendable.tendable = true
        suffering = suffering + 1
        print("plant " .. suffering .. " lost its " .. data.name .. " to a " .. data.doer.prefab)
    end)
    return inst
end
return Prefab("flylord", lord), Prefab("fly", fly), Prefab("cabbage", plant)
