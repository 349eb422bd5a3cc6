package unvanquished

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/arena/internal/core"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// gear is what a body owns and can do with it.
type gear struct {
	credits  float64 // its own
	upgrades uint16  // that are switched on, a bit each
	bore     int16   // the primary weapon that it had last, as index and 1
	load     loading
	cure     cure
	refilled int64 // when its weapon was filled up last, and 1
	dealt    int64 // the tick in which it closed a trade, and 1
}

// gearJob pays bots for their time, and finds whose gear changes by itself.
type gearJob state

var _ ecs.Job = (*gearJob)(nil)

// toTend is the bodies whose gear changes in this tick, as one worker found them.
type toTend struct {
	bodies []int32
	_      [5]uint64
}

// gearGrain is the fewest bodies that are worth a worker of their own.
const gearGrain = 128

// tendAllGear does what happens to the gear of living bodies by itself, by ascending id.
func (s *state) tendAllGear() {
	w := s.a.Game.World.Workers()
	s.tends = column.Grow(s.tends, w.Count())
	for i := range s.tends {
		s.tends[i].bodies = s.tends[i].bodies[:0]
	}
	w.Run(len(s.a.Laid), gearGrain, (*gearJob)(s))
	s.tended = s.tended[:0]
	for i := range s.tends {
		s.tended = append(s.tended, s.tends[i].bodies...)
	}
	_, _, id := s.a.Game.Columns()
	slices.SortFunc(s.tended, func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	for _, b := range s.tended {
		s.tendGear(b)
	}
}

// Do pays the bots among the bodies Laid[lo:hi].
func (j *gearJob) Do(worker, lo, hi int) {
	s := (*state)(j)
	t := &s.tends[worker]
	for _, b := range s.a.Laid[lo:hi] {
		if s.a.Dead(b) || !s.plays[b] {
			continue
		}
		s.receive(b)
		if e := &s.bots[b]; s.supplied[b] || e.upgrades != 0 || e.cure.missing > 0 || s.loads(b) {
			t.bodies = append(t.bodies, b)
		}
	}
}

// tendGear does what happens to the gear of a bot by itself. It touches what that bot has
// alone, so that nobody's gear begins to change by it.
func (s *state) tendGear(b int32) {
	e := &s.bots[b]
	s.goOnLoading(b)
	if s.supplied[b] {
		s.refill(b)
	}
	if e.upgrades != 0 {
		s.useUpgrades(b)
	}
	if e.cure.missing > 0 {
		s.goOnCuring(b)
	}
}

// primaryArm returns which arm of a body has its weapon: the first that is no blaster;
// -1 for none.
func (s *state) primaryArm(b int32) int {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && s.weapon[w] != blaster {
			return i
		}
	}
	return -1
}

// noArm is what is in an empty hand.
var noArm = core.Arm{Weapon: -1}

// primary returns the weapon of a body, whether in hand or not; its Weapon is -1 for
// none but a blaster.
func (s *state) primary(b int32) *core.Arm {
	if i := s.primaryArm(b); i >= 0 {
		return &s.a.Cargo[b].Arms[i]
	}
	return &noArm
}

// armNumbered returns which arm of a body has the weapon of a number, or -1.
func (s *state) armNumbered(b int32, number int) int {
	for i := range s.a.Cargo[b].Arms {
		if w := s.a.Cargo[b].Arms[i].Weapon; w >= 0 && number > 0 && s.weapon[w] == number {
			return i
		}
	}
	return -1
}

// busy reports whether a body must wait before it can use its weapons.
func (s *state) busy(b int32) bool { return s.a.Cargo[b].Ready.At > s.a.Now }

// gearAsks are the functions that ask for gear.
var gearAsks = []entry{
	{name: "haveUpgrade", doc: "1 when it has the upgrade and it is off.",
		ask: func(t turn) host.Value {
			u := int(t.Num(0))
			return truth(u > 0 && u < len(t.good) && t.held().upgrades>>u&1 != 0 && !t.active(t.Body, u))
		}},
	{name: "haveWeapon", doc: "1 when it has the weapon, in hand or not. Humans of the game have a blaster at all times.",
		ask: func(t turn) host.Value {
			number := int(t.Num(0))
			if t.bots[t.Body].dealt == t.Now+1 && number != blaster {
				weapon := t.records[t.Body].deal.weapon
				return truth(number > 0 && weapon >= 0 && t.weapon[weapon] == number)
			}
			return truth(t.armNumbered(t.Body, number) >= 0)
		}},
	{name: "teamateHasWeapon", doc: "1 when another bot of its team has the weapon: one that lives, or died less than 1.7 seconds ago.",
		ask: func(t turn) host.Value {
			n, number := int32(0), int(t.Num(0))
			for w, is := range t.weapon {
				if is == number && number > 0 {
					n += t.teams[t.Group[t.Body]].armed[w]
				}
			}
			if t.armNumbered(t.Body, number) >= 0 {
				n--
			}
			return truth(n > 0)
		}},
	{name: "weapon", doc: "The number of the weapon in hand; 0 for none, and for one whose id is no symbol's.",
		ask: func(t turn) host.Value {
			if m := t.InHand(t.Body); m.Weapon >= 0 {
				return host.IntValue(int64(t.weapon[m.Weapon]))
			}
			return host.IntValue(0)
		}},
}
