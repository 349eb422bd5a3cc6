package systems

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// moveGrain is the fewest bodies that are worth a worker of their own.
const moveGrain = 4096

// turns is how many counters each action has. Neighbouring bots use different
// ones, so that an increment does not wait for the one before.
const turns = 4

// maxStep is the longest step of a tick, in metres: it keeps positions finite at
// any speed.
const maxStep = 1e30

// movementSystem turns bodies to where their trees want them to head and
// integrates speedMps: position += heading * speed * dt, then the edges. It
// counts what they did.
type movementSystem struct {
	g     *Game
	rows  rows // of the current table
	dt    float64
	did   [][]int64 // by worker, action number and turn
	found []sensed  // by worker
}

var (
	_ ecs.System = (*movementSystem)(nil)
	_ ecs.Job    = (*movementSystem)(nil)
)

func newMovementSystem(g *Game) *movementSystem { return &movementSystem{g: g} }

// Update runs in the Act stage.
func (m *movementSystem) Update(w *ecs.World) {
	m.dt = w.Clock().DT
	size := turns*len(m.g.counts.actions) + 8 // no two in one cache line
	if len(m.did) > 0 && len(m.did[0]) < size {
		m.did = nil
	}
	for len(m.did) < w.Workers().Count() {
		m.did = append(m.did, make([]int64, size))
	}
	m.found = column.Grow(m.found, w.Workers().Count())
	for _, t := range w.Tables() {
		m.rows.take(w, t)
		w.Workers().Run(t.Len(), moveGrain, m)
		m.g.noticeMoves(t.Class, m.found)
	}
	for _, did := range m.did {
		for i, n := range did[:turns*len(m.g.counts.actions)] {
			m.g.counts.actions[i/turns] += n
		}
		clear(did)
	}
}

// Do moves the rows lo..hi of the current table.
func (m *movementSystem) Do(worker, lo, hi int) {
	did, found := m.did[worker], &m.found[worker]
	if m.g.mover != nil {
		m.moveBy(m.g.mover, did, found, lo, hi)
		return
	}
	top := found.top
	c, setup := &m.g.columns, m.g.Setup
	width, height := setup.Width, setup.Height
	states := m.rows.state[lo:hi]
	positions, headings, speeds := m.rows.position[lo:hi], m.rows.heading[lo:hi], m.rows.speed[lo:hi]
	for i := range states {
		b := states[i].Slot
		d := &c.decide[b]
		did[int(d.action)*turns+i%turns]++
		h := components.Heading{X: d.hx, Y: d.hy}
		mps := speeds[i].MPS
		if mps > top {
			top = mps
		}
		way := float64(mps) * m.dt
		if way > maxStep {
			way = maxStep
		}
		step, p := float32(way), positions[i]
		if p.X != c.x[b] || p.Y != c.y[b] { // another system put it there in this tick
			found.moved = append(found.moved, b)
		}
		p.X = float32(h.X*step) + p.X
		p.Y = float32(h.Y*step) + p.Y
		if !(p.X >= 0 && p.X < width && p.Y >= 0 && p.Y < height) {
			p, h = setup.Confine(p, h) // checked above as well: Confine is too large to be inlined
		}
		positions[i], headings[i] = p, h
		c.x[b], c.y[b] = p.X, p.Y
	}
	found.top = top
}

// moveBy is Do where bodies move as a mover says.
func (m *movementSystem) moveBy(by Mover, did []int64, found *sensed, lo, hi int) {
	t, c := &m.rows, &m.g.columns
	for i := lo; i < hi; i++ {
		b := t.state[i].Slot
		d := &c.decide[b]
		did[int(d.action)*turns]++
		h := &t.heading[i]
		*h = components.Heading{X: d.hx, Y: d.hy}
		found.top = max(found.top, by.Top(t.speed[i].MPS))
		p := &t.position[i]
		if p.X != c.x[b] || p.Y != c.y[b] { // another system put it there in this tick
			found.moved = append(found.moved, b)
		}
		by.Move(b, p, h, t.speed[i].MPS, m.dt)
		c.x[b], c.y[b] = p.X, p.Y
	}
}

// Confine brings a position off the field, in metres, back onto it as the edges
// say, and mirrors the heading where a body bounces.
func (s *Setup) Confine(p components.Position, h components.Heading) (components.Position, components.Heading) {
	if p.X >= 0 && p.X < s.Width && p.Y >= 0 && p.Y < s.Height {
		return p, h
	}
	switch s.Edges {
	case Clamp:
		p.X, p.Y = clamp(p.X, s.Width), clamp(p.Y, s.Height)
	case Bounce:
		p.X, h.X = bounce(p.X, s.Width, h.X)
		p.Y, h.Y = bounce(p.Y, s.Height, h.Y)
	case Wrap:
		p.X, p.Y = wrap(p.X, s.Width), wrap(p.Y, s.Height)
	}
	return p, h
}

func clamp(x, size float32) float32 { return min(max(x, 0), size) }

// bounce folds a coordinate back into 0..size as if it had been reflected at
// each edge on its way, and turns the heading for an odd number of times.
func bounce(x, size, h float32) (float32, float32) {
	if x >= 0 && x <= size {
		return x, h
	}
	whole := 2 * float64(size)
	r := math.Mod(float64(x), whole)
	if r < 0 {
		r += whole
	}
	if r > float64(size) {
		return clamp(float32(whole-r), size), 0 - h
	}
	return clamp(float32(r), size), h
}

// wrap brings a coordinate into 0 <= x < size.
func wrap(x, size float32) float32 {
	if x >= 0 && x < size {
		return x
	}
	r := math.Mod(float64(x), float64(size))
	if r <= 0 { // 0 too: it may be -0
		r += float64(size)
	}
	if f := float32(r); f < size {
		return f
	}
	return 0
}
