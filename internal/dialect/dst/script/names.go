package script

import (
	"strings"
	"sync"
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
		"EQUIPSLOTS EXIT_DESTINATION FACING_DOWN FACING_DOWNLEFT FACING_DOWNRIGHT FACING_LEFT FACING_NONE FACING_RIGHT FACING_UP " +
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
		"IsAnyFestivalEventActive IsAny_YearOfThe_EventActive IsConsole IsLinux IsNotConsole IsPS4 IsSpecialEventActive IsSteam IsSteamDeck IsWin32 " +
		"IsXB1 LOC ModManager PLATFORM POPULATING Profile ShakeAllCameras ShakeAllCamerasOnPlatform ShakeAllCamerasWithFilter " +
		"TheCamera TheCookbook TheFrontEnd TheGenericKV TheInput TheInventory TheMixer TheNet ThePlantRegistry " +
		"TheRecipeBook TheScrapbookPartitions TheShard net_bool net_byte net_bytearray net_entity net_event net_float " +
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
		"MakeHauntableLaunchOrChangePrefab MakeHauntablePanic MakeHauntablePanicAndIgnite MakeHauntablePlayAnim MakeHauntableWork " +
		"MakeHeavyObstaclePhysics MakeHugeFreezableCharacter MakeInventoryFloatable MakeInventoryPhysics MakeLargeBurnable " +
		"MakeLargeBurnableCharacter MakeLargeBurnableCorpse MakeLargeFreezableCharacter MakeLargePropagator MakeMediumBurnable " +
		"MakeMediumBurnableCharacter MakeMediumBurnableCorpse MakeMediumFreezableCharacter MakeMediumPropagator " +
		"MakeNoGrowInWinter MakeObstaclePhysics MakePlacer MakePondPhysics MakeProjectilePhysics MakeRotatableFence " +
		"MakeSmallBurnable MakeSmallBurnableCharacter MakeSmallBurnableCorpse MakeSmallFreezableCharacter " +
		"MakeSmallHeavyObstaclePhysics MakeSmallObstaclePhysics MakeSmallPerishableCreature MakeSmallPerishableCreaturePristine " +
		"MakeSmallPropagator MakeSnowCovered MakeSnowCoveredPristine MakeTinyFlyingCharacterPhysics MakeTinyFreezableCharacter MakeUnderwaterCharacterPhysics " +
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
	{"tables", "ACTIONS_MAP_REMAP ANIM_SORT_ORDER ANIM_SORT_ORDER_BELOW_GROUND BASE_ALTERNATE_FOR_BODY BASE_ALTERNATE_FOR_SKIRT " +
		"BASE_FEET_SIZE BASE_LEGS_SIZE BASE_TORSO_TUCK BEEFALO_CLOTHING BEEFALO_CLOTHING_SYMBOLS BEEFALO_HIDE_SYMBOLS BERNIEALLEGIANCE " +
		"BLACK BLENDMODE BUILDMODE CAN_USE_DBUI CARRAT_MUSIC_STATES CHARLIERESIDUE_MAP_ACTIONS CHEATS_ENABLED " +
		"CLIENTAUTHORITATIVESETTINGS CLOTHING CLOTHING_SYMBOLS COMMAND_PERMISSION CONSTRUCTION_PLANS CONTROL_ACCEPT CONTROL_ACTION " +
		"CONTROL_ATTACK CONTROL_CANCEL CONTROL_CONTROLLER_ACTION CONTROL_CONTROLLER_ALTACTION CONTROL_CONTROLLER_ATTACK " +
		"CONTROL_FORCE_ATTACK CONTROL_FORCE_INSPECT CONTROL_FORCE_STACK CONTROL_FORCE_TRADE CONTROL_INSPECT CONTROL_INVENTORY_DOWN " +
		"CONTROL_INVENTORY_DROP CONTROL_INVENTORY_EXAMINE CONTROL_INVENTORY_LEFT CONTROL_INVENTORY_RIGHT CONTROL_INVENTORY_UP " +
		"CONTROL_INVENTORY_USEONSCENE CONTROL_INVENTORY_USEONSELF CONTROL_MAP CONTROL_MENU_MISC_1 CONTROL_MENU_MISC_2 " +
		"CONTROL_MOVE_DOWN CONTROL_MOVE_LEFT CONTROL_MOVE_RIGHT CONTROL_MOVE_UP CONTROL_PAUSE CONTROL_ROTATE_LEFT CONTROL_ROTATE_RIGHT " +
		"CONTROL_SCROLLBACK CONTROL_SCROLLFWD CONTROL_TARGET_CYCLE_BACK CONTROL_TARGET_CYCLE_FORWARD CONTROL_TARGET_MODIFIER " +
		"CONTROL_ZOOM_IN CONTROL_ZOOM_OUT CUSTOM_RECIPETABS DEPLOYMODE EMOTE_ITEMS EQUIPMENTSETNAMES FADE_OUT FALLOFF_IDS " +
		"FESTIVAL_EVENTS FINALOFFSET_MAX FINALOFFSET_MIN FONTS FORGEMATERIALS GROUND_HARD GROUND_INVISIBLETILES " +
		"GROUND_NOGROUNDOVERLAYS GROUND_ROADWAYS HALLOWEDNIGHTS_TINKET_END HALLOWEDNIGHTS_TINKET_START HIDE_SYMBOLS HOUNDWARNINGTYPE " +
		"HUMAN_MEAT_ENABLED HUNT_ACTIONS INGREDIENT_MOD INGREDIENT_MOD_LOOKUP INSPECTACLES_GAMES INSPECTACLES_GAMES_LOOKUP IsRail " +
		"LAYER_WIP_BELOW_OCEAN LOCKTYPE MAINSCREEN_HAT_LIST MAINSCREEN_TOOL_LIST MAINSCREEN_TORSO_LIST MAP_SAMPLE_STYLE MAXUINT " +
		"MAX_VOTE_OPTIONS MAX_WRITEABLE_LENGTH METRICS_ENABLED MISC_ITEMS NAUGHTY_VALUE NODE_TYPE NON_LIFEFORM_TARGET_TAGS " +
		"NUM_HALLOWEENCANDY NUM_HALLOWEEN_ORNAMENTS NUM_TRINKETS NUM_WINTERFOOD OCCUPANTTYPE OCEAN_POPULATION_EDGE_DIST " +
		"ONE_PIECE_SKIRT PICKUPSOUNDS PLAYER_CAMERA_SHOULD_SNAP_DISTANCE PLAYER_CAMERA_SHOULD_SNAP_DISTANCE_SQ PLAYER_SWAP_TRANSITIONS " +
		"POSTACTIVATEHANDSHAKE PREFAB_SKINS PREFAB_SKINS_IDS PREFAB_SKINS_SHOULD_NOT_SELECT PostProcessorEffects " +
		"QUAGMIRE_NUM_FOOD_PREFABS QUAGMIRE_NUM_SEEDS_PREFABS QUAGMIRE_RECIPETABS QUAGMIRE_USE_KLUMP RATE_SCALE RESET_ACTION " +
		"RESOLUTION_X RESOLUTION_Y ROSEPOINT_CONFIGURATIONS SANITY_MODE_INSANITY SANITY_MODE_LUNACY SCALEMODE_FILLSCREEN " +
		"SCREEN_FLASH_SCALING SHARD_RPC SKILLTREE_EQUIPPABLE_RESTRICTED_TAGS SKIN_FX_PREFAB SKIN_SOUND_FX " +
		"SKIN_TYPES_THAT_RECEIVE_CLOTHING SMALLNUMBERFONT SNOW_THRESH SOULLESS_TARGET_TAGS SPECIAL_SCRAPBOOK_PAGES " +
		"SPECIAL_SCRAPBOOK_PAGES_LOOKUP SQRT2 STORM_TYPES ShardPortals TERRAFORM_IMMUNE TEXT_FILTER_CTX_CHAT TEXT_FILTER_CTX_GAME " +
		"TEXT_FILTER_CTX_UNKNOWN TROPHYSCALE_TYPES UIFONT USERFLAGS VERBOSITY WET_TEXT_COLOUR WHITE WORLD_EXTRA_EVENTS WORMHOLETYPE " +
		"YOTB_COSTUMES mod_protect_Recipe"},
	{"silent", "AddDefaultRippleSymbols AddToRegrowthManager AddUserCommand ApplyLocalWordFilter CLOSEINSPECTORUTIL ChatHistory ChatTypes " +
		"ClearClientRequestedAction ControllerPlacer_Boat_SpotFinder CraftGiberish CraftMonkeySpeech Create2DTriEmitter " +
		"CreateBoxEmitter CreateCircleEmitter CreateConeEmitter CreateDiscEmitter CreatePrefabSkin CreateRingEmitter " +
		"CreateSphereEmitter DataDumper DebugSpawn DecodeAndUnzipSaveData DeleteUserSession DespawnLeafCanopy DisableLoadingProtection " +
		"DoesItemHaveTag EmitterManager EnvelopeManager GetBuildForItem GetCharacterSkinBases GetDebugString GetGenderStrings " +
		"GetGhostEnabled GetGhostSanityDrain GetLine GetMinimapAtlas GetPortalRez GetSkilltreeBG GetSkinData GetSkinName " +
		"GetSpecialCharacterPostProcess GroundAtlas GroundImage InGamePlay Instances IsMigrating IsModCookingProduct IsPaused " +
		"IsRestrictedCharacter IsServerFrozen IsValidBeefaloClothing IsValidClothing Lavaarena_CommunityProgression " +
		"MakeRoseTarget_CreateFuel MakeRoseTarget_CreateFuel_IncreasedHorror MapLayerManager Morgue " +
		"Networking_Announcement_GetDisplayName NotifyPlayerPresence NotifyPlayerProgress OnEntitySleep OnEntityWake OnPhysicsSleep " +
		"OnPhysicsWake OnRemoveEntity POPUPS PlayerHistory PostProcessor Print ProcessString RemoveAllRecipes ReportAction RoadManager " +
		"SaveGameIndex Screen SendRPCToShard SerializeUserSession SetBeefaloSkinsOnAnim SetClientRequestedAction SetPause " +
		"ShardGameIndex ShardSaveGameIndex Shard_IsWorldAvailable Shard_IsWorldFull Shard_SyncBossDefeated Shard_SyncMermKingCrown " +
		"Shard_SyncMermKingExists Shard_SyncMermKingPauldron Shard_SyncMermKingTrident Shard_UpdatePortalState SpawnAttackWave " +
		"SpawnAttackWaves SpawnLeafCanopy Start StartNextInstance TintByOceanTile Umlautify UpdateServerWorldGenDataString UserToName " +
		"UserToPlayer ValidateRecipeSkinRequest Wake Widget ZipAndEncodeSaveData _TRACEBACK any_init_fn c_findnext c_sel c_spawn " +
		"debugstack dumptable eprint event_server_data"},
	{"doings", "addsetter makereadonly removesetter CalculateFiveRadius ConsoleCommandPlayer ControllerReticle_Blink_GetPosition DataGrid DestroyEntity DistPointToSegmentXYSq " +
		"EntityScriptProxy FindCharlieRezSpotFor FindVirtualOceanEntity FlattenTree GetAllActiveEvents GetAngleFromBoat " +
		"GetCircleEdgeSnapTransform GetClosestNode GetFarmTillSpacing GetFiveRadius GetOceanDepthAtPosition GetPlayer GetStackSize " +
		"GetWorld GrabSubGraphAroundNode HandleDugGround IsRecipeValid IsTechIngredient IsWithinAngle LaunchAndClearArea LinkedList " +
		"LookupPlayerInstByUserID MakeDeployableKitItem MakeHauntableFreeze MakeHauntablePerish MakeHauntableWorkAndIgnite RGB " +
		"ShouldEntitySink SinkEntity SnapToBoatEdge StringContainsAnyInArray ToggleOffAllObjectCollisions ToggleOffCharacterCollisions " +
		"ToggleOnAllObjectCollisionsAt ToggleOnCharacterCollisions UnitRand Vec3Util_DistSq convexHull ipairs_reverse sortedKeys"},
	{"theworld", "GetLocalTemperature GetTemperatureAtXZ IsLandTile IsOceanTile IsPassableAtPoint " +
		"SpringCombatMod SpringGrowthMod TheWorld TileGroupManager TileGroups"},
	{"tuning", "TUNING"},
	{"utilities", "AllRecipes Announce CLIENT_RPC CancelThread DST_CHARACTERLIST GetActionFailString GetAllRecipes GetClientModRPC " +
		"GetInventoryItemAtlas GetMaxItemSlots GetRecipe GetTileInfo GetValidRecipe Ingredient " +
		"IsTeleportLinkingPermittedFromPoint IsTeleportingPermittedFromPointToPoint KillThreadsWithID KnownModIndex " +
		"MODCHARACTERLIST MOD_API_VERSION ProfileStatsAdd ProfileStatsAddItemChunk ProfileStatsGet ProfileStatsSet " +
		"RECIPETABS ROG_CHARACTERLIST RPC Recipe Recipe2 RegisterInventoryItemAtlas SGManager SendModRPCToServer " +
		"SendRPCToClient SendRPCToServer Settings SimTearingDown TECH TechTree TheConfig TheSkillTree TheSystemService " +
		"bit checkbit circular_index circular_index_number clearbit hash isbadnumber isinf isnan json " +
		"metaipairs metanext metapairs nolineprint orderedPairs resolvefilepath scheduler " +
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
var Homes = sync.OnceValue(func() map[string]string {
	homes := map[string]string{}
	for _, own := range ownNames {
		for _, name := range strings.Fields(own.names) {
			homes[name] = own.file
		}
	}
	return homes
})

// ownGlobals are the names of homes without those in libraries.
var ownGlobals = sync.OnceValue(func() (names []string) {
	for _, name := range SortedKeys(Homes()) {
		if !strings.Contains(name, ".") {
			names = append(names, name)
		}
	}
	return names
})
