-- What the arena tells a body, in the words of the game.
local native = ...

local words = {
    damaged = function(inst, by)
        local combat, attacker = inst.components.combat, native.entity(by)
        combat.lastwasattackedtime = GetTime()
        inst:PushEvent("attacked", { attacker = attacker, damage = combat.defaultdamage })
        if attacker then combat:SuggestTarget(attacker) end
    end,
    killed = function(inst, whom) inst:PushEvent("killed", { victim = native.entity(whom) }) end,
    died = function(inst, by) inst:PushEvent("death", { afflicter = native.entity(by) }) end,
    came_back = function(inst) inst:PushEvent("respawnfromghost") end,
    took = function(inst, kind) inst:PushEvent("onpickupitem", { prefab = kind }) end,
    dropped = function(inst, kind) inst:PushEvent("dropitem", { prefab = kind }) end,
    starving = function(inst) inst:PushEvent("startstarving") end,
}

return function(inst, name, arg)
    local say = words[name]
    if say and not (name == "killed" and type(arg) ~= "number") then say(inst, arg) end
end
