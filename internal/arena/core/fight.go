package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// hearing is how far a group hears the death of a member, in metres.
const hearing = 50

// Reach returns the first of a body's arms, the one in hand first, that reaches
// so many metres, or -1. It is dry when that arm must be loaded before it can
// strike.
func (a *Arena) Reach(body int32, far float64) (arm int, dry bool) {
	c := &a.Cargo[body]
	arm = -1
	blast := -1 // what hurts all around is the last resort
	for i := range c.Arms {
		k := (int(c.Hand) + i) % len(c.Arms)
		m := &c.Arms[k]
		if m.Weapon < 0 {
			continue
		}
		w := &a.Config.Weapons[m.Weapon]
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
func (a *Arena) strike(b int32, arm int, who components.ID) {
	if q := a.BodyOf(who); q >= 0 {
		a.Strike(b, arm, q, 1)
	}
}

// Strike does a blow or a shot that takes a share of the weapon's damage from a body; a q
// of -1 misses. It is false when the arm cannot strike in this tick. A body that was
// struck down in the same tick still strikes: blows fall at the same time.
func (a *Arena) Strike(b int32, arm int, q int32, share float32) bool {
	c := &a.Cargo[b]
	m := &c.Arms[arm]
	if m.Weapon < 0 || c.Ready.At > a.Now {
		return false
	}
	w := &a.Config.Weapons[m.Weapon]
	if !w.Melee() {
		if m.Loaded == 0 {
			return false
		}
		m.Loaded--
		a.match.ledger.Fired++
	}
	c.Hand, c.Ready = int8(arm), c.Ready.Next(a.Now, max(a.Span(w.Cooldown), 1))
	a.Armed = append(a.Armed, b)
	a.Health[b].Fought = a.Now
	if q >= 0 {
		a.Hurt(q, float32(w.Damage*share), a.ID(b))
		a.blast(b, q, w, share)
	}
	return true
}

// StrikeAt is Strike at a point, in metres: it hits the body that stands there, that with
// the lowest id of several, or nobody. What hurts all around does so there.
func (a *Arena) StrikeAt(b int32, arm int, x, y float32) bool {
	q, wide := int32(-1), float32(0)
	for i := range a.forms {
		wide = max(wide, a.forms[i].Radius)
	}
	a.match.around, _ = a.Within(x, y, wide, a.match.around[:0])
	for _, p := range a.match.around {
		px, py, _, _ := a.Game.Body(p)
		if r := float64(a.form(p).Radius); p != b && !a.out(p) && a.Field.Dist2(x, y, px, py) <= r*r {
			q = p
			break
		}
	}
	if q >= 0 {
		return a.Strike(b, arm, q, 1)
	}
	weapon := a.Cargo[b].Arms[arm].Weapon
	if !a.Strike(b, arm, -1, 1) {
		return false
	}
	a.blastAt(b, -1, x, y, &a.Config.Weapons[weapon], 1)
	return true
}

// blast hurts all around a body that was hit.
func (a *Arena) blast(b, q int32, w *Weapon, share float32) {
	if w.Blast > 0 {
		x, y, _, _ := a.Game.Body(q)
		a.blastAt(b, q, x, y, w, share)
	}
}

// blastAt hurts all around a point but one, friends too, by a share that falls to 0 at the
// edge.
func (a *Arena) blastAt(b, but int32, x, y float32, w *Weapon, share float32) {
	if w.Blast == 0 {
		return
	}
	a.match.around, _ = a.Within(x, y, w.Blast, a.match.around[:0])
	for _, p := range a.match.around {
		if p != but && !a.out(p) {
			px, py, _, _ := a.Game.Body(p)
			near := float32(1 - math.Sqrt(a.Field.Dist2(x, y, px, py))/float64(w.Blast))
			a.Hurt(p, float32(float32(w.Damage*share)*max(near, 0)), a.ID(b))
		}
	}
}

// Hurt takes points of health from a body, less what its armour keeps off.
// Whether the body dies is decided when all blows of the tick have fallen.
func (a *Arena) Hurt(q int32, points float32, by components.ID) {
	h := &a.Health[q]
	if a.full(q) == 0 || a.out(q) {
		return
	}
	if a.keeps(q) {
		a.tellStruck(q, points, by)
		return
	}
	lost := float32(points * (1 - h.Armour))
	h.Points -= lost
	a.match.ledger.Hurt += float64(lost)
	for _, s := range a.states {
		s.Hurt(q, lost, by)
	}
	if by != 0 {
		h.HurtBy, h.HurtAt, h.Fought = by, a.Now, a.Now
		a.send(a.ID(q), eventDamaged, by)
	}
}

// Weaken leaves a living body a share of its health, 0 to 1. Nobody hurts it.
func (a *Arena) Weaken(q int32, share float32) {
	h := &a.Health[q]
	lost := float32(h.Points * (1 - share))
	h.Points -= lost
	a.match.ledger.Left += float64(lost)
}

// Heal gives points of health to a living body, up to its full health, and
// returns how many it gave.
func (a *Arena) Heal(q int32, points float32) float32 {
	h := &a.Health[q]
	given := min(points, a.full(q)-h.Points)
	if a.Dead(q) || given <= 0 {
		return 0
	}
	if a.keeps(q) {
		_ = a.Game.Send(a.ID(q), eventHealed.String(), host.NumberValue(float64(given))) // it is there
		return given
	}
	h.Points += given
	a.match.ledger.Healed += float64(given)
	return given
}

// reload fills the clip of an arm with spare shots.
func (a *Arena) reload(b int32, arm int) {
	c := &a.Cargo[b]
	m := &c.Arms[arm]
	if m.Weapon < 0 || c.Ready.At > a.Now {
		return
	}
	w := &a.Config.Weapons[m.Weapon]
	n := min(int16(w.Clip)-m.Loaded, m.Spare)
	if n <= 0 {
		return
	}
	m.Loaded, m.Spare = m.Loaded+n, m.Spare-n
	c.Hand, c.Ready = int8(arm), c.Ready.Next(a.Now, a.Span(w.Reload))
	a.Armed = append(a.Armed, b)
}

// Delay keeps a body from striking before a tick.
func (a *Arena) Delay(b int32, until int64) {
	if c := &a.Cargo[b]; c.Ready.At < until {
		c.Ready = ecs.Due{At: until}
	}
}

// draw takes an arm in hand.
func (a *Arena) draw(b int32, arm int) {
	if a.Cargo[b].Arms[arm].Weapon >= 0 {
		a.Cargo[b].Hand = int8(arm)
	}
}

// die ends the life of a body that has no points left.
func (a *Arena) die(b int32) {
	h, id := &a.Health[b], a.ID(b)
	l := &a.match.ledger
	l.Left += float64(h.Points)
	l.Deaths++
	h.Points, h.Died, a.dead[b] = 0, a.Now, true
	a.disarm(b)
	a.dropAll(b)
	a.leaveLoot(b)
	a.speech[b], a.Mind[b].Stuck = "", 0
	claimed := false
	for _, s := range a.states {
		claimed = s.Die(b) || claimed
	}
	h.BackAt = never
	if h.Stays = h.Kept && !claimed; !h.Stays && !claimed {
		a.depart(b)
	}
	killer := a.BodyOf(h.HurtBy)
	if killer >= 0 {
		a.Game.Occur(session.Occurrence{Kind: session.Killed, From: a.ID(killer), To: id})
		l.Kills++
		a.Mind[killer].Scores++
		if a.Hostile(killer, b) {
			a.score(killer, a.Config.Match.Kill)
			a.tellScored(killer, a.Config.Match.Kill)
		}
		a.send(a.ID(killer), eventKilled, id)
	} else {
		a.Game.Occur(session.Occurrence{Kind: session.Died, From: id})
	}
	a.send(id, eventDied, h.HurtBy)
	x, y, _, _ := a.Game.Body(b)
	a.match.near = a.Groups[a.Group[b]].Index.Within(x, y, hearing, a.match.near[:0])
	for _, q := range a.match.near {
		if !a.Dead(q) { // and so not b
			a.send(a.ID(q), eventGroupMemberDied, id)
		}
	}
	a.Game.Die(id)
}

// Dismiss takes a body out of the game at the end of the tick.
func (a *Arena) Dismiss(b int32) { a.match.gone = append(a.match.gone, a.ID(b)) }

// never is a tick that will not come.
const never = 1<<63 - 1

// disarm takes all arms away.
func (a *Arena) disarm(b int32) {
	for i := range a.Cargo[b].Arms {
		m := &a.Cargo[b].Arms[i]
		if m.Weapon >= 0 {
			a.match.ledger.Lost += int64(m.Loaded) + int64(m.Spare)
		}
		*m = Arm{Weapon: -1}
	}
}

// SetArm gives a body a weapon in one of its hands, in the place of what was
// there: loaded, with so many shots beside the clip. A weapon of -1 takes away.
func (a *Arena) SetArm(b int32, arm, weapon, loaded, spare int) {
	m, l := &a.Cargo[b].Arms[arm], &a.match.ledger
	if m.Weapon >= 0 {
		l.Lost += int64(m.Loaded) + int64(m.Spare)
	}
	if *m = (Arm{Weapon: -1}); weapon >= 0 {
		*m = Arm{Weapon: int16(weapon), Loaded: int16(loaded), Spare: int16(spare)}
		l.Given += int64(loaded) + int64(spare)
	}
}

// comeBack brings a dead body back to life, at its home or where it died.
func (a *Arena) comeBack(b int32) {
	id := a.ID(b)
	at := *a.Game.World.Position.Of(id)
	if home := a.Mind[b].Home; home >= 0 {
		at = a.within(id, home, a.Now)
	}
	a.rise(b, at)
}

// Return brings a dead body back to life at the free spot nearest to a point, as one
// of the class that the vocabularies choose.
func (a *Arena) Return(b int32, at components.Position) { a.rise(b, a.land.free(a.OnField(at))) }

// rise brings a dead body back to life. Its target, pose and alertness are gone.
func (a *Arena) rise(b int32, at components.Position) {
	id, m := a.ID(b), &a.Mind[b]
	a.Game.Revive(id)
	form := a.formOf(int(a.Class[b]))
	for _, s := range a.states {
		if class := s.ComeBack(b); class >= 0 {
			form = int16(class)
		}
	}
	a.Form[b], m.Target, m.Pose, m.Alert, m.Settled, a.walks[b] = form, 0, 0, 0, false, walk{}
	a.swiftest = max(a.swiftest, a.forms[form].speed)
	a.Game.Transport(id, at)
	a.revive(b, a.Now)
	a.Game.Occur(session.Occurrence{Kind: session.Returned, From: id})
	a.send(id, eventCameBack, 0)
}

// upkeep does what happens to a body in every tick by itself: hunger, healing,
// death, return, and the end of what it says.
func (a *Arena) upkeep(b int32) {
	h, f := &a.Health[b], a.form(b)
	if a.Mind[b].Quiet > 0 && a.Mind[b].Quiet <= a.Now {
		a.speech[b], a.Mind[b].Quiet = "", 0
	}
	if a.Dead(b) {
		if h.BackAt <= a.Now {
			a.comeBack(b)
		}
		return
	}
	if a.full(b) == 0 {
		return
	}
	if f.Hunger.Lasts > 0 {
		a.starve(b, h, f)
	}
	if f.Regen > 0 && h.Points > 0 {
		if passed := a.passed(b); passed > 0 {
			a.Heal(b, float32(float64(f.Regen)*passed))
		}
	}
	if h.Points <= 0 {
		a.die(b)
	}
}

// hungrier returns how hungry a body is a tick later.
func (a *Arena) hungrier(h *health, f *form) float32 {
	return min(h.Hunger+float32(a.dt/float64(f.Hunger.Lasts)), 1)
}

// starve makes a body hungrier, and hurts one whose hunger is full.
func (a *Arena) starve(b int32, h *health, f *form) {
	before := h.Hunger
	h.Hunger = a.hungrier(h, f)
	if h.Hunger < 1 {
		return
	}
	if before < 1 {
		a.send(a.ID(b), eventStarving, 0)
		h.HurtBy = 0
	}
	if passed := a.passed(b); passed > 0 {
		a.Hurt(b, float32(float64(f.Hunger.Damage)*passed), 0)
	}
}

// passed returns for how many seconds a body is hurt or healed in this tick by what goes
// on all the time. One that keeps its own health is told once a second.
func (a *Arena) passed(b int32) float64 {
	if !a.keeps(b) {
		return a.dt
	}
	if second := a.Ticks(1); a.Now%second == 0 {
		return float64(second) * a.dt
	}
	return 0
}

// HealthShare returns the share of its full health that a body has, 0 to 1; 1
// for one that cannot be hurt.
func (a *Arena) HealthShare(b int32) float64 {
	full := a.full(b)
	switch h := &a.Health[b]; {
	case a.Dead(b):
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
func (a *Arena) mend(b int32, who components.ID) {
	if q := a.Living(who); q >= 0 && !a.Dead(b) && a.Distance(b, q) <= HandReach {
		a.Heal(q, float32(mendRate*a.dt))
	}
}

// rest heals the body itself.
func (a *Arena) rest(b int32) { a.Heal(b, float32(restRate*a.dt)) }

// HandReach is how far a hand reaches to take, give and mend, in metres.
const HandReach = 1.5
