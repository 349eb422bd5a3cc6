package live

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// Session is a scene being played. Its methods may be called from several goroutines;
// they take turns. Actions, functions and systems call none of them: a call within a
// tick panics, even on another session if that one is busy.
type Session struct {
	mu     sync.Mutex
	owner  atomic.Uintptr // a place in the method that has mu, or had it last
	method string         // its name
	scene  *scenes.Scene
	game   *systems.Game
	paused bool
	due    float64 // ticks that Advance owes, less than one between two calls
	news   news

	options    Options
	history    history
	programs   []*run.Program // every program the scene ever had; nil once no bot can run it
	begun      bool           // it got a command or was played
	restarts   int            // rounds that were played before this one
	recorder   *Recorder
	listener   session.Listener
	happened   []session.Occurrence // scratch
	attendants []Attendant
	reloaded   Reloaded // by the last Reload
}

// Options say how a session is opened. The zero value plays the scene as it
// is, on one worker, and prints faults and notices to standard error.
type Options struct {
	// Registry offers actions and functions to trees; nil: arena.NewRegistry(). A session has
	// a copy of its own, [systems.Setup].Registry of its scene, so that several may be opened
	// from one registry and played at once. Later additions to the registry do not reach the
	// session: keys and values are numbered when it opens. Actions read state by
	// [host.Call.State].
	Registry *host.Registry
	// Limits bound what is loaded and played. If none is set, those of the registry do.
	Limits limit.Values
	// Root is the folder that file references must stay in; see scenes.Options.
	Root string
	// Lenient: what trees want and the game does not offer is stood in for, with notices; saves and
	// recordings of such games are refused without it. A scene that was loaded so stays so.
	Lenient bool
	// Files is the folder from which a session of [Restore] reads the files that commands
	// name, and those that Reload reads again. It replaces the root that the scene had, see
	// scenes.Options; a file that is not in the folder comes from the save. Empty: all files
	// come from the save, and Reload is refused.
	Files string
	// FS has the files in the place of the disk: see scenes.Options.Files, and for Restore
	// scenes.Scene.ReadIn.
	FS fs.FS
	// Prepare adds what a program has of its own to a game before anything is played in it, for
	// each that the session makes. Its error is that of what made it.
	Prepare func(*systems.Game) error
	// Workers counts the goroutines that share a tick; 0 means one.
	Workers int
	// OnFault gets faults of host code, such as an action that panics, and notes: of each
	// node of a tree the first fault of each text, up to 5 texts, and as many notes. Further
	// ones are only counted. The goroutine that called the session calls it, after its call
	// has done its work, so that it may use the session. nil prints to standard error.
	// [Session.Faults] lists them at any time, and [systems.Game.OnFault] tells every
	// single one.
	OnFault func(host.Fault)
	// OnNotice gets notices in the same way: oddities, errors excepted, of the files
	// of the scene and in the game. nil prints to standard error.
	OnNotice func(string)
	// History bounds how much the session remembers of its past, for [Session.Seek]; the zero value
	// is nothing, and costs nothing.
	History session.History

	// still: nothing is played, so that limits need not be those with which it began.
	still bool
}

// Bounds returns the limits of the options, otherwise of their registry.
func (o *Options) Bounds() limit.Values {
	if o.Limits.IsZero() && o.Registry != nil {
		return *host.LimitsOf(o.Registry)
	}
	return o.Limits
}

func (o *Options) loading() scenes.Options {
	to := scenes.Options{Root: o.Root, Lenient: o.Lenient, Files: o.FS, Limits: o.Limits}
	if o.Registry != nil {
		to.Registry = host.CloneOf(o.Registry)
	}
	return to
}

// Open loads a scene, a shipped one by name or a file by path, and starts it.
func Open(name string, o Options) (*Session, error) {
	scene, err := scenes.Load(name, o.loading())
	if err != nil {
		return nil, err
	}
	return New(scene, o)
}

// Start is Open for a scene in memory. Files that it refers to are read from disk, as
// if the scene stood in a file of that name.
func Start(file string, src []byte, o Options) (*Session, error) {
	scene, err := scenes.Parse(file, src, o.loading())
	if err != nil {
		return nil, err
	}
	return New(scene, o)
}

