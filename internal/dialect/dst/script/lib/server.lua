-- What a server of the game without players of its own answers, and the variables that it
-- sends to its clients, of which there are none.
local native = ...
local function answer(v) return function() return v end end
local nothing = answer(nil)

-- An object of the engine. silent names the calls that do nothing; a call that is on no list
-- is accepted with a notice.
local function object(name, silent, methods)
    for call in string.gmatch(silent, "%S+") do methods[call] = nothing end
    return setmetatable(methods, { __index = function(t, call)
        if type(call) ~= "string" then return nil end
        native.unknown(name .. ":" .. call .. " is unknown: it does nothing, and gives nil", call, t)
        rawset(t, call, nothing)
        return nothing
    end })
end

local TheNet = object("TheNet", [[Announce AnnounceDeath AnnounceResurrect SystemMessage SetDefaultMaxPlayers GetUserID GetUserSpawnSite SendRPCToServer SendRemoteExecute
    Say GetClientTableForUser GetCurrentSnapshot DeleteUserSession IncrementSnapshot TruncateSnapshots Talker PlayerActionPicked]], {
    GetPVPEnabled = answer(false), IsDedicated = answer(true), GetIsServer = answer(true), GetIsClient = answer(false), GetIsMasterSimulation = answer(true),
    IsServerPaused = answer(false), GetServerGameMode = answer("survival"), GetDefaultServerGameMode = answer("survival"), IsOnlineMode = answer(false),
    GetServerIsDedicated = answer(true), GetIsServerAdmin = answer(false), GetServerName = answer(""), GetClientTable = function() return {} end,
    GetPlayerCount = function() return #AllPlayers end, GetServerIsClientHosted = answer(false), GetAllowNewPlayersToConnect = answer(true),
    GetFriendlyFire = answer(false), IsVoiceActive = answer(false), GetServerEvent = answer(false), GetSessionIdentifier = answer(""),
    GetItemsBranch = answer("default"), GetServerListening = answer(true), GetServerHasPresentAdmin = answer(false),
})
local TheShard = object("TheShard", "StartMigration", {
    IsMaster = answer(true), IsSecondary = answer(false), GetShardId = answer("1"), IsMigrating = answer(false), GetDefaultShardEnabled = answer(false),
    GetSecondaryShardPlayerCounts = function() return 0, 0 end,
})
local TheInventory = object("TheInventory", "SetGenericKVValue AddRestrictedBuildFromLua", {
    CheckOwnership = answer(false), CheckClientOwnership = answer(false), CheckOwnershipGetLatest = answer(false), GetFullInventory = function() return {} end,
    HasSupportForOfflineSkins = answer(false), GetOwnedItemCount = answer(0),
})
local TheCamera = object("TheCamera", [[Shake SetDistance SetTarget PushScreenHOffset PopScreenHOffset SetOffset SetGains SetControllable Snap SetCustomLocation
    Apply Update AddListener RemoveListener]], {
    GetHeadingTarget = answer(45), GetHeading = answer(45), GetRightVec = function() return Vector3(1, 0, 0) end, GetDownVec = function() return Vector3(0, 0, 1) end,
    GetPitchDownVec = function() return Vector3(0, -1, 0) end, GetDistance = answer(30), IsControllable = answer(true),
})
local TheInput = object("TheInput", "AddMoveHandler AddKeyHandler AddControlHandler", {
    IsControlPressed = answer(false), GetWorldPosition = nothing, ControllerAttached = answer(false), IsKeyDown = answer(false), IsMouseDown = answer(false),
    GetWorldEntityUnderMouse = nothing, GetScreenPosition = function() return Vector3(0, 0, 0) end, GetAllWorldEntitiesUnderMouse = function() return {} end,
})

-- What a variable holds is the first of its list.
local Variable = { __index = {
    value = function(self) return self[1] end,
    set = function(self, v) self[1] = v end,
    set_local = function(self, v) self[1] = v end,
    push = function() end,
} }
local function variable(first) return function() return setmetatable({ first }, Variable) end end
local function list() return setmetatable({ {} }, Variable) end

return {
    GetString = function(_, name) return tostring(STRINGS[name]) end, GetDescription = function(_, e) return e.name end,
    TheInput = TheInput, TheShard = TheShard, TheInventory = TheInventory, TheNet = TheNet, TheCamera = TheCamera,
    TheMixer = object("TheMixer", "PushMix PopMix SetLevel AddNewMix SetHighPassFilter ClearHighPassFilter", { GetLevel = answer(1) }),
    TheFrontEnd = object("TheFrontEnd", "PushScreen PopScreen Fade SetFadeLevel", { GetActiveScreen = nothing, GetSound = nothing }),
    TheRecipeBook = object("TheRecipeBook", "LearnRecipe", {}), TheCookbook = object("TheCookbook", "LearnFoodStats AddRecipe", {}),
    ThePlantRegistry = object("ThePlantRegistry", "LearnPlantStage LearnFertilizer TakeOversizedPicture", { KnowsPlantStage = answer(false) }),
    TheScrapbookPartitions = object("TheScrapbookPartitions", "SetInspectedByCharacter SetSeenInGame", {}),
    TheGenericKV = object("TheGenericKV", "SetKV", { GetKV = nothing }),
    Profile = object("Profile", "Save", { GetBloomEnabled = answer(false), GetDistortionEnabled = answer(false), GetScreenShakeEnabled = answer(false) }),
    GetStaticTime = function() return GetTime() end, GetTimeReal = function() return GetTime() * 1000 end, GetTimePlaying = function() return GetTime() end,
    GetTimeRealSeconds = function() return GetTime() end, GetStaticTick = function() return GetTick() end,
    IsSpecialEventActive = answer(false), IsAnySpecialEventActive = answer(false), IsAnyFestivalEventActive = answer(false), IsAny_YearOfThe_EventActive = answer(false),
    ShakeAllCameras = nothing, ShakeAllCamerasOnPlatform = nothing, ShakeAllCamerasWithFilter = nothing, AwardRadialAchievement = nothing,
    AwardPlayerAchievement = nothing, GetGameModeProperty = nothing, IsConsole = answer(false), IsSteam = answer(false), IsNotConsole = answer(true),
    IsPS4 = answer(false), IsXB1 = answer(false), IsSteamDeck = answer(false), IsWin32 = answer(false), IsLinux = answer(true),
    BRANCH = "release", PLATFORM = "LINUX_STEAM", CONFIGURATION = "PRODUCTION", APP_VERSION = "0", POPULATING = false, LOC = object("LOC", "SetCurrentLocale SwapLanguage", {
        GetTextScale = answer(1), GetLocale = nothing, GetLocaleCode = answer("en"), GetLanguage = answer(0), GetNamesImageSuffix = answer(""),
    }),
    ModManager = object("ModManager", "RegisterPrefabs SimPostInit", {
        GetPostInitFns = function() return {} end, GetPostInitData = function() return {} end, GetMod = nothing, GetEnabledModNames = function() return {} end,
    }),
    net_bool = variable(false), net_tinybyte = variable(0), net_smallbyte = variable(0), net_byte = variable(0), net_ushortint = variable(0),
    net_shortint = variable(0), net_uint = variable(0), net_int = variable(0), net_float = variable(0), net_hash = variable(0), net_string = variable(""),
    net_entity = variable(nil), net_event = variable(nil), net_bytearray = list, net_smallbytearray = list, net_ushortarray = list,
}
