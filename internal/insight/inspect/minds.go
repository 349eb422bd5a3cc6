package inspect

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
)

// NoClass is the class of players, and of ids that nobody has.
const NoClass = -1

// Minds tell where bots think: which program a bot runs, and in which row of its pool. A game
// of a session is one of those who can tell; whoever has pools of its own is another. Two
// values are equal where they are the same game.
//
// A watcher reads only; what it asks for holds until the next tick.
type Minds interface {
	// Tick returns the number of the last tick, 0 before the first.
	Tick() int64
	// Program holds the program of a bot; nil for a player, without a tree, and for who is gone.
	Program(components.ID) *run.Program
	// Row returns the bot's row in the pool of its program; false for who is gone.
	Row(components.ID) (int32, bool)
	// Class returns the bot's class, 0 or more, or NoClass.
	Class(components.ID) int
	// Classes returns the number of classes there are, Count how many bots one has, and Member one of
	// them, in any order that stays for a tick.
	Classes() int
	Count(class int) int
	Member(class, i int) components.ID
	// Name returns the bot's name, empty for who is gone; EventName that of an event.
	Name(components.ID) string
	EventName(host.EventID) string
	// Watch tells a tracer of all that a bot's tree does, from the next tick on; nil ends
	// that. The tracer is asked for whenever the bot turns to another program.
	Watch(components.ID, func(*run.Program) run.Tracer)
	// Glance is Watch for the next tick alone.
	Glance(components.ID, func(*run.Program) run.Tracer)
	// Trace tells tracers of all bots of a class that run a program; nil ends that.
	Trace(func(class int, p *run.Program) run.Tracer)
	// Look calls a function with the bot's row at hand. It does nothing for who has no tree.
	Look(components.ID, func(*run.Exec))
}
