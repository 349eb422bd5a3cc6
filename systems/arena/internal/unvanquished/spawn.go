package unvanquished

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// life is what is kept of a bot's death and return.
type life struct {
	diedAt  int64 // when it died last
	joinsAt int64 // of the dead that wait: when it joins the queue of its team; else 0
	pick    int16 // the form and 1 as which it comes back, or 0
	weapon  int16 // the number of the weapon with which it comes back, or 0
	chooses bool  // its selectClass is asked now
	fresh   bool  // it has just appeared, and was not asked yet
}

// births is what the state keeps of spawning.
type births struct {
	fresh bool // some bot has just appeared
}

// spawnEvery is how often a spawn brings somebody back, in seconds.
const spawnEvery = 10

// The kinds of buildings that are spawns.
var spawnKinds = [...]int{egg, telenode}

const spawns = 1<<egg | 1<<telenode

// follows reports whether a body lives by the rules of a scene of the game: a bot of
// one of the two teams with a tree of this vocabulary.
func (s *state) follows(b int32) bool {
	team := s.a.TeamOf(b)
	return s.a.Config.Game == Name && s.plays[b] && (team == aliens || team == humans)
}

// firstClass returns the class as which a bot of the game begins and comes back, or -1
// for its own.
func (s *state) firstClass(b int32) int {
	switch {
	case !s.follows(b):
		return -1
	case s.a.TeamOf(b) == humans:
		return slices.Index(s.class, nakedHuman)
	}
	return slices.Index(s.class, dretch)
}

// bringHome brings a bot that appears before the first tick near a spawn of its team, if its
// class has no place of its own and the team has one.
func (s *state) bringHome(b int32) {
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
	for i, kinds := range s.places {
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
	s.a.Game.Transport(s.a.ID(b), s.a.Free(s.a.Game.Setup.Scatter(s.a.Game.Seed(), s.a.ID(b), &spot)))
}

// besideSpawn is how far from a spawn the first bots appear at most, in metres; the
// more of them there are, the farther.
const besideSpawn = 3

// greet asks the selectClass of bots that have just appeared, one after the other.
func (s *state) greet() {
	if !s.fresh {
		return
	}
	s.fresh = false
	for _, b := range s.a.ByID {
		e := &s.bots[b]
		if !e.fresh {
			continue
		}
		e.fresh = false
		if s.a.Dead(b) {
			continue
		}
		e.chooses = true
		s.a.Game.Revive(s.a.ID(b))
		e.chooses = false
		s.count(b, -1)
		if form := int(e.pick) - 1; form >= 0 && form != int(s.a.Form[b]) {
			s.a.Become(b, form)
		}
		if e.pick = 0; e.weapon != 0 {
			s.issue(b)
		}
		s.count(b, 1)
	}
}

// count adds the weapons of a body to those of its team, or takes them away for -1.
func (s *state) count(b int32, by int32) {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 {
			s.teams[s.a.Group[b]].armed[w] += by
		}
	}
}

// Begin gives a human of the game what it begins a life with.
func (s *state) Begin(b int32) {
	if !s.follows(b) || s.a.TeamOf(b) != humans {
		return
	}
	if good := s.good[medkit]; good >= 0 {
		s.a.Cargo[b].Goods |= 1 << good
	}
	e := &s.bots[b]
	switch {
	case e.weapon != 0:
	case s.allows("g_bot_rifle"):
		e.weapon = rifle
	case s.allows("g_bot_ckit"):
		e.weapon = kit
	default:
		e.weapon = blaster
	}
	s.issue(b)
}

// issue gives a human the weapon that it chose, loaded, and a blaster.
func (s *state) issue(b int32) {
	arm := 0
	for _, number := range [...]int{int(s.bots[b].weapon), blaster} {
		if w := slices.Index(s.weapon, number); w >= 0 && (arm == 0 || number != int(s.bots[b].weapon)) {
			s.a.SetArm(b, arm, w, s.a.Config.Weapons[w].Clip, s.a.Config.Weapons[w].Ammo)
			arm++
		}
	}
	for ; arm < core.MaxWeapons; arm++ {
		s.a.SetArm(b, arm, -1, 0, 0)
	}
	s.a.Cargo[b].Hand, s.bots[b].weapon = 0, 0
}

// fall is called when a bot or player dies. It is true for those that wait for a spawn:
// bots of a team that play by a tree of this vocabulary, and all players of the game. In a
// scene without the game's rules its class says how long it waits at least, and whether
// it comes back at all.
func (s *state) fall(b int32) bool {
	e, ruled := &s.bots[b], s.a.Config.Game == Name
	e.diedAt = s.a.Now
	if s.a.TeamOf(b) == systems.NoTeam || !s.plays[b] && (!ruled || s.a.Class[b] != ecs.Human) {
		return false
	}
	seconds := s.a.OwnForm(b).Respawn
	if ruled {
		seconds = bodyTime
	}
	if seconds < 0 {
		return false
	}
	e.joinsAt = s.a.Now + max(s.a.Ticks(seconds), 1)
	return true
}

// serveDead brings back one of the dead of each team that wait, if it has a spawn.
func (s *state) serveDead() {
	for g := range s.sides {
		first := int32(-1)
		for _, b := range s.teams[g].waits {
			if s.bots[b].joinsAt <= s.a.Now && (first < 0 || s.precedes(b, first)) {
				first = b
			}
		}
		if first < 0 {
			continue
		}
		if at, ok := s.spawnFor(first); ok {
			s.bots[first].chooses, s.bots[first].goal = true, target{}
			s.a.Mind[first].Stopwatch = s.a.Now // selectClass asks before it lives
			s.a.Return(first, at)
		}
	}
}

