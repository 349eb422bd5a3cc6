package lore

import (
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/systems"
)

// Unit is the game's unit of length, in metres. Trees may count in another one,
// see [UnitsSetting]; what the rules themselves measure is in this.
const Unit = 1. / 32

// The teams, by their index in a scene.
const (
	Aliens = 0
	Humans = 1
)

// The numbers of the classes that the rules mention.
const (
	Granger          = 1
	AdvancedGranger  = 2
	Dretch           = 3
	Mantis           = 4
	Marauder         = 5
	AdvancedMarauder = 6
	Dragoon          = 7
	AdvancedDragoon  = 8
	Tyrant           = 9
	NakedHuman       = 10
	LightHuman       = 11
	MediumHuman      = 12
	SuitHuman        = 13
)

// The numbers of the weapons that the rules mention.
const (
	DretchBite           = 1
	MantisClaw           = 2
	MarauderClaw         = 3
	AdvancedMarauderClaw = 4
	DragoonClaw          = 5
	AdvancedDragoonClaw  = 6
	TyrantClaw           = 7
	Blaster              = 8
	Rifle                = 9
	PainSaw              = 10
	Shotgun              = 11
	LasGun               = 12
	MassDriver           = 13
	Chaingun             = 14
	Flamer               = 15
	PulseRifle           = 16
	Lucifer              = 17
	GrangerSwipe         = 20
	AdvancedGrangerSwipe = 21
	FirstTool            = 20 // this and the next two build
	Kit                  = 22 // the humans' tool
	LastWeapon           = 22
	MarauderZap          = 30 // second attacks, which no tree names
	DragoonBarb          = 31
	TurretGun            = 32
	PodRocket            = 33
	tubeAcid             = 34
	spikerSpine          = 35
	hiveSting            = 36
	Blob                 = 37
	Lock                 = 38
	LastNumber           = 38
)

// classNames, weaponNames, upgradeNames and buildingNames are what the numbers in
// trees mean: ids of classes (or tags of them), weapons, goods and classes of
// buildings.
var (
	ClassNames = [...]string{
		"", "alien_builder0", "alien_builder0_upg", "alien_level0", "alien_level1", "alien_level2", "alien_level2_upg",
		"alien_level3", "alien_level3_upg", "alien_level4", "human_naked", "human_light", "human_medium", "human_bsuit",
	}
	WeaponNames = []string{
		1: "alevel0", 2: "alevel1", 3: "alevel2", 4: "alevel2_upg", 5: "alevel3", 6: "alevel3_upg", 7: "alevel4",
		8: "blaster", 9: "machinegun", 10: "pain_saw", 11: "shotgun", 12: "las_gun", 13: "mass_driver", 14: "chaingun", 15: "flamer",
		16: "pulse_rifle", 17: "lucifer_cannon", 20: "abuild", 21: "abuild2", 22: "hbuild",
		MarauderZap: "zap", DragoonBarb: "barb", TurretGun: "turret_gun", PodRocket: "rocket", tubeAcid: "acid", spikerSpine: "spine", hiveSting: "sting", Blob: "blob", Lock: "lock",
	}
	UpgradeNames  = []string{"", "lightarmour", "mediumarmour", "battlesuit", "radar", "jetpack", "grenade", "firebomb", "medkit"}
	BuildingNames = [LastBuilding + 1]string{
		1: "egg", 2: "overmind", 3: "barricade", 4: "acidtube", 5: "trapper", 6: "booster", 7: "hive", 8: "leech", 9: "spiker",
		10: "telenode", 11: "mgturret", 12: "rocketpod", 13: "armoury", 14: "medistat", 15: "drill", 16: "reactor",
	}
)

// classFacts lists the game's facts of a class. Lengths are its units.
type classFacts struct {
	title         string
	price, unlock float64
	health        float32
	regen         float32 // points a second
	speed         float64 // units a second at best
	half          float32 // half the width of its body
	weapons       []int
}

