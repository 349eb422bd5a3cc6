package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// hearing says how far a group hears the death of a member, in metres.
const hearing = 50

// arms lets bodies strike.
type arms struct {
	*bodies
	life  *life
	match *contest
}

// Reach returns the first of a body's arms, the one in hand first, that reaches
// so many metres, or -1. It is dry when that arm must be loaded before it can
// strike.
func (bs *bodies) Reach(body int32, far float64) (arm int, dry bool) {
	c := &bs.Cargo[body]
	arm = -1
	blast := -1 // what hurts all around is the last resort
	for i := range c.Arms {
		k := (int(c.Hand) + i) % len(c.Arms)
		m := &c.Arms[k]
		if m.Weapon < 0 {
			continue
		}
		w := &bs.Config.Weapons[m.Weapon]
		switch {
		case far > float64(w.Range):
		case w.Blast > 0:
			if blast < 0 && (w.Melee() || m.Loaded > 0) {
				blast = k
			}
		case w.Melee() || m.Loaded > 0:
			return k, false
		case m.Spare > 0 && arm < 0:
			arm, dry = k, true
		}
	}
	if arm < 0 {
		return blast, false
	}
	return arm, dry
}

// strike does a blow or a shot at somebody who is still there.
func (am *arms) strike(b int32, arm int, who components.ID) {
	if q := am.BodyOf(who); q >= 0 {
		am.Strike(b, arm, q, 1)
	}
}

// Strike does a blow or a shot that takes a share of the weapon's damage from a body; a q
// of -1 misses. It is false when the arm cannot strike in this tick. A body that was
// struck down in the same tick still strikes: blows fall at the same time.
func (am *arms) Strike(b int32, arm int, q int32, share float32) bool {
	w := am.swing(b, arm, q >= 0 && share > 0)
	if w == nil {
		return false
	}
	if q >= 0 {
		am.striking = int32(am.Cargo[b].Arms[arm].Weapon) + 1
		am.life.Hurt(q, float32(w.Damage*share), am.ID(b))
		am.blast(b, q, w, share)
		am.striking = 0
	}
	return true
}

// Hit is what a strike takes from a body, in points of health.
type Hit struct {
	Body   int32
	Points float32
}

// StrikeAll is Strike at several bodies at once: each loses as many points as its hit says. It
// misses without any.
func (am *arms) StrikeAll(b int32, arm int, hits []Hit) bool {
	if am.swing(b, arm, len(hits) > 0) == nil {
		return false
	}
	am.striking = int32(am.Cargo[b].Arms[arm].Weapon) + 1
	for _, h := range hits {
		am.life.Hurt(h.Body, h.Points, am.ID(b))
	}
	am.striking = 0
	return true
}

// swing lets an arm strike, and tells who watches whether it hits; nil when it cannot strike in this tick.
func (am *arms) swing(b int32, arm int, hits bool) *Weapon {
	c := &am.Cargo[b]
	m := &c.Arms[arm]
	if m.Weapon < 0 || c.Ready.At > am.Now {
		return nil
	}
	w := &am.Config.Weapons[m.Weapon]
	if !w.Melee() {
		if m.Loaded == 0 {
			return nil
		}
		m.Loaded--
		am.match.ledger.Fired++
	}
	c.Hand, c.Ready = int8(arm), c.Ready.Next(am.Now, max(am.Span(w.Cooldown), 1))
	am.Armed = append(am.Armed, b)
	am.Health[b].Fought = am.Now
	if am.witness != nil {
		am.witness.Struck(b, int(m.Weapon), hits)
	}
	return w
}

