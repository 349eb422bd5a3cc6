-- Mods: what a modmain.lua finds, and when that takes effect. mods lists their folders in the
-- order of loading.
local native, mods = ...

local function nothing() end
local function answer(v) return function() return v end end

-- What mods asked to be called later: lists of functions by the name of a prefab, a component,
-- a state graph or a brain.
local prefabs, anyprefab, players, components, graphs, brains, sims, games = {}, {}, {}, {}, {}, {}, {}, {}

local function add(lists, name, fn)
    local list = lists[name]
    if list == nil then
        list = {}
        lists[name] = list
    end
    table.insert(list, fn)
end

local function wanted(v, kind, call, n)
    if type(v) ~= kind then error(call .. ": argument " .. n .. ": wanted a " .. kind .. ", found " .. tostring(v), 3) end
end

-- One after the other; one that fails is told, and the next one is called.
local function callall(list, ...)
    for _, fn in ipairs(list or {}) do native.guarded(fn, ...) end
end

local function excuseall(list, ...)
    for _, fn in ipairs(list or {}) do native.excused(fn, ...) end
end

-- What is for the eye is never read: a class that takes every call stands for it.
local function drawn(path) return string.find(path, "^widgets/") or string.find(path, "^screens/") or string.find(path, "^cameras/") end
local Drawn = Class(function() end)
function Drawn.__index(_, key)
    if Drawn[key] ~= nil then return Drawn[key] end
    if type(key) == "string" and string.find(key, "^%u") then return nothing end
end

-- A table that has a table under every name.
local endless = {}
function endless.__index(t, key)
    local made = setmetatable({}, endless)
    rawset(t, key, made)
    return made
end
local function open() return setmetatable({}, endless) end

local function classof(path)
    path = string.gsub(string.gsub(path, "%.", "/"), "\\", "/")
    if drawn(path) then return nil end
    return native.modrequire(path)
end

-- Calls fn after the constructor of a class, for it and for those that call its constructor.
local function construct(class, fn)
    local old = class._ctor
    class._ctor = function(self, ...)
        if old ~= nil then old(self, ...) end
        fn(self, ...)
    end
end

-- A state graph is changed when it is made.
local graphed = false
local function ongraph(name, what, v)
    if graphs[name] == nil then graphs[name] = { states = {}, events = {}, actionhandlers = {}, fns = {} } end
    table.insert(graphs[name][what], v)
    if graphed then return end
    graphed = true
    construct(StateGraph, function(graph)
        local changes = graphs[graph.name]
        if changes == nil then return end
        for _, state in ipairs(changes.states) do graph.states[state.name] = state end
        for _, handler in ipairs(changes.events) do graph.events[handler.name] = handler end
        for _, handler in ipairs(changes.actionhandlers) do graph.actionhandlers[handler.action] = handler end
        callall(changes.fns, graph)
    end)
end
local function isa(v, class, call, what)
    if type(v) ~= "table" or v.is_a == nil or not v:is_a(class) then error(call .. ": argument 2: wanted " .. what .. ", found " .. tostring(v), 3) end
end

local added = false
local function oncomponent(name, fn)
    add(components, name, fn)
    if added then return end
    added = true
    local make = EntityScript.AddComponent
    function EntityScript:AddComponent(component)
        local was = rawget(self.components, component)
        local made = make(self, component)
        if was == nil and components[component] ~= nil then callall(components[component], made, self) end
        return made
    end
end

-- What prefabs are, once their function has made them.
function native.postinit(inst, name)
    if inst.prefab ~= name then callall(prefabs[inst.prefab], inst) end
    callall(prefabs[name], inst)
    callall(anyprefab, inst)
    if #players > 0 and inst:HasTag("player") then callall(players, inst) end
end

-- The functions for a brain whose class a file gave.
function native.modbrain(class, name) if brains[name] ~= nil then class.modpostinitfns = brains[name] end end

-- A file of a mod's PrefabFiles is run when a prefab is wanted that no other file has.
local waiting = {}
function native.modprefab(name)
    while rawget(Prefabs, name) == nil and #waiting > 0 do
        local file = table.remove(waiting, 1)
        native.guarded(native.run, "prefabs/" .. file)
    end
