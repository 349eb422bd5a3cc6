package session

import (
	"errors"
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
)

// Command is one of the pointer types of this package that do something to a
// session: Add, Remove, Place, Event, Switch, Tune, Untune, Join, Leave,
// Input, SetState, Pause, Resume and Seed.
type Command interface {
	apply(*Session) error
	// Answer is what the command did, once Do returned without an error.
	Answer() Reply
}

// Reply is what a command did.
type Reply struct {
	IDs  []components.ID // who was added, removed or joined
	Note string          // what a person should know, such as a count that was clamped
}

// Answer returns the reply itself, for the commands that embed it.
func (r *Reply) Answer() Reply { return *r }

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

// Point is a spot by its coordinates in metres.
func Point(x, y float64) *Spot { return &Spot{X: x, Y: y} }

// Add adds bots of a class, as many as its maxCount has room for.
type Add struct {
	Class string
	Count int
	At    *Spot // nil: anywhere on the field
	Reply
}

// Remove takes away one bot, or the youngest bots of a class, as many as its
// minCount allows.
type Remove struct {
	Bot   *Who // or
	Class string
	Count int
	Reply
}

// Place puts a bot or player somewhere and turns it. What is nil stays.
type Place struct {
	Who     Who
	At      *Spot
	Heading *components.Heading
	Reply
}

// Event hands an event to the tree of a bot, of all bots of a class, or of
// everybody.
type Event struct {
	Name  string
	Data  host.Value
	Bot   *Who   // or
	Class string // or
	All   bool
	Reply
}

// Switch gives a bot or a class another tree: a file, relative to the scene,
// or a named behaviour.
type Switch struct {
	Bot      *Who // or
	Class    string
	File     string // or
	Behavior string
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

// Join brings a human player onto the field.
type Join struct {
	Name     string
	At       *Spot // nil: anywhere on the field
	Heading  components.Heading
	SpeedMPS float64 // metres a second
	State    []State // on top of the scene's playerJoinStates
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

// SetState sets a state key of a player.
type SetState struct {
	Player Who
	State
	Reply
}

// Pause makes steps do nothing until Resume.
type Pause struct{ Reply }

// Resume undoes Pause.
type Resume struct{ Reply }

// Seed gives all random streams a new seed from the next tick on.
type Seed struct {
	Seed int64
	Reply
}

func (c *Add) apply(s *Session) error {
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return err
	}
	at, err := s.spot(c.At)
	if err != nil {
		return err
	}
	if c.IDs, err = s.game.Add(class, c.Count, at); err != nil {
		return err
	}
	if n := len(c.IDs); n < c.Count {
		c.Note = fmt.Sprintf("added %d of %d: class %q is at its maxCount", n, c.Count, c.Class)
	}
	return nil
}

func (c *Remove) apply(s *Session) error {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return err
		}
		c.IDs = []components.ID{id}
		return s.game.RemoveBot(id)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return err
	}
	if c.IDs, err = s.game.Remove(class, c.Count); err != nil {
		return err
	}
	if n := len(c.IDs); n < c.Count {
		c.Note = fmt.Sprintf("removed %d of %d: class %q has no more to spare", n, c.Count, c.Class)
	}
	return nil
}

func (c *Place) apply(s *Session) error {
	id, err := s.who(c.Who)
	if err != nil {
		return err
	}
	at, err := s.spot(c.At)
	if err != nil {
		return err
	}
	var p *components.Position
	if at != nil {
		p = &components.Position{X: at.X, Y: at.Y}
	}
	return s.game.Place(id, p, c.Heading)
}

func (c *Event) apply(s *Session) error {
	if c.Name == "" {
		return errors.New("an event without a name")
	}
	ids, err := s.those(c.Bot, c.Class, c.All)
	if err != nil {
		return err
	}
	for _, id := range ids {
		if err := s.game.Send(id, c.Name, c.Data); err != nil {
			return err
		}
	}
	c.Note = fmt.Sprintf("sent to %d", len(ids))
	return nil
}

