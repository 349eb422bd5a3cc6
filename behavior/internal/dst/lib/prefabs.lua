-- Prefabs: what scripts make, and what becomes of it.
local native = ...

local function nothing() end

-- A thing that is known by its name is one, else what a script makes is there for the
-- script only.
local function SpawnPrefab(prefab)
    local item = native.item(tostring(prefab))
    if item ~= nil then return item end
    native.notice("SpawnPrefab: nobody but the script knows of its " .. tostring(prefab))
    return native.spawn(tostring(prefab))
end

return {
    SpawnPrefab = SpawnPrefab, ReplacePrefab = nothing, ErodeAway = nothing, Prefabs = {}, PlayFootstep = nothing, PlayMiningFX = nothing,
    LaunchAt = nothing, Launch = nothing, Launch2 = nothing, LaunchGameItem = nothing, LandFlyingCreature = nothing, RaiseFlyingCreature = nothing,
    SpawnAt = function(prefab, where)
        local e = SpawnPrefab(prefab)
        if where then e.Transform:SetPosition(ToVector3(where):Get()) end
        return e
    end,
    IsFoodSourcePickable = function(e) return e.components.pickable ~= nil and e.components.pickable:CanBePicked() end,
}
