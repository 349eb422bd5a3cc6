package systems

import (
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/herd"
)

// moveGrain is the fewest bodies that are worth a worker of their own, walkGrain where a
// mover moves them, which takes longer.
const (
	moveGrain = 512
	walkGrain = 128
)

// turns is the number of counters each action has. Neighbouring bots use different
// ones, so that an increment does not wait for the one before.
const turns = 4

// maxStep is the longest step of a tick, in metres: it keeps positions finite at
// any speed.
const maxStep = 1e30

// movementSystem turns bodies to where their trees want them to head and
// integrates speedMps: position += heading * speed * dt, then the edges. It
// counts what they did. The bots of herds move by groups, and the others row by row.
type movementSystem struct {
	g      *Game
	rows   rows       // of the current table
	herd   *herd.Herd // of the current table, or nil
	motion herd.Motion
	by     Mover // of bodies one by one; nil: headings and edges alone, and nobody is held
	moved  bool  // the herds moved in the Think stage of this tick
	dt     float64
	did    [][]int64 // by worker, action number and turn
	found  []sensed  // by worker
	reload reloading
}

var (
	_ ecs.System = (*movementSystem)(nil)
	_ ecs.Keeper = (*movementSystem)(nil)
	_ ecs.Job    = (*movementSystem)(nil)
)

func newMovementSystem(g *Game) *movementSystem {
	m := &movementSystem{g: g}
	m.motion = herd.Motion{Width: g.Setup.Width, Height: g.Setup.Height, Confine: func(x, y, hx, hy float32) (float32, float32, float32, float32) {
		p, h := g.Setup.Confine(components.Position{X: x, Y: y}, components.Heading{X: hx, Y: hy})
		return p.X, p.Y, h.X, h.Y
	}}
	return m
}

// stepOf returns how far a body of a speed goes in a tick, in metres.
func stepOf(mps float32, dt float64) float32 { return float32(min(float64(mps)*dt, maxStep)) }

// Stride returns how far a body of a speed, in metres a second, goes by itself in a tick at
// most, in metres. One that is farther from where it was, the short way around joined edges,
// was put there. It is infinite where a program moves bodies.
func (cm *commons) Stride(mps float32) float64 {
	switch {
	case cm.own != nil: // its program alone knows
		return math.Inf(1)
	case cm.mover != nil:
		mps = cm.mover.Top(mps)
	}
	rounded := float64(float64(max(cm.field.Width, cm.field.Height)) / (1 << 20))
	return float64(1.01*float64(stepOf(mps, cm.World.Clock().DT))) + rounded
}

// begin makes room for what the workers count.
func (m *movementSystem) begin(w *ecs.World) {
	m.dt = w.Clock().DT
	size := turns*len(m.g.Counts.actions) + 8 // no two in one cache line
	if len(m.did) > 0 && len(m.did[0]) < size {
		m.did = nil
	}
	for len(m.did) < w.Workers().Count() {
		m.did = append(m.did, make([]int64, size))
	}
	m.found = column.Grow(m.found, w.Workers().Count())
}

// enter turns to a herd.
func (m *movementSystem) enter(w *ecs.World, h *herd.Herd) {
	m.begin(w)
	m.moved, m.herd = true, h
}

// moveGroup moves the group of a number of the current herd.
func (m *movementSystem) moveGroup(worker, number int) {
	m.herd.Move(number, &m.motion, m.did[worker], turns)
}

// Update runs in the Act stage.
func (m *movementSystem) Update(w *ecs.World) {
	m.begin(w)
	m.g.Faults.amend()
	done := m.moved
	if !done && w.Touched() { // another system put bots elsewhere in this tick
		w.Untouch()
		for _, t := range w.Tables() {
			if m.g.herds.Of(t.Class) != nil {
				m.reload.run(m.g, t, false)
			}
		}
		m.g.herds.reload = true // headings, in the next tick
	}
	if m.g.own != nil {
		m.moveByProgram(w)
	} else {
		m.moveAll(w, done)
	}
	m.moved, m.herd, m.by, m.rows = false, nil, nil, rows{}
	m.g.herds.Flip()
	m.g.herds.spread = false
	m.g.noticeMoves(ecs.Human, m.found) // of bodies in no herd
	for _, did := range m.did {
		for i, n := range did[:turns*len(m.g.Counts.actions)] {
			m.g.Counts.actions[i/turns] += n
		}
		clear(did)
	}
}

// moveAll moves the bodies of all tables, except those of herds that have moved already.
func (m *movementSystem) moveAll(w *ecs.World, done bool) {
	grain := moveGrain
	switch m.by = m.g.mover; {
	case m.by != nil:
		grain = walkGrain
	case len(m.g.held.ids) > 0:
		m.by = plainMover{m.g.Setup}
	}
	for _, t := range w.Tables() {
		m.herd = m.g.herds.Of(t.Class)
		switch {
		case m.herd == nil || m.g.mover != nil:
			m.rows.take(w, t)
			w.Workers().Run(t.Len(), grain, m)
			continue
		case !done:
			w.Workers().Run(m.herd.Numbers(), laneGrain, m)
		}
		t.Lag(m)
	}
}

