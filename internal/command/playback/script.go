package playback

import (
	"fmt"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/session"
)

// Script carries out commands, each before the tick that it is for.
type Script struct {
	Idle
	toCome  []live.Timed
	replies []Reply
}

var _ Observer = (*Script)(nil)

// Reply is the outcome of a command, as --json prints it.
type Reply struct {
	Tick  int64           `json:"tick"`
	Do    string          `json:"do"`
	OK    bool            `json:"ok"`
	IDs   []components.ID `json:"ids,omitempty"`
	Note  string          `json:"note,omitempty"`
	Error string          `json:"error,omitempty"`
}

// Before carries out what is due.
func (s *Script) Before(r *Run) error {
	for len(s.toCome) > 0 && s.toCome[0].Tick <= r.Done() {
		s.carryOut(r.Session, &s.toCome[0])
		s.toCome = s.toCome[1:]
		r.Touch()
	}
	return nil
}

func (s *Script) carryOut(on *live.Session, c *live.Timed) {
	s.replies = append(s.replies, replyOf(c.Tick, c.Do, on.Do(c.Do)))
}

// replyOf returns the outcome of a command that was carried out, or refused with an error.
func replyOf(tick int64, c session.Command, err error) Reply {
	r := Reply{Tick: tick, Do: live.CommandName(c)}
	if err != nil {
		r.Error = err.Error()
		return r
	}
	answer := c.Answer()
	r.OK, r.IDs, r.Note = true, answer.IDs, answer.Note
	return r
}

// bringsPlayers reports whether a player joins by the commands to come.
func (s *Script) bringsPlayers() bool {
	return slices.ContainsFunc(s.toCome, func(t live.Timed) bool { _, ok := t.Do.(*session.Join); return ok })
}

// String writes the reply as a line for people.
func (r *Reply) String() string {
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

// ranges writes ids, and three or more in succession as a range: "id 4, 7 to 9".
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
