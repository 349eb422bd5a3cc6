-- What draws, sounds, sends or saves in the original. Scripts may call all of it; there is nobody
-- here who sees, hears, receives or keeps anything. What leaves a gap in the world has a notice.
local native = ...

local function nothing() end
local function answer(v) return function() return v end end
local function same(v) return v end

-- An object of the engine of which every call does nothing.
local function object(methods)
    return setmetatable(methods or {}, { __index = function(_, call)
        if type(call) == "string" and string.find(call, "^%u") then return nothing end
    end })
end

-- What is told the first time that it is called.
local function told(name, why, does)
    return function(...)
        native.notice(name .. " does nothing: " .. why)
        if does then return does(...) end
    end
end

-- Screens and what stands on them are classes, from which files may derive more.
local Widget = Class(function(self, name) self.name, self.children = name or "", {} end)
function Widget:AddChild(child) return child end
function Widget.__index(_, key)
    if Widget[key] ~= nil then return Widget[key] end
    if type(key) == "string" and string.find(key, "^%u") then return nothing end
end
local Screen = Class(Widget, function(self, name) Widget._ctor(self, name) end)
Screen.__index = Widget.__index

-- Places in a cloud of sparks.
local function middle() return 0, 0, 0 end
local emitter = answer(middle)

-- By any name a screen that opens and closes.
local POPUPS = setmetatable({}, { __index = function(t, name)
    rawset(t, name, object())
    return t[name]
end })

-- A file of a feast's server, of which every function does nothing.
local served = setmetatable({}, { __index = answer(nothing) })

local all = {
    Widget = Widget, Screen = Screen, POPUPS = POPUPS, event_server_data = answer(served),
    AddToRegrowthManager = told("AddToRegrowthManager", "what is gone does not grow again elsewhere; a scene's items have respawn", function(inst) inst.OnStartRegrowth = nothing end),
    SpawnAttackWaves = told("SpawnAttackWaves", "there is no sea"), SpawnAttackWave = told("SpawnAttackWave", "there is no sea"),
    CreateSphereEmitter = emitter, CreateBoxEmitter = emitter, CreateDiscEmitter = emitter, CreateCircleEmitter = emitter, CreateRingEmitter = emitter,
    Create2DTriEmitter = emitter, CreateConeEmitter = emitter,
    ZipAndEncodeSaveData = function(data) return { str = "", data = data } end, DecodeAndUnzipSaveData = function(data) return data ~= nil and data.data or nil end,
    CreatePrefabSkin = function(name) return Prefab(name) end, DataDumper = answer(""), SpawnLeafCanopy = answer(0),
    ApplyLocalWordFilter = same, Umlautify = same, GetBuildForItem = same, GetSkinName = same, Networking_Announcement_GetDisplayName = same, _TRACEBACK = same,
    GetSpecialCharacterPostProcess = function(_, text) return text end, GetGhostEnabled = answer(true), InGamePlay = answer(true),
    GetGenderStrings = answer("DEFAULT"), IsServerFrozen = answer(false),
}
for name in string.gmatch("GetGhostSanityDrain GetPortalRez DoesItemHaveTag IsMigrating IsPaused IsRestrictedCharacter IsValidBeefaloClothing IsValidClothing " ..
    "IsModCookingProduct Shard_IsWorldAvailable Shard_IsWorldFull", "%S+") do
    all[name] = answer(false)
end
for name in string.gmatch("GroundAtlas GroundImage GetMinimapAtlas GetSkilltreeBG GetLine CraftGiberish debugstack", "%S+") do all[name] = answer("") end
for name in string.gmatch("GetCharacterSkinBases GetSkinData", "%S+") do all[name] = function() return {} end end
for name in string.gmatch([[AddDefaultRippleSymbols TintByOceanTile DespawnLeafCanopy SetBeefaloSkinsOnAnim MakeRoseTarget_CreateFuel
    MakeRoseTarget_CreateFuel_IncreasedHorror AddUserCommand SetPause StartNextInstance Start Wake RemoveAllRecipes NotifyPlayerProgress NotifyPlayerPresence ReportAction
    SendRPCToShard Shard_SyncBossDefeated Shard_SyncMermKingCrown Shard_SyncMermKingExists Shard_SyncMermKingPauldron Shard_SyncMermKingTrident Shard_UpdatePortalState
    UpdateServerWorldGenDataString ClearClientRequestedAction SetClientRequestedAction DisableLoadingProtection SerializeUserSession DeleteUserSession Print dumptable eprint
    GetDebugString DebugSpawn c_spawn c_sel c_findnext CraftMonkeySpeech ProcessString UserToName UserToPlayer ValidateRecipeSkinRequest OnEntitySleep OnEntityWake
    OnPhysicsSleep OnPhysicsWake OnRemoveEntity ControllerPlacer_Boat_SpotFinder any_init_fn]], "%S+") do
    all[name] = nothing
end
for name in string.gmatch([[EnvelopeManager EmitterManager MapLayerManager PostProcessor PlayerHistory ChatHistory ChatTypes SaveGameIndex ShardGameIndex
    ShardSaveGameIndex Morgue Instances Lavaarena_CommunityProgression CLOSEINSPECTORUTIL]], "%S+") do
    all[name] = object()
end
for name in string.gmatch("IsValidTarget IsValidPos CanCloseInspect", "%S+") do all.CLOSEINSPECTORUTIL[name] = answer(false) end
all.RoadManager = object({ IsOnRoad = answer(false) })
return all
