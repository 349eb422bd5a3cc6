package session

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/systems"
	"github.com/thicket-sim/thicket/systems/arena"
)

func (c *Add) apply(s *Session) (Reply, error) {
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return Reply{}, err
	}
	at, err := s.spot(c.At)
	if err != nil {
		return Reply{}, err
	}
	count := cmp.Or(c.Count, 1)
	ids, err := s.game.Add(class, count, at)
	r := Reply{IDs: ids}
	if n := len(ids); err == nil && n < count {
		r.Note = fmt.Sprintf("added %d of %d: class %q is at its maxCount", n, count, c.Class)
	}
	return r, err
}

func (c *Remove) apply(s *Session) (Reply, error) {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return Reply{}, err
		}
		return Reply{IDs: []components.ID{id}}, s.game.RemoveBot(id)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return Reply{}, err
	}
	count := cmp.Or(c.Count, 1)
	ids, err := s.game.Remove(class, count)
	r := Reply{IDs: ids}
	if n := len(ids); err == nil && n < count {
		r.Note = fmt.Sprintf("removed %d of %d: class %q has no more to spare", n, count, c.Class)
	}
	return r, err
}

func (c *Place) apply(s *Session) (Reply, error) {
	id, err := s.who(c.Who)
	if err != nil {
		return Reply{}, err
	}
	at, err := s.spot(c.At)
	if err != nil {
		return Reply{}, err
	}
	var p *components.Position
	if at != nil {
		p = &components.Position{X: at.X, Y: at.Y}
	}
	return Reply{}, s.game.Place(id, p, c.Heading)
}

func (c *Event) apply(s *Session) (Reply, error) {
	if c.Name == "" {
		return Reply{}, errors.New("an event without a name")
	}
	ids, err := s.targets(c.Bot, c.Class, c.All)
	if err != nil {
		return Reply{}, err
	}
	var refused error
	sent := 0
	for _, id := range ids {
		if err := s.game.CheckEvent(id, c.Name); err != nil {
			refused = err
			continue
		}
		if err := s.game.Send(id, c.Name, c.Data); err != nil {
			return Reply{}, err
		}
		sent++
	}
	switch {
	case refused == nil:
		return Reply{Note: fmt.Sprintf("sent to %d", sent)}, nil
	case sent == 0:
		return Reply{}, refused
	}
	return Reply{Note: fmt.Sprintf("sent to %d of %d", sent, len(ids))}, nil
}

func (c *Announce) apply(s *Session) (Reply, error) {
	if c.Name == "" {
		return Reply{}, errors.New("an announcement without a name")
	}
	return Reply{}, s.game.Announce(c.Announcement)
}

func (c *Control) apply(s *Session) (Reply, error) {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return Reply{}, err
		}
		return Reply{}, s.game.Control(id, c.Name, c.Data)
	}
	if c.Class == "" {
		return Reply{}, errors.New("a command for nobody, wanted a bot or a class")
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return Reply{}, err
	}
	told, of, err := s.game.ControlClass(class, c.Name, c.Data)
	if err != nil {
		return Reply{}, err
	}
	return Reply{Note: fmt.Sprintf("told %d of %d", told, of)}, nil
}

func (c *Switch) apply(s *Session) (Reply, error) {
	p, err := s.program(c)
	if err != nil {
		return Reply{}, err
	}
	reply := Reply{Note: strings.ReplaceAll(s.scene.Oddities(p).Error(), "\n", "; ")}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return Reply{}, err
		}
		return reply, s.game.SwitchBot(id, p)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return Reply{}, err
	}
	s.game.SwitchClass(class, p)
	return reply, nil
}

func (c *Tune) apply(s *Session) (Reply, error) {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return Reply{}, err
		}
		if err := s.game.TuneBot(id, c.Key, c.Value); err != nil {
			return Reply{}, err
		}
		return Reply{Note: s.game.OffStep(s.game.World.ClassOf(id), c.Key, c.Value)}, nil
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return Reply{}, err
	}
	if err := s.game.Tune(class, c.Key, c.Value); err != nil {
		return Reply{}, err
	}
	return Reply{Note: s.game.OffStep(class, c.Key, c.Value)}, nil
}

