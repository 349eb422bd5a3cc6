package session

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// Command is a change to a session, carried out by thicket.Session.Do. The commands are pointers to these
// types of this package: Add, Remove, Place, Event, Announce, Control, Switch, Tune, Untune, Hold, Release,
// Station, Join, Leave, Input, Act, SetState, Pause, Resume, Restart, Seed, Nature and Reload.
type Command interface {
	command() // no type of another package is a command
	// Answer returns the Reply of the last Do, or the zero Reply if that was refused.
	Answer() Reply
}

// Reply says what a command did.
type Reply struct {
	IDs  []components.ID // the bodies that were added, removed or joined
	Note string          // for people, such as that fewer bots were added than asked for
}

// Answer returns the reply itself, for the commands that embed it.
func (r *Reply) Answer() Reply { return *r }

func (*Reply) command() {}

// Who names a bot or player by id, or by name where the id is 0.
type Who struct {
	ID   components.ID
	Name string
}

// Spot is a place of the scene by id, or a point in metres.
type Spot struct {
	Place string
	X, Y  float64
}

// Point returns a spot by its coordinates in metres.
func Point(x, y float64) *Spot { return &Spot{X: x, Y: y} }

// Add adds bots of a class, as many as its maxCount has room for.
type Add struct {
	Class string
	Count int   // 0 means 1
	At    *Spot // nil: anywhere on the field
	Reply
}

// Remove takes away one bot, or the youngest bots of a class, as many as its
// minCount allows.
type Remove struct {
	Bot   *Who // or
	Class string
	Count int // of a class; 0 means 1
	Reply
}

// Place puts a bot or player somewhere and turns it. A nil At or Heading leaves its
// position or heading as it is.
type Place struct {
	Who     Who
	At      *Spot
	Heading *components.Heading
	Reply
}

// Event hands an event to the tree of a bot, of all bots of a class, or of
// everybody. Trees of a dialect without events, such as WAGE, ignore it, and the note says
// so. It fails if no tree can take it because its data does not fit.
type Event struct {
	Name  string
	Data  host.Value
	Bot   *Who   // or
	Class string // or
	All   bool
	Reply
}

// Announce makes an announcement to the whole game: a global event of Drag[en]gine.
// Whoever listens to its name hears it, see [host.Registry.Listen]; it fails if nobody
// does.
type Announce struct {
	host.Announcement
	Reply
}

// Control gives the tree of a bot, or of all bots of a class, a command in the
// words of its dialect, such as a jump to a rule. All bots of a class get it, even
// when the trees of some refuse; the note says how many took it. A command that sets
// how a tree runs holds for bots of the class that come later, too.
type Control struct {
	Bot   *Who // or
	Class string
	Name  string
	Data  host.Value
	Reply
}

// Switch gives a bot or a class another tree: a file, relative to the scene,
// or a named behaviour. With a Source no file is read: Source is the text of File, and With
// has the other files that it refers to; recordings and saves then hold them all.
type Switch struct {
	Bot      *Who // or
	Class    string
	File     string // or
	Behavior string
	Source   string
	With     []Text
	Reply
}

// Tune overrides a tunable of a bot or of a class.
type Tune struct {
	Bot   *Who // or
	Class string
	Key   string
	Value float64
	Reply
}

// Untune takes an override back.
type Untune struct {
	Bot   *Who // or
	Class string
	Key   string
	Reply
}

// Hold has the trees of a bot, or of all bots of a class that are there, get no turns, as in a
// stun or a cut-scene: the bots stand, their trees keep what they remember, and events reach
// them. Release lets them go on.
type Hold struct {
	Bot   *Who // or
	Class string
	Reply
}

// Station gives a bot, or all bots of a class that are there, a spot to go to and to hold, which
// trees of Unvanquished ask for by stayHere and distanceToSpecifiedPosition.
type Station struct {
	Bot   *Who // or
	Class string
	At    *Spot // nil: it has none any more
	Reply
}

// Release undoes Hold.
type Release struct {
	Bot   *Who // or
	Class string
	Reply
}

// Join brings a human player onto the field.
type Join struct {
	Name     string
	At       *Spot // nil: anywhere on the field
	Heading  components.Heading
	SpeedMPS float64 // metres a second
	State    []State // on top of the scene's playerJoinStates; see SetState for what is refused
	Reply
}

// State is one state key and its value.
type State struct {
	Key   string
	Value host.Value
}

// Leave takes a player off the field.
type Leave struct {
	Player Who
	Reply
}

// Input turns a player; the zero heading stops it.
type Input struct {
	Player  Who
	Heading components.Heading
	Reply
}

// Act has a player do something in the next tick, as an action key does: what Verb says or, without one,
// the first thing that can be done where the player stands, with the nearest body or thing that it can
// be done to. It fails in games in which players only walk and touch; a deed that is not possible in
// that tick is dropped.
type Act struct {
	Player Who
	Verb   string
	Reply
}

// SetState sets a state key of a bot or player. The key must be one that the
// scene, a tree or a rule names, or that the game has asked its registry for, and
// the value of the type that the body has there; null fits every key.
type SetState struct {
	Who Who
	State
	Reply
}

// Pause makes steps do nothing until Resume.
type Pause struct{ Reply }

// Resume undoes Pause.
type Resume struct{ Reply }

// Restart ends the round and begins the next one: the scene from its beginning, with a seed that is one
// higher. Players stay, with their names, teams and speeds, and so does what was done to whole classes:
// tunings and trees. The time begins at tick 0, and the past is forgotten. The reply has the
// new ids of the players, in the order of their old ones.
type Restart struct {
	Wait bool // the round waits, paused, until Resume
	Reply
}

// Seed gives all random streams a new seed from the next tick on.
type Seed struct {
	Seed int64
	Reply
}

// Nature changes the season, the moon, the weather and so on, see docs/commands.md. The
// parts are set one after the other; a command with an unknown part, or with a value
// that does not fit, changes nothing.
type Nature struct {
	Set []State
	Reply
}

// Reload reads the files of the scene again and brings the running game up to date:
// trees, rules, and the numbers of classes. Bots keep their memory of nodes whose
// path did not change, and their positions, state and tunings; none comes or goes.
// When any file has an error, everything stays as it was, and the error says where.
type Reload struct{ Reply }

// Text is a file that a command brings: its name, relative to the scene, and its text.
type Text struct{ File, Source string }
