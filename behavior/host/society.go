package host

// What follows is for worlds that offer more than [World] demands. A dialect
// asks a world whether it is one of these and does without where it is not.

// Keeper is a World that keeps things for those who ask, such as what the bots
// of all trees share: one thing of each key for as long as the world lives. It
// is asked between ticks only.
type Keeper interface {
	Keep(key any, make func() any) any
}

// StateSetter is a World in which actions may change the state of their bot, see
// [Call.SetState].
type StateSetter interface {
	// SetState gives a body another value of a state key at the end of the tick.
	// It is called from any worker. It fails when there is no such key, or when
	// the body has a value of another type.
	SetState(body int32, key string, v Value) error
}

// Mortal is a World in which bots die. In any other World all bots live.
type Mortal interface {
	// Alive reports whether a body lives. It is called from any worker.
	Alive(body int32) bool
}

// Spawner is a World in which dead bots wait until they come back to life.
type Spawner interface {
	// Spawn selects the class or the weapon with which a dead body will come back
	// to life; the choice is a number that the tree's dialect has for it. Spawn
	// returns false when the body is not waiting to come back, or cannot come back
	// like that. Several workers call it at once.
	Spawn(body, choice int32) bool
}

// Logger is a World that collects what trees write to their log. Trees that are
// Local call it from several workers at once; the entries of each bot come in order.
type Logger interface {
	Log(e LogEntry)
}

// StepLogger is a Logger that may want to know of every step of trees, too, and not only of
// their own log messages.
type StepLogger interface {
	Logger
	// LogsSteps reports whether it does so now.
	LogsSteps() bool
}

// LogEntry is a text that a node wrote to the log.
type LogEntry struct {
	Source Source // tells where the node comes from
	Node   uint16
	Bot    BotID
	Tick   int64
	Text   string
}

// String is "FILE:LINE:COL: tree T, bot 7, tick 30: TEXT".
func (e LogEntry) String() string {
	tree, pos := e.Source.Origin(e.Node)
	return Fault{Tree: tree, Pos: pos, Bot: e.Bot, Tick: e.Tick, Text: e.Text}.String()
}

// Society is a World whose bots form groups and send each other signals.
type Society interface {
	// Group is the number of the group that a body belongs to, the same for all
	// its members and for nobody else.
	Group(body int32) uint32
	// Signal hands an event to the trees of those it is meant for before the
	// next tick, in the order of sending. It is called by trees that run alone.
	Signal(from int32, to Audience, e Event)
}

// Audience is whom a signal is meant for.
type Audience uint8

// The audiences, as seen from the bot that sends.
const (
	Sender Audience = iota
	GroupOf
	GroupExceptSender
)
