package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
)

// fighting is what is kept of whom a body fights, and of who knows of it.
type fighting struct {
	best   components.ID // its best enemy in this tick, or 0
	queue  reaction
	saw    int64   // when it saw the one that it fights last
	fought int64   // when a player or a bot hurt it last, or -1
	barb   ecs.Due // when it has another barb; at 0 for all
}

// mostFrames is how many frames of the game a second has at most: with more, what bots
// see in the time of their reaction would not find room in the queue.
const mostFrames = 60

// queued is how many enemies at most wait for a bot's reaction.
const queued = 31

// reaction is a queue of the enemies that a bot has seen or felt and will react to. They
// are in a ring, which is kept elsewhere: most queues are empty.
type reaction struct{ first, count uint8 }

// ring is the enemies of a queue.
type ring [queued]struct {
	who   components.ID
	since uint32 // the tick
}

// push adds an enemy, unless the queue is full.
func (r *reaction) push(in *ring, who components.ID, now int64) {
	if r.count == queued {
		return
	}
	at := &in[(r.first+r.count)%queued]
	at.who, at.since = who, uint32(now)
	r.count++
}

// pop takes the oldest enemy out, if it came no later than a tick; 0 for none.
func (r *reaction) pop(in *ring, until int64) (who components.ID, since int64) {
	if r.count == 0 || int64(in[r.first].since) > until {
		return 0, 0
	}
	who, since = in[r.first].who, int64(in[r.first].since)
	r.first = (r.first + 1) % queued
	r.count--
	return who, since
}

// hunting is what the state keeps of the rules of fighting.
type hunting struct {
	views        []view     // by form
	worths       []float64  // by form: how much it is worth to be fought, below 0 for by its weapon
	armed        []float64  // by weapon: what that is worth in a hand
	attackStruct bool       // buildings are enemies
	reactsAfter  int64      // ticks
	frame        int64      // how many ticks make a frame of the game, in which bots look once
	chases       float64    // seconds
	aimDelays    [2]float64 // of aliens and of others: seconds for each level of skill below 10
	defaultSkill int        // of bots whose class gives none, 1 to 9
	offMeshes    bool       // humans shoot at aliens whom no way leads to
}

// view is how far and wide bodies of a form look for enemies.
type view struct {
	radius float32 // metres
	cos    float64 // of half the angle
}

// The worths of enemies as BotGetEnemyPriority has them, of alien classes by number, of
// weapons of humans by number, and of kinds of buildings; 0 for one that is not listed.
var (
	classWorths = [...]float64{
		dretch: 0.1, mantis: 0.3, marauder: 0.4, advancedMarauder: 0.7, dragoon: 0.7, advancedDragoon: 0.8, tyrant: 1, suitHuman: 0,
	}
	weaponWorths = [lastWeapon + 1]float64{
		blaster: 0.2, rifle: 0.4, painSaw: 0.4, lasGun: 0.4, massDriver: 0.4, chaingun: 0.6, flamer: 0.6, pulseRifle: 0.5, lucifer: 1,
	}
	buildingWorths = [lastBuilding + 1]float64{
		armoury: 0.8, trapper: 0.8, rocketPod: 0.7, acidTube: 0.7, hive: 0.7, turret: 0.6, medistat: 0.6, leech: 0.6, drill: 0.6,
		reactor: 0.5, overmind: 0.5, telenode: 0.4, egg: 0.4, booster: 0.4,
	}
)

// otherWorth is the worth of an enemy that is not listed.
const otherWorth = 0.5

// viewOf is what bodies of a form see.
func (s *state) viewOf(form int) view {
	f := s.a.FormOfClass(form)
	if s.a.Config.Game != Name {
		return view{radius: f.Sight.Radius, cos: cosOfHalf(float64(f.Sight.Angle))}
	}
	v := view{radius: float32(s.number("g_bot_aliensenseRange") / s.perM), cos: -2}
	if form < len(s.a.Game.Setup.Classes) && s.teamOfClass(form) == humans {
		v.cos = cosOfHalf(s.number("g_bot_fov"))
	}
	return v
}

var _ core.Retuner = (*state)(nil)

