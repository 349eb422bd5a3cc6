package fight

import (
	"math"

	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
)

// spreads lists by number how far shots of weapons scatter, as the tangent of the largest
// angle off the line.
var spreads = [lore.LastNumber + 1]float64{
	lore.Rifle: 250. / 8192, lore.Shotgun: 790. * 16 / 98304, lore.Chaingun: 900. / 8192, lore.TurretGun: 200. / 8192,
}

// pellets is how many a shotgun shoots at once, each of a like part of its damage.
const pellets = 5

// heights lists half the heights of bodies, by class, in metres.
var heights = [...]float64{
	lore.Granger: 20 * lore.Unit, lore.AdvancedGranger: 20 * lore.Unit, lore.Dretch: 15 * lore.Unit, lore.Mantis: 15 * lore.Unit,
	lore.Marauder: 18 * lore.Unit, lore.AdvancedMarauder: 20 * lore.Unit, lore.Dragoon: 27.5 * lore.Unit, lore.AdvancedDragoon: 33 * lore.Unit, lore.Tyrant: 46 * lore.Unit,
	lore.NakedHuman: 28 * lore.Unit, lore.LightHuman: 28 * lore.Unit, lore.MediumHuman: 28 * lore.Unit, lore.SuitHuman: 38 * lore.Unit,
}

// meets reports whether a shot that goes aside and up for each metre ahead hits a body whose
// middle is so many metres ahead of the line of fire and aside of it.
func (s *Fight) meets(q int32, ahead, aside, half float64, r ray) bool {
	return math.Abs(aside+float64(ahead*r.aside)) <= half && math.Abs(float64(ahead*r.up)) <= s.tall(q)/2
}

// clawWidths lists by number half the width of what blows of hands, teeth and saws sweep ahead of
// the view, in metres; 0 for what is no blow.
var clawWidths = [lore.LastNumber + 1]float64{
	lore.DretchBite: 6 * lore.Unit, lore.MantisClaw: 10 * lore.Unit, lore.MarauderClaw: 14 * lore.Unit, lore.AdvancedMarauderClaw: 14 * lore.Unit,
	lore.DragoonClaw: 11 * lore.Unit, lore.AdvancedDragoonClaw: 11 * lore.Unit, lore.TyrantClaw: 14 * lore.Unit, lore.PainSaw: thin,
	lore.GrangerSwipe: 4 * lore.Unit, lore.AdvancedGrangerSwipe: 4 * lore.Unit, lore.MarauderZap: 15 * lore.Unit,
}

// thin is half the width of a line.
const thin = 1e-9

// sweeps reports whether a blow with a view (hx, hy) that sweeps so far and wide hits a body
// that is (dx, dy) away: both are boxes along the axes.
func (s *Fight) sweeps(q int32, reach, width, dx, dy, hx, hy float64) bool {
	half, d := float64(s.a.FormOf(q).Radius), core.Length(dx, dy)
	if d <= half {
		return true
	}
	if s.IsBuilding(q) {
		half += shotSlack
	}
	ahead, aside := float64(dx*hx)+float64(dy*hy), float64(dx*hy)-float64(dy*hx)
	return ahead > 0 && d-half <= reach && math.Abs(aside) <= float64((half+width)*(math.Abs(hx)+math.Abs(hy)))
}

// shotShare returns which share of a shot at a body with a view (hx, hy) hits it, 0 to 1.
func (t turn) shotShare(q int32, w *core.Weapon, number int, hx, hy float64) float32 {
	dx, dy := t.Delta(t.Body, q)
	switch {
	case t.Config.Game != lore.Name:
		return share(t.hits(q, w, hx, hy))
	case number < len(clawWidths) && clawWidths[number] > 0:
		return share(t.sweeps(q, float64(w.Range), clawWidths[number], dx, dy, hx, hy) && t.Sight.InLine(t.Body, q))
	case w.Range <= biteReach: // a weapon of the scene's own
		return share(t.hits(q, w, hx, hy))
	}
	half := float64(t.FormOf(q).Radius)
	d := core.Length(dx, dy)
	switch {
	case d-half > float64(w.Range) || !t.Sight.InLine(t.Body, q):
		return 0
	case d <= half:
		return 1
	}
	if speed := flightOf(number); t.Rules.Flight && speed > 0 {
		if aim := &t.Records[t.Body].Aiming; aim.Who == t.ID(q) && aim.Was == t.Now {
			flies := d / (speed * lore.Unit)
			dx, dy = dx+float64(float64(aim.VX)*flies), dy+float64(float64(aim.VY)*flies)
		}
		half += missileHalf
	}
	if t.IsBuilding(q) {
		half += shotSlack // bots stand before them, and what they are of is no box here
	} else {
		half *= math.Abs(hx) + math.Abs(hy) // it is a box that stands along the axes
	}
	ahead := float64(dx*hx) + float64(dy*hy)
	aside := float64(dx*hy) - float64(dy*hx)
	if ahead <= 0 {
		return 0
	}
	shots, hit, strayed := 1, 0, 0
	if number == lore.Shotgun && t.Rules.Spread {
		shots = pellets
	}
	mates := t.friendsAlong(hx, hy, ahead)
	defer mates.Return()
	stray := &t.Records[t.Body].Stray
	for range shots {
		r := t.scatter(number, hx, hy)
		if p := mates.first(r, ahead); p >= 0 {
			strayed++
			stray.Hits = t.ID(p)
		} else if t.meets(q, ahead, aside, half, r) {
			hit++
		}
	}
	stray.Share = float32(strayed) / float32(shots)
	return float32(hit) / float32(shots)
}