// classes are by number. Half widths are Thicket's own: the game keeps its boxes
// elsewhere.
var classes = [...]classFacts{
	Granger:          {"Granger", 0, 0, 50, 0.91, 288, 20, []int{20}},
	AdvancedGranger:  {"Advanced Granger", 0, 100, 75, 1.3, 288, 20, []int{21, Blob}},
	Dretch:           {"Dretch", 0, 0, 30, 0.91, 448, 15, []int{1}},
	Mantis:           {"Mantis", 200, 0, 75, 1.69, 400, 15, []int{2}},
	Marauder:         {"Marauder", 400, 0, 150, 1.95, 384, 23, []int{3}},
	AdvancedMarauder: {"Advanced Marauder", 600, 50, 175, 2.275, 384, 25, []int{4, MarauderZap}},
	Dragoon:          {"Dragoon", 600, 50, 200, 2.6, 384, 26, []int{5}},
	AdvancedDragoon:  {"Advanced Dragoon", 800, 150, 250, 3.25, 384, 29, []int{6, DragoonBarb}},
	Tyrant:           {"Tyrant", 1000, 200, 350, 3.9, 352, 32, []int{7}},
	NakedHuman:       {"Human", 0, 0, 100, 0, 384, 15, []int{Rifle, Blaster}},
	LightHuman:       {"Light Armour", 0, 0, 100, 0, 384, 15, []int{Rifle, Blaster}},
	MediumHuman:      {"Medium Armour", 0, 0, 100, 0, 384, 15, []int{Rifle, Blaster}},
	SuitHuman:        {"Battlesuit", 0, 0, 100, 0, 368, 15, []int{Rifle, Blaster}},
}

// weaponFacts lists the game's facts of a weapon. A reach is in units, times in
// milliseconds, clips are spare ones.
type weaponFacts struct {
	price, unlock float64
	Damage        float32
	reach         float32
	every         float64
	clip, clips   int
	energy        bool
}

// Weapons are by number. The game's shots beyond what its page of numbers says
// (those of buildings) are Thicket's own.
var Weapons = [...]weaponFacts{
	1:           {Damage: 36, reach: 64, every: 500},
	2:           {Damage: 40, reach: 80, every: 600},
	3:           {Damage: 40, reach: 80, every: 500},
	4:           {Damage: 40, reach: 82, every: 400},
	5:           {Damage: 80, reach: 80, every: 750},
	6:           {Damage: 80, reach: 83, every: 700},
	7:           {Damage: 100, reach: 100, every: 700},
	Blaster:     {Damage: 10, reach: 16392, every: 600},
	Rifle:       {0, 0, 5, 3276, 80, 30, 6, false},
	PainSaw:     {100, 50, 11, 64, 75, 0, 0, false},
	Shotgun:     {150, 0, 55, 518, 1000, 8, 3, false},
	LasGun:      {250, 0, 9, 16392, 200, 200, 0, true},
	MassDriver:  {350, 0, 40, 16392, 1000, 6, 4, false},
	Chaingun:    {400, 0, 6, 546, 88, 300, 0, false},
	Flamer:      {450, 100, 18, 170, 100, 300, 0, false},
	PulseRifle:  {450, 100, 9, 16392, 100, 50, 5, true},
	Lucifer:     {600, 250, 265, 16392, 3000, 100, 0, true},
	20:          {Damage: 20, reach: 64, every: 1000},
	21:          {Damage: 20, reach: 64, every: 1000},
	Kit:         {reach: 100, every: 1000},
	MarauderZap: {Damage: 60, reach: 200, every: 1500},
	DragoonBarb: {Damage: 110, reach: 900, every: 1200, clip: 3},
	TurretGun:   {Damage: 5, reach: 350, every: 125},
	PodRocket:   {Damage: 40, reach: 1300, every: 1000},
	tubeAcid:    {Damage: 20, reach: 300, every: 1000},
	spikerSpine: {Damage: 40, reach: 250, every: 2000},
	hiveSting:   {Damage: 80, reach: 500, every: 3000},
	Blob:        {Damage: 4, reach: 300, every: 1000},
	Lock:        {reach: 400, every: 1000},
}

