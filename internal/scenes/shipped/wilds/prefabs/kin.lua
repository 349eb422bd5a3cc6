-- What creatures of the wilds have in common.
local Kin = {}

-- A creature on legs: it walks, lives, fights, sleeps and leaves something behind.
function Kin.Walker(o)
    local inst = CreateEntity()
    inst.entity:AddTransform()
    inst.entity:AddAnimState()
    MakeCharacterPhysics(inst, o.mass or 50, o.radius or 0.5)
    for _, tag in ipairs(o.tags) do inst:AddTag(tag) end
    inst:AddComponent("locomotor")
    inst.components.locomotor.walkspeed, inst.components.locomotor.runspeed = o.walk, o.run
    inst:AddComponent("health")
    inst.components.health:SetMaxHealth(o.health)
    inst:AddComponent("combat")
    inst.components.combat:SetDefaultDamage(o.damage or 0)
    inst.components.combat:SetAttackPeriod(o.period or 2)
    inst.components.combat:SetRange(o.range or 1.5)
    inst:AddComponent("knownlocations")
    inst:AddComponent("lootdropper")
    if o.loot then inst.components.lootdropper:SetLoot(o.loot) end
    inst:SetStateGraph()
    inst:SetBrain(o.brain)
    return inst
end

-- Whoever is struck strikes back, and calls its kind.
function Kin.Defends(inst, radius, kind, helpers)
    inst:ListenForEvent("attacked", function(inst, data)
        if data == nil or data.attacker == nil then return end
        inst.components.combat:SetTarget(data.attacker)
        inst.components.combat:ShareTarget(data.attacker, radius, function(e) return e:HasTag(kind) end, helpers)
    end)
end

-- A house in which one of a kind lives: it comes out when the house says so.
function Kin.House(prefab, radius)
    local inst = CreateEntity()
    inst.entity:AddTransform()
    MakeObstaclePhysics(inst, radius)
    inst:AddTag("structure")
    return inst
end

-- The nearest living thing that is prey or a foe.
function Kin.Nearest(inst, radius, must, cant, oneof)
    return FindEntity(inst, radius, function(e) return inst.components.combat:CanTarget(e) end, must, cant, oneof)
end

return Kin