// New starts a scene that was loaded. The options' Registry, Limits, Root and Lenient were used
// in loading it, and are not looked at. The session owns the scene from now on.
func New(scene *scenes.Scene, o Options) (*Session, error) {
	if scene == nil {
		return nil, errors.New("no scene: it is nil")
	}
	scene.Setup.Workers, o.Limits, o.Lenient = o.Workers, scene.Limits(), scene.Lenient()
	game, err := systems.New(&scene.Setup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", scene.File, err)
	}
	s := &Session{scene: scene, game: game, news: newNews(o), options: o, programs: scene.Programs()}
	if err := s.prepare(nil); err != nil {
		s.Close()
		return nil, err
	}
	if err := s.beginHistory(); err != nil {
		s.Close()
		return nil, err
	}
	for _, n := range scene.Notices {
		s.news.onNotice(n.Error())
	}
	return s, nil
}

// prepare adds what a program has of its own, and requires the systems that a save names.
func (s *Session) prepare(systems []string) error {
	if s.options.Prepare != nil {
		if err := s.options.Prepare(s.game); err != nil {
			return fmt.Errorf("%s: Options.Prepare: %w", s.scene.File, err)
		}
	}
	return requires(s, "save", systems)
}

// requires fails where a program did not add the systems that a save or a recording names.
func requires(s *Session, of string, systems []string) error {
	own := s.game.Own()
	for _, name := range systems {
		if !slices.Contains(own, name) {
			return fmt.Errorf("the %s of %s was played with a system that a program added, %s, and this program does not: Options.Prepare adds it to each world", of, s.scene.File, name)
		}
	}
	return nil
}

// Close ends the session's workers; a second Close does nothing. What is called after it
// works on, on one worker.
func (s *Session) Close() {
	s.lock("Close")
	defer s.mu.Unlock()
	s.history.stay()
	s.game.Close()
}

// Do carries a command out at once, between two steps, and fills in its Reply. A
// command that breaks a rule is refused with an error and changes nothing, and so is nil.
func (s *Session) Do(c session.Command) error {
	_, err := send(s, c, func(v reflect.Value, did session.Reply) { v.Elem().FieldByName("Reply").Set(reflect.ValueOf(did)) })
	return err
}

// Send is Do that returns the reply, and leaves the command as it is.
func (s *Session) Send(c session.Command) (session.Reply, error) {
	return send(s, c, func(reflect.Value, session.Reply) {})
}

func send(s *Session, c session.Command, record func(reflect.Value, session.Reply)) (session.Reply, error) {
	v := reflect.ValueOf(c)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return session.Reply{}, errors.New("no command: it is nil")
	}
	kind := kindOf(c)
	if kind == nil {
		return session.Reply{}, fmt.Errorf("no command: %T, wanted one of package session", c)
	}
	s.lock("Do")
	defer s.unlock()
	if s.history.past(s.game.World.Clock().Tick) {
		record(v, session.Reply{})
		return session.Reply{}, refusal(c, fmt.Errorf("the session is in its past, at tick %d of %d: Branch lets it go another way", s.game.World.Clock().Tick, s.history.last))
	}
	s.begun = true
	steps := s.scene.StepsMade()
	reply, err := kind.do(s, c)
	if err != nil {
		reply = session.Reply{}
	}
	_, anew := c.(*session.Restart) // its history has begun after it
	if made := s.scene.StepsMade(); s.history.on() && !anew && (err == nil || made > steps) {
		s.noted(c, made > steps)
	}
	record(v, reply)
	s.tellCommand(c, err)
	if s.recorder != nil {
		s.recorder.did(c, err)
	}
	host.SymbolsOf(s.game.Setup.Registry).Sweep() // a session that is paused takes commands, too
	return reply, refusal(c, err)
}

// KeyOf returns the number of a state key that somebody has named: the scene, a tree, a rule or the
// program.
func KeyOf(s *Session, name string) (host.Key, error) {
	s.lock("KeyOf")
	defer s.mu.Unlock()
	return s.game.FindKey(name)
}

// refusal returns the error of a command that was not carried out; nil for none.
func refusal(c session.Command, err error) error {
	if err == nil {
		return nil
	}
	no := &session.Refusal{Command: c, Err: err}
	var known *session.Refusal
	if errors.As(err, &known) {
		no.Reason = known.Reason
	}
	return no
}

// Step plays one tick; while the session is paused it does nothing. A panic of a system
// that a program has added comes out of it: the tick is then half done, and what a next
// Step makes of it depends on that system. An action that panics is a [Session.Faults].
func (s *Session) Step() {
	s.lock("Step")
	defer s.unlock()
	if !s.paused {
		s.step()
	}
}

