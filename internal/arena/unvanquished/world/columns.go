package world

import (
	"slices"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/systems"
)

// World holds what the parts of the rules share in one arena.
type World struct {
	a *core.Arena
	scenery
	Teams  []Team // by group
	Thinks []bool // by class of the scene: its tree was one of this vocabulary when the state was made
	Bodies
}

// scenery holds what follows from the scene.
type scenery struct {
	of            uint8     // the number that the vocabulary's deeds have
	UnitsPerMetre float64   // of the trees' units of length
	FormKinds     []uint32  // by form: which kinds of buildings it is, a bit each
	PlaceKinds    []uint32  // by place
	Rallies       [][]int32 // by team, none at the end: places with the tag rally that are its own or of nobody
	ClassNumber   []int     // by form: the number of its class, 0 for none
	// Numbered are the classes of the scene that have a number, by number
	Numbered     [len(lore.ClassNames)][]int
	WeaponNumber []int   // by weapon: its number
	UpgradeGood  [16]int // by number of an upgrade: the good, or -1
	WeaponGood   []int   // by weapon: the good that is one, or -1
	HasTool      []bool  // by form: it has the tag builder
	Widest       float32 // the radius of the widest body, in metres
	defaultSkill int     // of bots whose class gives none, 1 to 9
	Rules        Rules
	skills       skillset
}

// Rules says which of the rules of the game hold that a scene can do without.
type Rules struct {
	Aside  bool // humans are slower backward and sideways
	Creep  bool // and on creep
	Tires  bool // they have stamina to sprint
	Slows  bool // some blows slow them
	Spread bool // shots scatter
	Zones  bool // where a blow falls counts
	Knocks bool // some weapons push who they hit
	Flight bool // missiles fly
	Lines  bool // who stands in a line of fire is hit
}

// readRules reads which rules hold: none where the scene plays no game.
func (s *World) readRules() {
	if s.a.Config.Game != lore.Name {
		return
	}
	s.Rules = Rules{
		Aside: s.Allows("slowAside"), Creep: s.Allows("slowOnCreep"), Tires: s.Allows("sprintTires"), Slows: s.Allows("slowingBlows"),
		Spread: s.Allows("shotSpread"), Zones: s.Allows("hitZones"), Knocks: s.Allows("knockback"), Flight: s.Allows("missileFlight"), Lines: s.Allows("linesOfFire"),
	}
}

// Open makes the world of an arena, in which deeds have the number of. Nobody is in it yet.
func (s *World) Open(a *core.Arena, of uint8) {
	s.a, s.of, s.UnitsPerMetre = a, of, 1
	if a.Config.Game == lore.Name {
		s.UnitsPerMetre = 1 / lore.Unit
	}
	for _, kv := range a.Game.Setup.Settings {
		if n := kv.Value.Number(); kv.Name == lore.UnitsSetting && n > 0 {
			s.UnitsPerMetre = n
		}
	}
	s.Teams = make([]Team, len(a.Groups))
	for i := range s.Teams {
		s.Teams[i].Armed = make([]int32, len(a.Config.Weapons))
		s.Teams[i].Powered = true
	}
	teams := len(a.Game.Setup.Teams)
	s.Rallies = make([][]int32, teams+1)
	for i := range a.Places() {
		s.PlaceKinds = append(s.PlaceKinds, lore.KindsOf(a.Places()[i].Tags, a.Places()[i].Team))
		if p := &a.Places()[i]; p.ID == "rally" || slices.Contains(p.Tags, "rally") {
			for team := range s.Rallies {
				if p.Team == systems.NoTeam || p.Team == team {
					s.Rallies[team] = append(s.Rallies[team], int32(i))
				}
			}
		}
	}
	s.readRules()
	s.readSkills()
	s.nameForms()
	s.nameArms()
	s.defaultSkill = int(min(max(s.SettingNumber("g_bot_defaultSkill"), 1), mostSkill))
	s.Grow(len(a.Health))
}
