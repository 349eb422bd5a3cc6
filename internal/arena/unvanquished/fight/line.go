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

// friends are those of the own team around a line of fire.
type friends struct {
	*core.Scratch
	t turn
}

// friendsAlong finds the bots and players of the own team that a shot with a view (hx, hy) may
// meet before it is so many metres ahead. They are to be returned.
func (t turn) friendsAlong(hx, hy, ahead float64) friends {
	f := friends{t.Sight.Borrow(), t}
	own := &t.Groups[t.Group[t.Body]].Index
	if !t.Rules.Lines || own.Len() <= 1 {
		return f
	}
	x, y, _, _ := t.Game.Body(t.Body)
	half := ahead / 2
	f.List = own.Around(x+float32(hx*half), y+float32(hy*half), float32(half), f.List)
	return f
}

// first returns the one that stops a shot first before it is so many metres ahead, or -1.
func (f friends) first(r ray, ahead float64) int32 {
	t, first := f.t, int32(-1)
	least := float64(t.FormOf(t.Body).Radius)
	for _, p := range f.List {
		if p == t.Body || t.IsBuilding(p) || t.Dead(p) {
			continue
		}
		dx, dy := t.Delta(t.Body, p)
		on := float64(dx*r.hx) + float64(dy*r.hy)
		aside := float64(dx*r.hy) - float64(dy*r.hx) + float64(on*r.aside)
		if on > least && (on < ahead || on == ahead && first >= 0 && t.ID(p) < t.ID(first)) && math.Abs(aside) <= float64(t.FormOf(p).Radius) && math.Abs(float64(on*r.up)) <= t.tall(p)/2 {
			first, ahead = p, on
		}
	}
	return first
}

// scatter returns a shot of a weapon of a number along a view (hx, hy).
func (t turn) scatter(number int, hx, hy float64) ray {
	r := ray{hx: hx, hy: hy, up: float64(t.Records[t.Body].Up)}
	if !t.Rules.Spread || number >= len(spreads) || spreads[number] == 0 {
		return r
	}
	aside, up := scattered(number, t.Random)
	r.aside, r.up = aside, r.up+up
	return r
}

// scattered draws how far off its line a shot goes, to the side and up, for each metre ahead.
func scattered(number int, draw func() float64) (aside, up float64) {
	sin, cos := core.SinCos(float64(2*math.Pi*draw()) - math.Pi)
	aside = float64(spreads[number] * cos * (float64(2*draw()) - 1))
	return aside, float64(spreads[number] * sin * (float64(2*draw()) - 1))
}
