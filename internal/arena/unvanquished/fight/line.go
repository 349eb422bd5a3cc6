package fight

import (
	"math"

	"github.com/thicket-sim/thicket/internal/arena/core"
)

// muzzleShare says how high above the ground weapons are, as a share of the height of who has
// them. It is Thicket's own.
const muzzleShare = 0.9

// tall returns the height of a body, in metres; without end for one of no class of the game.
func (s *Fight) tall(b int32) float64 {
	if n := s.ClassNumber[s.a.Form[b]]; n > 0 {
		return 2 * heights[n]
	}
	return math.Inf(1)
}

// friendBefore reports whether a bot or player of its own team stands on the line from a body to
// another that is gap metres away, high enough to be hit. Who overlaps the body is not before it.
func (s *Fight) friendBefore(b, q int32, gap float64) bool {
	own := &s.a.Groups[s.a.Group[b]].Index
	if !s.Rules.Lines || gap <= 0 || own.Len() <= 1 {
		return false
	}
	x, y, _, _ := s.a.Game.Body(b)
	tx, ty := s.a.Delta(b, q)
	least, most := float64(s.a.FormOf(b).Radius), gap-float64(s.a.FormOf(q).Radius)
	muzzle, aim := float64(muzzleShare*s.tall(b)), float64(s.tall(q)/2)
	near := s.a.Sight.Borrow()
	defer near.Return()
	near.List = own.Around(x+float32(tx/2), y+float32(ty/2), float32(gap/2), near.List)
	for _, p := range near.List {
		if p == b || p == q || s.IsBuilding(p) || s.a.Dead(p) {
			continue
		}
		dx, dy := s.a.Delta(b, p)
		ahead := (float64(dx*tx) + float64(dy*ty)) / gap
		aside := (float64(dx*ty) - float64(dy*tx)) / gap
		if ahead > least && ahead < most && math.Abs(aside) <= float64(s.a.FormOf(p).Radius) && muzzle+float64((aim-muzzle)*(ahead/gap)) <= s.tall(p) {
			return true
		}
	}
	return false
}

// ray is a shot in the air: how far it goes aside and up for each metre ahead of the view
// (hx, hy).
type ray struct{ hx, hy, aside, up float64 }

// stopped reports whether a bot or player of the own team stops a shot before it is so many metres ahead.
func (t turn) stopped(r ray, ahead float64) bool {
	own := &t.Groups[t.Group[t.Body]].Index
	if !t.Rules.Lines || own.Len() <= 1 {
		return false
	}
	x, y, _, _ := t.Game.Body(t.Body)
	near := t.Sight.Borrow()
	defer near.Return()
	half := ahead / 2
	near.List = own.Around(x+float32(r.hx*half), y+float32(r.hy*half), float32(half), near.List)
	least := float64(t.FormOf(t.Body).Radius)
	for _, p := range near.List {
		if p == t.Body || t.IsBuilding(p) || t.Dead(p) {
			continue
		}
		dx, dy := t.Delta(t.Body, p)
		on := float64(dx*r.hx) + float64(dy*r.hy)
		aside := float64(dx*r.hy) - float64(dy*r.hx) + float64(on*r.aside)
		if on > least && on < ahead && math.Abs(aside) <= float64(t.FormOf(p).Radius) && math.Abs(float64(on*r.up)) <= t.tall(p)/2 {
			return true
		}
	}
	return false
}

// scatter returns a shot of a weapon of a number along a view (hx, hy).
func (t turn) scatter(number int, hx, hy float64) ray {
	r := ray{hx: hx, hy: hy}
	if !t.Rules.Spread || number >= len(spreads) || spreads[number] == 0 {
		return r
	}
	r.aside, r.up = scattered(number, t.Random)
	return r
}

// scattered draws how far off its line a shot goes, to the side and up, for each metre ahead.
func scattered(number int, draw func() float64) (aside, up float64) {
	sin, cos := core.SinCos(float64(2*math.Pi*draw()) - math.Pi)
	aside = float64(spreads[number] * cos * (float64(2*draw()) - 1))
	return aside, float64(spreads[number] * sin * (float64(2*draw()) - 1))
}