// StrikeAt is Strike at a point, in metres: it hits the body that stands there, that with
// the lowest id of several, or nobody. What hurts all around does so there.
func (am *arms) StrikeAt(b int32, arm int, x, y float32) bool {
	q, wide := int32(-1), float32(0)
	for i := range am.forms {
		wide = max(wide, am.forms[i].Radius)
	}
	am.match.around, _ = am.Within(x, y, wide, am.match.around[:0])
	for _, p := range am.match.around {
		px, py := am.Game.At(p)
		if r := float64(am.form(p).Radius); p != b && !am.out(p) && am.Field.Dist2(x, y, px, py) <= r*r {
			q = p
			break
		}
	}
	if q >= 0 {
		return am.Strike(b, arm, q, 1)
	}
	weapon := am.Cargo[b].Arms[arm].Weapon
	if !am.Strike(b, arm, -1, 1) {
		return false
	}
	am.striking = int32(weapon) + 1
	am.blastAt(b, -1, x, y, &am.Config.Weapons[weapon], 1)
	am.striking = 0
	return true
}

// blast hurts all around a body that was hit.
func (am *arms) blast(b, q int32, w *Weapon, share float32) {
	if w.Blast > 0 {
		x, y := am.Game.At(q)
		am.blastAt(b, q, x, y, w, share)
	}
}

// blastAt hurts all around a point but one, friends too, by a share that falls to 0 at the
// edge.
func (am *arms) blastAt(b, but int32, x, y float32, w *Weapon, share float32) {
	if w.Blast == 0 {
		return
	}
	am.match.around, _ = am.Within(x, y, w.Blast, am.match.around[:0])
	for _, p := range am.match.around {
		if p != but && !am.out(p) {
			px, py := am.Game.At(p)
			near := float32(1 - math.Sqrt(am.Field.Dist2(x, y, px, py))/float64(w.Blast))
			am.life.Hurt(p, float32(float32(w.Damage*share)*max(near, 0)), am.ID(b))
		}
	}
}

// Hurt takes points of health from a body, less what its armour keeps off.
// Whether the body dies is decided when all blows of the tick have fallen.
func (lf *life) Hurt(q int32, points float32, by components.ID) {
	h := &lf.Health[q]
	if lf.full(q) == 0 || lf.out(q) {
		return
	}
	if lf.witness != nil {
		lf.witness.Harmed(q, points*(1-h.Armour), by, int(lf.striking)-1)
	}
	if lf.keeps(q) {
		lf.tellStruck(q, points, by)
		return
	}
	lost := float32(points * (1 - h.Armour))
	h.Points -= lost
	lf.match.ledger.Hurt += float64(lost)
	for _, s := range lf.states {
		s.Hurt(q, lost, by)
	}
	if by != 0 {
		h.HurtBy, h.HurtAt, h.Fought = by, lf.Now, lf.Now
		lf.send(lf.ID(q), eventDamaged, by)
	}
}

// Weaken leaves a living body a share of its health, 0 to 1. Nobody hurts it.
func (lf *life) Weaken(q int32, share float32) {
	h := &lf.Health[q]
	lost := float32(h.Points * (1 - share))
	h.Points -= lost
	lf.match.ledger.Left += float64(lost)
}

// Heal gives points of health to a living body, up to its full health, and
// returns how many it gave.
func (lf *life) Heal(q int32, points float32) float32 {
	h := &lf.Health[q]
	given := min(points, lf.full(q)-h.Points)
	if lf.Dead(q) || given <= 0 {
		return 0
	}
	if lf.keeps(q) {
		_ = lf.Game.Mail.Send(lf.ID(q), eventHealed.String(), host.NumberValue(float64(given))) // it is there
		return given
	}
	h.Points += given
	lf.match.ledger.Healed += float64(given)
	return given
}

// reload fills the clip of an arm with spare shots.
func (am *arms) reload(b int32, arm int) {
	c := &am.Cargo[b]
	m := &c.Arms[arm]
	if m.Weapon < 0 || c.Ready.At > am.Now {
		return
	}
	w := &am.Config.Weapons[m.Weapon]
	n := min(int16(w.Clip)-m.Loaded, m.Spare)
	if n <= 0 {
		return
	}
	m.Loaded, m.Spare = m.Loaded+n, m.Spare-n
	c.Hand, c.Ready = int8(arm), c.Ready.Next(am.Now, am.Span(w.Reload))
	am.Armed = append(am.Armed, b)
}

