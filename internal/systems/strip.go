package systems

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems/herd"
	"github.com/thicket-sim/thicket/session"
)

// Strip plays a part of a game: the bodies that are between two x of the field, which is cut
// into strips of the same width. All strips of a game, each in a world of its own, make the
// same game as one world with all bodies, bit for bit: see [Game.Unsplittable] for which games
// that is known of.
//
// Before a tick a strip gets to know guests: bodies of other strips that its own may look for.
// The census says how far away these can be. A guest is where it is and what its state says,
// and neither thinks nor moves. When all have moved, strips tell each other which pairs of
// bodies may touch, and each finds for itself which of them do.
type Strip struct {
	g       *Game
	at      int       // which of the strips it is
	edges   []float32 // of all strips, in metres: one more than there are strips
	top     float64   // metres that a body of the game goes in a tick at most
	census  census
	guests  []components.ID
	visit   []int64 // by slot: the tick in which a guest was told of last
	rule    contactSystem
	abroad  abroad
	pairs   []couple
	touched map[components.ID]bool
	made    []session.Contact
}

// StripOptions number the strip, and describe the whole game.
type StripOptions struct {
	At, Of int     // which strip, from 0, and of how many
	Seed   uint64  // of the random streams
	Tick   int64   // that was made last
	Bots   int     // in all strips
	Top    float64 // the highest speed of a bot, in metres a second
}

// Peers are the other strips of a game. A call is a round, which all of them make, and in the
// same order. It returns what the others have said, by strip, and nil for this one.
type Peers interface {
	// Tell says the same to all others.
	Tell(message []byte) ([][]byte, error)
	// Send says to each of the others what is there under its number.
	Send(messages [][]byte) ([][]byte, error)
}

// NewStrip makes a strip without bodies of a game with this setup. Take gives it some.
func NewStrip(setup *Setup, o StripOptions) (*Strip, error) {
	if o.Of < 1 || o.At < 0 || o.At >= o.Of {
		return nil, fmt.Errorf("strip %d of %d", o.At, o.Of)
	}
	own := *setup
	own.Classes = slices.Clone(setup.Classes)
	for i := range own.Classes {
		own.Classes[i].Count, own.Classes[i].Start, own.Classes[i].Min = 0, nil, 0
	}
	if err := own.check(); err != nil {
		return nil, err
	}
	g := newGame(&own)
	g.guests = true
	g.begins()
	g.seed = o.Seed
	g.World.PassTo(o.Tick)
	s := &Strip{g: g, at: o.At, touched: map[components.ID]bool{}}
	s.rule.g = g
	s.top = float64(stepOf(speed(o.Top), g.World.Clock().DT))
	g.herds.NoteStep(s.top) // guests may be faster than all of its own
	s.edges = edges(&own, o.Of)
	s.census = newCensus(g, o.Bots)
	return s, nil
}

// edges cuts a field into so many strips.
func edges(s *Setup, of int) []float32 {
	at := make([]float32, of+1)
	for i := range at {
		at[i] = float32(float64(s.Width) * float64(i) / float64(of))
	}
	return at
}

// stripOf returns the strip that an x of the field is in.
func stripOf(edges []float32, x float32) int {
	i, _ := slices.BinarySearchFunc(edges[1:len(edges)-1], x, func(edge, x float32) int {
		if edge <= x {
			return -1
		}
		return 1
	})
	return i
}

// Game returns the game of the strip. Its players are guests.
func (s *Strip) Game() *Game { return s.g }

// Close ends the strip's workers.
func (s *Strip) Close() { s.g.Close() }

// Len returns how many bodies the strip has of its own, and Guests how many it knows of others.
func (s *Strip) Len() int { return s.g.World.Len() - len(s.guests) }

// Guests returns how many bodies of other strips were known in the last tick.
func (s *Strip) Guests() int { return len(s.guests) }

// Contacts returns the contacts of the last tick in all strips.
func (s *Strip) Contacts() []session.Contact { return s.made }

// traveller is a body on its way into a strip, with all that another one must know of it.
type traveller struct {
	ID      components.ID
	Class   int32
	Team    int16
	X, Y    float32
	HX, HY  float32
	MPS     float32
	State   []uint32 // by key
	Touched []uint32 // by rule: a stamp
	Carried []int64  // by rule that carries
}

// hand holds the state with which a strip begins.
type hand struct {
	Actions []int64 // how often each was done before; the first strip gets all
	Bodies  []traveller
}

// Take gives the strip the bodies that [Game.Deal] dealt to it.
func (s *Strip) Take(dealt []byte) error {
	var h hand
	if err := decode(dealt, &h); err != nil {
		return err
	}
	g := s.g
	if len(h.Actions) != len(g.Counts.actions) {
		return fmt.Errorf("counts of %d actions, wanted %d", len(h.Actions), len(g.Counts.actions))
	}
	copy(g.Counts.actions, h.Actions)
	for i := range h.Bodies {
		if err := s.arrive(&h.Bodies[i]); err != nil {
			return err
		}
	}
	g.herds.Order()
	return nil
}

