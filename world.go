package thicket

import (
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// World holds all bodies in tables, and the systems of a tick. [Session.World] returns it,
// and it belongs to the goroutine that steps the session.
type World struct {
	// Columns that every body has. Identity and Team are for reading only.
	Identity Component[components.Identity]
	Position Component[components.Position]
	Heading  Component[components.Heading]
	Speed    Component[components.Speed]
	Team     Component[components.Team]

	game   *systems.Game
	tables []Table
	// deferred is true while a change of Defer is carried out.
	deferred bool
}

func newWorld(game *systems.Game) *World {
	in := game.World
	w := &World{
		Identity: Component[components.Identity]{in.Identity},
		Position: Component[components.Position]{in.Position},
		Heading:  Component[components.Heading]{in.Heading},
		Speed:    Component[components.Speed]{in.Speed},
		Team:     Component[components.Team]{in.Team},
		game:     game,
	}
	for _, t := range in.Tables() {
		class := ""
		if t.Class != ecs.Human {
			class = game.Setup.Classes[t.Class].ID
		}
		w.tables = append(w.tables, Table{class, t})
	}
	return w
}

// Table is all bodies of one class, or all players. The component of each body is a row of
// [Component.Column]; row i of each column belongs to the same body.
type Table struct {
	Class string // its id; empty for that of the players
	table ecs.Table
}

// Len counts the bodies in the table.
func (t Table) Len() int { return t.table.Len() }

// Tables returns the tables of all classes in the scene's order, empty ones too, and that of
// the players last. The slice must not be changed.
func (w *World) Tables() []Table { return w.tables }

// Clock returns the world's time.
func (w *World) Clock() Clock { return Clock(w.game.World.Clock()) }

// Clock tells simulated time.
type Clock struct {
	Tick int64   // ticks since the start; in a tick its own number, the first of which is 1
	DT   float64 // seconds in a tick
}

// Time returns the seconds from the start to the end of tick Tick.
func (c Clock) Time() float64 { return ecs.Clock(c).Time() }

// Alive reports whether a body is in the world.
func (w *World) Alive(id ID) bool { return w.game.World.Alive(id) }

// ClassOf returns the id of a bot's class; empty for a player, and for who is not in the world.
func (w *World) ClassOf(id ID) string {
	if class := w.game.World.ClassOf(id); class >= 0 {
		return w.game.Setup.Classes[class].ID
	}
	return ""
}

// Count counts the bots of a class by its id, or the players for an empty one; 0 where there is
// no such class.
func (w *World) Count(class string) int {
	for _, t := range w.tables {
		if t.Class == class {
			return t.Len()
		}
	}
	return 0
}

// Len counts all bots and players.
func (w *World) Len() int { return w.game.World.Len() }

// AddBots adds bots of a class, as [Add] does, from a function that was handed to Defer. It
// fails at any other time: between two ticks, [Session.Do] adds bots.
func (w *World) AddBots(class string, count int, at *Spot) ([]ID, error) {
	if !w.deferred {
		return nil, errNotDeferred
	}
	index, err := w.game.ClassIndex(class)
	if err != nil {
		return nil, err
	}
	spot, err := w.game.SpotOf(at)
	if err != nil {
		return nil, err
	}
	return w.game.Population.Add(index, count, spot)
}

// RemoveBot takes a bot away, as [Remove] does, from a function that was handed to Defer. It
// fails at any other time.
func (w *World) RemoveBot(id ID) error {
	if !w.deferred {
		return errNotDeferred
	}
	return w.game.Population.RemoveBot(id)
}

// Hold has the tree of a bot get no turns, as in a stun or a cut-scene, until Hold(id, false):
// the bot stands, its tree keeps what it remembers, and events reach it. It is to be called from
// a function that was handed to Defer, and fails at any other time; between two ticks,
// [session.Hold] and [session.Release] do the same.
func (w *World) Hold(id ID, on bool) error {
	if !w.deferred {
		return errNotDeferred
	}
	return w.game.Pools.Hold(on, id)
}

var errNotDeferred = errors.New("bots come, go and are held by functions that were handed to World.Defer, or by Session.Do between two ticks")

// Defer asks for a change of who is there from inside a system or an action. It is carried out
// in the same tick, once the rules have been applied, in the order of asking; what is deferred
// there in turn waits for the tick after. Only the goroutine that the world belongs to may ask.
func (w *World) Defer(change func(*World)) {
	if change == nil {
		panic("World.Defer(nil), wanted a change")
	}
	w.game.World.Defer(func(*ecs.World) {
		w.deferred = true
		defer func() { w.deferred = false }()
		change(w)
	})
}

// Add puts a system at the end of a stage, from the next tick on. The name tells it apart from
// others of the stage, and saves name it. Add panics if the stage has a system of that name or is
// no stage, or s is nil. [Options].Prepare is the place for it: each world of a session has it then.
func (w *World) Add(stage Stage, name string, s System) {
	if s == nil {
		panic(fmt.Sprintf("World.Add: system %q is nil", name))
	}
	w.game.World.AddOwn(ecs.Stage(stage), name, ecs.SystemFunc(func(*ecs.World) { s.Update(w) }))
}

// Wish is what a body wants of a tick, for a game that moves bodies itself; see World.SetMover.
type Wish = session.Wish

// SetMover has the game's own physics move all bodies, players among them, from the next tick on,
// in place of Thicket's. move is called once in each tick, in stage Act, on the goroutine that
// steps the session, with the wishes of all bodies by ascending id; the dead, and those who are out
// of sight, have none and stay where they are. It writes to each one's Position and Heading, which
// are as they were, and reads nothing but w and the wishes, so that a game can be repeated. The slice
// is made anew by the next call. It may share the work among goroutines that end before it returns.
//
// A position off the field comes back as the scene's edges say, which a notice tells of once; one
// that is no number leaves the body where it was, which is a fault. Obstacles of the scene are ways around for trees, and move keeps
// bodies off them. Trees that need the arena, also those that come later, find that move stays.
//
// [Options].Prepare is the place for it: a save names the mover, and is refused without. SetMover
// fails for a second mover, and in a scene with `solid: true`, where Thicket pushes bodies apart.
func (w *World) SetMover(name string, move func(w *World, bodies []Wish)) error {
	if move == nil {
		return w.game.SetOwnMover(name, nil)
	}
	return w.game.SetOwnMover(name, func(bodies []Wish) { move(w, bodies) })
}

// System does one part of every tick. World.Add puts it into a stage.
type System interface {
	// Update moves the world on by one tick. What adds or removes bodies is handed to Defer.
	Update(*World)
}

// SystemFunc is a function as a System.
type SystemFunc func(*World)

var _ System = SystemFunc(nil)

// Update calls f.
func (f SystemFunc) Update(w *World) { f(w) }

// Stage is a part of a tick. The stages run in the order of the constants.
type Stage uint8

// The stages that systems of a game are put into.
const (
	Sense   = Stage(ecs.Sense)   // positions and state become what bots see
	Think   = Stage(ecs.Think)   // trees run
	Act     = Stage(ecs.Act)     // bodies move
	Rules   = Stage(ecs.Rules)   // contacts, fights, scores
	Publish = Stage(ecs.Publish) // everything has happened
)

// Component is a struct that every body has: one of the world's own, such as World.Position, or
// one that a game made with [Register].
type Component[T any] struct{ column ecs.Component[T] }

// Of returns the component of a body, or nil if it is not in the world. It is valid until
// somebody comes or goes: ask for it anew in each tick, as for a Column.
func (c Component[T]) Of(id ID) *T { return c.column.Of(id) }

// In returns the component in the world of a call, for actions: several sessions may be played
// with one registry, and each, its forks among them, has a world of its own. It panics where
// that world does not have the component: Options.Prepare registers it in all of them.
func (c Component[T]) In(call *Call) Component[T] {
	of, ok := call.World.(interface{ Bodies() *ecs.World })
	if !ok {
		panic("Component.In: a call in no session")
	}
	return Component[T]{c.column.In(of.Bodies())}
}

// Column returns the component of all bodies in a table of the same world, in the order of its
// rows, which has no meaning. Writing to it writes to the bodies. It is valid until a body is added
// or removed: ask for it anew in each tick. Its length must not be changed.
func (c Component[T]) Column(t Table) []T { return c.column.Column(t.table) }

// Register adds a component to all bodies, those that come later too; each begins with first.
// It is best called before the first tick: later it copies every body. A type that was
// registered before, or is one of the world's own columns, gives the same component again and
// changes nothing.
//
// Register panics if T holds pointers, slices, maps or strings. Keep those in a table of the
// game, and an index in the component. It also panics past 256 components.
func Register[T any](w *World, first T) Component[T] {
	return Component[T]{ecs.Register(w.game.World, first)}
}

// RegisterFunc is Register where the first value depends on the body. It calls first once a
// body, now for those that are there, by ascending id, and for each later one when it has come.
func RegisterFunc[T any](w *World, first func(ID) T) Component[T] {
	return Component[T]{ecs.RegisterFunc(w.game.World, first)}
}
