-- Bats that form a team around a threat; one or two of them at a time strike.
local animal = require "prefabs/animal"

local function MakeTeam(inst, target)
    local leader = SpawnPrefab("flitterteam")
    leader.components.teamleader:SetNewThreat(target)
    leader.components.teamleader:NewTeammate(inst)
    leader.components.teamleader:BroadcastDistress(inst)
end
local function Retarget(inst)
    local team = inst.components.teamattacker
    local target = FindEntity(inst, 20, function(e) return inst.components.combat:CanTarget(e) end, { "knight" })
    if target ~= nil and not team.inteam and not team:JoinFormation() then MakeTeam(inst, target) end
    return team.orders == ORDERS.ATTACK and target or nil
end
local function flitter()
    local inst = animal({ tags = { "flitter", "flying" }, walk = 6, run = 8, damage = 5, period = 1, range = 1.5 })
    inst:AddComponent("teamattacker")
    inst.components.teamattacker.team_type = "flitter"
    inst:AddTag("team_flitter")
    inst.components.combat:SetRetargetFunction(1, Retarget)
    inst.components.combat:SetKeepTargetFunction(function(_, target) return inst.components.teamattacker.orders == ORDERS.ATTACK and inst.components.combat:CanTarget(target) end)
    inst:SetBrain(require "brains/flitterbrain")
    return inst
end
local function team()
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst:AddTag("CLASSIFIED")
    inst:AddComponent("teamleader")
    inst.components.teamleader.team_type = "flitter"
    inst:AddTag("teamleader_flitter")
    return inst
end
local function knight()
    local inst = animal({ tags = { "knight" }, health = 1000 })
    inst.most, inst.hits = 0, 0
    inst:ListenForEvent("attacked", function() inst.hits = inst.hits + 1 end)
    inst:DoPeriodicTask(0.25, function()
        local n = 0
        local x, y, z = inst.Transform:GetWorldPosition()
        for _, e in ipairs(TheSim:FindEntities(x, y, z, 40, { "flitter" })) do
            if e.components.combat.target == inst then n = n + 1 end
        end
        inst.most = math.max(inst.most, n)
    end)
    inst:DoTaskInTime(25, function()
        local x, y, z = inst.Transform:GetWorldPosition()
        local teams, inplace, inteam = {}, 0, 0
        for _, e in ipairs(TheSim:FindEntities(x, y, z, 40, { "flitter" })) do
            local a = e.components.teamattacker
            if a.inteam then
                inteam = inteam + 1
                teams[a.teamleader] = true
                if a.formationpos ~= nil and e:GetDistanceSqToPoint(a.formationpos) < 9 then inplace = inplace + 1 end
            end
        end
        print(string.format("teams %d of %d, in place %s, at most %s at once, struck %s", GetTableSize(teams), inteam, inplace >= 2 and "2 or more" or tostring(inplace),
            inst.most >= 1 and inst.most <= 2 and "1 or 2" or tostring(inst.most), tostring(inst.hits > 2)))
    end)
    return inst
end
return Prefab("flitter", flitter), Prefab("flitterteam", team), Prefab("knight", knight)
