package session

import (
	"fmt"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/scenes"
	"github.com/thicket-sim/thicket/systems"
)

// Session is a scene being played.
type Session struct {
	mu     sync.Mutex
	scene  *scenes.Scene
	game   *systems.Game
	paused bool
}

// Options say how a session is opened. The zero value plays the scene as it
// is, on one worker.
type Options struct {
	// Registry is what the game offers to trees; nil: arena.NewRegistry().
	Registry *host.Registry
	Root     string // see scenes.Options
	Workers  int    // that share a tick; 0: one
}

// Open loads a scene, a shipped one by name or a file by path, and starts it.
func Open(name string, o Options) (*Session, error) {
	scene, err := scenes.Load(name, scenes.Options{Registry: o.Registry, Root: o.Root})
	if err != nil {
		return nil, err
	}
	return New(scene, o.Workers)
}

// Start is Open for a scene in memory. What it refers to is read from disk, as
// if it stood in a file of that name.
func Start(file string, src []byte, o Options) (*Session, error) {
	scene, err := scenes.Parse(file, src, scenes.Options{Registry: o.Registry, Root: o.Root})
	if err != nil {
		return nil, err
	}
	return New(scene, o.Workers)
}

// New starts a scene that was loaded. The session owns it from now on.
func New(scene *scenes.Scene, workers int) (*Session, error) {
	scene.Setup.Workers = workers
	game, err := systems.New(&scene.Setup)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", scene.File, err)
	}
	return &Session{scene: scene, game: game}, nil
}

// Close ends the session's workers.
func (s *Session) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.game.Close()
}

// Do carries a command out before the next step. What it did is in the
// command's Reply. A command that breaks a rule is refused and changes
// nothing.
func (s *Session) Do(c Command) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	reply, err := c.apply(s)
	if err != nil {
		reply = Reply{}
	}
	c.record(reply)
	return err
}

// Step plays one tick; while the session is paused it does nothing.
func (s *Session) Step() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.paused {
		s.game.Step()
	}
}

// Paused reports whether steps do nothing.
func (s *Session) Paused() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.paused
}

// Snapshot is a copy of the world as it is now.
func (s *Session) Snapshot() *systems.Snapshot {
	out := &systems.Snapshot{}
	s.SnapshotInto(out)
	return out
}

// SnapshotInto is Snapshot with memory that is used again.
func (s *Session) SnapshotInto(out *systems.Snapshot) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.game.Snapshot(out)
}

// Digest is a number made of all that the world is now; see
// [systems.Game.Digest].
func (s *Session) Digest() uint64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.game.Digest()
}

// Game is the scene being played, for programs that add systems or components
// and for those that ask more than a snapshot tells. It does not take turns
// with other callers.
func (s *Session) Game() *systems.Game { return s.game }

// World is the world of the game, with the same warning.
func (s *Session) World() *ecs.World { return s.game.World }

// Scene is the scene that is played.
func (s *Session) Scene() *scenes.Scene { return s.scene }