// precedes reports whether a dead body comes before another in the queue: players do,
// then who joined it first.
func (s *state) precedes(b, q int32) bool {
	if p := s.a.Class[b] == ecs.Human; p != (s.a.Class[q] == ecs.Human) {
		return p
	}
	return s.bots[b].joinsAt < s.bots[q].joinsAt
}

// spawnFor returns where a dead body comes back: beside the finished spawn of its team
// nearest to where it died that can take it, or in a place that is one. A building
// is then taken for a while.
func (s *state) spawnFor(b int32) (at components.Position, ok bool) {
	x, y, _, _ := s.a.Game.Body(b)
	best, found := math.Inf(1), int32(-1)
	for _, kind := range spawnKinds {
		for _, q := range s.teams[s.a.Group[b]].kinds[kind].list {
			if s.a.Health[q].Points <= 0 || !s.works(q) || s.structures[q].serves.At > s.a.Now {
				continue
			}
			if d := s.a.Distance(b, q); d < best {
				if p, free := s.beside(q, b); free {
					best, found, at = d, q, p
				}
			}
		}
	}
	for i, kinds := range s.places {
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
		e := &s.structures[found]
		e.serves = e.serves.Next(s.a.Now, s.a.Span(spawnEvery))
	}
	return at, best < math.Inf(1)
}

// besideGap is how far from the edge of a spawn a body appears, in metres.
const besideGap = 4 * unit

// beside returns a spot beside a spawn at which a body has room, if there is one of
// eight.
func (s *state) beside(spawn, b int32) (at components.Position, free bool) {
	x, y, _, _ := s.a.Game.Body(spawn)
	own := s.a.FormOf(b).Radius
	if class := s.firstClass(b); class >= 0 {
		own = s.a.FormOfClass(class).Radius
	}
	far := float64(s.a.FormOf(spawn).Radius+own) + besideGap
	first := int(8 * s.chance(b, besideNode))
	for i := range 8 {
		sin, cos := core.SinCos(math.Pi / 4 * float64((first+i)%8-4))
		at = components.Position{X: x + float32(far*cos), Y: y + float32(far*sin)}
		if s.a.OnField(at) == at && s.a.Free(at) == at && s.empty(at, own, b) {
			return at, true
		}
	}
	return at, false
}

// empty reports whether nobody else is within a radius of a point, in metres.
func (s *state) empty(at components.Position, radius float32, b int32) bool {
	for g := range s.a.Groups {
		s.near = s.a.Groups[g].Index.Within(at.X, at.Y, radius+s.widest, s.near[:0])
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

// Spawn selects as what a body comes back whose selectClass is asked: BotSpawnAs. In the
// game that is a granger or a dretch of the aliens, if it is unlocked, and a rifle or a
// kit of the humans. In other scenes the choice is, for the first team, the number of a
// class or, where no class has it, of the weapon that a class begins with, and it must
// have the credits for it; for other teams a weapon has precedence over a class.
func (s *state) Spawn(body, choice int32) bool {
	e := &s.bots[body]
	if !e.chooses {
		return false
	}
	if s.follows(body) {
		return s.choose(body, int(choice))
	}
	byClass := s.a.TeamOf(body) == aliens
	form := s.affordable(body, int(choice), byClass)
	if form < 0 {
		form = s.affordable(body, int(choice), !byClass)
	}
	if form < 0 {
		return false
	}
	e.pick = int16(form) + 1
	return true
}

// choose is Spawn in scenes of the game.
func (s *state) choose(body int32, choice int) bool {
	e, team := &s.bots[body], s.a.TeamOf(body)
	if team == humans {
		if choice != rifle && choice != kit {
			return false
		}
		e.weapon = int16(choice)
		return true
	}
	class := slices.Index(s.class, choice)
	if choice != granger && choice != advancedGranger && choice != dretch || class < 0 || !s.unlocked(team, s.a.FormOfClass(class).Unlock) {
		return false
	}
	e.pick = int16(class) + 1
	return true
}

// affordable returns the first class that a choice means for a body and for which it has
// the credits, or -1.
func (s *state) affordable(body int32, choice int, byClass bool) int {
	for i := range s.a.Game.Setup.Classes {
		f, number := s.a.FormOfClass(i), s.class[i]
		if !byClass {
			if number = 0; len(f.Weapons) > 0 {
				number = s.weapon[f.Weapons[0]]
			}
		}
		if choice > 0 && number == choice && s.sameTeam(body, i) && f.Price <= s.bots[body].credits {
			return i
		}
	}
	return -1
}

// sameTeam reports whether a body can be of a class: one of its team that is no
// building.
func (s *state) sameTeam(body int32, class int) bool {
	return s.teamOfClass(class) == s.a.TeamOf(body) && s.forms[class] == 0
}

// ComeBack returns the class that the body chose with Spawn, and pays for it. Its credits
// stay.
func (s *state) ComeBack(b int32) int {
	plays, old := s.plays[b], s.bots[b].life
	s.renew(b)
	s.plays[b], s.bots[b].weapon, s.bots[b].diedAt = plays, old.weapon, old.diedAt
	s.a.Mind[b].Stopwatch = s.a.Now
	pick := int(old.pick) - 1
	switch {
	case s.follows(b) && pick < 0:
		return s.firstClass(b)
	case pick >= 0 && !s.follows(b):
		s.pay(b, s.a.FormOfClass(pick).Price)
	}
	return pick
}
