package base

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// spawnEvery says how often a spawn brings somebody back, in seconds.
const spawnEvery = 10

// The kinds of buildings that are spawns.
var spawnKinds = [...]int{lore.Egg, lore.Telenode}

const spawns = 1<<lore.Egg | 1<<lore.Telenode

// Appear brings a bot of the game home that has just appeared, and has it asked as what it
// begins.
func (s *Base) Appear(b int32) {
	s.bringHome(b)
	s.Bots[b].Fresh = true
	s.fresh = true
}

// bringHome brings a bot that appears before the first tick near a spawn of its team, if its
// class has no place of its own and the team has one.
func (s *Base) bringHome(b int32) {
	class, team := int(s.a.Class[b]), s.a.TeamOf(b)
	own := class < len(s.a.Config.Sites) && len(s.a.Config.Sites[class]) > 0
	if s.a.Game.World.Clock().Tick > 0 || s.a.Mind[b].Home >= 0 || own {
		return
	}
	e := &s.sides[team]
	var all []components.Position
	for _, kind := range spawnKinds {
		if class := e.class[kind]; class >= 0 && class < len(s.a.Config.Sites) {
			all = append(all, s.a.Config.Sites[class]...)
		}
	}
	for i, kinds := range s.PlaceKinds {
		if p := &s.a.Places()[i]; kinds&spawns != 0 && (p.Team == team || p.Team == systems.NoTeam) {
			all = append(all, components.Position{X: p.X, Y: p.Y})
		}
	}
	if len(all) == 0 {
		return
	}
	at, round := all[e.started%len(all)], e.started/len(all)
	e.started++
	spot := systems.Spot{X: at.X, Y: at.Y, Radius: float32(besideSpawn * math.Sqrt(float64(round+1)))}
	s.a.Game.Transport(s.a.ID(b), s.a.Land.Free(s.a.Game.Setup.Scatter(s.a.Game.Seed(), s.a.ID(b), &spot)))
}

// besideSpawn says how far from a spawn the first bots appear at most, in metres; the
// more of them there are, the farther.
const besideSpawn = 3

// Greet asks the selectClass of bots that have just appeared, one after the other.
func (s *Base) Greet() {
	if !s.fresh {
		return
	}
	s.fresh = false
	for _, b := range s.a.ByID {
		e := &s.Bots[b]
		if !e.Fresh {
			continue
		}
		e.Fresh = false
		if s.a.Dead(b) {
			continue
		}
		e.Chooses = true
		s.a.Game.Revive(s.a.ID(b))
		e.Chooses = false
		s.count(b, -1)
		if form := int(e.Pick) - 1; form >= 0 && form != int(s.a.Form[b]) {
			s.a.Life.Become(b, form)
		}
		if e.Pick = 0; e.Weapon != 0 {
			s.issue(b)
		}
		s.count(b, 1)
	}
}

// count adds the weapons of a body to those of its team, or takes them away for -1.
func (s *Base) count(b int32, by int32) {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 {
			s.Teams[s.a.Group[b]].Armed[w] += by
		}
	}
}

// EquipFirst gives a human of the game what it begins a life with.
func (s *Base) EquipFirst(b int32) {
	if s.FirstClass(b) < 0 || s.a.TeamOf(b) != lore.Humans {
		return
	}
	if good := s.UpgradeGood[lore.Medkit]; good >= 0 {
		s.a.Cargo[b].Goods |= 1 << good
	}
	e := &s.Bots[b]
	switch {
	case e.Weapon != 0:
	case s.Allows("g_bot_rifle"):
		e.Weapon = lore.Rifle
	case s.Allows("g_bot_ckit"):
		e.Weapon = lore.Kit
	default:
		e.Weapon = lore.Blaster
	}
	s.issue(b)
}

// issue gives a human the weapon that it chose, loaded, and a blaster.
func (s *Base) issue(b int32) {
	arm := 0
	for _, number := range [...]int{int(s.Bots[b].Weapon), lore.Blaster} {
		if w := slices.Index(s.WeaponNumber, number); w >= 0 && (arm == 0 || number != int(s.Bots[b].Weapon)) {
			s.a.Life.SetArm(b, arm, w, s.a.Config.Weapons[w].Clip, s.a.Config.Weapons[w].Ammo)
			arm++
		}
	}
	for ; arm < core.MaxWeapons; arm++ {
		s.a.Life.SetArm(b, arm, -1, 0, 0)
	}
	s.a.Cargo[b].Hand, s.Bots[b].Weapon = 0, 0
}