// step plays a tick.
func (s *Session) step() {
	s.begun = true
	for _, a := range s.attendants {
		a.Before(s.game)
	}
	if s.history.on() {
		s.stepHistory()
	} else {
		s.game.Step()
		s.pass()
		if s.recorder != nil {
			s.recorder.stepped()
		}
	}
	for _, a := range s.attendants {
		a.After(s.game)
	}
}

// maxAdvance says how much one Advance plays, in seconds of simulated time.
const maxAdvance = 0.25

// Advance plays the ticks that are due after so many seconds, for game loops: called once a
// frame with the time of the frame, it plays at the right speed whatever the
// frame rate and the scene's tick rate are. Time that is less than a tick waits
// for the next call.
//
// It returns how many ticks it played, and how far time has come from the last
// tick to the next, from 0 to below 1: pictures drawn with it move smoothly. See
// render.Renderer.Draw.
//
// One call plays a quarter of a second of simulated time at most, or one tick
// where a tick is longer. Whole ticks beyond that are dropped: a game that cannot
// keep up becomes slower, and does not fall further behind with every frame.
// To play faster than that, call Step in a loop.
//
// While the session is paused, and for seconds that are negative or no number,
// time stands still: no ticks, and alpha stays as it was.
func (s *Session) Advance(seconds float64) (ticks int, alpha float64) {
	s.lock("Advance")
	defer s.unlock()
	if s.paused || !(seconds >= 0) {
		return 0, s.due
	}
	rate := s.scene.Setup.TickRate
	most := max(1, math.Ceil(maxAdvance*rate))
	s.due += min(seconds*rate, most+1) // no more than that can matter, and it is finite
	whole := math.Floor(s.due)
	s.due -= whole
	for range int(min(whole, most)) {
		s.step()
		ticks++
	}
	return ticks, s.due
}

// Paused reports whether steps do nothing.
func (s *Session) Paused() bool {
	s.lock("Paused")
	defer s.mu.Unlock()
	return s.paused
}

// Snapshot returns a copy of the world as it is now.
func (s *Session) Snapshot() *session.Snapshot {
	out := &session.Snapshot{}
	s.SnapshotInto(out)
	return out
}

// SnapshotInto is Snapshot into memory that is used again.
func (s *Session) SnapshotInto(out *session.Snapshot) {
	s.lock("SnapshotInto")
	defer s.mu.Unlock()
	if out == nil {
		panic("Session.SnapshotInto(nil): wanted a Snapshot")
	}
	s.game.Snapshot(out)
}

// Digest returns a number made of all that a save has of the game: games whose digests differ are
// not the same. See [systems.Game.Digest].
func (s *Session) Digest() uint64 {
	s.lock("Digest")
	defer s.mu.Unlock()
	return s.game.Digest()
}

// Faults lists the failures of host code so far, and its notes: of each node the first of
// each text, up to 5 texts of either, with how often it came, by tick and bot. count is
// how many there were in all, those of further texts included.
func (s *Session) Faults() (kinds []session.CountedFault, count int64) {
	s.lock("Faults")
	defer s.mu.Unlock()
	_, count = s.game.Faults.List()
	return s.game.Faults.Counted(), count
}

// Notices lists oddities, errors excepted, of the files of the scene as they were loaded
// last, and in the game so far.
func (s *Session) Notices() []string {
	s.lock("Notices")
	defer s.mu.Unlock()
	var all []string
	for _, n := range s.scene.Notices {
		all = append(all, n.Error())
	}
	return append(all, s.game.Pools.Notices()...)
}

// OnLog has a function told of every text that trees log, see [systems.Game.OnLog].
func (s *Session) OnLog(f func(session.Log)) {
	s.lock("OnLog")
	defer s.mu.Unlock()
	if f == nil {
		s.game.TreeLog.On(nil)
		return
	}
	s.game.TreeLog.On(func(e host.LogEntry) {
		tree, pos := e.Source.Origin(e.Node)
		f(session.Log{Tick: e.Tick, Bot: components.ID(e.Bot), Tree: tree, Pos: pos, Text: e.Text})
	})
}

// Game returns the game, for programs that add systems or components or need
// more than a snapshot has. It takes no turns: use it on the goroutine that steps the
// session, while no other one calls it.
func (s *Session) Game() *systems.Game { return s.game }

// World returns the world of the game, with the same warning.
func (s *Session) World() *ecs.World { return s.game.World }

// Scene returns the scene that is played. Reload changes it, so that the warning of
// Game holds here, too.
func (s *Session) Scene() *scenes.Scene { return s.scene }
