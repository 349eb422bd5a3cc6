-- Things of the scene: what a kind of items is. A prefab of that name says it, else
-- Thicket's own list does, else it is something that can be carried, and eaten where the
-- scene says so.
local native = ...
local own = native.things()

local function food(inst, kind, hunger, health)
    inst:AddComponent("edible")
    local edible = inst.components.edible
    edible.foodtype, edible.hungervalue, edible.healthvalue = kind, hunger, health
end

-- The first entity that is made from here on is inst.
return function(inst, kind, feeds, heals, tags)
    if PrefabExists(kind) then
        Prefabs[kind].fn(TheSim)
    else
        CreateEntity()
        inst.entity:AddTransform()
        if own[kind] then
            own[kind](inst)
        else
            inst:AddComponent("inventoryitem")
            inst:AddComponent("tradable")
            inst:AddComponent("stackable")
        end
    end
    inst:SetPrefabName(kind)
    local edible = inst.components.edible
    if edible == nil and (feeds > 0 or heals > 0) then
        food(inst, FOODTYPE.GENERIC, feeds * 100, heals)
        inst:AddComponent("bait")
    elseif edible ~= nil then
        if feeds > 0 then edible.hungervalue = feeds * 100 end
        if heals > 0 then edible.healthvalue = heals end
    end
    for _, tag in ipairs(tags) do
        local type = string.match(tag, "^edible_(.+)$")
        if type ~= nil and inst.components.edible ~= nil then
            inst.components.edible.foodtype = type
        else
            inst:AddTag(tag)
        end
    end
    inst:AddTag(kind)
end
