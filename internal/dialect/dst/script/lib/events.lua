-- What the arena tells a body, in the words of the game.
local native = ...

-- A blow by somebody whose life is not here. Those who listen to him hear of it, too.
local function struck(inst, blow)
    local attacker = blow.by > 0 and native.entity(blow.by) or nil
    local combat, health = inst.components.combat, inst.components.health
    if attacker ~= nil and native.foreign(attacker) then
        attacker:PushEvent("newcombattarget", { target = inst })
        attacker:PushEvent("onattackother", { target = inst })
    end
    if combat ~= nil and attacker ~= nil then
        combat:GetAttacked(attacker, blow.points)
    elseif health ~= nil then
        health:DoDelta(-blow.points, nil, "hunger")
    end
end

-- Who died in the arena is dead here; who says so himself knows it already.
local function died(inst, by)
    local health = inst.components.health
    if health == nil then
        inst:Remove()
    elseif not health:IsDead() then
        health:DoDelta(-health.currenthealth, nil, "arena", true, native.entity(by), true)
    end
end

local words = {
    struck = struck,
    died = died,
    healed = function(inst, points)
        if inst.components.health ~= nil then inst.components.health:DoDelta(points, true, "regen") end
    end,
    killed = function(inst, whom)
        local victim = type(whom) == "number" and native.entity(whom) or nil
        if victim ~= nil and native.foreign(victim) then inst:PushEvent("killed", { victim = victim, attacker = inst }) end
    end,
    took = function(inst, kind) inst:PushEvent("onpickupitem", { prefab = kind }) end,
    dropped = function(inst, kind) inst:PushEvent("dropitem", { prefab = kind }) end,
    starving = function(inst) inst:PushEvent("startstarving") end,
}

return function(inst, name, arg)
    local say = words[name]
    if say ~= nil and inst:IsValid() then say(inst, arg) end
end
