-- Prefabs, and what their files say of the engine. None of these is of the list that was
-- made from the game.

local function newt(fn)
    Prefab("forest/animals/newt", function()
        local inst = CreateEntity()
        inst.entity:AddTransform()
        inst:AddTag("newt")
        if fn then fn(inst) end
        return inst
    end)
end

fact("prefab-lies-at-the-origin", function()
    newt()
    local made = SpawnPrefab("newt")
    local x, y, z = made.Transform:GetWorldPosition()
    equal(x, 0)
    equal(z, 0)
    made.Transform:SetPosition(3, 0, 4)
    near(made:GetPosition().z, 4)
    equal(made.prefab, "newt")
    equal(SpawnPrefab(nil), nil)
end)

fact("prefab-has-only-what-it-was-given", function()
    newt()
    local made = SpawnPrefab("newt")
    equal(made.Physics, nil)
    equal(made.AnimState, nil)
    equal(made.components.health, nil)
    equal(made.sg, nil)
    equal(made:HasTag("newt"), true)
    equal(made:HasTag("character"), false)
    equal(made.persists, true)
    equal(made.entity:AddAnimState(), made.AnimState)
end)

fact("prefab-takes-the-place-of-another", function()
    newt()
    local first = SpawnAt("newt", pt(5, 6))
    local second = ReplacePrefab(first, "newt")
    equal(first:IsValid(), false)
    near(second:GetPosition().x, pt(5, 6).x)
    near(second:GetPosition().z, pt(5, 6).z)
end)

fact("prefab-erodes", function(inst)
    newt()
    local made = SpawnPrefab("newt")
    ErodeAway(made)
    equal(made.persists, false)
    equal(made:HasTag("NOCLICK"), true)
    at(39, function() equal(made:IsValid(), true) end)
    at(42, function() equal(made:IsValid(), false) end)
end)

fact("prefab-is-heard-of", function(inst)
    newt()
    local heard
    TheWorld:ListenForEvent("entity_spawned", function(_, e) heard = e end)
    local made = SpawnPrefab("newt")
    equal(heard, made)
end)

fact("prefab-variables-of-the-net", function(inst)
    local bool, number, text, of = net_bool(inst.GUID, "a"), net_byte(inst.GUID, "b", "dirty"), net_string(inst.GUID, "c"), net_entity(inst.GUID, "d")
    equal(bool:value(), false)
    equal(number:value(), 0)
    equal(text:value(), "")
    equal(of:value(), nil)
    number:set(7)
    of:set(inst)
    equal(number:value(), 7)
    equal(of:value(), inst)
    net_event(inst.GUID, "e"):push()
end)

fact("prefab-bodies", function()
    local radius, mass
    newt(function(inst)
        MakeCharacterPhysics(inst, 10, 0.7)
        radius, mass = inst.Physics:GetRadius(), inst.Physics:GetMass()
    end)
    local made = SpawnPrefab("newt")
    equal(radius, 0.7)
    equal(mass, 10)
    equal(made:GetPhysicsRadius(0), 0.7)
    MakeObstaclePhysics(made, 1.5)
    equal(made:HasTag("blocker"), true)
    equal(made.Physics:GetMass(), 0)
end)

fact("prefab-calls-of-the-engine", function()
    newt(function(inst) inst.entity:AddSoundEmitter() end)
    local made = SpawnPrefab("newt")
    equal(made.SoundEmitter:PlaySound("a/b", "c"), nil)
    equal(made.SoundEmitter:PlayingSound("c"), false)
    equal(made.Transform:SetFourFaced(), nil)
    equal(made.Transform:SetNineFaced(), nil) -- no such call: a notice
    equal(TheNet:IsDedicated(), true)
    equal(TheNet:GetAntsInPants(), nil) -- a notice, too
end)

fact("prefab-own-component", function(inst)
    newt(function(e) e:AddComponent("appetite"):SetSize(3) end)
    local made = SpawnPrefab("newt")
    equal(made.components.appetite.size, 3)
    equal(made.components.appetite.told, "size")
end, { files = { ["components/appetite.lua"] = [[
    local Appetite = Class(function(self, inst) self.inst, self.size = inst, 1 end, nil, { size = function(self) self.told = "size" end })
    function Appetite:SetSize(n) self.size = n end
    return Appetite
]] } })

fact("prefab-numbers-of-the-root", function()
    equal(TUNING.NEWT_HEALTH, 40)
    equal(TUNING.NEWT_SPEED.RUN, 6)
    equal(TUNING.NEWT_DAMAGE, 9) -- as the scene says, since the file does not
    equal(TUNING.PIG_HEALTH, 250)
    equal(NEWT_LEGS, 4)
    equal(require("tuning"), TUNING)
end, { files = { ["tuning.lua"] = "TUNING = { NEWT_HEALTH = 10 * NEWT_LEGS, NEWT_SPEED = { RUN = 6 } }", ["constants.lua"] = "NEWT_LEGS = 4" },
    scene = "settings: { NEWT_SPEED.RUN: 9, NEWT_DAMAGE: 9 }" })