// Delay keeps a body from striking before a tick.
func (bs *bodies) Delay(b int32, until int64) {
	if c := &bs.Cargo[b]; c.Ready.At < until {
		c.Ready = ecs.Due{At: until}
	}
}

// draw takes an arm in hand.
func (bs *bodies) draw(b int32, arm int) {
	if bs.Cargo[b].Arms[arm].Weapon >= 0 {
		bs.Cargo[b].Hand = int8(arm)
	}
}

// die ends the life of a body that has no points left.
func (lf *life) die(b int32) {
	h, id := &lf.Health[b], lf.ID(b)
	if lf.witness != nil {
		lf.witness.Fell(b, lf.BodyOf(h.HurtBy))
	}
	l := &lf.match.ledger
	l.Left += float64(h.Points)
	l.Deaths++
	h.Points, h.Died, lf.dead[b] = 0, lf.Now, true
	lf.disarm(b)
	lf.items.dropAll(b)
	lf.items.leaveLoot(b)
	lf.speech[b], lf.Mind[b].Stuck = "", 0
	claimed := false
	for _, s := range lf.states {
		claimed = s.Die(b) || claimed
	}
	h.BackAt = never
	if h.Stays = h.Kept && !claimed; !h.Stays && !claimed {
		lf.depart(b)
	}
	killer := lf.BodyOf(h.HurtBy)
	if killer >= 0 {
		lf.Game.Journal.Occur(session.Occurrence{Kind: session.Killed, From: lf.ID(killer), To: id})
		l.Kills++
		lf.Mind[killer].Scores++
		if lf.Hostile(killer, b) {
			lf.match.score(killer, lf.Config.Match.Kill)
			lf.match.tellScored(killer, lf.Config.Match.Kill)
		}
		lf.send(lf.ID(killer), eventKilled, id)
	} else {
		lf.Game.Journal.Occur(session.Occurrence{Kind: session.Died, From: id})
	}
	lf.send(id, eventDied, h.HurtBy)
	x, y := lf.Game.At(b)
	lf.match.near = lf.Groups[lf.Group[b]].Index.Within(x, y, hearing, lf.match.near[:0])
	for _, q := range lf.match.near {
		if !lf.Dead(q) { // and so not b
			lf.send(lf.ID(q), eventGroupMemberDied, id)
		}
	}
	lf.Game.Pools.Die(id)
}

// Dismiss takes a body out of the game at the end of the tick.
func (lf *life) Dismiss(b int32) { lf.match.gone = append(lf.match.gone, lf.ID(b)) }

// never is a tick that will not come.
const never = 1<<63 - 1

// disarm takes all arms away.
func (lf *life) disarm(b int32) {
	for i := range lf.Cargo[b].Arms {
		m := &lf.Cargo[b].Arms[i]
		if m.Weapon >= 0 {
			lf.match.ledger.Lost += int64(m.Loaded) + int64(m.Spare)
		}
		*m = Arm{Weapon: -1}
	}
}

// SetArm gives a body a weapon in one of its hands, in the place of what was
// there: loaded, with so many shots beside the clip. A weapon of -1 takes away.
func (lf *life) SetArm(b int32, arm, weapon, loaded, spare int) {
	m, l := &lf.Cargo[b].Arms[arm], &lf.match.ledger
	if m.Weapon >= 0 {
		l.Lost += int64(m.Loaded) + int64(m.Spare)
	}
	if *m = (Arm{Weapon: -1}); weapon >= 0 {
		*m = Arm{Weapon: int16(weapon), Loaded: int16(loaded), Spare: int16(spare)}
		l.Given += int64(loaded) + int64(spare)
	}
}

// comeBack brings a dead body back to life, at its home or where it died.
func (lf *life) comeBack(b int32) {
	id := lf.ID(b)
	at := *lf.Game.World.Position.Of(id)
	if home := lf.Mind[b].Home; home >= 0 {
		at = lf.land.within(id, home, lf.Now)
	}
	lf.rise(b, at)
}

// Return brings a dead body back to life at the free spot nearest to a point, as one
// of the class that the vocabularies choose.
func (lf *life) Return(b int32, at components.Position) { lf.rise(b, lf.land.free(lf.OnField(at))) }

