package live

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

func (s *Session) doAdd(c *session.Add) (session.Reply, error) {
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return session.Reply{}, err
	}
	at, err := s.game.SpotOf(c.At)
	if err != nil {
		return session.Reply{}, err
	}
	count := cmp.Or(c.Count, 1)
	ids, err := s.game.Population.Add(class, count, at)
	r := session.Reply{IDs: ids}
	if n := len(ids); err == nil && n < count {
		r.Note = fmt.Sprintf("added %d of %d: class %q is at its maxCount", n, count, c.Class)
	}
	return r, err
}

func (s *Session) doRemove(c *session.Remove) (session.Reply, error) {
	if err := aimed(c.Bot, c.Class, false); err != nil {
		return session.Reply{}, err
	}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return session.Reply{}, err
		}
		return session.Reply{IDs: []components.ID{id}}, s.game.Population.RemoveBot(id)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return session.Reply{}, err
	}
	count := cmp.Or(c.Count, 1)
	ids, err := s.game.Population.Remove(class, count)
	r := session.Reply{IDs: ids}
	if n := len(ids); err == nil && n < count {
		r.Note = fmt.Sprintf("removed %d of %d: class %q has no more to spare", n, count, c.Class)
	}
	return r, err
}

func (s *Session) doPlace(c *session.Place) (session.Reply, error) {
	id, err := s.who(c.Who)
	if err != nil {
		return session.Reply{}, err
	}
	at, err := s.game.SpotOf(c.At)
	if err != nil {
		return session.Reply{}, err
	}
	var p *components.Position
	if at != nil {
		p = &components.Position{X: at.X, Y: at.Y}
	}
	return session.Reply{}, s.game.Place(id, p, c.Heading)
}

func (s *Session) doEvent(c *session.Event) (session.Reply, error) {
	if c.Name == "" {
		return session.Reply{}, errors.New("an event without a name")
	}
	ids, err := s.targets(c.Bot, c.Class, c.All)
	if err != nil {
		return session.Reply{}, err
	}
	var refused error
	sent, deaf := 0, 0
	for _, id := range ids {
		if err := s.game.Mail.CheckEvent(id, c.Name); err != nil {
			refused = err
			continue
		}
		if err := s.game.Mail.Send(id, c.Name, c.Data); err != nil {
			return session.Reply{}, err
		}
		sent++
		if s.game.Mail.Deaf(id) {
			deaf++
		}
	}
	if sent == 0 && refused != nil {
		return session.Reply{}, refused
	}
	note := fmt.Sprintf("sent to %d", sent)
	if refused != nil {
		note += fmt.Sprintf(" of %d", len(ids))
	}
	if deaf > 0 {
		note += fmt.Sprintf("; the trees of %d take no events", deaf)
	}
	return session.Reply{Note: note}, nil
}

func (s *Session) doAnnounce(c *session.Announce) (session.Reply, error) {
	if c.Name == "" {
		return session.Reply{}, errors.New("an announcement without a name")
	}
	return session.Reply{}, s.game.Announce(c.Announcement)
}

func (s *Session) doControl(c *session.Control) (session.Reply, error) {
	if err := aimed(c.Bot, c.Class, false); err != nil {
		return session.Reply{}, err
	}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return session.Reply{}, err
		}
		return session.Reply{}, s.game.Pools.Control(id, c.Name, c.Data)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return session.Reply{}, err
	}
	told, of, err := s.game.Pools.ControlClass(class, c.Name, c.Data)
	if err != nil {
		return session.Reply{}, err
	}
	return session.Reply{Note: fmt.Sprintf("told %d of %d", told, of)}, nil
}

func (s *Session) doSwitch(c *session.Switch) (session.Reply, error) {
	if err := aimed(c.Bot, c.Class, false); err != nil {
		return session.Reply{}, err
	}
	p, err := s.program(c)
	if err != nil {
		return session.Reply{}, err
	}
	reply := session.Reply{Note: strings.ReplaceAll(s.scene.Oddities(p).Error(), "\n", "; ")}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return session.Reply{}, err
		}
		return reply, s.game.Pools.SwitchBot(id, p)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return session.Reply{}, err
	}
	s.game.Pools.SwitchClass(class, p)
	return reply, nil
}

func (s *Session) doTune(c *session.Tune) (session.Reply, error) {
	if err := aimed(c.Bot, c.Class, false); err != nil {
		return session.Reply{}, err
	}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return session.Reply{}, err
		}
		if err := s.game.Tuning.TuneBot(id, c.Key, c.Value); err != nil {
			return session.Reply{}, err
		}
		return session.Reply{Note: s.game.Tuning.OffStep(s.game.World.ClassOf(id), c.Key, c.Value)}, nil
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return session.Reply{}, err
	}
	if err := s.game.Tuning.Tune(class, c.Key, c.Value); err != nil {
		return session.Reply{}, err
	}
	return session.Reply{Note: s.game.Tuning.OffStep(class, c.Key, c.Value)}, nil
}

func (s *Session) doUntune(c *session.Untune) (session.Reply, error) {
	if err := aimed(c.Bot, c.Class, false); err != nil {
		return session.Reply{}, err
	}
	if c.Bot != nil {
		id, err := s.who(*c.Bot)
		if err != nil {
			return session.Reply{}, err
		}
		return session.Reply{}, s.game.Tuning.UntuneBot(id, c.Key)
	}
	class, err := s.game.ClassIndex(c.Class)
	if err != nil {
		return session.Reply{}, err
	}
	return session.Reply{}, s.game.Tuning.Untune(class, c.Key)
}

func hold(s *Session, bot *session.Who, class string, on bool) error {
	ids, err := s.targets(bot, class, false)
	if err != nil {
		return err
	}
	return s.game.Pools.Hold(on, ids...)
}