// upgradeFacts lists the game's facts of an upgrade. The share of damage that armour keeps
// off is that of blows that hit no part of the body.
type upgradeFacts struct {
	price, unlock float64
	armour        float32
	unsold        bool
}

var upgrades = [...]upgradeFacts{
	1:        {200, 0, 0.5, false},
	2:        {300, 150, 0.7, false},
	3:        {400, 200, 0.8, false},
	Radar:    {100, 50, 0, false},
	Jetpack:  {120, 100, 0, false},
	Grenade:  {250, 200, 0, false},
	Firebomb: {200, 150, 0, false},
	Medkit:   {unsold: true},
}

// buildingFacts lists the game's facts of a building.
type buildingFacts struct {
	title   string
	Points  float64
	Seconds float64 // to build
	health  float32
	Regen   float32 // points a second
	Unlock  float64
	half    float32 // half its width in units, Thicket's own
	weapon  int
}

var Buildings = [LastBuilding + 1]buildingFacts{
	1:  {"Egg", 10, 15, 250, 8, 0, 15, 0},
	2:  {"Overmind", 0, 30, 750, 6, 0, 45, 0},
	3:  {"Barricade", 8, 20, 300, 15, 0, 35, 0},
	4:  {"Acid Tube", 8, 15, 125, 10, 0, 25, tubeAcid},
	5:  {"Trapper", 8, 12, 50, 6, 100, 15, Lock},
	6:  {"Booster", 12, 15, 150, 8, 100, 26, 0},
	7:  {"Hive", 12, 20, 125, 10, 150, 35, hiveSting},
	8:  {"Leech", 0, 10, 200, 10, 0, 30, 0},
	9:  {"Spiker", 10, 15, 150, 10, 50, 20, spikerSpine},
	10: {"Telenode", 10, 10, 310, 10, 0, 40, 0},
	11: {"Turret", 10, 10, 250, 5, 0, 20, TurretGun},
	12: {"Rocket Pod", 10, 10, 250, 5, 50, 25, PodRocket},
	13: {"Armoury", 8, 10, 420, 10, 0, 35, 0},
	14: {"Medistation", 8, 10, 190, 5, 0, 35, 0},
	15: {"Drill", 0, 10, 200, 5, 0, 30, 0},
	16: {"Reactor", 0, 20, 930, 15, 0, 50, 0},
}

// Name names the game in scenes, under their key game.
const Name = "unvanquished"

// jogging is the speed of a human that does not sprint, in units a second.
const jogging = 320

// BodyTime says how long the dead lie before they wait for a spawn, in seconds.
const BodyTime = 1.7

// Equip gives a scene of two teams the game's classes, buildings, weapons, goods
// and settings with the game's numbers. What the scene has under the same ids
// stays as it is. Every class that has a tree begins as the game's bots do.
func Equip(s *systems.Setup, c *core.Config) {
	c.Game, c.On = Name, true
	for n := range Weapons {
		if n < len(WeaponNames) && WeaponNames[n] != "" {
			addWeapon(c, n)
		}
	}
	for n := 1; n < len(upgrades); n++ {
		addGood(c, UpgradeNames[n], core.Good{Price: upgrades[n].price, Unlock: upgrades[n].unlock, Armour: upgrades[n].armour, Unsold: upgrades[n].unsold, Weapon: -1})
	}
	for len(c.Forms) < len(s.Classes) {
		c.Forms = append(c.Forms, core.NewForm())
	}
	for n := range classes {
		if f := &classes[n]; f.title != "" {
			addClass(s, c, ClassNames[n], f.title, n >= NakedHuman, f.form(c, n))
		}
	}
	for kind := 1; kind <= LastBuilding; kind++ {
		addClass(s, c, BuildingNames[kind], Buildings[kind].title, kind >= FirstOfB, Buildings[kind].form(c, kind))
	}
}

