-- Components of which the arena has nothing: each answers as if nothing of its
-- kind had ever happened. `no` are questions that are answered by false, `none`
-- calls without effect or answer, `one` and `zero` calls that give 1 and 0,
-- `lists` calls that give an empty list; the rest are fields.
local native, component = ...

local answers = {
    no = function() return false end, yes = function() return true end, none = function() return nil end,
    one = function() return 1 end, zero = function() return 0 end, lists = function() return {} end,
}

local function neutral(name, spec)
    local methods = {}
    for key, v in pairs(spec) do
        if answers[key] then
            for method in string.gmatch(v, "%S+") do methods[method] = answers[key] end
        elseif type(v) == "table" then
            methods.start = function(self) self[key] = {} end
        else
            methods[key] = v
        end
    end
    component(name, methods)
end

-- What may happen to a creature.
neutral("hauntable", { panic = false, haunted = false, panictimer = 0, none = "Panic StartFX StopFX SetOnHauntFn DoHaunt" })
neutral("freezable", { no = "IsFrozen IsThawing", none = "Freeze Unfreeze AddColdness Reset Thaw", coldness = 0, one = "ResolveResistance" })
neutral("grogginess", { no = "IsKnockedOut IsGroggy HasGrogginess", none = "AddGrogginess ComeTo" })
neutral("pinnable", { no = "IsStuck IsValidPinTarget", none = "Stick Unstick" })
neutral("rider", { no = "IsRiding IsMountHurt", none = "GetMount GetSaddle Dismount Mount ActualDismount" })
neutral("rideable", { no = "IsBeingRidden IsSaddled", none = "GetRider Buck SetSaddle", canride = false, zero = "TimeSinceLastRide", saddleable = false })
neutral("domesticatable", { no = "IsDomesticated", zero = "GetDomestication GetObedience", none = "DeltaObedience DeltaDomestication", domesticated = false })
neutral("sanity", { one = "GetPercent GetPercentWithPenalty", yes = "IsSane IsSanityMode", no = "IsCrazy IsInsane IsInsanityMode IsLunacyMode IsEnlightened",
    none = "DoDelta SetPercent", current = 100, max = 100 })
neutral("moisture", { zero = "GetMoisture GetMoisturePercent", no = "IsWet" })
neutral("temperature", { no = "IsFreezing IsOverheating", current = 25, one = "GetCurrent", zero = "GetMoisturePenalty" })
neutral("drownable", { no = "IsOverWater ShouldDrown IsSafeFromFalling", enabled = false })
neutral("amphibiouscreature", { in_water = false, none = "OnEnterOcean OnExitOcean" })
neutral("embarker", { no = "HasDestination", none = "Embark Cancel SetEmbarkable", one = "GetEmbarkPosition" })
neutral("sheltered", { sheltered = false, no = "IsSheltered" })
neutral("debuffable", { no = "HasDebuff", none = "GetDebuff AddDebuff RemoveDebuff", debuffs = {} })
neutral("acidinfusible", { no = "IsInfused" })
neutral("stuckdetection", { no = "IsStuck", none = "Reset" })
neutral("epicscare", { none = "Scare" })
neutral("bloomer", { none = "PushBloom PopBloom" })
neutral("colouradder", { none = "PushColour PopColour" })
neutral("colourtweener", { none = "StartTween" })
neutral("sanityaura", { zero = "GetAura", aura = 0 })
neutral("inspectable", { none = "SetDescription" })
neutral("named", { none = "SetName PickNewName", name = "" })
neutral("propagator", { none = "StartSpreading StopSpreading", spreading = false })
neutral("lootdropper", { none = "DropLoot SpawnLootPrefab", lists = "GenerateLoot" })
neutral("growable", { one = "GetStage", stage = 1, none = "StartGrowing StopGrowing DoGrowth SetStage" })
neutral("periodicspawner", { none = "Start Stop TrySpawn", no = "IsActive" })
neutral("playerprox", { no = "IsPlayerClose", isclose = false, none = "SetDist SetOnPlayerNear SetOnPlayerFar" })
neutral("explosive", { none = "OnBurnt" })
neutral("planardamage", { zero = "GetDamage GetBonus" })
neutral("knownfoods", { none = "Remember" })

