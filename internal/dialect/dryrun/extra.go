package dryrun

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
)

// The rest is for dialects whose cases have keys of their own, and which run
// their ticks themselves.

// Decode reads the keys of a case that only its dialect knows.
func (c *Case) Decode(into any) error {
	if c.raw == nil { // it was made in Go
		return nil
	}
	return json.Unmarshal(c.raw, into)
}

// Begin starts a tick, with an empty list of visits.
func (h *Host) Begin(tick int) { h.tick, h.visits = tick, []string{} }

// Visit adds to the visits of the tick.
func (h *Host) Visit(what string) { h.visits = append(h.visits, what) }

// Visits returns the visits of the tick so far.
func (h *Host) Visits() []string { return h.visits }

// MarshalJSON puts the keys of More beside the others, by name.
func (t Tick) MarshalJSON() ([]byte, error) {
	type plain Tick
	b, err := marshal(plain(t))
	if err != nil {
		return nil, err
	}
	for _, key := range slices.Sorted(maps.Keys(t.More)) {
		v, err := marshal(map[string]any{key: t.More[key]})
		if err != nil {
			return nil, err
		}
		b = append(append(b[:len(b)-1], ','), v[1:]...)
	}
	return b, nil
}

func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}