// Names returns what Equip adds to a scene, by what the names are of (see
// [core.WeaponNames] and its kin), in its order.
func Names() map[string][]string {
	all := map[string][]string{}
	var s systems.Setup
	var c core.Config
	Equip(&s, &c)
	for i := range c.Weapons {
		all[core.WeaponNames] = append(all[core.WeaponNames], c.Weapons[i].ID)
	}
	for i := range c.Goods {
		all[core.GoodNames] = append(all[core.GoodNames], c.Goods[i].ID)
	}
	for i := range s.Classes {
		all[core.ClassNames] = append(all[core.ClassNames], s.Classes[i].ID)
	}
	return all
}

// WeaponOf returns the index of a weapon of the game in a config.
func WeaponOf(c *core.Config, number int) int {
	for i := range c.Weapons {
		if c.Weapons[i].ID == WeaponNames[number] {
			return i
		}
	}
	return -1
}

func addWeapon(c *core.Config, n int) {
	f, id := &Weapons[n], WeaponNames[n]
	if WeaponOf(c, n) < 0 {
		w := core.Weapon{ID: id, Damage: f.Damage, Range: f.reach * Unit, Cooldown: f.every / 1000, Clip: f.clip, Ammo: f.clip * f.clips, Energy: f.energy}
		if f.clips > 0 {
			w.Reload = 2
		}
		c.Weapons = append(c.Weapons, w)
	}
	if n >= Rifle && n <= Lucifer || n == Kit {
		addGood(c, id, core.Good{Price: f.price, Unlock: f.unlock, Weapon: WeaponOf(c, n)})
	}
}

func addGood(c *core.Config, id string, g core.Good) {
	for i := range c.Goods {
		if c.Goods[i].ID == id {
			return
		}
	}
	g.ID = id
	c.Goods = append(c.Goods, g)
}

func addClass(s *systems.Setup, c *core.Config, id, title string, second bool, f core.Form) {
	for i := range s.Classes {
		if s.Classes[i].ID == id {
			return
		}
	}
	team, speed := Aliens, 0.
	if second {
		team = Humans
	}
	if !f.Fixed {
		for n := range ClassNames {
			if ClassNames[n] == id {
				speed = classes[n].speed * Unit
			}
		}
	}
	s.Classes = append(s.Classes, systems.Class{ID: id, Name: title, Team: team, SpeedMPS: speed, Max: systems.MaxBots, Implied: true})
	c.Forms = append(c.Forms, f)
}

// form makes what a config says of a class of bots.
func (f *classFacts) form(c *core.Config, n int) core.Form {
	out := core.NewForm()
	out.Health, out.Regen, out.Price, out.Unlock = f.health, f.regen, f.price, f.unlock
	out.Radius, out.Sight = f.half*Unit, core.Sight{Radius: senseRange * Unit, Angle: 360}
	out.Respawn, out.Cargo = BodyTime, 0
	out.Paces = core.Paces{Walk: 0.5, Run: 1, Sprint: 1}
	if n >= NakedHuman {
		out.Sight.Angle, out.Paces.Run = fieldOfView, float32(jogging/f.speed)
		out.Paces.Walk = out.Paces.Run / 2
	}
	for _, w := range f.weapons {
		out.Weapons = append(out.Weapons, WeaponOf(c, w))
	}
	return out
}

// form makes what a config says of a class of buildings.
func (f *buildingFacts) form(c *core.Config, kind int) core.Form {
	out := core.NewForm()
	out.Health, out.Price, out.Unlock, out.Build = f.health, f.Points, f.Unlock, f.Seconds
	out.Radius, out.Fixed, out.Cargo = f.half*Unit, true, 0
	out.Tags = append([]string{"building"}, BuildingTags[kind][0])
	if f.weapon > 0 {
		out.Weapons = []int{WeaponOf(c, f.weapon)}
	}
	return out
}

// Every returns the milliseconds between two shots of a weapon.
func Every(number int) float64 { return Weapons[number].every }