-- Herds, teams, play and trade.
neutral("herdmember", { none = "GetHerd Leave", enabled = false, herdprefab = "" })
neutral("herd", { members = {}, membercount = 0, no = "IsFull", none = "AddMember RemoveMember GatherNearbyMembers" })
neutral("mood", { no = "IsInMood", zero = "GetDaysInMood" })
neutral("teamattacker", { inteam = false, none = "GetOrders LeaveTeam SearchForTeam OnEnterTeam", no = "LeashDistance", team_type = "" })
neutral("teamleader", { no = "IsFull", none = "DisbandTeam", team = {} })
neutral("grouptargeter", { no = "IsTargeting", lists = "GetTargets", none = "AddTarget RemoveTarget TryGetNewTarget SelectTarget", num_targets = 0 })
neutral("trader", { no = "IsTryingToTradeWithMe CanAccept AbleToAccept WantsToAccept AcceptGift", enabled = true, none = "Enable Disable SetAcceptTest" })
neutral("minigame", { no = "GetIsPlaying GetIsIntro GetIsOutro IsExciting", zero = "TimeSinceLastExcitement", none = "RecordExcitement AddParticipator AddSpectator",
    gametype = "", spectator_dist = 20, participator_dist = 20, watchdist_min = 4, watchdist_target = 6, watchdist_max = 8, active = false })
neutral("minigame_participator", { none = "GetMinigame SetMinigame", notimeout = false, zero = "CurrentRecipeTime" })
neutral("minigame_spectator", { none = "GetMinigame SetWatchingMinigame" })
neutral("crewmember", { no = "Shouldrow ShouldRow", none = "Row OnLeave GetBoat SetBoat LeaveBoat", max_target_dist = 10, enabled = false })
neutral("boatcrew", { members = {}, membercount = 0, status = "", none = "GetHeadingNormal AddMember RemoveMember" })
neutral("questowner", { no = "CanBeginQuest CanAbandonQuest", questing = false, none = "BeginQuest AbandonQuest" })
neutral("occupier", { none = "GetOwner SetOwner" })
neutral("occupiable", { no = "IsOccupied CanOccupy", none = "GetOccupant" })
neutral("petleash", { lists = "GetPets GetPetsWithPrefab", zero = "GetNumPets", no = "IsPet IsFull", none = "DespawnPet" })
neutral("minionspawner", { numminions = 0, minions = {}, maxminions = 0, none = "SpawnNewMinion RemovePosition AddPosition" })
neutral("thief", { no = "StealItem", stolenitems = {} })
neutral("werebeast", { no = "IsInWereState IsTransforming", none = "TriggerDelta SetWere SetNormal" })
neutral("crittertraits", { no = "IsDominantTrait HasTrait", none = "OnPet SetDominantTrait", zero = "GetTraitScore" })
neutral("ghostlybond", { no = "IsSummoned", bondlevel = 1, ghost = false })
neutral("shadowsubmissive", { no = "TargetHasDominance ShouldSubmitToTarget IsSubmissive" })
neutral("spellcaster", { no = "CanCast", none = "CastSpell" })
neutral("teleporter", { none = "Activate Target GetTarget", no = "IsActive IsBusy" })
neutral("oceanfishable", { none = "GetRod ResetStruggling UpdateRunState SetRod", no = "IsCloseToOverreeled StruggleDist", one = "CalcWalkSpeed CalcRunSpeed",
    strugglingtime = 0, is_struggling_state = false })
neutral("oceanfishingrod", { none = "GetLureData Reel", target = false })
neutral("walkableplatform", { lists = "GetEntitiesOnPlatform GetPlayersOnPlatform", platform_radius = 4 })
neutral("walkableplatformplayer", { none = "GetPlatform" })
neutral("boatphysics", { zero = "GetVelocity GetForceDampening GetMaxVelocity", velocity_x = 0, velocity_z = 0 })
neutral("steeringwheel", { sailor = false })
neutral("anchor", { no = "IsAnchored" })