func (c *Switch) apply(s *Session) error {
	p, err := s.program(c.File, c.Behavior)
	if err != nil {
		return err
	}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return err
		}
		return s.game.SwitchBot(id, p)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return err
	}
	s.game.SwitchClass(class, p)
	return nil
}

func (s *Session) program(file, behavior string) (*run.Program, error) {
	switch {
	case (file == "") == (behavior == ""):
		return nil, errors.New("a tree is a file or a named behaviour, wanted one of the two")
	case file != "":
		return s.scene.Tree(file)
	}
	return s.game.NamedBehavior(behavior)
}

func (c *Tune) apply(s *Session) error {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return err
		}
		return s.game.TuneBot(id, c.Key, c.Value)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return err
	}
	return s.game.Tune(class, c.Key, c.Value)
}

func (c *Untune) apply(s *Session) error {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return err
		}
		return s.game.UntuneBot(id, c.Key)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return err
	}
	return s.game.Untune(class, c.Key)
}

func (c *Join) apply(s *Session) error {
	at, err := s.spot(c.At)
	if err != nil {
		return err
	}
	p := systems.Player{Name: c.Name, At: at, Heading: c.Heading, SpeedMPS: c.SpeedMPS}
	for _, v := range c.State {
		p.State = append(p.State, s.stateValue(v))
	}
	id, err := s.game.Join(p)
	if err != nil {
		return err
	}
	c.IDs = []components.ID{id}
	return nil
}

func (c *Leave) apply(s *Session) error {
	id, err := s.who(c.Player)
	if err != nil {
		return err
	}
	return s.game.Leave(id)
}

func (c *Input) apply(s *Session) error {
	id, err := s.who(c.Player)
	if err != nil {
		return err
	}
	return s.game.Input(id, c.Heading)
}

func (c *SetState) apply(s *Session) error {
	id, err := s.who(c.Player)
	if err != nil {
		return err
	}
	return s.game.SetState(id, s.stateValue(c.State))
}

func (c *Pause) apply(s *Session) error {
	if s.paused {
		return errors.New("paused already")
	}
	s.paused = true
	return nil
}

func (c *Resume) apply(s *Session) error {
	if !s.paused {
		return errors.New("not paused")
	}
	s.paused = false
	return nil
}

func (c *Seed) apply(s *Session) error {
	s.game.Reseed(uint64(c.Seed))
	return nil
}

func (s *Session) stateValue(v State) systems.StateValue {
	reg := s.scene.Setup.Registry
	return systems.StateValue{Key: reg.Key(v.Key), Value: reg.Sym(v.Value)}
}

// who finds a bot or player that is there.
func (s *Session) who(w Who) (components.ID, error) {
	if w.ID == 0 {
		id, ok := s.game.ByName(w.Name)
		if !ok {
			return 0, fmt.Errorf("nobody is called %q", w.Name)
		}
		return id, nil
	}
	if !s.game.World.Alive(w.ID) {
		return 0, fmt.Errorf("nobody has id %d", w.ID)
	}
	return w.ID, nil
}

// those are a bot, the bots of a class, or all bots and players, by id.
func (s *Session) those(bot *Who, class string, all bool) ([]components.ID, error) {
	switch {
	case bot != nil:
		id, err := s.who(*bot)
		return []components.ID{id}, err
	case class != "":
		i, err := s.game.ClassIndex(class)
		if err != nil {
			return nil, err
		}
		return s.game.Members(i), nil
	case all:
		return s.game.Everyone(), nil
	}
	return nil, errors.New("an event for nobody, wanted a bot, a class or all")
}

func (s *Session) spot(p *Spot) (*systems.Spot, error) {
	if p == nil {
		return nil, nil
	}
	if p.Place == "" {
		return &systems.Spot{X: float32(p.X), Y: float32(p.Y)}, nil
	}
	i, err := s.game.PlaceIndex(p.Place)
	if err != nil {
		return nil, err
	}
	at := s.scene.Setup.Places[i]
	return &systems.Spot{X: at.X, Y: at.Y, Radius: at.Radius}, nil
}