func (c *Untune) apply(s *Session) (Reply, error) {
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return Reply{}, err
		}
		return Reply{}, s.game.UntuneBot(id, c.Key)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return Reply{}, err
	}
	return Reply{}, s.game.Untune(class, c.Key)
}

func (c *Join) apply(s *Session) (Reply, error) {
	at, err := s.spot(c.At)
	if err != nil {
		return Reply{}, err
	}
	p := systems.Player{Name: c.Name, At: at, Heading: c.Heading, SpeedMPS: c.SpeedMPS}
	for _, v := range c.State {
		if p.State, err = s.game.WithState(p.State, v.Key, v.Value); err != nil {
			return Reply{}, err
		}
	}
	id, err := s.game.Join(p)
	return Reply{IDs: []components.ID{id}}, err
}

func (c *Leave) apply(s *Session) (Reply, error) {
	id, err := s.who(c.Player)
	if err != nil {
		return Reply{}, err
	}
	return Reply{}, s.game.Leave(id)
}

func (c *Input) apply(s *Session) (Reply, error) {
	id, err := s.who(c.Player)
	if err != nil {
		return Reply{}, err
	}
	return Reply{}, s.game.Input(id, c.Heading)
}

func (c *SetState) apply(s *Session) (Reply, error) {
	id, err := s.who(c.Who)
	if err != nil {
		return Reply{}, err
	}
	return Reply{}, s.game.SetState(id, c.Key, c.Value)
}

func (c *Pause) apply(s *Session) (Reply, error) {
	if s.paused {
		return Reply{}, errors.New("paused already")
	}
	s.paused = true
	return Reply{}, nil
}

func (c *Resume) apply(s *Session) (Reply, error) {
	if !s.paused {
		return Reply{}, errors.New("not paused")
	}
	s.paused = false
	return Reply{}, nil
}

func (c *Seed) apply(s *Session) (Reply, error) {
	s.game.Reseed(uint64(c.Seed))
	return Reply{}, nil
}

func (s *Session) program(c *Switch) (*run.Program, error) {
	switch {
	case (c.File == "") == (c.Behavior == ""):
		return nil, errors.New("a tree is a file or a named behaviour, wanted one of the two")
	case c.File == "" && c.Source != "":
		return nil, errors.New("a source without the name of a file, whose extension says what kind of tree it is")
	case len(c.With) > 0 && c.Source == "":
		return nil, errors.New("other files without the source of the tree, which refers to them")
	case c.File == "":
		return s.game.NamedBehavior(c.Behavior)
	}
	load := s.scene.Tree
	if c.Source != "" {
		load = func(file string) (*run.Program, error) { return s.scene.TreeOf(file, c.Source, c.With...) }
	}
	p, err := load(c.File)
	s.notePrograms()
	return p, err
}

// who finds a bot or player by id or name.
func (s *Session) who(w Who) (components.ID, error) {
	if w == (Who{}) {
		return 0, errors.New("neither an id nor a name says who is meant")
	}
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

// targets lists a bot, the bots of a class, or all bots and players, by id.
func (s *Session) targets(bot *Who, class string, all bool) ([]components.ID, error) {
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

func (c *Nature) apply(s *Session) (Reply, error) {
	if len(c.Set) == 0 {
		return Reply{}, errors.New("nature without anything to set")
	}
	parts := make([]naturePart, len(c.Set))
	for i, set := range c.Set {
		key, v, err := arena.CheckNature(set.Key, set.Value)
		if err != nil {
			if err.Hint != "" {
				return Reply{}, fmt.Errorf("%s; %s", err.Msg, err.Hint)
			}
			return Reply{}, errors.New(err.Msg)
		}
		parts[i] = naturePart{key, v}
	}
	for _, p := range parts {
		if err := arena.SetNature(s.game, p.key, p.value); err != nil {
			return Reply{}, err
		}
	}
	return Reply{}, nil
}

// naturePart is a part of nature and its new value, as arena.CheckNature gives them.
type naturePart struct {
	key   int
	value float64
}
