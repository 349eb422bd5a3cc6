package fight

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/mind"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/systems"
)

// view says how far and wide bodies of a form look for enemies.
type view struct {
	radius float32 // metres
	cos    float64 // of half the angle
}

// The worths of enemies as BotGetEnemyPriority has them, of alien classes by number, of
// weapons of humans by number, and of kinds of buildings; 0 for one that is not listed.
var (
	classWorths = [...]float64{
		lore.Dretch: 0.1, lore.Mantis: 0.3, lore.Marauder: 0.4, lore.AdvancedMarauder: 0.7, lore.Dragoon: 0.7, lore.AdvancedDragoon: 0.8, lore.Tyrant: 1, lore.SuitHuman: 0,
	}
	weaponWorths = [lore.LastWeapon + 1]float64{
		lore.Blaster: 0.2, lore.Rifle: 0.4, lore.PainSaw: 0.4, lore.LasGun: 0.4, lore.MassDriver: 0.4, lore.Chaingun: 0.6, lore.Flamer: 0.6, lore.PulseRifle: 0.5, lore.Lucifer: 1,
	}
	buildingWorths = [lore.LastBuilding + 1]float64{
		lore.Armoury: 0.8, lore.Trapper: 0.8, lore.RocketPod: 0.7, lore.AcidTube: 0.7, lore.Hive: 0.7, lore.Turret: 0.6, lore.Medistat: 0.6, lore.Leech: 0.6, lore.Drill: 0.6,
		lore.Reactor: 0.5, lore.Overmind: 0.5, lore.Telenode: 0.4, lore.Egg: 0.4, lore.Booster: 0.4,
	}
)

// otherWorth is the worth of an enemy that is not listed.
const otherWorth = 0.5

// viewOf returns the view of bodies of a form.
func (s *Fight) viewOf(form int) view {
	f := s.a.FormOfClass(form)
	if s.a.Config.Game != lore.Name {
		return view{radius: f.Sight.Radius, cos: cosOfHalf(float64(f.Sight.Angle))}
	}
	v := view{radius: float32(s.SettingNumber("g_bot_aliensenseRange") / s.UnitsPerMetre), cos: -2}
	if form < len(s.a.Game.Setup.Classes) && s.TeamOfClass(form) == lore.Humans {
		v.cos = cosOfHalf(s.SettingNumber("g_bot_fov"))
	}
	return v
}

// ReadViews takes up numbers of forms that were tuned.
func (s *Fight) ReadViews() {
	for i := range s.views {
		s.views[i] = s.viewOf(i)
	}
}

// initHunting reads the rules of fighting.
func (s *Fight) initHunting() {
	s.attackStruct = s.Allows("g_bot_attackStruct")
	s.frame = max(int64(math.Ceil(s.a.Game.Setup.TickRate/world.MostFrames)), 1)
	s.reactsAfter = s.a.Ticks(s.SettingNumber("g_bot_reactiontime") / 1000)
	s.chases = s.SettingNumber("g_bot_chasetime") / 1000
	s.aimDelays = [2]float64{s.SettingNumber("g_bot_alienAimDelay") / 1000, s.SettingNumber("g_bot_humanAimDelay") / 1000}
	s.offMeshes = s.Allows("g_bot_offmeshAttack")
	listed := func(worth float64) float64 {
		if worth == 0 {
			return otherWorth
		}
		return worth
	}
	for _, number := range s.WeaponNumber {
		worth := 0.
		if number < len(weaponWorths) {
			worth = weaponWorths[number]
		}
		s.armed = append(s.armed, listed(worth))
	}
	for i, number := range s.ClassNumber {
		s.views = append(s.views, s.viewOf(i))
		team := systems.NoTeam
		if i < len(s.a.Game.Setup.Classes) {
			team = s.TeamOfClass(i)
		}
		worth := -1.
		switch kind := lore.FirstKind(s.FormKinds[i], team == lore.Humans); {
		case s.FormKinds[i] != 0:
			worth = listed(buildingWorths[kind])
		case number > 0 && number < lore.NakedHuman:
			worth = listed(classWorths[number])
		}
		s.worths = append(s.worths, worth)
	}
	s.initTags()
}

// cosOfHalf returns the cosine of half of an angle in degrees, or one below all
// cosines for an angle that is all around.
func cosOfHalf(degrees float64) float64 {
	if degrees >= 360 {
		return -2
	}
	_, cos := core.SinCos(max(degrees, 0) * math.Pi / 360)
	return cos
}

// Watch looks for the best enemy of a body, once a tick: BotSearchForEnemy. What it
// finds waits in the queue until the bot reacts to it.
func (s *Fight) Watch(b int32) {
	e := &s.Bots[b]
	if s.a.Now%s.frame != 0 {
		if q := s.a.Living(e.Best); q < 0 || !s.prey(b, q) {
			e.Best = 0
		}
		return
	}
	if q := s.spotEnemy(b); q >= 0 {
		e.Queue.Push(&s.Records[b].Felt, s.a.ID(q), s.a.Now)
	}
	for e.Best = 0; e.Best == 0; {
		who, since := e.Queue.Pop(&s.Records[b].Felt, s.a.Now-s.reactsAfter)
		if who == 0 {
			break
		}
		if q := s.a.Living(who); q >= 0 && s.a.Health[q].Born <= since && s.prey(b, q) {
			e.Best = who
		}
	}
}

