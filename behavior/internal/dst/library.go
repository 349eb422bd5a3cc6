package dst

import (
	"embed"
	"io/fs"
	"math"
	"strings"
	"sync"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

//go:embed lib
var files embed.FS

// library are Thicket's own files, and the names that they define.
type library struct {
	leaves
	world *glua.LTable // how Thicket's own files reach the game; they call it native
}

// ownGlobal returns a name that one of Thicket's own files defines; "" if there
// is no such file.
func ownGlobal(ref string) string {
	for _, name := range sortedKeys(homes) {
		if homes[name] == ref {
			return name
		}
	}
	return ""
}

// homes says which of Thicket's own files defines a name. Brains have these names
// without requiring the files.
var homes = map[string]string{
	"Vector3": "vector3", "Point": "vector3", "ToVector3": "vector3", "distsq": "vector3",
	"BrainCommon": "brains/braincommon", "BufferedAction": "bufferedaction", "ACTIONS": "bufferedaction",
	"Wander": "behaviours/wander", "RunAway": "behaviours/runaway", "ChaseAndAttack": "behaviours/chaseandattack",
	"Follow": "behaviours/follow", "StandStill": "behaviours/standstill", "FaceEntity": "behaviours/faceentity",
	"Leash": "behaviours/leash", "Panic": "behaviours/panic", "DoAction": "behaviours/doaction",
	"AttackWall": "behaviours/attackwall", "StandAndAttack": "behaviours/standandattack", "ChattyNode": "behaviours/chattynode",
	"FindClosest": "behaviours/findclosest", "MinPeriod": "behaviours/minperiod", "UseShield": "behaviours/useshield",
	"ControlMinions": "behaviours/controlminions", "Approach": "behaviours/approach",
	"AvoidElectricFence": "behaviours/avoidelectricfence", "ChaseAndRam": "behaviours/chaseandram",
	"LeashAndAvoid": "behaviours/leashandavoid", "PanicAndAvoid": "behaviours/panicandavoid", "FindFarmPlant": "behaviours/findfarmplant",
	"ChaseAndAttackAndAvoid": "behaviours/chaseandattackandavoid", "AvoidLight": "behaviours/avoidlight", "FindLight": "behaviours/findlight", "FindFlower": "behaviours/findflower",
	"TUNING": "tuning", "STRINGS": "tuning", "FOODTYPE": "tuning", "FOODGROUP": "tuning",
	"EQUIPSLOTS": "tuning", "MATERIALS": "tuning", "SPECIAL_EVENTS": "tuning", "FUELTYPE": "tuning",
	"SEASONS": "tuning", "GROUND": "tuning", "WORLD_TILES": "tuning", "COLLISION": "tuning",
	"TOOLACTIONS": "tuning", "SHADOWTHRALL_PARTS": "tuning", "ORDERS": "tuning", "ANCHOR_MIDDLE": "tuning",
	"TILE_SCALE": "tuning", "MAX_PHYSICS_RADIUS": "tuning", "TICKS_PER_SECOND": "tuning", "ACTIONS_BY_ACTION_CODE": "tuning",
	"CHATPRIORITIES": "tuning", "UPGRADETYPES": "tuning", "SPELLTYPES": "tuning", "FARM_PLANT_STRESS": "tuning",
	"VecUtil_LengthSq": "vecutil", "VecUtil_Length": "vecutil", "VecUtil_Normalize": "vecutil", "VecUtil_NormalizeNoNaN": "vecutil",
	"VecUtil_NormalAndLength": "vecutil", "VecUtil_Dist": "vecutil", "VecUtil_DistSq": "vecutil", "VecUtil_Add": "vecutil",
	"VecUtil_Sub": "vecutil", "VecUtil_Scale": "vecutil", "VecUtil_Dot": "vecutil", "VecUtil_Lerp": "vecutil",
	"VecUtil_GetAngleInRads": "vecutil", "VecUtil_GetAngleInDegrees": "vecutil", "VecUtil_RotateDir": "vecutil", "ReduceAngle": "vecutil",
	"DiffAngle": "vecutil", "ReduceAngleRad": "vecutil", "DiffAngleRad": "vecutil", "Lerp": "vecutil",
	"Remap": "vecutil", "Clamp": "vecutil", "RoundBiasedUp": "vecutil", "RoundToNearest": "vecutil",
	"GetRandomWithVariance": "vecutil", "GetRandomMinMax": "vecutil", "GetRandomItem": "vecutil", "GetRandomKey": "vecutil",
	"weighted_random_choice": "vecutil", "shuffleArray": "vecutil", "shuffledKeys": "vecutil", "shallowcopy": "vecutil",
	"deepcopy": "vecutil", "JoinArrays": "vecutil", "ConcatArrays": "vecutil", "ArrayUnion": "vecutil", "MergeMaps": "vecutil", "GetTableSize": "vecutil",
	"IsTableEmpty": "vecutil",
	"TheSim":       "world", "TheWorld": "world", "FindEntity": "world", "FindClosestEntity": "world",
	"GetClosestInstWithTag": "world", "GetRandomInstWithTag": "world", "IsEntityDead": "world", "IsEntityDeadOrGhost": "world",
	"FindPlayersInRange": "world", "FindClosestPlayer": "world", "FindClosestPlayerInRange": "world", "FindClosestPlayerInRangeSq": "world",
	"FindPlayersInRangeSq": "world", "IsAnyPlayerInRange": "world", "IsAnyPlayerInRangeSq": "world", "FindClosestPlayerToInst": "world",
	"FindClosestPlayerToInstOnLand": "world", "FindClosestPlayerOnLandInRangeSq": "world", "FindWalkableOffset": "world", "FindSwimmableOffset": "world",
	"FindValidPositionByFan": "world", "FindNearbyLand": "world", "FindNearbyOcean": "world", "FindRandomPointOnShoreFromOcean": "world",
	"IsPassableAtPoint": "world", "AllPlayers": "world", "CanEntitySeeTarget": "world", "CanEntitySeePoint": "world",
	"CanEntitySeeInDark": "world", "CanEntitySeeInStorm": "world", "GetTemperatureAtXZ": "world", "GetLocalTemperature": "world",
	"IsSpecialEventActive": "world", "IsAnySpecialEventActive": "world", "SpawnPrefab": "world", "ReplacePrefab": "world",
	"ErodeAway": "world", "TheNet": "world", "TheCamera": "world", "ThePlayer": "world",
	"ShakeAllCameras":                 "world",
	"CanProbablyReachTargetFromShore": "world", "LandFlyingCreature": "world", "RaiseFlyingCreature": "world", "GetString": "world", "GetDescription": "world",
	"PickSome": "vecutil", "PickSomeWithDups": "vecutil", "weighted_random_choices": "vecutil", "GetRandomItemWithIndex": "vecutil",
	"isstring": "vecutil", "isnumber": "vecutil", "istable": "vecutil", "isfunction": "vecutil", "isbool": "vecutil", "isuint": "vecutil",
	"checkstring": "vecutil", "checknumber": "vecutil", "checkbool": "vecutil", "checkuint": "vecutil", "IsNumberEven": "vecutil",
	"RoundBiasedDown": "vecutil", "DistXZSq": "vecutil", "DistXYZSq": "vecutil", "GetSineVal": "vecutil", "SubtractMapKeys": "vecutil",
	"ExceptionArrays": "vecutil", "FindPlayersInRangeSortedByDistance": "world", "FindPlayersInRangeSqSortedByDistance": "world",
	"IsAnyOtherPlayerNearInst": "world", "FindPickupableItem": "world", "IsLandTile": "world", "IsOceanTile": "world", "TileGroupManager": "world",
	"TileGroups": "world", "Ents": "world", "Prefabs": "world", "PlayFootstep": "world", "PlayMiningFX": "world", "LaunchAt": "world",
	"Launch": "world", "Launch2": "world", "LaunchGameItem": "world", "DeleteCloseEntsWithTag": "world", "SpawnAt": "world", "SGTagsToEntTags": "world",
	"SpringCombatMod": "world", "SpringGrowthMod": "world", "IsFoodSourcePickable": "world", "TheInput": "world", "TheFocalPoint": "world",
	"TheShard": "world", "GetStaticTime": "world", "GetTimeReal": "world", "GetTimePlaying": "world", "SourceModifierList": "tuning",
	"WORLD_SPECIAL_EVENT": "tuning", "CHARACTER_INGREDIENT": "tuning", "CHARACTER_INGREDIENT_SEG": "tuning", "TECH_INGREDIENT": "tuning",
	"MINIGAMES": "tuning", "PLAYER_REVEAL_RADIUS": "tuning", "FOLLOWERTYPE": "tuning", "OCEAN_DEPTH": "tuning", "table.getkeys": "libraries",
	"table.reverse": "libraries", "table.invert": "libraries", "table.reverselookup": "libraries", "table.findfield": "libraries",
	"table.removetablevalue": "libraries", "table.containskey": "libraries", "table.count": "libraries", "table.size": "libraries",
	"table.clear": "libraries", "table.appendarrays": "libraries", "table.getfield": "libraries", "math.sign": "libraries", "math.range": "libraries",
	"string.trim": "libraries", "string.startswith": "libraries", "string.endswith": "libraries", "easing": "easing",
}

// engineFiles are files of the original whose names are always defined, and the
// expression that requiring one returns. A user's own copy is not read, since it
// would need the rest of the original.
var engineFiles = map[string]string{
	"actions": "ACTIONS", "behaviourtree": "{}", "brain": "Brain", "bufferedaction": "BufferedAction", "class": "Class", "components/combat": "{}",
	"components/locomotor": "{}", "constants": "{}", "debugtools": "{}", "entityscript": "EntityScript", "mathutil": "{}", "prefabs": "{}", "prefabutil": "{}",
	"simutil": "{}", "standardcomponents": "{}", "stategraph": "{}", "stategraphs/commonstates": "{}", "strings": "STRINGS", "tuning": "TUNING", "util": "{}",
	"util/sourcemodifierlist": "SourceModifierList", "vecutil": "{}", "vector3": "Vector3",
}

// chunks caches Thicket's own files, compiled when first used.
var chunks sync.Map

// ownChunk returns one of Thicket's own files; nil if there is none.
func ownChunk(ref string) *lua.Chunk {
	if c, ok := chunks.Load(ref); ok {
		return c.(*lua.Chunk)
	}
	src, err := fs.ReadFile(files, "lib/"+ref+".lua")
	if err != nil {
		return nil
	}
	c, err := lua.Compile(syntax.Pos{File: ownFolder + ref + ".lua"}, string(src), lua.Limits{Compare: true})
	if err != nil {
		panic(err) // impossible: a test compiles all of them
	}
	chunks.Store(ref, c)
	return c
}

// ownName returns a value that one of Thicket's own files defines; nil if none
// does.
func (m *library) ownName(name string) glua.LValue {
	ref, ok := homes[name]
	if !ok {
		return nil
	}
	c := ownChunk(ref)
	if c == nil {
		return nil
	}
	given := m.lua.Call(m.lua.Function(c), m.world)
	values, ok := given.(*glua.LTable)
	if !ok {
		return nil
	}
	for k, v := values.Next(glua.LNil); k != glua.LNil; k, v = values.Next(k) {
		if m.lua.Get(k.String()) == glua.LNil {
			m.setGlobal(k.String(), v)
		}
		if t, ok := v.(*glua.LTable); ok && m.program.lenient && t.Metatable == glua.LNil {
			m.forgiveMissing(t, k.String())
		}
	}
	return values.RawGetString(name)
}

// setGlobal sets a global, or an entry of a library for a name LIBRARY.NAME.
func (m *library) setGlobal(name string, v glua.LValue) {
	if lib, key, ok := strings.Cut(name, "."); ok {
		m.lua.AddToLibrary(lib, key, v)
		return
	}
	m.lua.Set(name, v)
}

// openLibraries adds to the libraries what the original adds.
func (m *library) openLibraries() {
	number := m.numberArg
	for _, f := range []struct {
		lib, name string
		call      func() glua.LValue
	}{
		{"math", "clamp", func() glua.LValue { return glua.LNumber(max(number(2), min(number(3), number(1)))) }},
		{"math", "round", func() glua.LValue { return glua.LNumber(math.Floor(number(1) + 0.5)) }},
		{"math", "diff", func() glua.LValue { return glua.LNumber(math.Abs(number(1) - number(2))) }},
		{"table", "contains", func() glua.LValue {
			t, ok := m.L.Get(1).(*glua.LTable)
			if !ok {
				return glua.LFalse
			}
			for k, v := t.Next(glua.LNil); k != glua.LNil; k, v = t.Next(k) {
				if m.L.Equal(v, m.L.Get(2)) {
					return glua.LTrue
				}
			}
			return glua.LFalse
		}},
		{"table", "removearrayvalue", func() glua.LValue {
			t := m.L.CheckTable(1)
			for i := 1; i <= t.Len(); i++ {
				if v := t.RawGetInt(i); m.L.Equal(v, m.L.Get(2)) {
					return t.Remove(i)
				}
			}
			return glua.LNil
		}},
		{"string", "split", func() glua.LValue {
			sep := m.L.OptString(2, ":")
			list := m.L.NewTable()
			for _, part := range strings.FieldsFunc(m.L.CheckString(1), func(r rune) bool { return strings.ContainsRune(sep, r) }) {
				list.Append(glua.LString(part))
			}
			m.lua.Charge(int64(list.Len()))
			return list
		}},
	} {
		m.lua.AddToLibrary(f.lib, f.name, m.L.NewFunction(func(L *glua.LState) int {
			L.Push(f.call())
			return 1
		}))
	}
	for _, c := range []struct {
		name  string
		value float64
	}{{"PI", math.Pi}, {"TWOPI", 2 * math.Pi}, {"DEGREES", math.Pi / 180}, {"RADIANS", 180 / math.Pi}} {
		m.lua.Set(c.name, glua.LNumber(c.value))
	}
}

// unknownName resolves a name that no script assigned: what the game registered,
// what Thicket's own files define, or a stub.
func (m *library) unknownName(name string) glua.LValue {
	if f := m.hostFunction(name); f != nil {
		return f
	}
	if v := m.ownName(name); v != nil {
		return v
	}
	if m.program.lenient && name != "" {
		v := m.forgive(name)
		m.setGlobal(name, v)
		return v
	}
	return nil
}
