package fight

import (
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// leap says how a class goes at somebody beyond its claws: it gets ready for a while, then goes
// ahead fast, and hurts whom it meets. Times are milliseconds, speeds and lengths units.
type leap struct {
	ready, lasts int64   // one after the other, again and again
	slowed       float32 // its share of its speed while it gets ready
	speed        float32 // while it leaps; 0 for twice its own, or of a tyrant that slows down again
	damage       float32 // of whom it meets
	reach, width float64 // how near that is, ahead of it, and half how wide
	again        float64 // seconds after which it hurts anew in one leap, 0 for never
}

// leaps lists by class who leaps, pounces or charges. How long a leap lasts, and a mantis's
// speed, are Thicket's own.
var leaps = [lore.Tyrant + 1]leap{
	lore.Mantis:          {ready: 1500, lasts: 500, slowed: 1},
	lore.Dragoon:         {ready: 800, lasts: 500, slowed: 0.85, speed: 750, damage: 70, reach: 55, width: 12},
	lore.AdvancedDragoon: {ready: 800, lasts: 500, slowed: 0.85, speed: 850, damage: 70, reach: 58, width: 12},
	lore.Tyrant:          {ready: 1000, lasts: 3000, slowed: 1, damage: 85, reach: 32 + 4, width: 14, again: 0.3}, // by touch
}

// leaping says how far a bot is with its leap: the share of it that is left, 0 while it gets ready.
func (t turn) leaping(l *leap) float64 {
	at := t.Clock()%(l.ready+l.lasts) - l.ready
	if at < 0 {
		return 0
	}
	return 1 - float64(at)/float64(l.lasts)
}

// leapPace returns the pace of a leap of which a share is left.
func (t turn) leapPace(l *leap, left float64) float32 {
	switch pace := t.FormOf(t.Body).Paces.Sprint; {
	case t.alienClass(t.Body) == lore.Tyrant:
		return pace * float32(1+left)
	case l.speed > 0:
		return l.speed * lore.Unit / t.SpeedOf(t.Body)
	default:
		return 2 * pace
	}
}

// leapAt decides whether a bot leaps at somebody at a distance in this tick, and at which pace:
// it begins beyond its claws and ends with what it meets. Who gets ready may be slower.
func (t turn) leapAt(q int32, gap, hx, hy float64) (pace float32, is bool) {
	e, class := &t.Records[t.Body].Leaping, t.alienClass(t.Body)
	arm := &t.Cargo[t.Body].Arms[0]
	pace = t.FormOf(t.Body).Paces.Sprint
	if t.Config.Game != lore.Name || class == 0 || !t.leapSkill(t.Body) || arm.Weapon < 0 {
		return pace, false
	}
	l := &leaps[class]
	left := t.leaping(l)
	if e.At > 0 && t.Since(e.At)*1000 > float64(l.lasts) { // of a fight before this one
		e.At = 0
	}
	beyond := gap > float64(t.Config.Weapons[arm.Weapon].Range)
	switch {
	case left == 0:
		if e.At = 0; beyond {
			pace *= l.slowed
		}
		return pace, false
	case e.At == 0 && (!beyond || class != lore.Tyrant && gap > leapReach[class]):
		return pace, false
	case e.At == 0:
		e.At = t.Now
	}
	pace = t.leapPace(l, left)
	if l.damage == 0 {
		return pace, beyond
	}
	if dx, dy := t.Delta(t.Body, q); e.Next <= t.Now && t.sweeps(q, l.reach*lore.Unit, l.width*lore.Unit, dx, dy, hx, hy) && t.Sight.InLine(t.Body, q) {
		e.Meets, e.Share = t.ID(q), 1
		if l.again > 0 {
			e.Next, e.Share = t.Now+t.Ticks(l.again), float32(left)
		} else {
			e.Next = t.Now + t.Ticks(float64(l.lasts)/1000)
		}
	}
	return pace, true
}

// meet hurts whom a leaping body has met in this tick.
func (s *Fight) meet(b int32, class int) {
	e := &s.Records[b].Leaping
	if e.Meets == 0 {
		return
	}
	q := s.a.BodyOf(e.Meets)
	if e.Meets = 0; q >= 0 && !s.a.Dead(q) && !s.a.Dead(b) {
		s.a.Life.Hurt(q, leaps[class].damage*e.Share, s.a.ID(b))
	}
}
