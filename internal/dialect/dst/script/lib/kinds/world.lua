-- Components of the world: each answers as in a world in which nothing of the kind
-- goes on. What is not listed of it takes the call and gives nil, with a notice.
local native = ...
local function no() return false end
local function nothing() end
local function zero() return 0 end
local function empty() return {} end

local managers = {
    mermkingmanager = { HasKing = no, HasKingLocal = no, HasKingAnywhere = no, IsCandidate = no, ShouldTransform = no, ShouldGoToThrone = no, GetKing = nothing, GetThrone = nothing,
        GetMainThrone = nothing, FindMermCandidate = nothing, HasTridentLocal = no, HasCrownLocal = no, HasPauldronLocal = no },
    farming_manager = { GetTileNutrients = function() return 0, 0, 0 end, AddTileNutrients = nothing, IsSoilMoistAtPoint = no },
    moonstormmanager = { GetStormLevel = zero, IsStormActive = no, IsInMoonstorm = no },
    sandstorms = { IsSandstormActive = no, IsInSandstorm = no, CalcSandstormLevel = zero },
    hounded = { GetTimeToAttack = zero, GetWarning = no, GetAttacking = no, SummonSpawn = nothing },
    piratespawner = { SaveLoot = nothing, StashLoot = nothing, GetCurrentStash = nothing, FindStashLocation = nothing, RemoveStashes = nothing },
    messagebottlemanager = { GetHermitCrab = nothing, hermit_was_initialized = false },
    schoolspawner = { SpawnSchool = zero }, carnivalevent = { SummonHost = nothing }, squidspawner = { StartTracking = nothing },
    birdspawner = { SpawnBird = nothing, GetSpawnPoint = nothing, StartTracking = nothing, StopTracking = nothing },
    penguinspawner = { AddPenguin = nothing }, butterflyspawner = { StartTracking = nothing, StopTracking = nothing },
    deerherding = { HerdCenter = nothing, GetHerd = empty, CalcHerdCenterPoint = nothing, IsGrazing = no, IsHerdFull = no },
    undertile = { GetTileUnderneath = nothing }, dockmanager = { ResolveDockSafetyAtPoint = no, GetDockDataAtPoint = nothing },
    walkableplatformmanager = { GetPlatform = nothing }, riftspawner = { IsLunarPortalActive = no, IsShadowPortalActive = no, GetRifts = empty },
    shadowthrallmanager = { GetThrallCount = zero, GetControlledFissure = nothing }, lunarthrall_plantspawner = { FindPlant = nothing },
    rabbitkingmanager = { GetCarrotsFed = zero, IsRabbitKingAlive = no }, yotb_stagemanager = { IsContestActive = no, IsContestEnabled = no },
    yotc_raceprizemanager = { IsInRace = no, GetRaceById = nothing, HasPrizeAvailable = no, IsFirstTimeRacer = no },
    daywalkerspawner = { TrySpawnDaywalkerArena = nothing },
}
for name, manager in pairs(managers) do
    setmetatable(manager, { __index = function(_, key)
        if type(key) ~= "string" or not string.find(key, "^%u") then return nil end
        native.unknown("TheWorld.components." .. name .. ":" .. key .. " is unknown: it does nothing, and gives nil", key, manager)
        return nothing
    end })
end
return managers
