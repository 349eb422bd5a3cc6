package mbt

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// What nodes of this vocabulary say of their answers, see [host.Call.Because].

// tellPoint notes whom a node is about, or that there is nothing of the kind: what names it.
func (t turn) tellPoint(what string, q int32, x, y float32, ok bool) {
	switch {
	case !t.Watched:
	case !ok:
		t.Because("there is no").About(what)
	case q >= 0:
		t.Because("distance to", q).Has(t.Distance(t.Body, q), "m")
	default:
		t.Because("distance to the").About(what).Has(core.Length(t.way(x, y)), "m")
	}
}

// tellTarget notes how far the target is, or where it was known last.
func (t turn) tellTarget() {
	if t.Watched {
		x, y, ok := t.targetPoint()
		t.tellPoint("target", t.target(), x, y, ok)
	}
}

// tellPassed notes how long something has lasted, beside its limit.
func (t turn) tellPassed(what string, ticks int64, limit float64) {
	if t.Watched {
		t.Because(what).Is(float64(ticks)*t.DT, host.AtLeast, limit, "s")
	}
}

// tellAngle notes how far the bot is turned away from a direction, beside a limit.
func (t turn) tellAngle(dx, dy, degrees float64) {
	if hx, hy := t.Game.HeadingOf(t.Body); t.Watched && (dx != 0 || dy != 0) {
		ahead := float64(dx*float64(hx)) + float64(dy*float64(hy))
		aside := float64(dx*float64(hy)) - float64(dy*float64(hx))
		t.Because("angle left").Is(math.Abs(libm.Atan2(aside, ahead))*180/math.Pi, host.AtMost, degrees, "°")
	}
}

// tellNobody notes that there is neither a player in sight nor a target.
func (t turn) tellNobody() { t.Because("no player in sight, and no target") }

// tellQuery notes what became of the query that a node asks.
func (t turn) tellQuery(what string) {
	if t.Watched {
		t.Because(what).About(t.textArg("name"))
	}
}