// Fall is called when a bot or player dies. It is true for those that wait for a spawn:
// bots of a team that play by a tree of this vocabulary, and all players of the game. In a
// scene without the game's rules its class says how long it waits at least, and whether
// it comes back at all.
func (s *Base) Fall(b int32) bool {
	e, ruled := &s.Bots[b], s.a.Config.Game == lore.Name
	e.DiedAt = s.a.Now
	if s.a.TeamOf(b) == systems.NoTeam || !s.Plays[b] && (!ruled || s.a.Class[b] != ecs.Human) {
		return false
	}
	seconds := s.a.OwnForm(b).Respawn
	if ruled {
		seconds = lore.BodyTime
	}
	if seconds < 0 {
		return false
	}
	e.JoinsAt = s.a.Now + max(s.a.Ticks(seconds), 1)
	return true
}

// ServeDead brings back one of the dead of each team that wait, if it has a spawn.
func (s *Base) ServeDead() {
	for g := range s.sides {
		first := int32(-1)
		for _, b := range s.Teams[g].Waits {
			if s.Bots[b].JoinsAt <= s.a.Now && (first < 0 || s.precedes(b, first)) {
				first = b
			}
		}
		if first < 0 {
			continue
		}
		if at, ok := s.spawnFor(first); ok {
			s.Bots[first].Chooses, s.Bots[first].Goal = true, world.Target{}
			s.a.Mind[first].Stopwatch = s.a.Now // selectClass asks before it lives
			s.a.Life.Return(first, at)
		}
	}
}

// precedes reports whether a dead body comes before another in the queue: players do,
// then who joined it first.
func (s *Base) precedes(b, q int32) bool {
	if p := s.a.Class[b] == ecs.Human; p != (s.a.Class[q] == ecs.Human) {
		return p
	}
	return s.Bots[b].JoinsAt < s.Bots[q].JoinsAt
}

// spawnFor returns where a dead body comes back: beside the finished spawn of its team
// nearest to where it died that can take it, or in a place that is one. A building
// is then taken for a while.
func (s *Base) spawnFor(b int32) (at components.Position, ok bool) {
	x, y, _, _ := s.a.Game.Body(b)
	best, found := math.Inf(1), int32(-1)
	for _, kind := range spawnKinds {
		for _, q := range s.Teams[s.a.Group[b]].Kinds[kind].List {
			if s.a.Health[q].Points <= 0 || !s.Works(q) || s.Structures[q].Serves.At > s.a.Now {
				continue
			}
			if d := s.a.Distance(b, q); d < best {
				if p, free := s.beside(q, b); free {
					best, found, at = d, q, p
				}
			}
		}
	}
	for i, kinds := range s.PlaceKinds {
		p := &s.a.Places()[i]
		if kinds&spawns == 0 || p.Team != s.a.TeamOf(b) && p.Team != systems.NoTeam {
			continue
		}
		if d := math.Sqrt(s.a.Field.Dist2(x, y, p.X, p.Y)); d < best {
			spot := systems.Spot{X: p.X, Y: p.Y, Radius: p.Radius}
			best, found, at = d, -1, s.a.Game.Setup.Scatter(s.a.Game.Seed()+uint64(s.a.Now)*0x9e3779b97f4a7c15, s.a.ID(b), &spot)
		}
	}
	if found >= 0 {
		e := &s.Structures[found]
		e.Serves = e.Serves.Next(s.a.Now, s.a.Span(spawnEvery))
	}
	return at, best < math.Inf(1)
}

// besideGap says how far from the edge of a spawn a body appears, in metres.
const besideGap = 4 * lore.Unit