// Do moves the rows lo..hi of the current table, or the groups of these numbers.
func (m *movementSystem) Do(worker, lo, hi int) {
	did, found := m.did[worker], &m.found[worker]
	switch {
	case m.herd != nil && m.g.mover != nil:
		m.moveHerdBy(m.g.mover, did, found, lo, hi)
		return
	case m.herd != nil:
		for number := lo; number < hi; number++ {
			m.moveGroup(worker, number)
		}
		return
	case m.by != nil:
		m.moveBy(m.by, did, found, lo, hi)
		return
	}
	fastest := found.top
	c, setup := &m.g.columns, m.g.Setup
	left, top, right, bottom := setup.X, setup.Y, setup.X+setup.Width, setup.Y+setup.Height
	states := m.rows.state[lo:hi]
	positions, headings, speeds := m.rows.position[lo:hi], m.rows.heading[lo:hi], m.rows.speed[lo:hi]
	for i := range states {
		b := states[i].Slot
		d := &c.decide[b]
		did[int(d.action)*turns+i%turns]++
		h := components.Heading{X: d.hx, Y: d.hy}
		mps := speeds[i].MPS
		if mps > fastest {
			fastest = mps
		}
		step, p := stepOf(mps, m.dt), positions[i]
		if p.X != c.x[b] || p.Y != c.y[b] { // another system put it there in this tick
			found.moved = append(found.moved, b)
		}
		p.X = float32(h.X*step) + p.X
		p.Y = float32(h.Y*step) + p.Y
		if !(p.X >= left && p.X < right && p.Y >= top && p.Y < bottom) {
			p, h = setup.Confine(p, h) // checked above as well: Confine is too large to be inlined
		}
		positions[i], headings[i] = p, h
		c.x[b], c.y[b] = p.X, p.Y
	}
	found.top = fastest
}

// moveBy is Do where bodies move as a mover says.
func (m *movementSystem) moveBy(by Mover, did []int64, found *sensed, lo, hi int) {
	t, c := &m.rows, &m.g.columns
	for i := lo; i < hi; i++ {
		b := t.state[i].Slot
		d := &c.decide[b]
		if dead, hidden := m.g.out(b); dead || hidden {
			did[0]++
		} else {
			did[int(d.action)*turns]++
		}
		h := &t.heading[i]
		*h = components.Heading{X: d.hx, Y: d.hy}
		found.top = max(found.top, by.Top(t.speed[i].MPS))
		p := &t.position[i]
		if p.X != c.x[b] || p.Y != c.y[b] { // another system put it there in this tick
			found.moved = append(found.moved, b)
		}
		if !m.g.held.holds(b) {
			from := *p
			by.Move(b, p, h, t.speed[i].MPS, m.dt)
			if !finite(p.X, p.Y) || !finite(h.X, h.Y) {
				m.g.Faults.misled(b, from, p, h)
			}
		}
		c.x[b], c.y[b] = p.X, p.Y
	}
}

// moveHerdBy is moveBy for the bots of a herd.
func (m *movementSystem) moveHerdBy(by Mover, did []int64, found *sensed, lo, hi int) {
	t, set := &m.rows, &m.g.herds
	for i := lo; i < hi; i++ {
		b, p, h, mps := t.state[i].Slot, &t.position[i], &t.heading[i], t.speed[i].MPS
		var action uint16
		action, h.X, h.Y = set.Wants(b)
		if dead, hidden := m.g.out(b); dead || hidden {
			action = 0
		}
		did[int(action)*turns]++
		found.top = max(found.top, by.Top(mps))
		from := *p
		by.Move(b, p, h, mps, m.dt)
		if !finite(p.X, p.Y) || !finite(h.X, h.Y) {
			m.g.Faults.misled(b, from, p, h)
		}
		set.Put(b, p.X, p.Y, h.X, h.Y)
	}
}

// CatchUp writes where the bots of a herd are to their rows: when somebody asks for
// them, as rows are at random places once bots have gone their ways.
func (m *movementSystem) CatchUp(t ecs.Table, position []components.Position, heading []components.Heading) {
	set := &m.g.herds
	for i, st := range m.g.World.State.Rows(t) {
		p, h := &position[i], &heading[i]
		p.X, p.Y, h.X, h.Y = set.Row(st.Slot)
	}
}

// Confine brings a position off the field, in metres, back onto it as the edges
// say, and mirrors the heading where a body bounces.
func (s *Setup) Confine(p components.Position, h components.Heading) (components.Position, components.Heading) {
	if p.X >= s.X && p.X < s.X+s.Width && p.Y >= s.Y && p.Y < s.Y+s.Height {
		return p, h
	}
	switch s.Edges {
	case Clamp:
		p.X, p.Y = clamp(p.X, s.X, s.Width), clamp(p.Y, s.Y, s.Height)
	case Bounce:
		p.X, h.X = bounce(p.X-s.X, s.Width, h.X)
		p.Y, h.Y = bounce(p.Y-s.Y, s.Height, h.Y)
		p.X, p.Y = clamp(p.X+s.X, s.X, s.Width), clamp(p.Y+s.Y, s.Y, s.Height)
	case Wrap:
		p.X, p.Y = turned(p.X, s.X, s.Width), turned(p.Y, s.Y, s.Height)
	}
	return p, h
}

// clamp brings a coordinate into from <= x <= from+size.
func clamp(x, from, size float32) float32 { return min(max(x, from), from+size) }

// turned brings a coordinate into from <= x < from+size.
func turned(x, from, size float32) float32 {
	if x = wrap(x-from, size) + from; x < from+size {
		return x
	}
	return from
}

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
		return clamp(float32(whole-r), 0, size), 0 - h
	}
	return clamp(float32(r), 0, size), h
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
