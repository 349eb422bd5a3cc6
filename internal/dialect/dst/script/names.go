package script

import (
	"strings"
)

// ownNames says which names each of Thicket's own files defines. Brains have them
// without requiring the files.
var ownNames = []struct{ file, names string }{
	{"actions", "ACTIONS ACTIONS_BY_ACTION_CODE Action"},
	{"behaviours/approach", "Approach"},
	{"behaviours/attackwall", "AttackWall"},
	{"behaviours/avoidelectricfence", "AvoidElectricFence"},
	{"behaviours/avoidlight", "AvoidLight"},
	{"behaviours/chaseandattack", "ChaseAndAttack"},
	{"behaviours/chaseandattackandavoid", "ChaseAndAttackAndAvoid"},
	{"behaviours/chaseandram", "ChaseAndRam"},
	{"behaviours/chattynode", "ChattyNode"},
	{"behaviours/controlminions", "ControlMinions"},
	{"behaviours/doaction", "DoAction"},
	{"behaviours/faceentity", "FaceEntity"},
	{"behaviours/findclosest", "FindClosest"},
	{"behaviours/findfarmplant", "FindFarmPlant"},
	{"behaviours/findflower", "FindFlower"},
	{"behaviours/findlight", "FindLight"},
	{"behaviours/follow", "Follow"},
	{"behaviours/leash", "Leash"},
	{"behaviours/leashandavoid", "LeashAndAvoid"},
	{"behaviours/minperiod", "MinPeriod"},
	{"behaviours/panic", "Panic"},
	{"behaviours/panicandavoid", "PanicAndAvoid"},
	{"behaviours/runaway", "RunAway"},
	{"behaviours/standandattack", "StandAndAttack"},
	{"behaviours/standstill", "StandStill"},
	{"behaviours/useshield", "UseShield"},
	{"behaviours/wander", "Wander"},
	{"brains/braincommon", "BrainCommon"},
	{"bufferedaction", "BufferedAction DynamicPosition"},
	{"constants", "ANCHOR_MIDDLE ANIM_ORIENTATION CAMERASHAKE CHARACTER_INGREDIENT CHARACTER_INGREDIENT_SEG " +
		"CHATPRIORITIES COLLISION CONTROL_PRIMARY CONTROL_SECONDARY DEFAULTFONT DEPLOYSPACING DEPLOYSPACING_RADIUS " +
		"EQUIPSLOTS FACING_DOWN FACING_DOWNLEFT FACING_DOWNRIGHT FACING_LEFT FACING_NONE FACING_RIGHT FACING_UP " +
		"FACING_UPLEFT FACING_UPRIGHT FARM_PLANT_STRESS FOLLOWERTYPE FOODGROUP FOODTYPE FUELTYPE GROUND LAYER_BACKDROP " +
		"LAYER_BACKGROUND LAYER_BELOW_GROUND LAYER_BELOW_OCEAN LAYER_GROUND LAYER_WORLD LAYER_WORLD_BACKGROUND MATERIALS " +
		"MAXITEMSLOTS MAX_PHYSICS_RADIUS MINIGAMES OCEAN_DEPTH ORDERS PI2 PLAYERSTUNLOCK PLAYER_CAMERA_SEE_DISTANCE " +
		"PLAYER_CAMERA_SEE_DISTANCE_SQ PLAYER_REVEAL_RADIUS SEASONS SHADOWTHRALL_PARTS SPECIAL_EVENTS SPELLTYPES " +
		"TALKINGFONT TALKINGFONT_HERMIT TALKINGFONT_TRADEIN TALKINGFONT_WORMWOOD TECH_INGREDIENT TENDENCY TICKS_PER_SECOND " +
		"TILE_SCALE TOOLACTIONS UPGRADETYPES WORLD_SPECIAL_EVENT WORLD_TILES"},
	{"easing", "easing"},
	{"find", "AllPlayers CanEntitySeeInDark CanEntitySeeInStorm CanEntitySeePoint CanEntitySeeTarget " +
		"CanProbablyReachTargetFromShore DeleteCloseEntsWithTag Ents FindClosestEntity FindClosestPlayer " +
		"FindClosestPlayerInRange FindClosestPlayerInRangeSq FindClosestPlayerOnLandInRangeSq FindClosestPlayerToInst " +
		"FindClosestPlayerToInstOnLand FindEntity FindNearbyLand FindNearbyOcean FindPickupableItem FindPlayersInRange " +
		"FindPlayersInRangeSortedByDistance FindPlayersInRangeSq FindPlayersInRangeSqSortedByDistance " +
		"FindRandomPointOnShoreFromOcean FindSwimmableOffset FindValidPositionByFan FindWalkableOffset " +
		"GetClosestInstWithTag GetRandomInstWithTag IsAnyOtherPlayerNearInst IsAnyPlayerInRange IsAnyPlayerInRangeSq " +
		"IsEntityDead IsEntityDeadOrGhost TheSim WayAround"},
	{"giantutils", "GetWanderAwayPoint giantutils"},
	{"libraries", "math.range math.sign string.endswith string.startswith string.trim table.appendarrays table.clear table.containskey " +
		"table.count table.findfield table.getfield table.getkeys table.invert table.removetablevalue table.reverse " +
		"table.reverselookup table.size"},
	{"prefabs", "Asset CreateEntity ErodeAway ErodeCB FinishPrefab IsFoodSourcePickable LandFlyingCreature Launch Launch2 LaunchAt " +
		"LaunchGameItem LootTables PlayFootstep PlayMiningFX Prefab PrefabExists PrefabFiles Prefabs RaiseFlyingCreature " +
		"ReplacePrefab SetSharedLootTable SpawnAt SpawnPrefab SpawnSaveRecord"},
	{"server", "APP_VERSION AwardPlayerAchievement AwardRadialAchievement BRANCH CONFIGURATION GetDescription GetGameModeProperty " +
		"GetStaticTick GetStaticTime GetString GetTimePlaying GetTimeReal GetTimeRealSeconds IsAnySpecialEventActive " +
		"IsAny_YearOfThe_EventActive IsConsole IsLinux IsNotConsole IsPS4 IsSpecialEventActive IsSteam IsSteamDeck IsWin32 " +
		"IsXB1 LOC ModManager PLATFORM POPULATING Profile ShakeAllCameras ShakeAllCamerasOnPlatform ShakeAllCamerasWithFilter " +
		"TheCamera TheCookbook TheFocalPoint TheFrontEnd TheGenericKV TheInput TheInventory TheMixer TheNet ThePlantRegistry " +
		"ThePlayer TheRecipeBook TheScrapbookPartitions TheShard net_bool net_byte net_bytearray net_entity net_event net_float " +
		"net_hash net_int net_shortint net_smallbyte net_smallbytearray net_string net_tinybyte net_uint net_ushortarray " +
		"net_ushortint"},
	{"sourcemodifierlist", "SourceModifierList"},
	{"standard", "AddHauntableCustomReaction AddHauntableDropItemOrWork ChangeToCharacterPhysics ChangeToFlyingCharacterPhysics " +
		"ChangeToGhostPhysics ChangeToGiantCharacterPhysics ChangeToInventoryItemPhysics ChangeToInventoryPhysics " +
		"ChangeToObstaclePhysics ChangeToWaterObstaclePhysics DefaultBurntCorpseFn DefaultBurntFn DefaultBurntStructureFn DefaultBurnFn " +
		"DefaultExtinguishCorpseFn DefaultExtinguishFn DefaultIgniteFn GetWorldSetting MakeCharacterPhysics " +
		"MakeCraftingMaterialRecycler MakeDeployableFertilizer MakeDeployableFertilizerPristine MakeDragonflyBait " +
		"MakeFeedablePet MakeFeedablePetPristine MakeFeedableSmallLivestock MakeFeedableSmallLivestockPristine " +
		"MakeFlyingCharacterPhysics MakeFlyingGiantCharacterPhysics MakeForgeRepairable MakeGhostPhysics " +
		"MakeGiantCharacterPhysics MakeHauntable MakeHauntableChangePrefab MakeHauntableDropFirstItem MakeHauntableGoToState " +
		"MakeHauntableGoToStateWithChanceFunction MakeHauntableIgnite MakeHauntableLaunch MakeHauntableLaunchAndDropFirstItem " +
		"MakeHauntableLaunchAndIgnite MakeHauntableLaunchAndPerish MakeHauntableLaunchAndSmash " +
		"MakeHauntableLaunchOrChangePrefab MakeHauntablePanic MakeHauntablePanicAndIgnite MakeHauntableWork " +
		"MakeHeavyObstaclePhysics MakeHugeFreezableCharacter MakeInventoryFloatable MakeInventoryPhysics MakeLargeBurnable " +
		"MakeLargeBurnableCharacter MakeLargeBurnableCorpse MakeLargeFreezableCharacter MakeLargePropagator MakeMediumBurnable " +
		"MakeMediumBurnableCharacter MakeMediumBurnableCorpse MakeMediumFreezableCharacter MakeMediumPropagator " +
		"MakeNoGrowInWinter MakeObstaclePhysics MakePlacer MakePondPhysics MakeProjectilePhysics MakeRotatableFence " +
		"MakeSmallBurnable MakeSmallBurnableCharacter MakeSmallBurnableCorpse MakeSmallFreezableCharacter " +
		"MakeSmallHeavyObstaclePhysics MakeSmallObstaclePhysics MakeSmallPerishableCreature MakeSmallPerishableCreaturePristine " +
		"MakeSmallPropagator MakeSnowCovered MakeSnowCoveredPristine MakeTinyFlyingCharacterPhysics MakeTinyFreezableCharacter " +
		"MakeTinyGhostPhysics MakeWaterObstaclePhysics MakeWaxablePlant PreventCharacterCollisionsWithPlacedObjects " +
		"PreventCharacterCollisionsWithPlacedObstacles PreventTargetingOnAttacked RemovePhysicsColliders " +
		"WorldSettings_ChildSpawner_PreLoad WorldSettings_ChildSpawner_RegenPeriod WorldSettings_ChildSpawner_SpawnPeriod " +
		"WorldSettings_Pickable_PreLoad WorldSettings_Pickable_RegenTime WorldSettings_Spawner_PreLoad " +
		"WorldSettings_Spawner_SpawnDelay WorldSettings_Timer_PreLoad WorldSettings_Timer_PreLoad_Fix " +
		"WorldSettings_ToggleSpawning"},
	{"sleeptests", "DefaultSleepTest DefaultWakeTest NocturnalSleepTest NocturnalWakeTest StandardSleepChecks StandardWakeChecks"},
	{"stategraph", "ActionHandler EventHandler FrameEvent SGTagsToEntTags SoundFrameEvent SoundTimeEvent State StateGraph StateGraphInstance TimeEvent"},
	{"stategraphs/commonstates", "CommonHandlers CommonStates"},
	{"strings", "STRINGS"},
	{"theworld", "GetLocalTemperature GetTemperatureAtXZ IsLandTile IsOceanTile IsPassableAtPoint " +
		"SpringCombatMod SpringGrowthMod TheWorld TileGroupManager TileGroups"},
	{"tuning", "TUNING"},
	{"utilities", "AllRecipes Announce CLIENT_RPC CancelThread DST_CHARACTERLIST GetActionFailString GetAllRecipes GetClientModRPC " +
		"GetInventoryItemAtlas GetMaxItemSlots GetRecipe GetTileInfo GetValidRecipe Ingredient " +
		"IsTeleportLinkingPermittedFromPoint IsTeleportingPermittedFromPointToPoint KillThreadsWithID KnownModIndex " +
		"MODCHARACTERLIST MOD_API_VERSION ProfileStatsAdd ProfileStatsAddItemChunk ProfileStatsGet ProfileStatsSet " +
		"RECIPETABS ROG_CHARACTERLIST RPC Recipe Recipe2 RegisterInventoryItemAtlas SGManager SendModRPCToServer " +
		"SendRPCToClient SendRPCToServer Settings SimTearingDown TECH TechTree TheConfig TheSkillTree TheSystemService " +
		"addsetter checkbit circular_index circular_index_number clearbit hash isbadnumber isinf isnan json " +
		"makereadonly metaipairs metanext metapairs nolineprint orderedPairs removesetter resolvefilepath scheduler " +
		"setbit smallhash softresolvefilepath subfmt"},
	{"vector3", "Point ToVector3 Vector3 Vector3FromTheta distsq"},
	{"vecutil", "ArrayUnion Clamp ConcatArrays DiffAngle DiffAngleRad DistXYZSq DistXZSq ExceptionArrays GetClosest GetRandomItem " +
		"GetRandomItemWithIndex GetRandomKey GetRandomMinMax GetRandomWithVariance GetSineVal GetTableSize IsNumberEven " +
		"IsTableEmpty JoinArrays Lerp MergeMaps PickSome PickSomeWithDups ReduceAngle ReduceAngleRad Remap RemoveByValue " +
		"RoundBiasedDown RoundBiasedUp RoundToNearest SubtractMapKeys VecUtil_Add VecUtil_Dist VecUtil_DistSq VecUtil_Dot " +
		"VecUtil_GetAngleInDegrees VecUtil_GetAngleInRads VecUtil_Length VecUtil_LengthSq VecUtil_Lerp " +
		"VecUtil_NormalAndLength VecUtil_Normalize VecUtil_NormalizeNoNaN VecUtil_RotateAroundPoint VecUtil_RotateDir " +
		"VecUtil_Scale VecUtil_Slerp VecUtil_Sub anglediff checkbool checknumber checkstring checkuint deepcopy isbool " +
		"isfunction isnumber isstring istable isuint shallowcopy shuffleArray shuffledKeys weighted_random_choice " +
		"weighted_random_choices"},
}

// Homes is the file of each of those names.
var Homes = func() map[string]string {
	homes := map[string]string{}
	for _, own := range ownNames {
		for _, name := range strings.Fields(own.names) {
			homes[name] = own.file
		}
	}
	return homes
}()

// ownGlobals are the names of homes without those in libraries.
var ownGlobals = func() (names []string) {
	for _, name := range SortedKeys(Homes) {
		if !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	return names
}()