// share returns all of a blow that hits, and nothing of another.
func share(hits bool) float32 {
	if hits {
		return 1
	}
	return 0
}

// missileHalf is half the width of what flies, in metres.
const missileHalf = 5 * lore.Unit

// flightOf returns how fast the shots of a weapon fly, in units a second; 0 for those that
// are there at once.
func flightOf(number int) float64 {
	if number < len(shotSpeeds) {
		return shotSpeeds[number]
	}
	return 0
}

// zone is a part of a human's body.
type zone int

const (
	noZone zone = iota // of blasts
	head
	chest
	back
	legs
)

// zoneShares lists the share of damage that each part of a human's body takes, by armour.
var zoneShares = [...][5]float64{
	lore.NakedHuman:  {noZone: 1, head: 1.5, chest: 1, back: 1, legs: 0.6},
	lore.LightHuman:  {noZone: 0.5, head: 0.8, chest: 0.35, back: 0.5, legs: 0.25},
	lore.MediumHuman: {noZone: 0.3, head: 0.6, chest: 0.3, back: 0.35, legs: 0.2},
	lore.SuitHuman:   {noZone: 0.2, head: 0.4, chest: 0.2, back: 0.2, legs: 0.15},
}

// backCos is the cosine of the angle off a human's view from which on a blow hits its back:
// 130 degrees.
const backCos = -0.6427876

// zoneShare returns how much more or less than where no part of the body counts a body takes
// of a blow of another. Bots that aim at heads hit them, others the chest or the back, but the
// legs if they strike from below the middle, which they aim at.
func (s *Fight) zoneShare(b, q int32) float32 {
	if !s.Rules.Zones || q < 0 {
		return 1
	}
	number := s.ClassNumber[s.a.Form[q]]
	if number < lore.NakedHuman {
		return 1
	}
	at := chest
	dx, dy := s.a.Delta(q, b)
	hx, hy := s.a.Game.HeadingOf(q)
	switch {
	case s.Plays[b] && s.Has(b, lore.AimHead):
		at = head
	case float64(muzzleShare*s.tall(b)) < s.tall(q)/2:
		at = legs
	case float64(dx*float64(hx))+float64(dy*float64(hy)) < float64(backCos*core.Length(dx, dy)):
		at = back
	}
	shares := &zoneShares[number]
	return float32(shares[at] / shares[noZone])
}

// after does what a blow that fell does beside its damage: some slow humans, some push.
func (s *Fight) after(b, q int32, number int, damage float32) {
	if q < 0 || s.IsBuilding(q) {
		return
	}
	if human := s.ClassNumber[s.a.Form[q]] >= lore.NakedHuman; human && s.Rules.Slows && number < len(slowing) && slowing[number] > 0 {
		s.Bots[q].Slows[slowing[number]] = s.SlowTicks(slowing[number])
	}
	switch number {
	case lore.MassDriver, lore.PodRocket:
	case lore.Lucifer:
		if damage <= lucLeast*lore.Weapons[lore.Lucifer].Damage {
			return
		}
	default:
		return
	}
	x, y := s.a.Game.At(b)
	s.Knock(q, x, y, damage)
}

// hurtFriend lets a shot that a body of its own team stopped hurt that one. A dretch is thrown
// instead.
func (s *Fight) hurtFriend(b int32, damage float32) {
	stray := &s.Records[b].Stray
	who := stray.Hits
	stray.Hits = 0
	q := s.a.BodyOf(who)
	if who == 0 || q < 0 || s.a.Dead(q) {
		return
	}
	if damage *= stray.Share; s.ClassNumber[s.a.Form[q]] == lore.Dretch {
		x, y := s.a.Game.At(b)
		s.Knock(q, x, y, damage)
		return
	}
	s.a.Life.Hurt(q, damage*s.zoneShare(b, q), s.a.ID(b))
}

// slowing lists by number with what weapons slow; 0 for those that do not.
var slowing = [lore.LastNumber + 1]int{lore.MantisClaw: world.Clawed, lore.Blob: world.Blobbed, lore.Lock: world.Trapped}