// Step plays a tick together with the other strips. After an error the strip is of no use.
func (s *Strip) Step(p Peers) error {
	if err := s.cross(p); err != nil {
		return err
	}
	if err := s.invite(p); err != nil {
		return err
	}
	s.g.World.Untouch() // the herds know of who came and who is gone
	s.g.Step()
	s.g.Counts.actions[0] -= int64(len(s.guests))
	if err := s.touch(p); err != nil {
		return err
	}
	if _, n := s.g.Faults.List(); n > 0 {
		list, _ := s.g.Faults.List()
		return fmt.Errorf("a fault, which strips cannot put in the order of one world: %v", list[0])
	}
	return nil
}

// crossing holds the words of a strip before a tick.
type crossing struct {
	Bodies []traveller // that have left it
	Census []byte
}

// cross hands over the bodies that have left the strip, takes those that have come to it, and
// learns where bodies of all facets are.
func (s *Strip) cross(p Peers) error {
	g := s.g
	s.census.clear()
	var gone []components.ID
	g.herds.Clusters(func(group *herd.Cluster) {
		s.census.add(group)
		if least, most := group.Span(); stripOf(s.edges, least) == s.at && stripOf(s.edges, most) == s.at {
			return
		}
		for lane, x := range group.X {
			if stripOf(s.edges, x) != s.at {
				gone = append(gone, g.World.IDAt(group.Slot[lane]))
			}
		}
	})
	out := crossing{Census: s.census.pack()}
	for _, id := range gone {
		x, y, hx, hy := g.herds.Row(g.World.Slot(id))
		out.Bodies = append(out.Bodies, g.traveller(id, components.Position{X: x, Y: y}, components.Heading{X: hx, Y: hy}))
		g.Population.remove(id)
	}
	said, err := p.Tell(encode(&out))
	if err != nil {
		return err
	}
	for _, message := range said {
		if message == nil {
			continue
		}
		var in crossing
		if err := decode(message, &in); err != nil {
			return err
		}
		if err := s.census.join(in.Census); err != nil {
			return err
		}
		for i := range in.Bodies {
			if t := &in.Bodies[i]; stripOf(s.edges, t.X) == s.at {
				if err := s.arrive(t); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// traveller returns a body of the game as it travels from a place, with a heading.
func (g *Game) traveller(id components.ID, p components.Position, h components.Heading) traveller {
	w, slot := g.World, g.World.Slot(id)
	t := traveller{
		ID: id, Class: int32(w.ClassOf(id)), Team: w.Team.Get(id).Index,
		X: p.X, Y: p.Y, HX: h.X, HY: h.Y, MPS: w.Speed.Get(id).MPS,
	}
	for k := range host.SymbolsOf(g.Setup.Registry).KeyNames() {
		t.State = append(t.State, w.StateColumn(k)[slot])
	}
	for i := range g.contact.rules {
		t.Touched = append(t.Touched, uint32(g.contact.rules[i].last[slot]))
	}
	t.Carried = g.contact.carriedBy(slot, nil)
	return t
}

// arrive takes a traveller in.
func (s *Strip) arrive(t *traveller) error {
	g := s.g
	keys, rules, carry := len(host.SymbolsOf(g.Setup.Registry).KeyNames()), len(g.contact.rules), g.contact.carrying()
	if t.ID == 0 || t.Class < 0 || int(t.Class) >= len(g.classes) || len(t.State) != keys || len(t.Touched) != rules || len(t.Carried) != carry {
		return fmt.Errorf("body %d of class %d with %d states, %d stamps and %d parts of ticks, wanted one of %d classes with %d, %d and %d",
			t.ID, t.Class, len(t.State), len(t.Touched), len(t.Carried), len(g.classes), keys, rules, carry)
	}
	if i := slices.Index(s.guests, t.ID); i >= 0 {
		s.guests = slices.Delete(s.guests, i, i+1)
		s.dismiss(t.ID)
	}
	if g.World.Alive(t.ID) {
		return fmt.Errorf("body %d is in two strips", t.ID)
	}
	at := components.Position{X: t.X, Y: t.Y}
	g.World.SpawnAs(t.ID, int(t.Class), ecs.Body{
		Position: at, Heading: components.Heading{X: t.HX, Y: t.HY},
		Speed: components.Speed{MPS: t.MPS}, Team: components.Team{Index: t.Team}, Brain: noBrain,
	})
	slot := g.Population.settle(t.ID, at, bag(t.State))
	carried := t.Carried
	for i, last := range t.Touched {
		r := &g.contact.rules[i]
		if r.last[slot] = stamp(last); r.carries() {
			r.carried[slot], carried = uint32(carried[0]), carried[1:]
		}
	}
	g.Population.begin(int(t.Class), t.ID, slot)
	g.herds.Reload(slot, t.X, t.Y, stepOf(t.MPS, g.World.Clock().DT))
	g.herds.Face(slot, t.HX, t.HY)
	return nil
}

// bag returns a state of all keys, in the order of their numbers.
func bag(values []uint32) []StateValue {
	all := make([]StateValue, len(values))
	for k, v := range values {
		all[k] = StateValue{Key: host.Key(k), Value: host.Sym(v)}
	}
	return all
}

// Digest returns the strip's part of the game's digest: see [Game.JoinDigests].
func (s *Strip) Digest() uint64 {
	s.g.sync()
	return s.g.sumOfBodies()
}

func encode(v any) []byte {
	var e state.Encoder
	e.Value(v)
	b, _ := e.Bytes() // what strips say has no parts that cannot be written
	return b
}

func decode(b []byte, v any) error {
	d := state.NewDecoder(b)
	d.Value(v)
	return d.Close()
}