// spotEnemy returns the best enemy that a bot finds now, its goal left out, or -1: the
// best in line of sight, else for aliens and the owners of a radar the best of all.
func (s *Fight) spotEnemy(b int32) int32 {
	goal, own := s.LivingOf(s.Bots[b].Goal), s.a.Form[b]
	v, team := &s.views[own], s.a.TeamOf(b)
	x, y, hx, hy := s.a.Game.Body(b)
	near := s.a.Sight.Borrow()
	defer near.Return()
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if s.a.Groups[gi].Index.Len() > 0 {
			near.List = s.a.Groups[gi].Index.Around(x, y, v.radius, near.List)
		}
	}
	n := 0
	for _, q := range near.List {
		if q == goal || !s.prey(b, q) {
			continue
		}
		dx, dy := s.a.Delta(b, q)
		far := core.Length(dx, dy)
		if v.cos > -2 && !s.IsBuilding(q) && float64(dx*float64(hx))+float64(dy*float64(hy)) < v.cos*far {
			continue
		}
		near.List[n] = q
		near.Scores = append(near.Scores, s.priority(q)/max(far, leastGap))
		n++
	}
	near.List = near.List[:n]
	best, seen := s.bestInLine(b, near)
	if seen || team == lore.Aliens || s.Owns(b, lore.Radar) {
		return best
	}
	return -1
}

// leastGap is the distance that counts for bodies on one spot, in metres.
const leastGap = lore.Unit

// bestInLine returns the body with the highest score that nothing hides from b, and
// true; else the one with the highest score, or -1, and false. It uses the lists up.
func (s *Fight) bestInLine(b int32, near *core.Scratch) (best int32, seen bool) {
	best = -1
	for len(near.List) > 0 {
		top := 0
		for i, score := range near.Scores {
			if score > near.Scores[top] || score == near.Scores[top] && s.a.ID(near.List[i]) < s.a.ID(near.List[top]) {
				top = i
			}
		}
		q := near.List[top]
		if s.a.Sight.InLine(b, q) {
			return q, true
		}
		if best < 0 {
			best = q
		}
		last := len(near.List) - 1
		near.List[top], near.Scores[top] = near.List[last], near.Scores[last]
		near.List, near.Scores = near.List[:last], near.Scores[:last]
	}
	return best, false
}

// dretchPrey are the kinds of finished buildings that a dretch attacks, a bit each.
const dretchPrey = 1<<lore.AcidTube | 1<<lore.Hive | 1<<lore.Spiker | 1<<lore.Trapper | 1<<lore.Turret | 1<<lore.RocketPod

// prey reports whether a body is a valid enemy for a bot: it lives, is of another side,
// and is a building only where those may be attacked.
func (s *Fight) prey(b, q int32) bool {
	if s.a.Dead(q) || !s.a.Hostile(b, q) {
		return false
	}
	if !s.IsBuilding(q) {
		return true
	}
	kinds := s.FormKinds[s.a.Form[q]]
	return s.attackStruct && (s.ClassNumber[s.a.Form[b]] != lore.Dretch || kinds&dretchPrey != 0 || !s.Finished(q))
}

// priority returns how much a body is worth to be fought.
func (s *Fight) priority(q int32) float64 {
	if worth := s.worths[s.a.Form[q]]; worth >= 0 {
		return worth
	}
	if w := s.a.InHand(q).Weapon; w >= 0 {
		return s.armed[w]
	}
	return otherWorth
}

// Feel is called when a body was hurt by another, or by nobody for 0.
func (s *Fight) Feel(b int32, by components.ID) {
	q := s.a.BodyOf(by)
	if q < 0 || q == b || s.IsBuilding(q) {
		return
	}
	e := &s.Bots[b]
	e.Fought = s.a.Now
	if s.Plays[b] && s.Has(b, lore.FeelsPain) && s.prey(b, q) {
		e.Queue.Push(&s.Records[b].Felt, by, s.a.Now)
	}
}

// inSight reports whether nothing hides a target from a bot, however far it is and
// wherever the bot looks: BotTargetIsVisible.
func (s *Fight) inSight(b int32, m world.Target) bool {
	if q := s.LivingOf(m); q >= 0 {
		return q == b || s.a.Sight.InLine(b, q)
	}
	x, y, ok := s.SpotOf(m)
	px, py := s.a.Game.At(b)
	return ok && m.Kind != world.BodyTarget && s.a.Land.NothingBetween(px, py, x, y)
}

// foeAsks are the functions about enemies.
var foeAsks = []mind.Entry[turn]{
	{Name: "alertedToEnemy", Doc: "1 when the bot has a best enemy in this tick, as `fight` would take it; else 0.",
		Ask: func(t turn) host.Value { return lore.Truth(t.Living(t.Bots[t.Body].Best) >= 0) }},
	{Name: "inAttackRange", Doc: "1 when the weapon in hand, pointed at an entity, hits an enemy within its range first: that entity or another one in front of it. Obstacles and friends stop it.",
		Ask: func(t turn) host.Value { return lore.Truth(t.inAttackRange(t.Body, t.Entity(0))) }},
	{Name: "isVisible", Doc: "1 when no obstacle is between the bot and an entity, however far that is and wherever the bot looks. A living entity that is visible keeps `fight` from giving up.",
		Ask: func(t turn) host.Value {
			m := t.Entity(0)
			if !t.EntityOf(m) || !t.inSight(t.Body, m) {
				return lore.Truth(false)
			}
			t.Bots[t.Body].Saw = t.Now
			return lore.Truth(true)
		}},
	{Name: "timeSinceLastCombat", Doc: "Milliseconds since another player or bot hurt it, friend or foe: buildings do not count. Since the game began for one that none has hurt since it came back or changed its class.",
		Ask: func(t turn) host.Value { return t.Milliseconds(max(t.Bots[t.Body].Fought, 0)) }},
}
