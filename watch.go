package thicket

import (
	"io"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/insight/chronicle"
	"github.com/thicket-sim/thicket/internal/insight/cover"
	"github.com/thicket-sim/thicket/internal/insight/inspect"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/mind"
)

// Watch shows the tree of a bot, with answers and reasons from the next tick on, until the view is
// closed. Its Turns are the number of the last tick, and its Deeds what the bot did since somebody
// watches. What trees log is told by OnLog. As with World, the view is brought up to date on the
// goroutine that steps the session. While a window follows the same bot, reasons are
// told to that alone. It fails for a player, and for an id that nobody has.
func (s *Session) Watch(bot ID) (*mind.View, error) {
	game := s.in().Game()
	if _, err := game.Watchers.ProgramOf(bot); err != nil {
		return nil, err
	}
	w := s.watched[bot]
	if w == nil {
		w = &watcher{id: bot}
		w.turnTo(game)
		stop := live.Attend(s.in(), w)
		w.stop = func() {
			stop()
			delete(s.watched, bot)
		}
		if s.watched == nil {
			s.watched = map[ID]*watcher{}
		}
		s.watched[bot] = w
	}
	w.views++
	return inspect.ViewOf(w).(*mind.View), nil
}

// watcher follows the tree of a bot of a session, for all views of it: of several followers only
// one would hear of reasons.
type watcher struct {
	views    int
	id       ID
	game     *systems.Game
	follower inspect.Follower
	trace    func(*run.Program) run.Tracer
	deeds    []mind.Deed
	stop     func()
}

// mostDeeds is how many deeds of a bot are kept.
const mostDeeds = 8

// glance is a game of which somebody follows one bot by a tracer for each tick, so that others may
// follow it, too.
type glance struct {
	inspect.Minds
	w *watcher
}

func (g glance) Watch(_ ID, trace func(*run.Program) run.Tracer) { g.w.trace = trace }

func (w *watcher) turnTo(game *systems.Game) {
	if w.game != game {
		w.game, w.deeds = game, nil
		w.follower.Follow(glance{chronicle.Minds(game), w}, w.id)
	}
}

// Before has the tree tell what it does in a tick.
func (w *watcher) Before(game *systems.Game) {
	w.turnTo(game)
	w.follower.BeginTick()
	_ = game.Watchers.Glance(w.id, w.trace) // who is gone tells nothing
}

// After notes what the bot did in a tick.
func (w *watcher) After(game *systems.Game) {
	if !game.World.Alive(w.id) {
		return
	}
	action, _ := systems.Doing(game, w.id)
	if n := len(w.deeds); n > 0 && w.deeds[n-1].Action == action {
		w.deeds[n-1].Turns++
		return
	}
	if len(w.deeds) == mostDeeds {
		w.deeds = slices.Delete(w.deeds, 0, 1)
	}
	w.deeds = append(w.deeds, mind.Deed{Action: action, Since: game.World.Clock().Time(), Turns: 1})
}

// See brings a view up to date, as package mind asks for it. Faults of bots are listed elsewhere.
func (w *watcher) See(v *mind.View) (*inspect.Follower, []host.Fault) {
	if v.Gone = !w.game.World.Alive(w.id); v.Gone {
		return nil, nil
	}
	clock := w.game.World.Clock()
	v.Turns, v.Time, v.Name, v.Deeds = clock.Tick, clock.Time(), w.game.NameOf(w.id), slices.Clone(w.deeds)
	_, v.Held = systems.Doing(w.game, w.id)
	if v.Tree = ""; w.follower.Program() != nil {
		v.Tree = w.follower.Program().Tree.Name
	}
	return &w.follower, nil
}

// Unsee ends watching for one view.
func (w *watcher) Unsee() {
	if w.views--; w.views == 0 {
		w.stop()
	}
}

// Cover counts from the next tick on how often each node of the scene's trees answers what, for all
// bots, and returns a function that writes the sources with these counts. Ticks are slower then. A
// second Cover begins anew.
func (s *Session) Cover() (write func(w io.Writer) error) {
	scene := s.in().Scene()
	c := &coverage{profile: cover.New(scene.Programs(), scene.Source)}
	live.Attend(s.in(), c)
	return func(w io.Writer) error {
		return cover.Text(w, c.profile.Files(), func(_, text string) string { return text })
	}
}

// coverage counts what the trees of a session do.
type coverage struct {
	profile *cover.Profile
	game    *systems.Game
}

// Before has the trees of another game than before be counted, too.
func (c *coverage) Before(game *systems.Game) {
	if c.game != game {
		c.game = game
		game.Watchers.Trace(c.profile.Tracer)
	}
}

// After finds out what was interrupted in a tick.
func (c *coverage) After(game *systems.Game) { c.profile.EndTick(chronicle.Minds(game)) }
