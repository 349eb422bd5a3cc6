-- It stalks a player whom it sees, at a distance, and leaps in the end.
local animal = require "prefabs/animal"

local function SetStalking(inst, who)
    if who == inst._stalking then return end
    inst._stalking, inst._since = who, GetTime()
    inst:AddOrRemoveTag("stalking", who ~= nil)
end
local function IsStalking(inst) return inst._stalking ~= nil end
local function GetStalking(inst) return inst._stalking end

local function prowler()
    local inst = animal({ tags = { "prowler", "monster", "hostile" }, walk = 3, run = 8, damage = 10, period = 2, range = 2.5 })
    inst.SetStalking, inst.IsStalking, inst.GetStalking = SetStalking, IsStalking, GetStalking
    inst.min, inst.max, inst.leaps = math.huge, 0, 0
    inst:DoPeriodicTask(0.5, function()
        local who = inst:GetStalking()
        if who == nil or inst.components.combat.target ~= nil or GetTime() - inst._since < 6 then return end -- it has to come near first
        local d = math.sqrt(inst:GetDistanceSqToInst(who))
        inst.min, inst.max = math.min(inst.min, d), math.max(inst.max, d)
    end)
    inst:ListenForEvent("onattackother", function(_, data)
        inst.leaps = inst.leaps + 1
        if inst.leaps == 1 then
            print(string.format("leapt at %s after %s stalking, between %s of it", data.target.name, GetTime() - inst._when < 3 and "some" or "no",
                inst.min > 6.5 and inst.max < 9.5 and "7 and 9 m" or string.format("%.1f and %.1f m", inst.min, inst.max)))
        end
    end)
    inst:SetBrain(require "brains/prowlerbrain")
    return inst
end

return Prefab("prowler", prowler)
