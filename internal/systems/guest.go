package systems

import (
	"fmt"
	"math"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/internal/systems/herd"
)

// invitation is the bodies of a strip that another one may look for, as columns.
type invitation struct {
	ID    []components.ID
	X, Y  []float32
	State []uint32 // body by body, of all keys
}

// invite tells the others where those of the strip's bodies are whom theirs may look for, and
// takes in what they tell.
func (s *Strip) invite(p Peers) error {
	g := s.g
	n := len(s.edges) - 1
	reaches := make([][]reach, len(s.census.facets)) // by facet and strip
	widest := make([]reach, n)
	for i := range reaches {
		reaches[i] = s.census.reaches(i, s.edges)
		for strip, r := range reaches[i] {
			widest[strip] = reach{max(widest[strip].left, r.left), max(widest[strip].right, r.right)}
		}
	}
	out := make([]invitation, n)
	g.herds.Clusters(func(group *herd.Cluster) {
		least, most := group.Span()
		for strip := range out {
			if strip != s.at && !s.census.far(s.edges, strip, least, most, widest[strip]) {
				s.ask(group, reaches, strip, &out[strip])
			}
		}
	})
	messages := make([][]byte, n)
	for i := range out {
		if i != s.at {
			messages[i] = encode(&out[i])
		}
	}
	said, err := p.Send(messages)
	if err != nil {
		return err
	}
	tick, keys := g.World.Clock().Tick+1, len(host.SymbolsOf(g.Setup.Registry).KeyNames())
	for _, message := range said {
		if message == nil {
			continue
		}
		var in invitation
		if err := decode(message, &in); err != nil {
			return err
		}
		if err := s.welcome(&in, keys, tick); err != nil {
			return err
		}
	}
	s.leave(tick)
	return nil
}

// ask adds the bodies of a group that those of another strip may look for.
func (s *Strip) ask(group *herd.Cluster, reaches [][]reach, strip int, to *invitation) {
	g := s.g
	sought := uint64(0)
	for i, f := range s.census.facets {
		r := reaches[i][strip]
		for m := group.Holds(f) &^ sought; m != 0; m &= m - 1 {
			lane := bits.TrailingZeros64(m)
			if left, right := s.census.beyond(s.edges, strip, group.X[lane]); left <= r.left || right <= r.right {
				sought |= 1 << lane
			}
		}
	}
	for ; sought != 0; sought &= sought - 1 {
		lane := bits.TrailingZeros64(sought)
		slot := group.Slot[lane]
		to.ID, to.X, to.Y = append(to.ID, g.World.IDAt(slot)), append(to.X, group.X[lane]), append(to.Y, group.Y[lane])
		for _, column := range g.columns.state {
			to.State = append(to.State, column[slot])
		}
	}
}

// welcome takes guests in, or moves those that are there.
func (s *Strip) welcome(in *invitation, keys int, tick int64) error {
	g := s.g
	n := len(in.ID)
	if len(in.X) != n || len(in.Y) != n || len(in.State) != n*keys {
		return fmt.Errorf("guests with %d, %d, %d and %d values", n, len(in.X), len(in.Y), len(in.State))
	}
	for i, id := range in.ID {
		values := in.State[i*keys : (i+1)*keys]
		slot := g.World.Slot(id)
		switch {
		case id == 0 || slot >= 0 && g.World.ClassOf(id) != ecs.Human:
			return fmt.Errorf("guest %d is a body of this strip, too", id)
		case slot < 0:
			slot = s.receive(id, in.X[i], in.Y[i], values)
		default:
			s.move(id, slot, in.X[i], in.Y[i], values)
		}
		s.visit = column.Grow(s.visit, int(slot)+1)
		s.visit[slot] = tick
	}
	return nil
}

// receive makes the body of a guest.
func (s *Strip) receive(id components.ID, x, y float32, values []uint32) int32 {
	g := s.g
	b := ecs.At(x, y)
	g.World.SpawnAs(id, ecs.Human, b)
	slot := g.Population.settle(id, b.Position, bag(values))
	g.herds.Arrive(ecs.Human, slot)
	s.guests = append(s.guests, id)
	return slot
}

// move brings a guest to where it is now. That is a step of its own, as that of any other body,
// and no news to the herds, unless it went farther than any body does.
func (s *Strip) move(id components.ID, slot int32, x, y float32, values []uint32) {
	g := s.g
	c := &g.columns
	*g.World.Position.Of(id) = components.Position{X: x, Y: y}
	rounded := float64(float64(max(g.field.Width, g.field.Height)) / (1 << 22))
	if math.Sqrt(g.field.Dist2(c.x[slot], c.y[slot], x, y)) <= s.top+rounded {
		c.x[slot], c.y[slot] = x, y
	}
	for _, v := range bag(values) {
		if c.state[v.Key][slot] != uint32(v.Value) {
			g.setState(slot, []StateValue{v})
		}
	}
}

// leave sends the guests away of whom nobody has told before a tick.
func (s *Strip) leave(tick int64) {
	stay := s.guests[:0]
	for _, id := range s.guests {
		if s.visit[s.g.World.Slot(id)] == tick {
			stay = append(stay, id)
		} else {
			s.dismiss(id)
		}
	}
	s.guests = stay
}

// dismiss takes the body of a guest away.
func (s *Strip) dismiss(id components.ID) {
	s.g.herds.Leave(ecs.Human, s.g.World.Slot(id))
	s.g.World.Remove(id)
}