-- Things that lie about or stand there.
neutral("inventoryitem", { no = "IsHeld IsHeldBy IsWet IsDeadStack", none = "GetGrandOwner GetContainer RemoveFromOwner SetOwner OnDropped OnPickup GetSlotNum",
    canbepickedup = true, cangoincontainer = true, canonlygoinpocket = false, is_landed = true, trappable = true, nobounce = false })
neutral("container", { slots = {}, numslots = 9, itemslots = {}, no = "IsFull IsOpen IsHolding IsOpenedBy IsOpenedByOthers Has HasItemWithTag GiveItem CanTakeItemInSlot",
    yes = "IsEmpty", none = "FindItem GetItemInSlot RemoveItem DropItem DropEverything Close Open ForEachItem GetItemByName", zero = "NumItems",
    lists = "FindItems GetAllItems GetOpeners", canbeopened = true, opencount = 0 })
neutral("edible", { zero = "GetHunger GetHealth GetSanity", foodtype = "MEAT", hungervalue = 10, healthvalue = 0, sanityvalue = 0 })
neutral("stackable", { one = "StackSize RoomLeft", no = "IsFull IsStack IsOverStacked", stacksize = 1, maxsize = 1, Get = function(self) return self.inst end })
neutral("perishable", { one = "GetPercent", yes = "IsFresh", no = "IsStale IsSpoiled IsPerishing", perishtime = 100, perishremainingtime = 100 })
neutral("bait", { yes = "IsFree", trap = false })
neutral("trap", { no = "IsSprung IsBaited HasLoot", issprung = false, isset = false, none = "Harvest Reset Set" })
neutral("mine", { issprung = false, inactive = false, none = "Explode Deactivate" })
neutral("pickable", { no = "CanBePicked IsBarren", canbepicked = false, caninteractwith = true, product = "", none = "Pick Regen MakeEmpty" })
neutral("harvestable", { no = "CanBeHarvested", produce = 0, none = "Harvest" })
neutral("crop", { no = "IsReadyForHarvest", none = "Harvest", matured = false })
neutral("dryer", { no = "IsDone IsDrying CanDry", none = "Harvest" })
neutral("stewer", { no = "IsDone IsCooking CanCook", none = "Harvest", zero = "GetTimeToCook" })
neutral("workable", { no = "CanBeWorked IsActionValid", none = "GetWorkAction WorkedBy", workleft = 0, workable = false, tough = false })
neutral("equippable", { no = "IsEquipped IsRestricted", isequipped = false, equipslot = "hands", one = "GetWalkSpeedMult" })
neutral("weapon", { no = "CanRangedAttack", attackrange = 2, hitrange = 2, zero = "GetDamage" })
neutral("fueled", { yes = "IsEmpty", zero = "GetPercent GetCurrentSection", currentfuel = 0, maxfuel = 1, accepting = false, no = "CanAcceptFuelItem", consuming = false })
neutral("tool", { no = "CanDoAction", zero = "GetEffectiveness" })
neutral("machine", { no = "IsOn", ison = false, none = "TurnOn TurnOff", enabled = true })
neutral("shelf", { itemonshelf = false, cantakeitem = false })
neutral("projectile", { no = "IsThrown", none = "Throw" })
neutral("complexprojectile", { none = "Launch" })
neutral("murderable", {})
neutral("cookable", {})
neutral("activatable", { no = "CanActivate", inactive = false })
neutral("childspawner", { childreninside = 0, numchildrenoutside = 0, maxchildren = 1, childrenoutside = {}, zero = "CountChildrenOutside NumChildren",
    no = "CanSpawn IsFull", none = "GoHome ReleaseAllChildren SpawnChild StartSpawning StopSpawning AddChildrenInside TakeOwnership", spawning = false })
neutral("spawner", { no = "IsOccupied IsSpawnPending", none = "GoHome ReleaseChild", child = false })
neutral("hideout", { none = "GoHome" })
neutral("farmplanttendable", { tendable = false, none = "TendTo" })
neutral("farmplantstress", { zero = "GetFinalStressState", none = "SetStressed" })
neutral("constructionsite", { no = "IsComplete HasBuilder" })
neutral("writeable", { none = "GetText", no = "IsWritten" })