// Retune takes up numbers of forms that were tuned.
func (s *state) Retune() {
	for i := range s.views {
		s.views[i] = s.viewOf(i)
	}
}

// initHunting reads the rules of fighting.
func (s *state) initHunting() {
	s.attackStruct = s.allows("g_bot_attackStruct")
	s.frame = max(int64(math.Ceil(s.a.Game.Setup.TickRate/mostFrames)), 1)
	s.reactsAfter = s.a.Ticks(s.number("g_bot_reactiontime") / 1000)
	s.chases = s.number("g_bot_chasetime") / 1000
	s.aimDelays = [2]float64{s.number("g_bot_alienAimDelay") / 1000, s.number("g_bot_humanAimDelay") / 1000}
	s.offMeshes = s.allows("g_bot_offmeshAttack")
	s.defaultSkill = int(min(max(s.number("g_bot_defaultSkill"), 1), mostSkill))
	listed := func(worth float64) float64 {
		if worth == 0 {
			return otherWorth
		}
		return worth
	}
	for _, number := range s.weapon {
		worth := 0.
		if number < len(weaponWorths) {
			worth = weaponWorths[number]
		}
		s.armed = append(s.armed, listed(worth))
	}
	for i, number := range s.class {
		s.views = append(s.views, s.viewOf(i))
		team := systems.NoTeam
		if i < len(s.a.Game.Setup.Classes) {
			team = s.teamOfClass(i)
		}
		worth := -1.
		switch kind := firstKind(s.forms[i], team == humans); {
		case s.forms[i] != 0:
			worth = listed(buildingWorths[kind])
		case number > 0 && number < nakedHuman:
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

// watch looks for the best enemy of a body, once a tick: BotSearchForEnemy. What it
// finds waits in the queue until the bot reacts to it.
func (s *state) watch(b int32) {
	e := &s.bots[b]
	if s.a.Now%s.frame != 0 {
		if q := s.a.Living(e.best); q < 0 || !s.prey(b, q) {
			e.best = 0
		}
		return
	}
	if q := s.spotEnemy(b); q >= 0 {
		e.queue.push(&s.records[b].felt, s.a.ID(q), s.a.Now)
	}
	for e.best = 0; e.best == 0; {
		who, since := e.queue.pop(&s.records[b].felt, s.a.Now-s.reactsAfter)
		if who == 0 {
			break
		}
		if q := s.a.Living(who); q >= 0 && s.a.Health[q].Born <= since && s.prey(b, q) {
			e.best = who
		}
	}
}

// spotEnemy returns the best enemy that a bot finds now, its goal left out, or -1: the
// best in line of sight, else for aliens and the owners of a radar the best of all.
func (s *state) spotEnemy(b int32) int32 {
	goal, own := s.livingOf(s.bots[b].goal), s.a.Form[b]
	v, team := &s.views[own], s.a.TeamOf(b)
	x, y, hx, hy := s.a.Game.Body(b)
	near := s.a.Borrow()
	defer near.Return()
	for _, gi := range s.a.Groups[s.a.Group[b]].Foes {
		if s.a.Groups[gi].Index.Len() > 0 {
			near.List = s.a.Groups[gi].Index.Within(x, y, v.radius, near.List)
		}
	}
	n := 0
	for _, q := range near.List {
		if q == goal || !s.prey(b, q) {
			continue
		}
		dx, dy := s.a.Delta(b, q)
		far := core.Length(dx, dy)
		if v.cos > -2 && !s.isBuilding(q) && float64(dx*float64(hx))+float64(dy*float64(hy)) < v.cos*far {
			continue
		}
		near.List[n] = q
		near.Scores = append(near.Scores, s.priority(q)/max(far, leastGap))
		n++
	}
	near.List = near.List[:n]
	best, seen := s.bestInLine(b, near)
	if seen || team == aliens || s.owns(b, radar) {
		return best
	}
	return -1
}

// leastGap is the distance that counts for bodies on one spot, in metres.
const leastGap = unit

// bestInLine returns the body with the highest score that nothing hides from b, and
// true; else the one with the highest score, or -1, and false. It uses the lists up.
func (s *state) bestInLine(b int32, near *core.Scratch) (best int32, seen bool) {
	best = -1
	for len(near.List) > 0 {
		top := 0
		for i, score := range near.Scores {
			if score > near.Scores[top] || score == near.Scores[top] && s.a.ID(near.List[i]) < s.a.ID(near.List[top]) {
				top = i
			}
		}
		q := near.List[top]
		if s.a.InLine(b, q) {
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
const dretchPrey = 1<<acidTube | 1<<hive | 1<<spiker | 1<<trapper | 1<<turret | 1<<rocketPod

// prey reports whether a body is a valid enemy for a bot: it lives, is of another side,
// and is a building only where those may be attacked.
func (s *state) prey(b, q int32) bool {
	if s.a.Dead(q) || !s.a.Hostile(b, q) {
		return false
	}
	if !s.isBuilding(q) {
		return true
	}
	kinds := s.forms[s.a.Form[q]]
	return s.attackStruct && (s.class[s.a.Form[b]] != dretch || kinds&dretchPrey != 0 || !s.finished(q))
}

// priority returns how much a body is worth to be fought.
func (s *state) priority(q int32) float64 {
	if worth := s.worths[s.a.Form[q]]; worth >= 0 {
		return worth
	}
	if w := s.a.InHand(q).Weapon; w >= 0 {
		return s.armed[w]
	}
	return otherWorth
}

// bestEnemy returns the best enemy of a body in this tick, or no target.
func (s *state) bestEnemy(b int32) target { return s.targetBody(s.a.Living(s.bots[b].best)) }

// feel is called when a body was hurt by another, or by nobody for 0.
func (s *state) feel(b int32, by components.ID) {
	q := s.a.BodyOf(by)
	if q < 0 || q == b || s.isBuilding(q) {
		return
	}
	e := &s.bots[b]
	e.fought = s.a.Now
	if s.plays[b] && s.prey(b, q) {
		e.queue.push(&s.records[b].felt, by, s.a.Now)
	}
}

// forgetCombat makes a body one that was never hurt: it has just come back, or changed
// its class.
func (s *state) forgetCombat(b int32) { s.bots[b].fought = -1 }

// inSight reports whether nothing hides a target from a bot, however far it is and
// wherever the bot looks: BotTargetIsVisible.
func (s *state) inSight(b int32, m target) bool {
	if q := s.livingOf(m); q >= 0 {
		return q == b || s.a.InLine(b, q)
	}
	x, y, ok := s.spotOf(m)
	px, py, _, _ := s.a.Game.Body(b)
	return ok && m.kind != bodyTarget && s.a.NothingBetween(px, py, x, y)
}

// foeAsks are the functions about enemies.
var foeAsks = []entry{
	{name: "alertedToEnemy", doc: "1 when the bot has a best enemy in this tick, as `fight` would take it; else 0.",
		ask: func(t turn) host.Value { return truth(t.Living(t.bots[t.Body].best) >= 0) }},
	{name: "inAttackRange", doc: "1 when the weapon in hand, pointed at an entity, hits an enemy within its range first: that entity or another one in front of it. Obstacles stop it.",
		ask: func(t turn) host.Value { return truth(t.inAttackRange(t.Body, t.entity(0))) }},
	{name: "isVisible", doc: "1 when no obstacle is between the bot and an entity, however far that is and wherever the bot looks. A living entity that is visible keeps `fight` from giving up.",
		ask: func(t turn) host.Value {
			m := t.entity(0)
			if !t.entityOf(m) || !t.inSight(t.Body, m) {
				return truth(false)
			}
			t.bots[t.Body].saw = t.Now
			return truth(true)
		}},
	{name: "timeSinceLastCombat", doc: "Milliseconds since another player or bot hurt it, friend or foe: buildings do not count. Since the game began for one that none has hurt since it came back or changed its class.",
		ask: func(t turn) host.Value { return t.milliseconds(max(t.bots[t.Body].fought, 0)) }},
}

// looks reports whether a body looks around: a bot that plays, or a player.
func (s *state) looks(b int32) bool { return s.plays[b] || s.a.Class[b] == ecs.Human }
