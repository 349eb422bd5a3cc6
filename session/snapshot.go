package session

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// Contact is the deed of a rule: From came within reach of To.
type Contact struct {
	Rule     int // the place of the rule in the scene, from 0
	From, To components.ID
}

// CountedFault is a failure or a note of one text at one node: the first, and how often
// it came.
type CountedFault struct {
	host.Fault
	Times int64
}

// Snapshot is the world at the end of a tick, for those who draw, print or
// send it. It shares nothing with the game.
type Snapshot struct {
	Tick     int64
	Time     float64 // seconds of simulated time
	Bots     []BodyView
	Players  []BodyView
	Contacts []Contact // made in this tick
	Items    []ItemView
	Sides    []SideView // by team; empty where there is no match
	Hour     float64    // of the day, 0 to 24; 0 where there are no days
	Night    bool
	Day      int64  // how often it has got light since the game began
	Phase    string // of the day, such as dusk; empty where there are neither days nor nature
	Season   string // empty where the scene says nothing of nature, as is Weather
	Weather  string
	Result   string // how a match ended; empty while it goes on
	Winner   string // the id of the team that has won; empty for a draw, and while the match goes on
	Field    Field
	Arena    bool // bodies have health, weapons and so on: the game has an arena
}

// Field is where bodies can be: from X to X+Width metres, and from Y to Y+Height.
type Field struct {
	X, Y          float32
	Width, Height float32
	Wrap          bool // opposite edges are joined
}

// ItemView is an item that lies on the field.
type ItemView struct {
	Kind string
	X, Y float32
}

// SideView shows how a team stands in a match.
type SideView struct {
	Team  string // its id
	Score float64
	Purse float64
}

// BodyView is one bot or player.
type BodyView struct {
	ID       components.ID
	Name     string
	Class    string // its id; empty for a player
	Team     string // its id; empty for none
	X, Y     float32
	HX, HY   float32
	Action   string        // the last that succeeded or runs on in this tick, or empty
	Target   components.ID // whom it chose, or 0
	State    []StateView   // by name of the key
	Health   float32       // 0 to 1; 1 too for those who cannot be hurt
	Dead     bool          // and waits to come back
	Hidden   bool          // out of sight, such as inside its home, and in no picture
	Held     bool          // its tree gets no turns, see Hold
	Stride   float32       // how far it goes by itself in a tick at most, in metres; the greatest number where a program moves bodies
	Cargo    int           // how many items it carries
	Speech   string        // its spoken line; empty for none
	Pose     string        // empty for one that stands
	Form     string        // the id of the class that it is now, which may be another than Class; empty for a player
	Points   float32       // of health; 0 for the dead and for those who cannot be hurt
	Weapon   string        // the id of the one in hand; empty for none
	Clip     int32         // how many shots the weapon in hand can have loaded; 0 for one that needs none
	Loaded   int32         // how many it has loaded
	Spare    int32         // how many it has beside them
	Kills    int32         // how many it has killed
	Timer    float64       // seconds since its stopwatch began
	Tracked  bool          // the game keeps money, a goal and a stuck clock for it
	Stuck    float64       // for how many seconds it has got nowhere
	Money    float64       // its own
	Goal     GoalView
	Building BuildingView // empty for others
}

// GoalView shows where a body is bound for, in games where bodies have goals.
type GoalView struct {
	Kind  GoalKind
	ID    components.ID // of a body
	Place string        // the id of a place
	X, Y  float32       // where it is, in metres
}

// GoalKind is the kind of a goal.
type GoalKind uint8

// The kinds of goals.
const (
	NoGoal GoalKind = iota
	GoalBody
	GoalPlace
	GoalPoint
)

// BuildingView shows how a building stands.
type BuildingView struct {
	Kind     string  // what the game calls it, such as egg; empty for no building
	Finished float32 // how much of it is built, 0 to 1
	Burning  bool
	Powered  bool
}

// Wish is the movement that a body wants in a tick, for a game that moves
// bodies itself: the function given to thicket.World.SetMover writes Position
// and Heading.
type Wish struct {
	ID       components.ID
	Position components.Position // where it is, in metres
	Heading  components.Heading  // where it faces
	Way      components.Heading  // where it wants to go, a unit vector; zero for one that stands
	MPS      float32             // how fast, in metres a second, so that it does not go past where it wants to; 0 for one that stands
	Facing   components.Heading  // where it wants to face at the end of the tick; zero for one that has no heading yet
}

// Get returns the value of a state key by its name, or null for a key that the body does not
// have.
func (b *BodyView) Get(key string) host.Value {
	if i, ok := slices.BinarySearchFunc(b.State, key, func(v StateView, key string) int { return cmp.Compare(v.Key, key) }); ok {
		return b.State[i].Value
	}
	return host.Value{}
}

// Body returns the bot or player of an id, or nil where it was not in the world.
func (s *Snapshot) Body(id components.ID) *BodyView {
	for _, list := range [...][]BodyView{s.Bots, s.Players} {
		if i, ok := slices.BinarySearchFunc(list, id, func(b BodyView, id components.ID) int { return cmp.Compare(b.ID, id) }); ok {
			return &list[i]
		}
	}
	return nil
}

// StateView is one state key of a body.
type StateView struct {
	Key    string
	Number host.Key // of the key, in this session
	Value  host.Value
}

// Log is a text that a tree wrote.
type Log struct {
	Tick int64
	Bot  components.ID
	Tree string // the class, behaviour or file whose tree it is
	Pos  string // of the node: file:line:col
	Text string
}