end

local function config(mod, name)
    local set = native.setting("MOD." .. mod.name .. "." .. name)
    if set == nil then set = native.setting("MOD." .. name) end
    if set ~= nil then return set end
    for _, option in ipairs(type(mod.info.configuration_options) == "table" and mod.info.configuration_options or {}) do
        if option.name == name then
            if option.saved ~= nil then return option.saved end
            return option.default
        end
    end
end

local function whichever(name)
    for _, mod in ipairs(mods) do
        if mod.name == name then return mod end
    end
end

-- What players, menus and maps ask for is taken, counted and told, and does nothing.
local silent = [[AddReplicableComponent AddModRPCHandler AddClientModRPCHandler AddShardModRPCHandler SendModRPCToServer SendModRPCToClient SendModRPCToShard
    AddRecipeFilter AddRecipeToFilter RemoveRecipeFromFilter AddPrototyperDef AddRecipePostInit AddRecipePostInitAny AddIngredientValues AddCookerRecipe
    AddModCharacter RemoveDefaultCharacter ExcludeClothingSymbolForModCharacter AddMinimapAtlas RegisterInventoryItemAtlas RegisterScrapbookIconAtlas
    ReloadFrontEndAssets ReloadPreloadAssets AddModShadersInit AddModShadersSortAndEnable RemapSoundEvent RemoveRemapSoundEvent SetModHUDFocus AddUserCommand
    AddVoteCommand AddLoadingTip RemoveLoadingTip SetLoadingTipCategoryWeights SetLoadingTipCategoryIcon LoadPOFile AddLevel AddTaskSet AddTask AddRoom AddLocation
    AddStartLocation AddLevelPreInit AddLevelPreInitAny AddTaskSetPreInit AddTaskSetPreInitAny AddTaskPreInit AddTaskPreInitAny AddRoomPreInit AddRoomPreInitAny
    AddCustomizeGroup RemoveCustomizeGroup AddCustomizeItem RemoveCustomizeItem RegisterTileRange ChangeTileRenderOrder SetTileProperty
    ChangeMiniMapTileRenderOrder SetMiniMapTileProperty AddFalloffTexture ChangeFalloffRenderOrder SetFalloffProperty AddGameMode AddComponentAction
    RegisterSkilltreeBGForCharacter RegisterSkilltreeIconsAtlas AddTreasure AddTreasureLoot AddModShaders]]
local giving = [[AddRecipe2 AddCharacterRecipe AddDeconstructRecipe AddRecipe Recipe AddRecipeTab AddPopup Ingredient GetModRPC GetClientModRPC GetShardModRPC
    GetModRPCHandler GetClientModRPCHandler GetShardModRPCHandler GetCustomizeDescription]]