// rise brings a dead body back to life. Its target, pose and alertness are gone.
func (lf *life) rise(b int32, at components.Position) {
	id, m := lf.ID(b), &lf.Mind[b]
	lf.Game.Revive(id)
	form := lf.formOf(int(lf.Class[b]))
	for _, s := range lf.states {
		if class := s.ComeBack(b); class >= 0 {
			form = int16(class)
		}
	}
	lf.Form[b], m.Target, m.Pose, m.Alert, m.Settled, lf.walks[b] = form, 0, 0, 0, false, walk{}
	lf.swiftest = max(lf.swiftest, lf.forms[form].speed)
	lf.Game.Transport(id, at)
	lf.revive(b, lf.Now)
	lf.Game.Journal.Occur(session.Occurrence{Kind: session.Returned, From: id})
	lf.send(id, eventCameBack, 0)
}

// upkeep does what happens to a body in every tick by itself: hunger, healing,
// death, return, and the end of what it says.
func (lf *life) upkeep(b int32) {
	h, f := &lf.Health[b], lf.form(b)
	if lf.Mind[b].Quiet > 0 && lf.Mind[b].Quiet <= lf.Now {
		lf.speech[b], lf.Mind[b].Quiet = "", 0
	}
	if lf.Dead(b) {
		if h.BackAt <= lf.Now {
			lf.comeBack(b)
		}
		return
	}
	if lf.full(b) == 0 {
		return
	}
	if f.Hunger.Lasts > 0 {
		lf.starve(b, h, f)
	}
	if f.Regen > 0 && h.Points > 0 {
		if passed := lf.passed(b); passed > 0 {
			lf.Heal(b, float32(float64(f.Regen)*passed))
		}
	}
	if h.Points <= 0 {
		lf.die(b)
	}
}

// hungrier returns how hungry a body is a tick later.
func (bs *bodies) hungrier(h *health, f *form) float32 {
	return min(h.Hunger+float32(bs.dt/float64(f.Hunger.Lasts)), 1)
}

// starve makes a body hungrier, and hurts one whose hunger is full.
func (lf *life) starve(b int32, h *health, f *form) {
	before := h.Hunger
	h.Hunger = lf.hungrier(h, f)
	if h.Hunger < 1 {
		return
	}
	if before < 1 {
		lf.send(lf.ID(b), eventStarving, 0)
		h.HurtBy = 0
	}
	if passed := lf.passed(b); passed > 0 {
		lf.Hurt(b, float32(float64(f.Hunger.Damage)*passed), 0)
	}
}

// passed returns for how many seconds a body is hurt or healed in this tick by what goes
// on all the time. One that keeps its own health is told once a second.
func (bs *bodies) passed(b int32) float64 {
	if !bs.keeps(b) {
		return bs.dt
	}
	if second := bs.Ticks(1); bs.Now%second == 0 {
		return float64(second) * bs.dt
	}
	return 0
}

// HealthShare returns the share of its full health that a body has, 0 to 1; 1
// for one that cannot be hurt.
func (bs *bodies) HealthShare(b int32) float64 {
	full := bs.full(b)
	switch h := &bs.Health[b]; {
	case bs.Dead(b):
		return 0
	case full == 0:
		return 1
	default:
		return float64(max(h.Points, 0) / full)
	}
}

// mendRate and restRate are how fast a bot mends another and rests itself, in
// points a second.
const (
	mendRate = 10
	restRate = 20
)

// mend heals another body within reach of the hand.
func (lf *life) mend(b int32, who components.ID) {
	if q := lf.Living(who); q >= 0 && !lf.Dead(b) && lf.Distance(b, q) <= HandReach {
		lf.Heal(q, float32(mendRate*lf.dt))
	}
}

// rest heals the body itself.
func (lf *life) rest(b int32) { lf.Heal(b, float32(restRate*lf.dt)) }

// HandReach says how far a hand reaches to take, give and mend, in metres.
const HandReach = 1.5
