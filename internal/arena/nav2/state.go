package nav2

import (
	"fmt"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// Needs names what the leaves of this vocabulary need of a game, see host.Action.
const Needs = "nav2"

// robots holds the state of an arena for these trees: a record for each body.
type robots struct {
	core.Inert
	arena *core.Arena `save:"-"`
	list  []robot
	grid  grid  `save:"-"` // of the scene
	every int64 `save:"-"` // ticks between two looks of a robot
}

// robot holds the state of a body.
type robot struct {
	On     bool // some leaf has moved it, so that it looks around
	Marks  []spot
	Path   []board.Pose // that it follows, or followed last
	Cancel [servers]int64
	Charge float64 // of its battery, 0 to 1; below 0 for none known
	X, Y   float32 // where it was a tick ago
}

// spot is where a robot saw a body, in metres.
type spot struct{ X, Y, Radius float32 }

// The servers whose work can be cancelled: Cancel has the tick in which that was last done, and 1.
const (
	control = iota
	spinning
	backing
	driving
	waiting
	servers
)

const (
	sees      = 6.0  // metres: how far a robot sees what is in its way
	looks     = 0.2  // seconds between two looks
	mostMarks = 128  // that a robot remembers
	apart     = 0.05 // metres between two bodies that pass each other, beside their radii
)

// The keys of a bot's state: its battery, 0 to 1, and whether it is charged are written for those whose
// state has battery_lasts, the seconds that one charge lasts while it drives. battery_charges has the
// seconds from empty to full.
const (
	batteryKey  = "battery"
	chargingKey = "charging"
	lastsKey    = "battery_lasts"
	chargesKey  = "battery_charges"
)

// chargerTag is the tag of places that charge who stands in them.
const chargerTag = "charger"

var _ core.State = (*robots)(nil)

// newRobots also takes in the bodies that were there before the first of these trees.
func newRobots(a *core.Arena, _ uint8) core.State {
	s := &robots{arena: a, every: max(a.Ticks(looks), 1)}
	s.grid.make(a)
	for b := range a.Health {
		s.Arrive(int32(b))
	}
	return s
}

// Arrive begins a record.
func (s *robots) Arrive(body int32) {
	s.list = column.Grow(s.list, len(s.arena.Health))
	x, y := s.arena.Game.At(body)
	s.list[body] = robot{Charge: -1, X: x, Y: y}
}

// Begin begins a life.
func (s *robots) Begin(body int32) {
	if int(body) < len(s.list) {
		s.Arrive(body)
	}
}

// Look has a robot remember the bodies that it sees, in the place of what it remembered there.
func (s *robots) Look(body int32) {
	r := &s.list[body]
	if !r.On || (s.arena.Now+int64(s.arena.ID(body)))%s.every != 0 {
		return
	}
	x, y := s.arena.Game.At(body)
	seen := func(px, py float32) bool {
		return s.arena.Field.Dist2(x, y, px, py) <= sees*sees && s.arena.Land.NothingBetween(x, y, px, py)
	}
	r.Marks = slices.DeleteFunc(r.Marks, func(m spot) bool { return seen(m.X, m.Y) })
	var scratch [16]int32
	near, _ := s.arena.Within(x, y, sees, scratch[:0])
	for _, q := range near {
		px, py := s.arena.Game.At(q)
		if q != body && !s.arena.Dead(q) && seen(px, py) {
			r.Marks = append(r.Marks, spot{px, py, s.arena.FormOf(q).Radius})
		}
	}
	if over := len(r.Marks) - mostMarks; over > 0 {
		r.Marks = slices.Delete(r.Marks, 0, over)
	}
}

// AfterDeeds looks after batteries.
func (s *robots) AfterDeeds() {
	_, batteries := host.SymbolsOf(s.arena.Game.Setup.Registry).FindKey(lastsKey)
	for _, b := range s.arena.ByID {
		if batteries {
			s.drain(b)
		}
		s.list[b].X, s.list[b].Y, _, _ = s.arena.Game.Body(b)
	}
}

// drain takes from the battery of a body what it has used in a tick, or charges it.
func (s *robots) drain(b int32) {
	r := &s.list[b]
	lasts, ok := s.number(b, lastsKey)
	if !ok || lasts <= 0 || s.arena.Dead(b) {
		return
	}
	if r.Charge < 0 {
		if r.Charge, ok = s.number(b, batteryKey); !ok {
			r.Charge = 1
		}
	}
	dt := s.arena.Game.World.Clock().DT
	x, y := s.arena.Game.At(b)
	charger := s.arena.NearestPlace(b, chargerTag, core.Anyones)
	charging := charger >= 0 && s.arena.Inside(b, charger)
	switch full, ok := s.number(b, chargesKey); {
	case charging && ok && full > 0:
		r.Charge += dt / full
	case charging:
		r.Charge += dt / usualCharge
	case x != r.X || y != r.Y:
		r.Charge -= dt / lasts
	default:
		r.Charge -= dt / (standsLonger * lasts)
	}
	r.Charge = min(max(r.Charge, 0), 1)
	s.write(b, batteryKey, host.NumberValue(math.Floor(r.Charge*100)/100))
	s.write(b, chargingKey, host.BoolValue(charging))
}

const (
	usualCharge  = 30 // seconds
	standsLonger = 10 // times as long a battery lasts while its robot stands
)

// value returns a key of the state of a body; null where it has none.
func (s *robots) value(b int32, key string) host.Value {
	symbols := host.SymbolsOf(s.arena.Game.Setup.Registry)
	k, ok := symbols.FindKey(key)
	if !ok {
		return host.NullValue
	}
	if y := s.arena.Game.StateOf(b, k); y != host.Missing {
		return symbols.Value(y)
	}
	return host.NullValue
}

// number is value as a number.
func (s *robots) number(b int32, key string) (float64, bool) {
	v := s.value(b, key)
	return v.Number(), v.Kind() == host.Number || v.Kind() == host.Int
}

// write writes a key of the state of a body, where it has another value.
func (s *robots) write(b int32, key string, v host.Value) {
	if s.value(b, key) != v {
		_ = s.arena.Game.Write(s.arena.ID(b), key, v) // it is there
	}
}

// Kept returns all that does not follow from the scene.
func (s *robots) Kept() any { return s }

// Restored checks what was read.
func (s *robots) Restored(bodies int) error {
	if len(s.list) != bodies {
		return fmt.Errorf("nav2: saved with a column of %d bodies, wanted %d", len(s.list), bodies)
	}
	for b := range s.list {
		r := &s.list[b]
		for _, m := range r.Marks {
			if !core.Finite(m.X, m.Y, m.Radius) {
				return fmt.Errorf("nav2: %s remembers a body that is nowhere", s.arena.Called(int32(b)))
			}
		}
		for _, p := range r.Path {
			if !core.Finite(float32(p.X), float32(p.Y), float32(p.Angle)) {
				return fmt.Errorf("nav2: %s follows a path that leads nowhere", s.arena.Called(int32(b)))
			}
		}
		if !(r.Charge <= 1) || len(r.Marks) > mostMarks {
			return fmt.Errorf("nav2: %s has a battery of %v, and remembers %d bodies", s.arena.Called(int32(b)), r.Charge, len(r.Marks))
		}
	}
	return nil
}

// free reports whether a robot that stands at from can be at a point, by what it remembers of bodies.
func (s *robots) free(body int32, from, p components.Position) bool {
	own := float64(s.arena.FormOf(body).Radius)
	for i := range s.list[body].Marks {
		m := &s.list[body].Marks[i]
		at := components.Position{X: m.X, Y: m.Y}
		clearance := own + float64(m.Radius) + apart
		if d := far2(at, from); d < float64(clearance*clearance) { // it is that near already, and may go away
			clearance = 0.95 * math.Sqrt(d)
		}
		if far2(at, p) < float64(clearance*clearance) {
			return false
		}
	}
	return true
}

// freeBetween is free for all points between two.
func (s *robots) freeBetween(body int32, from, a, b components.Position) bool {
	if len(s.list[body].Marks) == 0 {
		return true
	}
	const step = 0.2 // metres
	n := int(math.Sqrt(far2(a, b))/step) + 1
	for i := 0; i <= n; i++ {
		share := float32(i) / float32(n)
		p := components.Position{X: a.X + float32(share*(b.X-a.X)), Y: a.Y + float32(share*(b.Y-a.Y))}
		if !s.free(body, from, p) {
			return false
		}
	}
	return true
}
