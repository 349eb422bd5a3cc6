package room

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"

	"github.com/thicket-sim/thicket/components"
)

// request is a message of a client. See docs/protocol.md.
type request struct {
	kind    *requestKind
	Type    string
	N       int64           // do, ping: comes back in the answer
	Command json.RawMessage // do
	X, Y    float64         // steer: a direction; view: metres
	Width   float64         // view, in metres
	Height  float64
	Pixels  int           // view: how wide it is shown
	Frame   uint32        // ack
	Text    string        // say, find
	Verb    string        // act
	Times   float64       // speed
	Person  int64         // kick
	ID      components.ID // select
	Tick    int64         // seek
	File    string        // read, check
	Source  string        // check
	On      bool          // charts
}

// field returns where the value of a key stands.
func (q *request) field(key string) any {
	switch key {
	case "n":
		return &q.N
	case "command":
		return &q.Command
	case "x":
		return &q.X
	case "y":
		return &q.Y
	case "width":
		return &q.Width
	case "height":
		return &q.Height
	case "pixels":
		return &q.Pixels
	case "frame":
		return &q.Frame
	case "text":
		return &q.Text
	case "verb":
		return &q.Verb
	case "times":
		return &q.Times
	case "person":
		return &q.Person
	case "id":
		return &q.ID
	case "tick":
		return &q.Tick
	case "file":
		return &q.File
	case "source":
		return &q.Source
	case "on":
		return &q.On
	}
	panic("room: a request with the unknown key " + key)
}

// parse reads a request strictly: it has all keys of its type, and no others.
func parse(src []byte) (*request, error) {
	values, err := Object(src)
	if err != nil {
		return nil, fmt.Errorf("not a message: %w", err)
	}
	q := &request{}
	if err := json.Unmarshal(values["type"], &q.Type); err != nil {
		return nil, errors.New("not a message: no type, wanted a text")
	}
	if q.kind = requests[q.Type]; q.kind == nil {
		return nil, fmt.Errorf("unknown type %q", q.Type)
	}
	for _, key := range q.kind.keys {
		value, ok := values[key]
		if !ok {
			return nil, fmt.Errorf("%s without %s", q.Type, key)
		}
		if string(value) == "null" {
			return nil, fmt.Errorf("%s: %s: found null", q.Type, key)
		}
		if err := json.Unmarshal(value, q.field(key)); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", q.Type, key, misfit(err))
		}
	}
	if len(values) != len(q.kind.keys)+1 {
		return nil, fmt.Errorf("%s has %v and its type alone", q.Type, q.kind.keys)
	}
	for _, v := range []float64{q.X, q.Y, q.Width, q.Height, q.Times} {
		if math.Abs(v) > 1e9 {
			return nil, fmt.Errorf("%s: %g is out of range", q.Type, v)
		}
	}
	return q, nil
}

// Object reads an object of JSON that has no key twice.
func Object(src []byte) (values map[string]json.RawMessage, err error) {
	if err := json.Unmarshal(src, &values); err != nil {
		return nil, misfit(err)
	}
	d := json.NewDecoder(bytes.NewReader(src))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var value json.RawMessage
	for seen := map[string]bool{}; values != nil && d.More(); {
		key, err := d.Token()
		if err == nil {
			err = d.Decode(&value)
		}
		if err != nil {
			return nil, err
		}
		name, _ := key.(string) // of an object
		if seen[name] {
			return nil, fmt.Errorf("the key %q twice", name)
		}
		seen[name] = true
	}
	return values, nil
}

// misfit replaces an error about types of Go by one in words of JSON.
func misfit(err error) error {
	var e *json.UnmarshalTypeError
	if !errors.As(err, &e) {
		return err
	}
	wanted := "a whole number"
	switch e.Type.Kind() {
	case reflect.Map:
		wanted = "an object"
	case reflect.Float64:
		wanted = "a number"
	case reflect.String:
		wanted = "a string"
	case reflect.Bool:
		wanted = "true or false"
	}
	return fmt.Errorf("found %s, wanted %s", e.Value, wanted)
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
	// events returns what happened, the oldest first. Missed are those that the client was too
	// slow for.
	events struct {
		Type   string      `json:"type"`
		Missed int64       `json:"missed,omitempty"`
		List   list[event] `json:"list"`
	}
	event struct {
		Seq  int64         `json:"seq"`
		Tick int64         `json:"tick"`
		Kind string        `json:"kind"`
		From components.ID `json:"from,omitempty"`
		To   components.ID `json:"to,omitempty"`
		Line string        `json:"line"`
	}
	// standing says how the game stands, twice a second.
	standing struct {
		Type    string       `json:"type"`
		Tick    int64        `json:"tick"`
		Paused  bool         `json:"paused"`
		Speed   float64      `json:"speed"`
		Players int          `json:"players"`
		Counts  list[int]    `json:"counts"` // of bots, by class
		Words   list[string] `json:"words"`  // for a header, such as a score
		Over    bool         `json:"over"`
		Night   bool         `json:"night"`
		Past    bool         `json:"past"` // the game is at an earlier moment, and waits
		From    int64        `json:"from"` // the ticks that can be gone to
		To      int64        `json:"to"`
		Round   int          `json:"round"`           // from 1
		Waits   bool         `json:"waits,omitempty"` // the round has not begun
		Again   float64      `json:"again,omitempty"` // seconds until the next round begins by itself
	}
	// tuned are the tunables of the classes, when one has changed.
	tuned struct {
		Type    string              `json:"type"`
		Classes list[list[tunable]] `json:"classes"`
	}
	// notice holds the words of the server to all.
	notice struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	// bye is the last message. Again says that the client may come back, with what it had.
	bye struct {
		Type   string `json:"type"`
		Reason string `json:"reason"`
		Again  bool   `json:"again"`
	}
)

// list is a list of a message: an empty one is told as [], never as null.
type list[T any] []T

func (l list[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}

func encode(v any) []byte {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // of a message of this package
	}
	return b
}