// station gives bots a spot, or takes it away. It notes how many of them ask for none.
func station(s *Session, c *session.Station) (session.Reply, error) {
	ids, err := s.targets(c.Bot, c.Class, false)
	if err != nil {
		return session.Reply{}, err
	}
	at, err := s.game.SpotOf(c.At)
	if err != nil {
		return session.Reply{}, err
	}
	var to *components.Position
	if at != nil {
		to = &components.Position{X: at.X, Y: at.Y}
	}
	if err := s.game.Pools.Station(to, ids...); err != nil || at == nil {
		return session.Reply{}, err
	}
	deaf := 0
	for _, id := range ids {
		if p, err := s.game.Watchers.ProgramOf(id); err != nil || p == nil || !arena.HeedsStation(p) {
			deaf++
		}
	}
	if deaf > 0 {
		return session.Reply{Note: fmt.Sprintf("%d of %d trees ask for no spot: a tree for Unvanquished does, with stayHere or distanceToSpecifiedPosition", deaf, len(ids))}, nil
	}
	return session.Reply{}, nil
}

func (s *Session) doJoin(c *session.Join) (session.Reply, error) {
	at, err := s.game.SpotOf(c.At)
	if err != nil {
		return session.Reply{}, err
	}
	p := systems.Player{Name: c.Name, At: at, Heading: c.Heading, SpeedMPS: c.SpeedMPS}
	for _, v := range c.State {
		if p.State, err = s.game.WithState(p.State, v.Key, v.Value); err != nil {
			return session.Reply{}, err
		}
	}
	id, err := s.game.Population.Join(p)
	return session.Reply{IDs: []components.ID{id}}, err
}

func (s *Session) doLeave(c *session.Leave) (session.Reply, error) {
	id, err := s.who(c.Player)
	if err != nil {
		return session.Reply{}, err
	}
	return session.Reply{}, s.game.Population.Leave(id)
}

func (s *Session) doInput(c *session.Input) (session.Reply, error) {
	id, err := s.who(c.Player)
	if err != nil {
		return session.Reply{}, err
	}
	return session.Reply{}, s.game.Population.Input(id, c.Heading)
}

func (s *Session) doSetState(c *session.SetState) (session.Reply, error) {
	id, err := s.who(c.Who)
	if err != nil {
		return session.Reply{}, err
	}
	return session.Reply{}, s.game.SetState(id, c.Key, c.Value)
}

func (s *Session) doPause(c *session.Pause) (session.Reply, error) {
	if s.paused {
		return session.Reply{}, errors.New("paused already")
	}
	s.paused = true
	return session.Reply{}, nil
}

func (s *Session) doResume(c *session.Resume) (session.Reply, error) {
	if !s.paused {
		return session.Reply{}, errors.New("not paused")
	}
	s.paused = false
	return session.Reply{}, nil
}

func (s *Session) doSeed(c *session.Seed) (session.Reply, error) {
	s.game.Reseed(uint64(c.Seed))
	return session.Reply{}, nil
}

func (s *Session) program(c *session.Switch) (*run.Program, error) {
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
func (s *Session) who(w session.Who) (components.ID, error) {
	if w == (session.Who{}) {
		return 0, errors.New("neither an id nor a name says who is meant")
	}
	if w.ID == 0 {
		switch id, many := s.game.ByName(w.Name); many {
		case 0:
			return 0, &session.Refusal{Reason: session.Nobody, Err: fmt.Errorf("nobody is called %q", w.Name)}
		case 1:
			return id, nil
		default:
			return 0, &session.Refusal{Reason: session.Ambiguous, Err: fmt.Errorf("%d are called %q; say who is meant by the id, such as %d", many, w.Name, id)}
		}
	}
	if !s.game.World.Alive(w.ID) {
		return 0, &session.Refusal{Reason: session.Nobody, Err: fmt.Errorf("nobody has id %d", w.ID)}
	}
	return w.ID, nil
}

// targets lists a bot, the bots of a class, or all bots and players, by id.
func (s *Session) targets(bot *session.Who, class string, all bool) ([]components.ID, error) {
	if err := aimed(bot, class, all); err != nil {
		return nil, err
	}
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
	}
	return s.game.Everyone(), nil
}

// aimed refuses a command that says in two ways, or in none, whom it is for.
func aimed(bot *session.Who, class string, all bool) error {
	var ways []string
	if bot != nil {
		ways = append(ways, "a bot")
	}
	if class != "" {
		ways = append(ways, "a class")
	}
	if all {
		ways = append(ways, "all")
	}
	switch len(ways) {
	case 0:
		return errors.New("a command for nobody, wanted a bot, a class or, for an event, all")
	case 1:
		return nil
	}
	return fmt.Errorf("a command for %s, wanted one of them", strings.Join(ways, " and for "))
}

func (s *Session) doNature(c *session.Nature) (session.Reply, error) {
	if len(c.Set) == 0 {
		return session.Reply{}, errors.New("nature without anything to set")
	}
	parts := make([]naturePart, len(c.Set))
	for i, set := range c.Set {
		key, v, err := arena.CheckNature(set.Key, set.Value)
		if err != nil {
			if err.Hint != "" {
				return session.Reply{}, fmt.Errorf("%s; %s", err.Msg, err.Hint)
			}
			return session.Reply{}, errors.New(err.Msg)
		}
		parts[i] = naturePart{key, v}
	}
	for _, p := range parts {
		if err := arena.SetNature(s.game, p.key, p.value); err != nil {
			return session.Reply{}, err
		}
	}
	return session.Reply{}, nil
}

// naturePart is a part of nature and its new value, as arena.CheckNature gives them.
type naturePart struct {
	key   int
	value float64
}
