package room

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/thicket-sim/thicket/components"
)

// request is what a client says: one of these by its type. See docs/protocol.md.
type request struct {
	Type    string          `json:"type"`
	N       int64           `json:"n"`       // do, ping: comes back in the answer
	Command json.RawMessage `json:"command"` // do
	X       float64         `json:"x"`       // steer: a direction; view: metres
	Y       float64         `json:"y"`
	Width   float64         `json:"width"` // view, in metres
	Height  float64         `json:"height"`
	Pixels  int             `json:"pixels"` // view: how wide it is shown
	Frame   uint32          `json:"frame"`  // ack
	Text    string          `json:"text"`   // say
	Times   float64         `json:"times"`  // speed
	Person  int64           `json:"person"` // kick
	ID      components.ID   `json:"id"`     // select
	Tick    int64           `json:"tick"`   // seek
	File    string          `json:"file"`   // read, check
	Source  string          `json:"source"` // check
	On      bool            `json:"on"`     // charts
}

// fields are the keys of each request.
var fields = map[string][]string{
	"do": {"n", "command"}, "ping": {"n"}, "steer": {"x", "y"}, "view": {"x", "y", "width", "height", "pixels"},
	"ack": {"frame"}, "say": {"text"}, "speed": {"times"}, "kick": {"person"},
	"select": {"id"}, "charts": {"on"}, "find": {"text"}, "read": {"file"}, "check": {"n", "file", "source"}, "seek": {"tick"}, "live": {}, "branch": {}, "step": {},
}

// parse reads a request strictly: every key that it has is one of its type, and all of them
// are there.
func parse(src []byte) (*request, error) {
	var keys map[string]json.RawMessage
	var r request
	d := json.NewDecoder(bytes.NewReader(src))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		return nil, fmt.Errorf("not a message: %w", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("not a message: more than one value")
	}
	want, ok := fields[r.Type]
	if !ok {
		return nil, fmt.Errorf("unknown type %q", r.Type)
	}
	if err := json.Unmarshal(src, &keys); err != nil {
		return nil, err
	}
	for _, key := range want {
		if _, ok := keys[key]; !ok {
			return nil, fmt.Errorf("%s without %s", r.Type, key)
		}
	}
	if len(keys) != len(want)+1 {
		return nil, fmt.Errorf("%s has %v and its type alone", r.Type, want)
	}
	for _, v := range []float64{r.X, r.Y, r.Width, r.Height, r.Times} {
		if math.Abs(v) > 1e9 {
			return nil, fmt.Errorf("%s: %g is out of range", r.Type, v)
		}
	}
	return &r, nil
}

// The messages of a server, each with its type.
type (
	// done answers a do that was carried out.
	done struct {
		Type string          `json:"type"`
		N    int64           `json:"n"`
		Tick int64           `json:"tick"`
		IDs  []components.ID `json:"ids,omitempty"`
		Note string          `json:"note,omitempty"`
	}
	// refused answers any request that changed nothing.
	refused struct {
		Type  string `json:"type"`
		N     int64  `json:"n,omitempty"`
		Error string `json:"error"`
	}
	pong struct {
		Type string `json:"type"`
		N    int64  `json:"n"`
		Tick int64  `json:"tick"`
	}
	said struct {
		Type string        `json:"type"`
		From components.ID `json:"from,omitempty"`
		Name string        `json:"name"`
		Text string        `json:"text"`
	}
	// events are what happened, the oldest first. Missed are those that the client was too
	// slow for.
	events struct {
		Type   string  `json:"type"`
		Missed int64   `json:"missed,omitempty"`
		List   []event `json:"list"`
	}
	event struct {
		Seq  int64         `json:"seq"`
		Tick int64         `json:"tick"`
		Kind string        `json:"kind"`
		From components.ID `json:"from,omitempty"`
		To   components.ID `json:"to,omitempty"`
		Line string        `json:"line"`
	}
	// standing is how the game stands, twice a second.
	standing struct {
		Type    string   `json:"type"`
		Tick    int64    `json:"tick"`
		Paused  bool     `json:"paused"`
		Speed   float64  `json:"speed"`
		Players int      `json:"players"`
		Counts  []int    `json:"counts"` // of bots, by class
		Words   []string `json:"words"`  // for a header, such as a score
		Over    bool     `json:"over"`
		Past    bool     `json:"past"` // the game is at an earlier moment, and waits
		From    int64    `json:"from"` // the ticks that can be gone to
		To      int64    `json:"to"`
	}
	// tuned are the tunables of the classes, when one has changed.
	tuned struct {
		Type    string      `json:"type"`
		Classes [][]tunable `json:"classes"`
	}
	// notice is what the server says to all.
	notice struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	// bye is the last message.
	bye struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
	}
)

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // of a message of this package
	}
	return b
}