// beside returns a spot beside a spawn at which a body has room, if there is one of
// eight.
func (s *Base) beside(spawn, b int32) (at components.Position, free bool) {
	x, y, _, _ := s.a.Game.Body(spawn)
	own := s.a.FormOf(b).Radius
	if class := s.FirstClass(b); class >= 0 {
		own = s.a.FormOfClass(class).Radius
	}
	far := float64(s.a.FormOf(spawn).Radius+own) + besideGap
	first := int(8 * s.Chance(b, besideNode))
	for i := range 8 {
		sin, cos := core.SinCos(math.Pi / 4 * float64((first+i)%8-4))
		at = components.Position{X: x + float32(far*cos), Y: y + float32(far*sin)}
		if s.a.OnField(at) == at && s.a.Land.Free(at) == at && s.empty(at, own, b) {
			return at, true
		}
	}
	return at, false
}

// empty reports whether nobody else is within a radius of a point, in metres.
func (s *Base) empty(at components.Position, radius float32, b int32) bool {
	for g := range s.a.Groups {
		s.near = s.a.Groups[g].Index.Within(at.X, at.Y, radius+s.Widest, s.near[:0])
		for _, q := range s.near {
			x, y, _, _ := s.a.Game.Body(q)
			gap := float64(radius + s.a.FormOf(q).Radius)
			if q != b && s.a.Field.Dist2(at.X, at.Y, x, y) < gap*gap {
				return false
			}
		}
	}
	return true
}

// SelectClass selects as what a body comes back whose selectClass is asked: BotSpawnAs. In the
// game that is a granger or a dretch of the aliens, if it is unlocked, and a rifle or a
// kit of the humans. In other scenes the choice is, for the first team, the number of a
// class or, where no class has it, of the weapon that a class begins with, and it must
// have the credits for it; for other teams a weapon has precedence over a class.
func (s *Base) SelectClass(body, choice int32) bool {
	e := &s.Bots[body]
	if !e.Chooses {
		return false
	}
	if s.Follows(body) {
		return s.choose(body, int(choice))
	}
	byClass := s.a.TeamOf(body) == lore.Aliens
	form := s.affordable(body, int(choice), byClass)
	if form < 0 {
		form = s.affordable(body, int(choice), !byClass)
	}
	if form < 0 {
		return false
	}
	e.Pick = int16(form) + 1
	return true
}

// choose is selectClass in scenes of the game.
func (s *Base) choose(body int32, choice int) bool {
	e, team := &s.Bots[body], s.a.TeamOf(body)
	if team == lore.Humans {
		if choice != lore.Rifle && choice != lore.Kit {
			return false
		}
		e.Weapon = int16(choice)
		return true
	}
	class := slices.Index(s.ClassNumber, choice)
	if choice != lore.Granger && choice != lore.AdvancedGranger && choice != lore.Dretch || class < 0 || s.law.noClass[lore.ClassNames[choice]] || !s.economy.Unlocked(team, s.a.FormOfClass(class).Unlock) {
		return false
	}
	e.Pick = int16(class) + 1
	return true
}

// affordable returns the first class that a choice means for a body and for which it has
// the credits, or -1.
func (s *Base) affordable(body int32, choice int, byClass bool) int {
	for i := range s.a.Game.Setup.Classes {
		f, number := s.a.FormOfClass(i), s.ClassNumber[i]
		if !byClass {
			if number = 0; len(f.Weapons) > 0 {
				number = s.WeaponNumber[f.Weapons[0]]
			}
		}
		if choice > 0 && number == choice && s.SameTeam(body, i) && f.Price <= s.Bots[body].Credits {
			return i
		}
	}
	return -1
}

// ComeBack returns the class that a body chose with selectClass, and pays for it. Its credits
// stay.
func (s *Base) ComeBack(b int32) int {
	plays, old := s.Plays[b], s.Bots[b].Life
	s.Renew(b)
	s.Plays[b], s.Bots[b].Weapon, s.Bots[b].DiedAt = plays, old.Weapon, old.DiedAt
	s.a.Mind[b].Stopwatch = s.a.Now
	pick := int(old.Pick) - 1
	switch {
	case pick < 0:
		return s.FirstClass(b)
	case pick >= 0 && !s.Follows(b):
		s.economy.Charge(b, s.a.FormOfClass(pick).Price)
	}
	return pick
}