local function environment(mod)
    local env
    env = {
        pairs = pairs, ipairs = ipairs, print = print, math = math, table = table, type = type, string = string, tostring = tostring, Class = Class,
        TUNING = TUNING, GLOBAL = _G, modname = mod.name, MODROOT = mod.root .. "/", modinfo = mod.info, Prefab = Prefab, Asset = Asset,
        CHARACTERLIST = { "wilson", "willow", "wolfgang", "wendy", "wx78", "wickerbottom", "woodie", "wes", "waxwell" },
        GROUND = GROUND, WORLD_TILES = WORLD_TILES, LOCKS = open(), KEYS = open(), LEVELTYPE = open(), LEVELCATEGORY = open(),
        postinitfns = open(), postinitdata = open(), MOD_RPC = open(), CLIENT_MOD_RPC = open(), SHARD_MOD_RPC = open(),
        ReleaseID = open(), CurrentRelease = { GreaterOrEqualTo = answer(true), PrintID = nothing },
        modassert = function(test, text) if not test then print("modassert: " .. tostring(text)) end end,
        moderror = function(text) print("moderror: " .. tostring(text)) end,
    }
    env.env = env

    function env.require(path)
        wanted(path, "string", "require", 1)
        if drawn(path) then return Drawn end
        return native.modrequire(path)
    end
    function env.modimport(path)
        wanted(path, "string", "modimport", 1)
        native.moddo(mod.root, path, env)
    end
    function env.GetModConfigData(name, _) return config(mod, name) end

    function env.AddPrefabPostInit(name, fn)
        wanted(fn, "function", "AddPrefabPostInit", 2)
        native.awaits("AddPrefabPostInit", "prefab", name)
        add(prefabs, name, fn)
    end
    function env.AddPrefabPostInitAny(fn)
        wanted(fn, "function", "AddPrefabPostInitAny", 1)
        table.insert(anyprefab, fn)
    end
    function env.AddPlayerPostInit(fn)
        wanted(fn, "function", "AddPlayerPostInit", 1)
        table.insert(players, fn)
    end
    function env.AddComponentPostInit(name, fn)
        wanted(fn, "function", "AddComponentPostInit", 2)
        native.awaits("AddComponentPostInit", "component", name)
        oncomponent(name, fn)
    end
    function env.AddBrainPostInit(name, fn)
        wanted(fn, "function", "AddBrainPostInit", 2)
        add(brains, name, fn)
        if not native.modread("brains/" .. name) then return native.awaits("AddBrainPostInit", "brain", name) end
        native.modrequire("brains/" .. name).modpostinitfns = brains[name]
    end

    function env.AddStategraphState(name, state)
        isa(state, State, "AddStategraphState", "a State")
        native.awaits("AddStategraphState", "graph", name)
        ongraph(name, "states", state)
    end
    function env.AddStategraphEvent(name, handler)
        isa(handler, EventHandler, "AddStategraphEvent", "an EventHandler")
        native.awaits("AddStategraphEvent", "graph", name)
        ongraph(name, "events", handler)
    end
    function env.AddStategraphActionHandler(name, handler)
        isa(handler, ActionHandler, "AddStategraphActionHandler", "an ActionHandler")
        native.awaits("AddStategraphActionHandler", "graph", name)
        ongraph(name, "actionhandlers", handler)
    end
    function env.AddStategraphPostInit(name, fn)
        wanted(fn, "function", "AddStategraphPostInit", 2)
        native.awaits("AddStategraphPostInit", "graph", name)
        ongraph(name, "fns", fn)
    end

    function env.AddAction(id, text, fn)
        local action = id
        if type(id) == "string" then
            wanted(fn, "function", "AddAction", 3)
            action = Action()
            action.id, action.str, action.fn = id, text, fn
        elseif type(id) ~= "table" or id.id == nil then
            error("AddAction: argument 1: wanted the id of an action, or an action, found " .. tostring(id), 2)
        end
        action.mod_name = mod.name
        table.insert(ACTIONS_BY_ACTION_CODE, action)
        action.code = #ACTIONS_BY_ACTION_CODE
        rawset(ACTIONS, action.id, action)
        STRINGS.ACTIONS[action.id] = action.str
        return action
    end

    function env.AddClassPostConstruct(path, fn)
        wanted(fn, "function", "AddClassPostConstruct", 2)
        local class = classof(path)
        if class == nil then return native.taken("AddClassPostConstruct of what is drawn") end
        if type(class) ~= "table" then error("AddClassPostConstruct: " .. path .. " gave " .. type(class) .. ", wanted a class", 2) end
        construct(class, fn)
    end
    function env.AddGlobalClassPostConstruct(path, name, fn)
        wanted(fn, "function", "AddGlobalClassPostConstruct", 3)
        local class = classof(path)
        if class == nil then return native.taken("AddGlobalClassPostConstruct of what is drawn") end
        class = _G[name] or class
        if type(class) ~= "table" then error("AddGlobalClassPostConstruct: there is no class " .. tostring(name) .. " in " .. path, 2) end
        construct(class, fn)
    end
    function env.AddSimPostInit(fn)
        wanted(fn, "function", "AddSimPostInit", 1)
        table.insert(sims, fn)
    end
    function env.AddGamePostInit(fn)
        wanted(fn, "function", "AddGamePostInit", 1)
        table.insert(games, fn)
    end
    function env.AddTile(name)
        native.taken("AddTile")
        if WORLD_TILES[name] == nil then
            local last = 0
            for _, n in pairs(WORLD_TILES) do if type(n) == "number" and n > last then last = n end end
            rawset(WORLD_TILES, name, last + 1)
        end
    end

    for name in string.gmatch(silent, "%S+") do env[name] = function() native.taken(name) end end
    for name in string.gmatch(giving, "%S+") do
        env[name] = function()
            native.taken(name)
            return open()
        end
    end
    env.Ingredient = function(kind, amount) return { type = kind, amount = amount } end
    local calls = {}
    for name in pairs(env) do table.insert(calls, name) end
    native.modcalls(calls)
    return env
