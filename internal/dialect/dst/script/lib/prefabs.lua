-- Prefabs: how creatures and things are described, and how scripts make them.
local native = ...

local function nothing() end

-- Every prefab that a file described, by name. The name may be a path, of which the last
-- part counts.
local Prefabs = {}
local function last(name) return string.match(tostring(name), "[^/]*$") end
local Prefab = Class(function(self, name, fn, assets, deps, force)
    self.name, self.path, self.desc = last(name), tostring(name), ""
    self.fn, self.assets, self.deps, self.force_path_search = fn, assets or {}, deps or {}, force or false
    Prefabs[self.name] = self
    native.described(self)
end)
Prefab.__tostring = function(self) return "Prefab " .. self.name end

local Asset = Class(function(self, kind, file, param) self.type, self.file, self.param = kind, file, param end)

local function CreateEntity(name)
    local inst = native.create()
    if name then inst.name = name end
    return inst
end

-- A prefab by its name: one of a file that ran, else one of the file of that name in the
-- user's folder prefabs. A file that was edited runs again.
local function find(name)
    local prefab = rawget(Prefabs, name)
    if prefab == nil then
        native.run("prefabs/" .. name)
        if rawget(Prefabs, name) == nil then native.seek(name) end
        if rawget(Prefabs, name) == nil and native.modprefab ~= nil then native.modprefab(name) end
    elseif prefab.file then
        native.redescribe(name, prefab.file)
    end
    return rawget(Prefabs, name)
end
-- Who looks in the list means whether there is such a prefab: what no file describes can be made, too.
local function listed(_, name)
    if type(name) ~= "string" then return nil end
    return find(name) or { name = name, path = name, desc = "", assets = {}, deps = {} }
end

-- What the engine does once a prefab's function has made an entity.
local function finish(inst, name)
    inst:SetPrefabName(name)
    TheWorld:PushEvent("entity_spawned", inst)
    return inst
end

-- What is described nowhere is there for the script that made it, and has no components but
-- those of things.
local function plain(name)
    if name == "teamleader" then -- which kinds that fight in a team make
        local inst = native.spawn(name)
        inst:AddComponent("teamleader")
        return inst
    end
    native.notice("SpawnPrefab: no file describes " .. name .. ", so only scripts know of it", name)
    return native.spawn(name)
end

local function SpawnPrefab(name)
    if name == nil then return nil end
    name = last(name)
    local prefab = find(name)
    if prefab == nil then
        local item = native.item(name)
        return item ~= nil and finish(item, name) or plain(name)
    end
    local inst = prefab.fn ~= nil and prefab.fn(TheSim) or nil
    if inst == nil then
        print("Failed to spawn " .. name)
        return nil
    end
    if native.bear(inst, name, 0, 0) and inst.sg == nil then inst:SetStateGraph() end -- a bot, where the scene has a class of that name
    native.stock(inst, name)
    finish(inst, name)
    if native.postinit ~= nil then native.postinit(inst, name) end
    return inst
end

local function ReplacePrefab(inst, name)
    local made = SpawnPrefab(name)
    if made == nil then return nil end
    local x, y, z = inst.Transform:GetWorldPosition()
    inst:Remove()
    made.Transform:SetPosition(x, y, z)
    return made
end

local function SpawnAt(name, where, scale, offset)
    local inst = name and where and SpawnPrefab(name)
    if not inst then return nil end
    local p = where.GetPosition and where:GetPosition() or ToVector3(where)
    if offset then p = p + ToVector3(offset) end
    inst.Transform:SetPosition(p:Get())
    return inst
end

-- A thing that is thrown up comes down beside where it was.
local function land(inst, from, radius)
    local angle = math.random() * TWOPI
    local x, _, z = from.Transform:GetWorldPosition()
    inst.Transform:SetPosition(x + math.cos(angle) * radius, 0, z - math.sin(angle) * radius)
end
local function Launch(inst, launcher) land(inst, launcher or inst, 1) end
local function LaunchAt(inst, launcher, _, _, _, radius) land(inst, launcher or inst, 1 + (radius or 0)) end
local function Launch2(inst, launcher, _, _, _, radius)
    land(inst, launcher or inst, 1 + (radius or 0))
    return 0
end

local function ErodeAway(inst, time)
    inst.persists = false
    inst:AddTag("NOCLICK")
    inst:DoTaskInTime(time or 1, inst.Remove)
end

-- A thing from its record, as GetSaveRecord gives it.
local function SpawnSaveRecord(saved, newents)
    local inst = saved ~= nil and saved.prefab ~= nil and SpawnPrefab(saved.prefab) or nil
    if inst == nil then return nil end
    if inst.Transform then inst.Transform:SetPosition(saved.x or 0, saved.y or 0, saved.z or 0) end
    inst:SetPersistData(saved.data, newents or {})
    inst:LoadPostPass(newents or {}, saved.data)
    return inst
end

-- What creatures and containers drop, each with its chance, by the name of the table.
local LootTables = {}
setmetatable(Prefabs, { __index = listed })

return {
    Prefab = Prefab, Prefabs = Prefabs, Asset = Asset, CreateEntity = CreateEntity, SpawnPrefab = SpawnPrefab, ReplacePrefab = ReplacePrefab, SpawnAt = SpawnAt,
    PrefabExists = function(name) return find(last(name)) ~= nil end, ErodeAway = ErodeAway, ErodeCB = nothing, PlayFootstep = nothing, PlayMiningFX = nothing,
    LaunchAt = LaunchAt, Launch = Launch, Launch2 = Launch2, LaunchGameItem = LaunchAt, LandFlyingCreature = nothing, RaiseFlyingCreature = nothing,
    LootTables = LootTables, SetSharedLootTable = function(name, loot) LootTables[name] = loot end, SpawnSaveRecord = SpawnSaveRecord,
    IsFoodSourcePickable = function(e) return e.components.pickable ~= nil and e.components.pickable:CanBePicked() end,
    PrefabFiles = {}, FinishPrefab = finish,
}
