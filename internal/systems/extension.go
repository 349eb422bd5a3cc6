package systems

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// Extension is a part of a game that package systems does not know: it hangs
// systems onto the stages, keeps columns of its own by body, and has a say in
// where bodies appear. Its methods are called between ticks, or from systems
// that run alone; Digest and Snapshot must not change it.
//
// An Extension in which bots die is a [host.Mortal], one in which they wait to
// come back a [host.Spawner], one with things on the field is [host.Stocked], one
// with obstacles [host.Grounded], and one whose bodies have health a [host.Vital].
type Extension interface {
	// Leaves find the extension by its Key, see [host.World.Part]; nil for
	// one that they do not need.
	Key() any
	// Start is called once, when the game's own systems are in their stages.
	Start()
	// Use is called with every program before bots or rules run it.
	Use(p *run.Program)
	// Site moves the spot p, where a new body of a class or of ecs.Human is about
	// to appear, and returns the spot where it will appear; p itself where the
	// extension does not mind.
	Site(class int, id components.ID, p components.Position) components.Position
	// Refuse returns an error when no body can be put on the spot (x, y), in
	// metres, and nil when one can.
	Refuse(x, y float32) error
	// Arrive is called when a body has come to its slot, Leave before it goes.
	Arrive(class int, id components.ID, body int32)
	Leave(id components.ID, body int32)
	// Digest returns a number made of all that the extension holds; 0 for nothing.
	Digest() uint64
	// Snapshot adds to a snapshot whose bodies are there, by ascending id.
	Snapshot(s *session.Snapshot)
	// Memory measures the bytes of bodies in the extension.
	Memory() []ecs.Part
}

// Tuner is an Extension with numbers of classes that can be tuned; see [Tunable].
type Tuner interface {
	// CheckNumber returns the error for a value that a number of a class cannot have.
	CheckNumber(class int, key string, value float64) error
	// SetNumber changes a number of a class, between two ticks, to a value that
	// CheckNumber takes. Without bodies, those that are there have what follows already: the
	// game is being restored.
	SetNumber(class int, key string, value float64, bodies bool)
}

// Sleeper is an Extension that may be there and do nothing, for as long as no tree and no
// setting of the scene needs it.
type Sleeper interface{ Asleep() bool }

// Asleep reports whether no extension of a game does anything: bodies walk and touch, and sight has no end.
func Asleep(g *Game) bool {
	return !slices.ContainsFunc(g.extensions, func(e Extension) bool {
		sleeper, ok := e.(Sleeper)
		return !ok || !sleeper.Asleep()
	})
}

// Ender is an Extension that knows when a game is over.
type Ender interface{ Over() bool }

// Saver is an Extension that can be saved and restored. One that has a digest and is no
// Saver cannot be part of a game that is to be saved.
type Saver interface {
	// SaveState returns all that the extension holds of a game that is under way. It must
	// not change it.
	SaveState() ([]byte, error)
	// RestoreState lays what SaveState returned over a game of the same scene with the
	// same bodies in the same slots: Arrive has been called for each of them, by ascending
	// slot, while Game.Restoring held, and Use with every program; all else of the game is
	// restored. It checks before it uses; after an error the game is thrown away.
	RestoreState(b []byte) error
}

// Indexer is an Extension that has an index of all bodies.
type Indexer interface {
	// Within appends the bodies that are no farther from a point than so many
	// metres, by ascending id. It is not ok while there is no index.
	Within(x, y, metres float32, list []int32) (found []int32, ok bool)
	// Around is Within in no particular order.
	Around(x, y, metres float32, list []int32) (found []int32, ok bool)
	// Forms returns the form of each body, see host.Classifier; nil if there are none.
	Forms() []int16
}

// Figure is a number that people are told of a body, beside what a snapshot has.
type Figure struct {
	Name  string // such as armour
	Value float64
	Of    float64       // the most that it can be; 0: there is none
	Unit  string        // such as s or m; empty for a plain number, % for a share of 0 to 1
	Text  string        // in place of the number, such as the name of a place
	Who   components.ID // whom it names; 0 for nobody
}

// SpeedFigure is the name of the figure that says the speed of what a body is, which the walk,
// run and sprint of an arena are multiples of. How fast it goes is measured elsewhere.
const SpeedFigure = speedKey

// Figurer is an Extension that has figures of bodies.
type Figurer interface {
	// Figures appends those of a body as it is between two ticks.
	Figures(body int32, list []Figure) []Figure
}

// Figures appends what there is to tell of a bot or player beside what a snapshot has; of
// an id that nobody has, nothing.
func (g *Game) Figures(id components.ID, list []Figure) []Figure {
	body := g.World.Slot(id)
	if body < 0 {
		return list
	}
	list = append(list, Figure{Name: SpeedFigure, Value: float64(g.World.Speed.Of(id).MPS), Unit: "m/s"})
	now := g.World.Clock().Tick
	left := int64(0) // of the longest of what keeps the body from contacts
	for i := range g.contact.rules {
		r := &g.contact.rules[i]
		left = max(left, r.last[body].before(now)+r.wait(body)-now)
	}
	if left > 0 {
		list = append(list, Figure{Name: "no contact for", Value: float64(left) * g.World.Clock().DT, Unit: "s"})
	}
	for _, e := range g.extensions {
		if f, ok := e.(Figurer); ok {
			list = f.Figures(body, list)
		}
	}
	return list
}

