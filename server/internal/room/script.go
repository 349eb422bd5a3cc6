package room

import (
	"encoding/json"
	"io"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/insight/worldjson"
	"github.com/thicket-sim/thicket/internal/live"
)

// Reply says what became of a command of a script.
type Reply struct {
	Do    string          `json:"do"`
	OK    bool            `json:"ok"`
	IDs   []components.ID `json:"ids,omitempty"`
	Note  string          `json:"note,omitempty"`
	Error string          `json:"error,omitempty"`
}

// Do carries commands out, all between the same two ticks, and tells which tick that was.
func (r *Room) Do(script []live.Timed) (tick int64, replies []Reply, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, c := range script {
		if r.closed {
			return tick, replies, errClosed
		}
		reply := Reply{Do: c.Name, OK: true}
		answer, err := r.do(c.Do)
		if err != nil {
			reply.OK, reply.Error = false, err.Error()
		} else {
			reply.IDs, reply.Note = answer.IDs, answer.Note
		}
		replies = append(replies, reply)
	}
	return r.session.World().Clock().Tick, replies, nil
}

// state holds the answer of [Room.State].
type state struct {
	Type string `json:"type"`
	Room string `json:"room"`
	standing
	World json.RawMessage `json:"world"`
}

// State returns how the room stands, with its world as a line of --dump, as JSON.
func (r *Room) State() []byte {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.session.SnapshotInto(&r.snap)
	world := worldjson.Append(nil, &r.snap)
	return encode(state{Type: "state", Room: r.name, standing: r.standing(), World: world})
}

// Save writes the game as it is, for thicket run --restore.
func (r *Room) Save(w io.Writer) error {
	h, err := func() (*live.Held, error) {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.closed {
			return nil, errClosed
		}
		return r.session.Hold()
	}()
	if err != nil {
		return err
	}
	return h.Write(w)
}

// Summary says of a room what whoever looks for one wants to know.
type Summary struct {
	Room    string `json:"room"`
	Name    string `json:"name"` // of the game
	Players int    `json:"players"`
	Bots    int    `json:"bots"`
}

// Summary tells who is in the room.
func (r *Room) Summary() Summary {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Summary{r.name, r.session.Scene().Setup.Name, len(r.players), len(r.snap.Bots)}
}

// Figures are numbers about a room, for those who watch over a server.
type Figures struct {
	Tick                    int64
	Bodies, Guests, Players int
	Failures                int64 // panics of the game so far
	Unsaved, Unrecorded     bool  // its files cannot be written
}

// Figures tells how the room stands in numbers.
func (r *Room) Figures() Figures {
	r.mu.Lock()
	defer r.mu.Unlock()
	return Figures{r.snap.Tick, len(r.snap.Bots) + len(r.snap.Players), len(r.guests), len(r.players), r.failed, r.unsaved, r.unrecording}
}
