package thicket

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/session"
)

// Snapshot is the world at the end of a tick: bots and players by ascending id,
// contacts, items, scores, the hour. It shares nothing with the game.
type Snapshot = session.Snapshot

// Body is one bot or player of a snapshot: where it is in metres, where it faces,
// what it does, and its state.
type Body = session.BodyView

// ID is a bot's or player's number for good: from 1 on, and never given twice. 0
// is nobody.
type ID = components.ID

// Key is the number of a state key in a session, see Session.Key.
type Key = host.Key

// Fault is a failure of an action or function at run time, with its place in the
// tree, the bot and the tick, and a stack where Go code panicked.
type Fault = host.Fault

// Registry holds the actions and functions that trees can call, by name. Fill it
// before a scene is loaded with it.
type Registry = host.Registry

// NewRegistry has all that the arena offers to trees; thicket actions lists it. A
// game adds its own with AddAction and AddFunc.
func NewRegistry() *Registry { return arena.NewRegistry() }

// Action is something that trees let a bot do.
type Action = host.Action

// Func is a value that trees ask for.
type Func = host.Func

// Param declares a parameter of an action or a function.
type Param = host.Param

// Element declares a child element that an action's node takes in Modular Behavior Trees.
type Element = host.Element

// Item is one such element of a use of the action: its values, and what stands in it.
type Item = host.Item

// Kind is the type of a parameter, a result or a value.
type Kind = host.Kind

// The kinds of parameters. Where is a selection of bodies by their state,
// {key, value}: a call has it as its Facet.
const (
	Bool   = host.Bool
	Int    = host.Int
	Number = host.Number
	String = host.String
	Any    = host.Any
	Where  = host.Where
)

// Record is the memory of an action as a struct, of truth values, numbers, and arrays and
// structs of them.
type Record[T any] = host.Record[T]

// NewRecord returns the record of a struct. The error names a field that is no fixed words, such
// as a text or a pointer; an action with such a record is refused.
func NewRecord[T any]() (Record[T], error) { return host.NewRecord[T]() }

// Call is one call of an action or function for one bot: its arguments, the world
// as it was when the tick began, and what the bot is to do.
type Call = host.Call

// Reason explains an answer; see Call.Because.
type Reason = host.Reason

// Relations of a number to the bound that it is compared with, for the
// reasons of answers.
const (
	Below   = host.Below
	AtMost  = host.AtMost
	Equal   = host.Equal
	Differs = host.Differs
	AtLeast = host.AtLeast
	Above   = host.Above
)

// LeafWorld is the world as actions and listeners see it: as it was when the tick began.
type LeafWorld = host.World

// Announcement is an event for the whole game, not for the trees of some bots: a global
// event of Drag[en]gine. Registry.Listen calls a function for those of a name.
type Announcement = host.Announcement

// Status is the answer of an action.
type Status = host.Status

// The answers of actions. Running is asked again in the next tick, in the dialects
// whose trees go on where they were. Skipped is for actions that declare it, see [Action].
const (
	Failure = host.Failure
	Success = host.Success
	Running = host.Running
	Skipped = host.Skipped
)

// Value is an argument, a result or a value of state: null, true or false, a
// number or a text. The zero Value is null.
type Value = host.Value

// BoolValue returns true or false as a Value.
func BoolValue(b bool) Value { return host.BoolValue(b) }

// NumberValue returns a number as a Value.
func NumberValue(f float64) Value { return host.NumberValue(f) }

// StringValue returns a text as a Value.
func StringValue(s string) Value { return host.StringValue(s) }

// Position is a point of the field in metres, x to the right and y down.
type Position = components.Position

// Heading is the direction in which a body faces, a unit vector; zero is no heading.
type Heading = components.Heading

// Command changes a game between two ticks; see Session.Do. All of them are in
// package session.
type Command = session.Command

// Refusal is the error of a command that was not carried out: what was refused, and why. Package
// session has the reasons, such as session.Full.
type Refusal = session.Refusal

// The usual commands. Each is filled in and handed to Session.Do as a pointer; its
// IDs and Note then tell what it did.
type (
	Add      = session.Add      // bots of a class
	Remove   = session.Remove   // a bot, or bots of a class
	Place    = session.Place    // puts a body somewhere and turns it
	Tune     = session.Tune     // overrides a number, such as speedMps
	SetState = session.SetState // sets a state key of a body
	Event    = session.Event    // hands an event to trees
	Announce = session.Announce // tells the whole game
	Join     = session.Join     // brings a player
	Leave    = session.Leave    // takes a player away
	Input    = session.Input    // turns a player
	Pause    = session.Pause    // makes steps do nothing
	Resume   = session.Resume   // undoes Pause
)

// Who names a bot or player in a command, by id or, where the id is 0, by name.
type Who = session.Who

// Spot is a point in metres, or a place that the scene names.
type Spot = session.Spot

// State is a state key and its value, in commands.
type State = session.State

// Point returns a spot by its coordinates in metres.
func Point(x, y float64) *Spot { return session.Point(x, y) }
