package fight

import (
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
)

// A chaingun kicks the view with each shot, as tangents: to either side, and from a little
// down to more up. A battlesuit leaves a sixteenth of it.
const (
	kickAside = 0.02381 // 1.364 degrees
	kickDown  = 0.0119  // 0.682 degrees
	kickUp    = 0.03571 // 2.046 degrees
	kickSuit  = 1. / 16
)

// kick notes that the view of a bot that has shot goes off its line before its next tick.
func (t turn) kick(number int) {
	if number != lore.Chaingun || !t.Rules.Spread || t.Config.Game != lore.Name {
		return
	}
	share := 1.
	if t.ClassNumber[t.Form[t.Body]] == lore.SuitHuman {
		share = kickSuit
	}
	e := &t.Records[t.Body].Aiming
	e.KickAside = float32(share * kickAside * (float64(2*t.Random()) - 1))
	e.Up += float32(share * (float64((kickUp+kickDown)*t.Random()) - kickDown))
}

// kicked returns the view of a bot after the kick of its last shot.
func (t turn) kicked(hx, hy float64) (float64, float64) {
	e := &t.Records[t.Body].Aiming
	if e.KickAside == 0 {
		return hx, hy
	}
	k := float64(e.KickAside)
	e.KickAside = 0
	x, y := hx-float64(k*hy), hy+float64(k*hx)
	n := core.Length(x, y)
	return x / n, y / n
}
