package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// The memory of a flee, in bits: the ids of whom it fled from up to now, and the tick after
// the last one in which it did. It forgets them when it is not called in between.
const (
	fleeFrom = 0
	fleeFoes = 3
	fleeNext = 32 * fleeFoes
	fleeBits = fleeNext + 64
)

// pursuers are the bodies that one runs away from.
type pursuers struct {
	body [fleeFoes + 1]int32
	n    int
}

// add adds a body that is there and not among them.
func (p *pursuers) add(q int32) {
	for _, other := range p.body[:p.n] {
		if other == q {
			return
		}
	}
	if q >= 0 {
		p.body[p.n] = q
		p.n++
	}
}

// flee runs away from somebody, and from those that it ran away from until now and who are
// still too near: who runs turns its back to them, and who runs from the nearest of two
// alone is between them for ever.
func flee(t Turn) host.Status {
	enough := t.Num(1)
	var from pursuers
	if q := t.who(0); q != t.Body {
		from.add(q)
	}
	if t.LoadInt(fleeNext) == t.Tick {
		for i := range fleeFoes {
			if q := t.Living(components.ID(t.Load(fleeFrom+32*i, 32))); q >= 0 && t.Distance(q, t.Body) < enough+clearAhead {
				from.add(q)
			}
		}
	}
	if from.n == 0 {
		t.isNobody(t.Who(0))
		return host.Failure
	}
	nearest, far := int32(-1), math.Inf(1)
	for _, q := range from.body[:from.n] {
		if d := t.Distance(q, t.Body); d < far {
			nearest, far = q, d
		}
	}
	t.Choose(nearest)
	t.Because("distance to", nearest).Is(far, host.AtLeast, enough, "m")
	if far >= enough {
		return host.Success
	}
	for i := range fleeFoes {
		id := components.ID(0)
		if i < from.n {
			id = t.ID(from.body[i])
		}
		t.Store(fleeFrom+32*i, 32, uint32(id))
	}
	t.StoreInt(fleeNext, t.Tick+1)
	dx, dy := t.escape(&from, nearest, enough)
	t.MoveAlong(dx, dy, host.Endless, t.pace(2))
	return host.Running
}

// escape returns the direction in which the bot gets away from its pursuers: straight away
// from the only one while nothing is in the way, else where it is least in danger a little
// ahead. It is zero where that is where it stands, as in a corner.
func (t Turn) escape(from *pursuers, nearest int32, enough float64) (dx, dy float64) {
	x, y := t.Game.At(t.Body)
	at := components.Position{X: x, Y: y}
	if from.n == 1 {
		dx, dy = t.Delta(nearest, t.Body)
		if dx == 0 && dy == 0 {
			h := t.Steps.anywhere(t.Body)
			dx, dy = float64(h.X), float64(h.Y)
		}
		far := Length(dx, dy)
		ahead := components.Position{X: x + float32(dx/far*clearAhead), Y: y + float32(dy/far*clearAhead)}
		if next, _ := t.Game.Setup.Confine(ahead, components.Heading{}); next == ahead && t.Land.clear(at, next) {
			return dx, dy
		}
		dx, dy = 0, 0
	}
	least := t.danger(from, at, enough)
	for _, d := range compass {
		ahead := components.Position{X: x + float32(d[0]*clearAhead), Y: y + float32(d[1]*clearAhead)}
		next, _ := t.Game.Setup.Confine(ahead, components.Heading{})
		if danger := t.danger(from, next, enough); danger < least && t.Land.clear(at, next) {
			least = danger
			dx, dy = t.Field.Delta(x, y, next.X, next.Y)
		}
	}
	return dx, dy
}

// danger returns how bad a point is for who runs away: the more the nearer its pursuers are.
func (t Turn) danger(from *pursuers, at components.Position, enough float64) float64 {
	sum := 0.0
	for _, q := range from.body[:from.n] {
		qx, qy := t.Game.At(q)
		dx, dy := t.Field.Delta(qx, qy, at.X, at.Y)
		if short := enough - Length(dx, dy); short > 0 {
			sum += float64(short * short)
		}
	}
	return sum
}

// compass are unit vectors to sixteen sides.
var compass = [...][2]float64{
	{1, 0}, {cos22, sin22}, {cos45, cos45}, {sin22, cos22}, {0, 1}, {-sin22, cos22}, {-cos45, cos45}, {-cos22, sin22},
	{-1, 0}, {-cos22, -sin22}, {-cos45, -cos45}, {-sin22, -cos22}, {0, -1}, {sin22, -cos22}, {cos45, -cos45}, {cos22, -sin22},
}

const (
	cos22 = 0.92387953251128675613 // of an eighth of half a turn
	sin22 = 0.38268343236508977173
	cos45 = 0.70710678118654752440
)
