-- A gleam drifts to a player who is within sight of a camera, unless the world's manager of
-- plants has a use for it, which nobody wrote.
local animal = require "prefabs/animal"
local function gleam()
    local inst = animal({ tags = { "gleam", "flying" }, walk = 3, run = 3 })
    inst:SetBrain(require "brains/gleambrain")
    local start
    inst:DoTaskInTime(0, function()
        start = math.sqrt(inst:GetDistanceSqToClosestPlayer(true))
    end)
    inst:DoTaskInTime(10, function()
        print(string.format("nearer to the player by %s, asked the manager %s", start - math.sqrt(inst:GetDistanceSqToClosestPlayer(true)) > 5 and "more than 5 m" or "little", tostring(inst.asked)))
    end)
    return inst
end
return Prefab("gleam", gleam)