end

_G.KnownModIndex = {
    IsModEnabled = function(_, name) return whichever(name) ~= nil end, IsModEnabledAny = function(_, name) return whichever(name) ~= nil end,
    IsModForceEnabled = answer(false), IsModTempEnabled = answer(false), IsModInitPrintEnabled = answer(false), GetModActualName = nothing,
    GetModFancyName = function(_, name) return name end, GetServerModNames = function() return {} end,
    GetModsToLoad = function()
        local names = {}
        for _, mod in ipairs(mods) do table.insert(names, mod.name) end
        return names
    end,
    GetModInfo = function(_, name)
        local mod = whichever(name)
        return mod and mod.info
    end,
    GetModConfigurationOptions_Internal = function() return {} end, LoadModConfigurationOptions = function() return {} end,
}
_G.ModManager = {
    GetMod = function(_, name)
        local mod = whichever(name)
        return mod and mod.env
    end,
    GetEnabledModNames = function() return KnownModIndex:GetModsToLoad() end, GetEnabledServerModNames = function() return KnownModIndex:GetModsToLoad() end,
    GetPostInitFns = function() return {} end, GetPostInitData = function() return {} end, mods = mods, modnames = KnownModIndex:GetModsToLoad(),
}
_G.GetModConfigData = function(name, modname)
    local mod = whichever(modname)
    return mod and config(mod, name)
end

-- Tables of the game that mods add to, where the root has no constants.lua with them.
for name in string.gmatch([[AllRecipes RECIPETABS CUSTOM_RECIPETABS TECH CRAFTING_FILTERS PROTOTYPER_DEFS MODCHARACTERLIST CHARACTER_GENDERS PREFAB_SKINS
    PREFAB_SKINS_IDS DST_CHARACTERLIST ROG_CHARACTERLIST MAIN_CHARACTERLIST CLOTHING UICOLOURS WORLD_TILES GROUND_NAMES LOADING_SCREEN_TIP_CATEGORIES
    CHARACTER_BUTTON_OFFSET MODIFIEDROT PLANT_DEFS RPC]], "%S+") do
    if rawget(_G, name) == nil then _G[name] = open() end
end

for _, mod in ipairs(mods) do
    mod.info = { folder_name = mod.name, locale = "en", ChooseTranslationTable = function(t) return t.en or t[1] end }
    native.modrun(mod.root, "modinfo.lua", mod.info)
end
for _, mod in ipairs(mods) do
    mod.env = environment(mod)
    native.modrun(mod.root, "modworldgenmain.lua", mod.env)
    native.modrun(mod.root, "modmain.lua", mod.env)
    if type(mod.env.PrefabFiles) == "table" then
        for _, file in ipairs(mod.env.PrefabFiles) do
            if native.modread("prefabs/" .. tostring(file)) then
                table.insert(waiting, file)
            else
                native.notice("PrefabFiles of the mod " .. mod.name .. ": there is no scripts/prefabs/" .. tostring(file) .. ".lua")
            end
        end
    end
    native.modtold(mod.name)
end
native.unmet(TheWorld.prefab)
if prefabs.world ~= nil or prefabs[TheWorld.prefab] ~= nil then
    excuseall(prefabs.world, TheWorld)
    excuseall(prefabs[TheWorld.prefab], TheWorld)
end

-- Once the world is there.
if #sims + #games > 0 then
    function native.simpostinit()
        native.simpostinit = nil
        excuseall(sims, nil)
        excuseall(games)
    end
end
