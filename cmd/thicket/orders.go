package main

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// orders are the commands of a run: those to come, and what became of the
// others.
type orders struct {
	script  []session.Timed
	replies []reply
}

// reply is what became of a command, as --json prints it.
type reply struct {
	Tick  int64           `json:"tick"`
	Do    string          `json:"do"`
	OK    bool            `json:"ok"`
	IDs   []components.ID `json:"ids,omitempty"`
	Note  string          `json:"note,omitempty"`
	Error string          `json:"error,omitempty"`
}

// carryOut does what is due at a tick and reports whether there was anything.
func (o *orders) carryOut(s *session.Session, tick int64) bool {
	n := 0
	for ; n < len(o.script) && o.script[n].Tick <= tick; n++ {
		c := &o.script[n]
		r := reply{Tick: c.Tick, Do: c.Name}
		if err := s.Do(c.Do); err != nil {
			r.Error = err.Error()
		} else {
			answer := c.Do.Answer()
			r.OK, r.IDs, r.Note = true, answer.IDs, answer.Note
		}
		o.replies = append(o.replies, r)
	}
	o.script = o.script[n:]
	return n > 0
}

// String is the reply as a line for people.
func (r *reply) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "tick %-5d %-7s", r.Tick, r.Do)
	switch {
	case !r.OK:
		fmt.Fprintf(&b, " refused: %s", strings.ReplaceAll(r.Error, "\n", "\n    "))
	case len(r.IDs) > 0:
		fmt.Fprintf(&b, " done: %s", ranges(r.IDs))
	default:
		b.WriteString(" done")
	}
	if r.Note != "" {
		fmt.Fprintf(&b, " (%s)", r.Note)
	}
	return b.String()
}

// ranges writes ids with runs of them drawn together: 4, 7 to 9.
func ranges(ids []components.ID) string {
	var parts []string
	for i := 0; i < len(ids); {
		j := i + 1
		for j < len(ids) && ids[j] == ids[j-1]+1 {
			j++
		}
		if j-i > 2 {
			parts = append(parts, fmt.Sprintf("%d to %d", ids[i], ids[j-1]))
		} else {
			j = i + 1
			parts = append(parts, fmt.Sprint(ids[i]))
		}
		i = j
	}
	return "id " + strings.Join(parts, ", ")
}