// Over reports whether some extension says that the game is over. Steps go on
// all the same.
func (cm *commons) Over() bool {
	for _, e := range cm.extensions {
		if end, ok := e.(Ender); ok && end.Over() {
			return true
		}
	}
	return false
}

// Seed returns the seed of the random streams of the next tick.
func (cm *commons) Seed() uint64 { return cm.seed }

// Inert is an Extension that does nothing, for those that need only some of
// the methods.
type Inert struct{}

var _ Extension = Inert{}

// Key is nil.
func (Inert) Key() any { return nil }

// Start adds nothing.
func (Inert) Start() {}

// Use does nothing.
func (Inert) Use(*run.Program) {}

// Site is p.
func (Inert) Site(_ int, _ components.ID, p components.Position) components.Position { return p }

// Refuse refuses no spot.
func (Inert) Refuse(_, _ float32) error { return nil }

// Arrive does nothing.
func (Inert) Arrive(int, components.ID, int32) {}

// Leave does nothing.
func (Inert) Leave(components.ID, int32) {}

// Digest is 0.
func (Inert) Digest() uint64 { return 0 }

// Snapshot adds nothing.
func (Inert) Snapshot(*session.Snapshot) {}

// Memory is none.
func (Inert) Memory() []ecs.Part { return nil }

// Mover moves bodies in the place of heading and edges alone. Move is called
// once a body and tick in the Act stage, from any worker, and may write only
// what belongs to its body.
type Mover interface {
	// Move brings a body on from p. h is where its tree heads it, then where it
	// faces; mps is its speed in metres a second, dt the time in seconds.
	Move(body int32, p *components.Position, h *components.Heading, mps float32, dt float64)
	// Top returns the top speed of a body of a speed, both in metres a second.
	Top(mps float32) float32
}

// SetMover makes all bodies move as m says, from the next tick on; nil gives
// them back to their headings.
func (cm *commons) SetMover(m Mover) { cm.mover = m }

// Extensions returns the extensions of the setup, in its order.
func (cm *commons) Extensions() []Extension { return cm.extensions }

// use makes ready for a program that bots or rules run.
func (b *pools) use(p *run.Program) {
	b.counts.known(host.NumberedActions(b.Setup.Registry))
	b.facets.use(p)
	for _, e := range b.extensions {
		e.Use(p)
	}
}

// site returns where a new body appears, that would appear at p.
func (cm *commons) site(class int, id components.ID, p components.Position) components.Position {
	for _, e := range cm.extensions {
		p = e.Site(class, id, p)
	}
	return p
}

// Dismiss takes a bot away that the rules of the game have done with, floors
// notwithstanding: the Populate stage fills its class up again.
func (po *population) Dismiss(id components.ID) error {
	if _, err := po.bodyOf(id); err != nil {
		return err
	}
	if po.World.ClassOf(id) == ecs.Human {
		return po.Leave(id)
	}
	po.remove(id)
	return nil
}

// Transport puts a body somewhere at once, past Extension.Refuse. Between the
// stages of a tick it may be called by the goroutine that the world belongs to.
func (cm *commons) Transport(id components.ID, at components.Position) {
	*cm.World.Position.Of(id) = at
}

// Body returns the place and heading of a body when the tick began.
func (cm *commons) Body(body int32) (x, y, hx, hy float32) {
	x, y = cm.at(body)
	hx, hy = cm.heading(body)
	return x, y, hx, hy
}

// At returns the place of a body when the tick began.
func (cm *commons) At(body int32) (x, y float32) { return cm.herds.At(body) }

// HeadingOf returns the heading of a body when the tick began.
func (cm *commons) HeadingOf(body int32) (hx, hy float32) { return cm.heading(body) }

// IDOf returns the id of a body, as [commons.Columns] has it.
func (cm *commons) IDOf(body int32) components.ID { return components.ID(cm.columns.id[body]) }

// Steered reports whether the tree of a body has said in this tick where to head.
func (cm *commons) Steered(body int32) bool { return cm.decided(body).steers }

// Columns returns the sensed positions and the ids by body, for extensions that
// index them. They must not be changed, and are valid until the next structural
// change; those of bots in herds for as long as nobody has moved.
func (cm *commons) Columns() (x, y []float32, id []uint32) {
	cm.spread()
	return cm.columns.x, cm.columns.y, cm.columns.id
}

// Decided returns the number in the registry of the action that a body's tree has decided for
// in this tick; 0 for none.
func (cm *commons) Decided(body int32) uint16 { return cm.decided(body).action }
