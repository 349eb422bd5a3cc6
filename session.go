package thicket

import (
	"fmt"
	"io"
	"io/fs"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/backdoor"
	"github.com/thicket-sim/thicket/internal/ground/limit"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// Session is a scene being played: commands in, snapshots out. Its methods may be called from
// several goroutines; they take turns. Actions, functions and systems call none of them: a
// call within a tick panics, even on another session if that one is busy.
//
// The same scene, seed and commands give the same world bit for bit.
type Session struct {
	inside *live.Session
	world  *World // made when somebody asks for it
	// watched are the bots whose trees somebody watches.
	watched map[ID]*watcher
}

func init() {
	backdoor.Hang(
		func(face any) *live.Session { return face.(*Session).in() },
		func(s *live.Session) any { return &Session{inside: s} },
		func(face any) (live.Options, error) { return face.(Options).live() },
	)
}

// in returns the inside; nil for a session that nobody opened, whose methods say so.
func (s *Session) in() *live.Session {
	if s == nil {
		return nil
	}
	return s.inside
}

// opened returns the face of a session that was made without an error.
func opened(s *live.Session, err error) (*Session, error) {
	if err != nil {
		return nil, err
	}
	return &Session{inside: s}, nil
}

// Options say how a session is opened. The zero value plays the scene with the
// actions of the arena on one worker, and prints faults and notices to standard error.
type Options struct {
	// Registry offers actions and functions to trees; nil: NewRegistry(). A session has a copy
	// of its own, so that several may be opened from one registry and played at once. Later
	// additions to the registry do not reach the session: keys and values are numbered when it
	// opens. The functions are the same in all of them: an action finds its components by
	// [Component.In]. Actions read state by [Call.State].
	Registry *Registry
	// Vocabularies names the dialects whose trees may use words of the games that they come
	// from, beside what Registry offers: "unvanquished", "mbt". A scene asks for them with its
	// keys game and vocabularies. Without it, such a word is an unknown name.
	Vocabularies []string
	// Root is the folder that file references must stay in. Empty: the folder of the scene file.
	Root string
	// Lenient puts stand-ins for what trees want and the game does not offer, with a notice for each
	// name: an action succeeds after a second, a condition is false, a number 0. Saves and
	// recordings of such games are refused without it.
	Lenient bool
	// Files has the scene, its trees and Root, such as an embed.FS, by names with slashes; nil: they
	// are on the disk. A session of [Restore] reads files that commands name from it, and those that
	// Reload reads again: by the same names where the scene was loaded from such Files, otherwise
	// they stand in the place of the root that it had. A file that is not there comes from the save.
	// A session of Restore without Files has all files from the save, and refuses Reload; so does
	// one whose Files are an embed.FS, which cannot change.
	Files fs.FS
	// Prepare adds what the game has of its own to a world: components, systems, a mover. It is called
	// for each world before anything is played in it: that of Open, Start and Restore, and those
	// that Fork, SeekTick, Recover and Replay make. They return its error. A save names the systems,
	// and is refused if one is missing. nil adds nothing.
	Prepare func(*World) error
	// Workers counts the goroutines that share a tick; 0 means one.
	Workers int
	// OnFault gets faults of host code, such as an action that panics, and notes: of each
	// node of a tree the first fault of each text, up to 5 texts, and as many notes. Further
	// ones are only counted. The goroutine that called the session calls it, after its call
	// has done its work, so that it may use the session. nil prints to standard error.
	// [Session.Faults] lists them at any time.
	OnFault func(Fault)
	// OnNotice gets notices in the same way: oddities, errors excepted, of the files
	// of the scene and in the game. nil prints to standard error.
	OnNotice func(string)
	// Limits bound what files and scripts may cost, by name, such as "scene.rules": docs/limits.md
	// lists them with their defaults. Two sessions may have different ones. Saves and recordings
	// note those that differ from the default, and want the same when they are played. A name that
	// is none, or a number out of range, is an error of opening. Empty: the registry's, see
	// [host.SetLimits], which are the defaults otherwise.
	Limits map[string]int64
	// History bounds how much the session remembers of its past, for [Session.SeekTick]; the
	// zero value is nothing, and costs nothing.
	History History
}

// History bounds what a session remembers of its past.
type History = session.History

func (o Options) live() (live.Options, error) {
	limits, err := limit.From(o.Limits)
	if err != nil {
		return live.Options{}, fmt.Errorf("thicket.Options.Limits: %w", err)
	}
	registry := o.Registry
	if len(o.Vocabularies) > 0 {
		if registry == nil {
			registry = NewRegistry()
		}
		registry = host.CloneOf(registry)
		if err := trees.Ask(registry, o.Vocabularies...); err != nil {
			return live.Options{}, fmt.Errorf("thicket.Options.Vocabularies: %w", err)
		}
	}
	in := live.Options{
		Registry: registry, Limits: limits, Root: o.Root, Lenient: o.Lenient, FS: o.Files, Workers: o.Workers,
		OnFault: o.OnFault, OnNotice: o.OnNotice, History: o.History,
	}
	if o.Prepare != nil {
		in.Prepare = func(game *systems.Game) error { return o.Prepare(newWorld(game)) }
	}
	return in, nil
}

// open opens a session with the options.
func (o Options) open(open func(live.Options) (*live.Session, error)) (*Session, error) {
	in, err := o.live()
	if err != nil {
		return nil, err
	}
	return opened(open(in))
}

// Open loads a scene, a shipped one such as "tag" by its name or a file by its
// path or by its name in Options.Files, and starts it. The error lists everything that is wrong with the files.
func Open(name string, o Options) (*Session, error) {
	return o.open(func(in live.Options) (*live.Session, error) { return live.Open(name, in) })
}

// Start is Open for a scene in memory. Errors call it by the name file, and what
// the scene refers to is looked for beside that.
func Start(file string, src []byte, o Options) (*Session, error) {
	return o.open(func(in live.Options) (*live.Session, error) { return live.Start(file, src, in) })
}

// Restore goes on from a file that [Session.Save] wrote. Options.Registry must offer what the
// registry of that session did. The error says what is wrong with the file.
func Restore(from io.Reader, o Options) (*Session, error) {
	return o.open(func(in live.Options) (*live.Session, error) { return live.Restore(from, in) })
}

// Replay plays a recording, which [Session.Record] began, and compares each tick. It calls each,
// if that is not nil, before the first tick and after every one, until that returns false or the
// recording ends. Options.Prepare adds the components and systems that the recorded session had
// when Record was called. The error says where the session parts from what was recorded.
func Replay(from io.Reader, o Options, each func(*Session) bool) error {
	options, err := o.live()
	if err != nil {
		return err
	}
	recording, err := live.ReadRecording(from, options.Bounds())
	if err != nil {
		return err
	}
	in, err := recording.Open(options)
	if err != nil {
		return err
	}
	defer in.Close()
	s := &Session{inside: in}
	replay, err := live.NewReplay(recording, in, nil)
	for err == nil {
		if each != nil && !each(s) {
			return nil
		}
		var more bool
		if more, err = replay.Before(); !more || err != nil {
			break
		}
		in.Step()
		err = replay.After()
	}
	if err == nil {
		err = recording.Cut()
	}
	return err
}

// Close ends the session's workers; a second Close does nothing. What is called after it
// works on, on one worker.
func (s *Session) Close() { s.in().Close() }

// Do carries a command out at once, between two ticks, and fills in its Reply. A command that
// breaks a rule is refused with an error and changes nothing: a [*Refusal], of nil a plain
// error.
func (s *Session) Do(c Command) error { return s.in().Do(c) }

// Send is Do for a command that stays as it is, so that it may be sent again and from several
// goroutines at once: what it did is returned.
func (s *Session) Send(c Command) (session.Reply, error) { return s.in().Send(c) }

// Key returns the number that a state key has in this session and in what is made of it, for
// [session.BodyView.Value]. It fails for a key that neither the scene, a tree or a rule names nor
// the game has asked its registry for.
func (s *Session) Key(name string) (Key, error) { return live.KeyOf(s.in(), name) }

// Step plays one tick; while the session is paused it does nothing. A panic of a system
// that a program has added comes out of it: the tick is then half done, and what a next
// Step makes of it depends on that system. An action that panics is one of Faults.
func (s *Session) Step() { s.in().Step() }

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
func (s *Session) Advance(seconds float64) (ticks int64, alpha float64) {
	n, alpha := s.in().Advance(seconds)
	return int64(n), alpha
}

// Paused reports whether steps do nothing.
func (s *Session) Paused() bool { return s.in().Paused() }

// Snapshot returns a copy of the world as it is now, without the components of the game's own.
func (s *Session) Snapshot() *Snapshot { return s.in().Snapshot() }

// SnapshotInto is Snapshot into memory that is used again: a copy of *out shares its lists, which
// the next call overwrites. A program that needs two snapshots at once fills two in turn.
func (s *Session) SnapshotInto(out *Snapshot) { s.in().SnapshotInto(out) }

// Digest returns a number made of all that a save has of the game: games whose digests differ
// are not the same.
func (s *Session) Digest() uint64 { return s.in().Digest() }

// Faults lists the failures of host code so far, and its notes: of each node the first of
// each text, up to 5 texts of either, with how often it came, by tick and bot. count is
// how many there were in all, those of further texts included.
func (s *Session) Faults() (kinds []session.CountedFault, count int64) { return s.in().Faults() }

// Notices lists oddities, errors excepted, of the files of the scene as they were loaded
// last, and in the game so far.
func (s *Session) Notices() []string { return s.in().Notices() }

// Listen tells a listener what happens from now on; nil ends that. It changes nothing that
// happens, and costs nothing while nobody listens.
func (s *Session) Listen(l session.Listener) { s.in().Listen(l) }

// OnLog calls a function for every text that trees log, tick by tick and in each by ascending
// bot id; nil ends that. It is called on the goroutine that steps the session.
func (s *Session) OnLog(f func(session.Log)) { s.in().OnLog(f) }

// Save writes the whole session: the scene with all files that it read, and the game as it
// is now, bit for bit. [Restore] goes on from there, on any machine.
//
// Components that a game registered are saved, and systems and the mover by their names:
// Options.Prepare adds all of them to the world that Restore makes. Handlers of faults are set anew.
//
// Save fails where something cannot be saved, as a value of the program that scripts keep,
// and with the writer's error.
func (s *Session) Save(w io.Writer) error { return s.in().Save(w) }

// CanSave returns why the session cannot be saved, as far as that is known now, or nil.
func (s *Session) CanSave() error { return s.in().CanSave() }

// Hold takes the session as it is, and returns the function that writes that while the session
// goes on. Save is both in one; most of the time goes into writing, which packs.
func (s *Session) Hold() (write func(io.Writer) error, err error) {
	held, err := s.in().Hold()
	if err != nil {
		return nil, err
	}
	return held.Write, nil
}

// Fork makes a second session that goes on from where this one is, in memory, with the same
// options. Its actions are the same functions: they ask for the component of the bot that is
// called, see [Component.In].
func (s *Session) Fork() (*Session, error) { return opened(s.in().Fork()) }

// Record writes all that happens from now on, with digests of each tick; [Replay] plays it on any
// machine, without a file of the scene. stop ends the recording and returns the first error of
// writing it. A session makes one recording at a time.
func (s *Session) Record(to io.Writer) (stop func() error, err error) {
	r, err := s.in().Record(to)
	if err != nil {
		return nil, err
	}
	return r.Close, nil
}

// Remembered is from which tick to which SeekTick can go; the same tick twice for a session
// without a history.
func (s *Session) Remembered() (from, to int64) { return s.in().Remembered() }

// SeekTick takes the session to another tick of those that it remembers, back or forward, with
// all commands that it got up to the next tick. There it is in its past: steps play again
// what was, and commands are refused until [Session.Branch] makes it the present.
//
// The session gets another World, which Options.Prepare makes ready. SeekTick fails without a
// history, for a tick that is not remembered, for a session that is being recorded, and where
// Prepare does not add a system that the session had.
func (s *Session) SeekTick(to int64) error { return s.in().Seek(int(to)) }

// Branch makes the moment at which the session is the present: what came after it is forgotten.
func (s *Session) Branch() { s.in().Branch() }

// Recover takes a session of which a step or a command panicked back to the last moment that its
// history has whole, and makes that the present. A recording of the session ends before the
// panic. It fails without a history.
func (s *Session) Recover() error { return s.in().Recover() }

// World returns the bodies, tables and systems of the session, for programs that add components
// or systems. It takes no turns: use it on the goroutine that steps the session, while no other
// one calls it.
func (s *Session) World() *World {
	game := s.in().Game()
	if s.world == nil || s.world.game != game {
		s.world = newWorld(game)
	}
	return s.world
}
