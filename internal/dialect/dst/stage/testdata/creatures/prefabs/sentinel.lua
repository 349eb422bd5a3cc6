-- Sentinels wait for help before they attack, and attack together.
local animal = require "prefabs/animal"

local function ShouldWaitForHelp(inst, target)
    local x, y, z = target.Transform:GetWorldPosition()
    return TheSim:CountEntities(x, y, z, TUNING.SENTINEL_HELP_DIST, { "sentinel" }, { "INLIMBO" }) < 3
end

local function sentinel()
    local inst = animal({ tags = { "sentinel" }, walk = 2, run = 5, damage = 20, period = 2 })
    inst.ShouldWaitForHelp = ShouldWaitForHelp
    inst.components.combat:SetRetargetFunction(1, function() return FindEntity(inst, 40, nil, { "burglar" }) end)
    inst.components.combat:SetKeepTargetFunction(function(_, target) return inst.components.combat:CanTarget(target) end)
    inst:SetBrain(require "brains/sentinelbrain")
    return inst
end
local function burglar()
    local inst = animal({ tags = { "burglar" }, health = 150 })
    local first
    inst:ListenForEvent("attacked", function()
        if first then return end
        first = GetTime()
        local x, y, z = inst.Transform:GetWorldPosition()
        print("first blow with " .. TheSim:CountEntities(x, y, z, TUNING.SENTINEL_HELP_DIST + 1, { "sentinel" }) .. " of them around")
    end)
    inst:ListenForEvent("death", function() print("burglar dead") end)
    return inst
end
return Prefab("sentinel", sentinel), Prefab("burglar", burglar)
