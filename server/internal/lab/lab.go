package lab

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/server/internal/room"
	"github.com/thicket-sim/thicket/session"
)

// Recordings is the folder in which games are recorded, so that [Lab.Ask] can explain what happened
// in them.
const Recordings = "/recordings"

// History says how much of the past of a game can be gone back to.
const (
	historySeconds = 600
	historyBytes   = 64 << 20
)

// partSeconds is how much of a game is in a recording: what is explained is played again from the
// beginning of one.
const partSeconds = 30

// Lab is a playground. Its methods may be called from several goroutines.
type Lab struct {
	mu   sync.Mutex
	room *room.Room // nil for none
}

// asks are all that can be asked for, by name.
var asks = map[string]func(*Lab, json.RawMessage) (any, error){
	"open":   answer((*Lab).open),
	"flush":  answer((*Lab).flush),
	"check":  answer((*Lab).check),
	"words":  answer((*Lab).words),
	"test":   answer((*Lab).test),
	"mutate": answer((*Lab).mutate),
	"why":    answer((*Lab).why),
}

// answer reads what an ask is about.
func answer[A any](do func(*Lab, A) (any, error)) func(*Lab, json.RawMessage) (any, error) {
	return func(l *Lab, about json.RawMessage) (any, error) {
		var a A
		if err := json.Unmarshal(about, &a); err != nil {
			return nil, err
		}
		return do(l, a)
	}
}

// Ask does what a name says, and returns its answer as JSON.
func (l *Lab) Ask(name string, about []byte) (text []byte, err error) {
	defer func() {
		if v := recover(); v != nil {
			err = fmt.Errorf("%s failed inside: %v", name, v)
		}
	}()
	do := asks[name]
	if do == nil {
		return nil, fmt.Errorf("nobody can ask for %q", name)
	}
	a, err := do(l, about)
	if err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// roles lists the roles that a hello can name.
var roles = map[string]room.Role{"watcher": room.Watcher, "player": room.Player, "gm": room.GameMaster}

// Enter lets in who says a hello of the protocol.
func (l *Lab) Enter(hello []byte) (*room.Guest, error) {
	var h struct{ Role, Name, Token string }
	if err := json.Unmarshal(hello, &h); err != nil {
		return nil, err
	}
	role, ok := roles[h.Role]
	if !ok {
		return nil, fmt.Errorf("unknown role %q, wanted watcher, player or gm", h.Role)
	}
	l.mu.Lock()
	r := l.room
	l.mu.Unlock()
	if r == nil {
		return nil, errors.New("there is no game")
	}
	return r.Enter(role, h.Name, h.Token, "")
}

// game names the scene that is to be played.
type game struct {
	Scene string   `json:"scene"` // a file of a scene or of a tree
	Bots  []string `json:"bots"`  // how many, as --bots says; none: as many as the scene has
}

// open begins a game in the place of the one before, which goes on where the scene has errors.
func (l *Lab) open(g game) (any, error) {
	scene, err := scenes.Load(g.Scene, scenes.Options{})
	if err != nil {
		return nil, err
	}
	if len(g.Bots) > 0 {
		population, err := scenes.ParsePopulation(g.Bots)
		if err == nil {
			err = scene.Populate(population)
		}
		if err != nil {
			return nil, err
		}
	}
	quiet := func(string) {}
	s, err := live.New(scene, live.Options{OnNotice: quiet, History: session.History{Seconds: historySeconds, Bytes: historyBytes}})
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.room != nil {
		l.room.Close("another game is played", false)
		l.room = nil
	}
	if err := os.RemoveAll(Recordings); err != nil {
		return nil, errors.Join(err, closed(s))
	}
	if err := os.MkdirAll(Recordings, 0o700); err != nil {
		return nil, errors.Join(err, closed(s))
	}
	r, err := room.Open("game", s, room.Options{
		Rate: 30, Bytes: 4 << 20, Sight: 40, Grace: time.Second, Guests: 4, Players: 1, Masters: 2, NoChat: true,
		Record: Recordings, Recorded: 64 << 20, Part: int64(partSeconds * scene.Setup.TickRate),
	})
	if err != nil {
		return nil, errors.Join(err, closed(s))
	}
	l.room = r
	return struct {
		Name        string `json:"name"`
		Description string `json:"description"`
	}{scene.Setup.Name, scene.Description}, nil
}

// flush writes all that has been played to the recordings, in which another lab looks for reasons.
func (l *Lab) flush(struct{}) (any, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.room == nil {
		return struct{}{}, nil
	}
	return struct{}{}, room.FlushRecording(l.room)
}

// closed ends a session that nobody plays.
func closed(s *live.Session) error {
	s.Close()
	return nil
}

// Close ends the game.
func (l *Lab) Close() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.room != nil {
		l.room.Close("the playground is closed", false)
		l.room = nil
	}
}
