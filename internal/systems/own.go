package systems

import (
	"errors"
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/session"
)

// Wisher is a [Mover] that can say where it would move a body, for a program that moves bodies
// itself.
type Wisher interface {
	Mover
	// Wish sets Way, MPS and Facing of what a body wants of the tick; h is where its tree heads
	// it, then where it faces. Way has length 1 where MPS is not 0. It is called once a tick.
	Wish(body int32, h components.Heading, mps float32, dt float64, w *session.Wish)
	// Moved hears how far a body came that had a wish, both in metres, and may turn it.
	Moved(body int32, wanted, came, dt float64, h *components.Heading)
}

// Crowder is an Extension that may push bodies apart after they have moved.
type Crowder interface{ Crowds() bool }

// ownMover moves bodies as a program says; without a function, as one will say that is to go on
// from a save.
type ownMover struct {
	name   string
	move   func([]session.Wish)
	census living
	wishes []session.Wish // of those who are not out, by ascending id
	wanted []float64      // metres, of the same
	at     []int32        // by body: its place among the wishes, or -1
	strays string         // what is noted where it puts a body off the field
}

// SetOwnMover has a program move all bodies from the next tick on, once a tick in the Act
// stage. What moved them before then says what they want, also an arena that wakes later. It
// fails where bodies are moved by a program already, or pushed apart by an extension.
func (g *Game) SetOwnMover(name string, move func([]session.Wish)) error {
	switch {
	case name == "" || move == nil:
		return errors.New("a mover without a name or a function, wanted both")
	case g.own != nil && g.own.move == nil && g.own.name != name:
		return fmt.Errorf("mover %q: the save was played with the mover %q", name, g.own.name)
	case g.own != nil && g.own.move != nil:
		return fmt.Errorf("mover %q: bodies are moved by %q, wanted one mover", name, g.own.name)
	case g.guests:
		return fmt.Errorf("mover %q: the bodies of a strip", name)
	}
	for _, e := range g.extensions {
		if c, ok := e.(Crowder); ok && c.Crowds() {
			return fmt.Errorf("mover %q: the scene says `world: { solid: true }`, by which bodies are pushed apart after they have moved; wanted solid: false, or no mover", name)
		}
	}
	g.own = &ownMover{name: name, move: move, strays: fmt.Sprintf("the mover %q puts bodies off the field: they come back as `edges` says", name)}
	for class := range g.classes {
		g.chooseHerd(class)
	}
	return nil
}

// restoreMover reads who moved bodies, before herds are made.
func (r *restorer) restoreMover(d *state.Decoder) { r.own = &ownMover{name: d.String()} }

// Own lists the systems that a program added, and its mover.
func (g *Game) Own() []string {
	list := g.World.Own()
	if g.own != nil && g.own.move != nil {
		list = append(list, g.own.name+", which moves bodies")
	}
	return list
}

// moveByProgram has the program's mover move all bodies.
func (m *movementSystem) moveByProgram(w *ecs.World) {
	own, did := m.g.own, m.did[0]
	own.begin(w)
	for _, t := range w.Tables() {
		m.rows.take(w, t)
		for i := range m.rows.state {
			m.wish(i, did)
		}
	}
	own.order(w)
	own.move(own.wishes)
	for _, t := range w.Tables() {
		m.rows.take(w, t)
		for i := range m.rows.state {
			if k := own.at[m.rows.state[i].Slot]; k >= 0 {
				m.obey(i, &own.wishes[k], own.wanted[k])
			}
		}
	}
}

// wish fills in what the body of a row of the current table wants.
func (m *movementSystem) wish(i int, did []int64) {
	own, b := m.g.own, m.rows.state[i].Slot
	d, p, h := &m.g.columns.decide[b], m.rows.position[i], m.rows.heading[i]
	if dead, hidden := m.g.out(b); dead || hidden {
		did[0]++
		return
	}
	did[int(d.action)*turns]++
	w := &own.wishes[own.at[b]]
	*w = session.Wish{ID: m.g.World.IDAt(b), Position: p, Heading: h, Facing: h}
	to, mps := components.Heading{X: d.hx, Y: d.hy}, m.rows.speed[i].MPS
	if m.g.held.holds(b) {
		return
	}
	if by, ok := m.g.mover.(Wisher); ok {
		by.Wish(b, to, mps, m.dt, w)
	} else {
		w.Way, w.MPS, w.Facing = to, mps, to
	}
	if w.Way == (components.Heading{}) || w.MPS == 0 {
		w.Way, w.MPS = components.Heading{}, 0
	}
}

// obey takes over what the mover made of the body of a row of the current table.
func (m *movementSystem) obey(i int, w *session.Wish, wanted float64) {
	c, b := &m.g.columns, m.rows.state[i].Slot
	p, h := &m.rows.position[i], &m.rows.heading[i]
	from := *p
	*p, *h = w.Position, w.Heading
	if !finite(p.X, p.Y) || !finite(h.X, h.Y) {
		m.g.Faults.misled(b, from, p, h)
	}
	if at, faces := m.g.Setup.Confine(*p, *h); at != *p {
		*p, *h = at, faces
		m.g.Pools.noteOnce(m.g.own.strays)
	}
	if by, ok := m.g.mover.(Wisher); ok && !m.g.held.holds(b) {
		by.Moved(b, wanted, math.Sqrt(m.g.field.Dist2(from.X, from.Y, p.X, p.Y)), m.dt, h)
	}
	c.x[b], c.y[b] = p.X, p.Y
}

// begin makes room for a wish of each body.
func (o *ownMover) begin(w *ecs.World) {
	o.census.refresh(w)
	n := len(o.census.ids)
	o.wishes, o.wanted = column.Grow(o.wishes[:0], n), column.Grow(o.wanted[:0], n)
	clear(o.wishes)
	o.at = column.Grow(o.at, w.Slots())
	for i, id := range o.census.ids {
		o.at[w.Slot(id)] = int32(i)
	}
}

// order closes the gaps of those who have no wish, and notes how far each wants to go.
func (o *ownMover) order(w *ecs.World) {
	n := int32(0)
	for i, id := range o.census.ids {
		wish := &o.wishes[i]
		if wish.ID == 0 {
			o.at[w.Slot(id)] = -1
			continue
		}
		o.wishes[n], o.wanted[n] = *wish, float64(wish.MPS)*w.Clock().DT
		o.at[w.Slot(id)] = n
		n++
	}
	o.wishes = o.wishes[:n]
}

// plainMover moves bodies by heading and edges alone.
type plainMover struct{ *Setup }

var _ Mover = plainMover{}

// Move is [Mover.Move].
func (m plainMover) Move(_ int32, p *components.Position, h *components.Heading, mps float32, dt float64) {
	step := stepOf(mps, dt)
	p.X = float32(h.X*step) + p.X
	p.Y = float32(h.Y*step) + p.Y
	*p, *h = m.Confine(*p, *h)
}

// Top is the speed itself.
func (plainMover) Top(mps float32) float32 { return mps }

// living lists those who are in a world, by ascending id. Ids are given in ascending order and
// never twice, so that those who came go to the end.
type living struct {
	ids  []components.ID
	next components.ID // those from here on are not among them yet
}

// refresh brings the list up to who is there now.
func (l *living) refresh(w *ecs.World) {
	ids := l.ids[:0]
	for _, id := range l.ids {
		if w.Alive(id) {
			ids = append(ids, id)
		}
	}
	for ; l.next < w.NextID(); l.next++ {
		if w.Alive(l.next) {
			ids = append(ids, l.next)
		}
	}
	l.ids = ids
}
