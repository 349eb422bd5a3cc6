package systems

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// Edges says what happens to a body that would leave the field.
type Edges uint8

// Clamp stops it at the edge, Bounce reflects it and its heading, Wrap brings
// it in at the other side; there, distances are measured around the edge too.
const (
	Clamp Edges = iota
	Bounce
	Wrap
)

// Setup is a checked scene, ready to be played.
type Setup struct {
	Name          string
	X, Y          float32 // where the field begins, metres
	Width, Height float32 // metres
	Edges         Edges
	TickRate      float64 // ticks a second of simulated time
	Seed          uint64
	Workers       int
	Registry      *host.Registry
	Teams         []Team
	HumanTeam     int // index into Teams, or NoTeam: balanced over all
	BotTeam       int // for classes without a team, or NoTeam
	PlayerState   []StateValue
	Classes       []Class
	Behaviors     []Behavior // named, for state.behavior
	Rules         []Rule
	Places        []Place
	Paths         []Path
	Settings      []Setting // numbers, texts and truth values that trees may read
	Extensions    []func(*Game) Extension
}

// Setting is a named value of the scene.
type Setting struct {
	Name  string
	Value host.Value
}

// TeamOf returns the team that bots of a class get: its own, else that of classes without
// one; or NoTeam.
func (s *Setup) TeamOf(c *Class) int {
	if c.Team == NoTeam {
		return s.BotTeam
	}
	return c.Team
}

// NoTeam is the index of no team.
const NoTeam = components.NoTeam

// MaxBots is the largest population of a class.
const MaxBots = 10_000_000

// Team is a team.
type Team struct {
	ID    string
	Name  string // for people; empty: its id
	Color string // #rrggbb, or empty
}

// Title returns the team's name for people.
func (t *Team) Title() string { return cmp.Or(t.Name, t.ID) }

// StateValue is one key of a bag of state.
type StateValue struct {
	Key   host.Key
	Value host.Sym
}

// Class is a bot class.
type Class struct {
	ID, Name    string
	Description string // for people
	Team        int    // index, or NoTeam
	State       []StateValue
	Start       []Start
	SpeedMPS    float64 // metres a second
	Min, Max    int     // floor and ceiling of the population
	Count       int     // at the start
	Tunables    []Tunable
	Program     *run.Program // nil: the bot's state.behavior names one
	// Vary is Program with other values of the numbers that its tunables have, by their
	// keys; nil where no tunable is one of the tree.
	Vary    func(numbers map[string]float64) (*run.Program, error)
	Prefab  string // what scripts call bots of the class when they make one, beside the ID; may be empty
	Implied bool   // it comes with the game whose rules hold: the scene's file does not list it
}

// Start overrides the state of the first bots of a class.
type Start struct {
	Count int
	State []StateValue
}

// Tunable is a number of a class that may be changed while it runs.
type Tunable struct {
	Key, Label string
	Min, Max   float64 // infinite where there is none
	Step       float64
	Own        float64 // what the scene has, of keys that are a Tuner's or of the tree
	Tree       bool    // it is a number of the class's tree
}

// Behavior is a program with a name.
type Behavior struct {
	Name    string
	Program *run.Program
	Action  bool // an action by its own name, which bots may run and nobody wrote down
}

// Trees lists the programs of classes, and of the behaviours that the scene has or that a
// state of a class names, each once.
func (s *Setup) Trees() (list []*run.Program) {
	add := func(p *run.Program) {
		if p != nil && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	names := host.SymbolsOf(s.Registry)
	key, known := names.FindKey(behaviorKey)
	named := map[string]bool{}
	name := func(bag []StateValue) {
		for _, v := range bag {
			if known && v.Key == key {
				named[names.Value(v.Value).Text()] = true
			}
		}
	}
	for i := range s.Classes {
		c := &s.Classes[i]
		add(c.Program)
		name(c.State)
		for _, st := range c.Start {
			name(st.State)
		}
	}
	for _, b := range s.Behaviors {
		if !b.Action || named[b.Name] {
			add(b.Program)
		}
	}
	return list
}

// Place is a named spot of the field.
type Place struct {
	ID     string
	X, Y   float32 // metres
	Radius float32
	Tags   []string
	Team   int // index, or NoTeam
}

// Path is a named line over the field.
type Path struct {
	ID     string
	Points [][2]float32 // metres, two at least
	Closed bool         // the last point is joined to the first
}

// Rule is a contact rule: when a body that meets From comes within Radius of
// one that meets To, both change.
type Rule struct {
	Radius   float32 // metres
	From, To Condition
	SetFrom  []StateValue
	SetTo    []StateValue
	Cooldown float64 // seconds in which neither takes part in this rule again
	Send     []Send
}

// Condition is a tree without actions that is asked of one body at a time.
// Most are plain: a few state tests that must all hold.
type Condition struct {
	Program *run.Program
	Plain   bool
	Tests   []host.Facet // what a plain condition tests
}

// Send is an event that a rule sends to those who took part.
type Send struct {
	Name     string
	From, To bool // to whom
}

// Field is a rectangle, or a torus when its edges wrap. It measures distances
// in metres.
type Field = spatial.Field

// Has reports whether a point is on the field.
func (s *Setup) Has(x, y float32) bool {
	return x >= s.X && x <= s.X+s.Width && y >= s.Y && y <= s.Y+s.Height
}

// Extent describes the field, as in 200 x 100 m.
func (s *Setup) Extent() string {
	text := fmt.Sprintf("%v x %v m", s.Width, s.Height)
	if s.X != 0 || s.Y != 0 {
		text += fmt.Sprintf(" from (%v, %v)", s.X, s.Y)
	}
	return text
}

// Field returns the field of the world.
func (s *Setup) Field() Field {
	return Field{X: s.X, Y: s.Y, Width: s.Width, Height: s.Height, Wrap: s.Edges == Wrap}
}
