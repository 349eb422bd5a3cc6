package dst

import (
	"fmt"

	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// weighAfter is how many bytes scripts take before they are weighed again.
const weighAfter = 16 << 20

// weight is when memory is weighed next, and whether the scripts keep too much.
type weight struct {
	weighAt int64 // a count of State.Taken, see mind
	full    bool  // the scripts keep too much: all bots are parked
}

// mind weighs what the scripts keep, if they took so much since the last time
// that it may be too much now. Then the bot that keeps the most is parked and
// what it kept is forgotten; if no bot keeps much itself, the file does, and all
// its bots are parked.
func (m *troupe) mind() {
	if m.Lua.Taken() < m.weighAt {
		return
	}
	for {
		total, heaviest, its := m.weigh()
		bots := 0
		for _, e := range m.stage.Known {
			if e.Bot != nil {
				bots++
			}
		}
		lim := &m.Program.Limits
		most := lim.Kept + int64(bots)*lim.KeptBot
		m.weighAt = m.Lua.Taken() + max(weighAfter, most-total)
		switch {
		case total <= most:
			return
		case heaviest == nil || its < lim.KeptBot:
			m.full = true
			m.Report(m.Program.Chunk.At, fmt.Sprintf("the scripts of the file keep more than %d MB: all its bots are parked", most>>20), false)
			for _, e := range m.stage.Known {
				if e.Bot != nil {
					e.Bot.Parked = true
					m.stage.LeaveHealth(e)
				}
			}
			return
		}
		heaviest.Parked = true
		m.stage.LeaveHealth(heaviest.Entity)
		heaviest.clear()
		m.Report(m.Program.Chunk.At, fmt.Sprintf("bot %d is parked: the scripts keep more than %d MB, and its own the most", heaviest.Entity.ID, most>>20), false)
	}
}

// weigh returns the bytes that scripts keep, and the bot that keeps the most
// itself.
func (m *troupe) weigh() (total int64, heaviest *bot, its int64) {
	w := graph.Scale{Inside: inside}
	all := m.stage.Everyone()
	for _, e := range all {
		w.Skip(e.Object().V()) // it is weighed below, for itself
	}
	w.Weigh(m.Lua)
	m.stage.Kept(w.Add)
	for _, made := range m.brainClasses {
		w.Add(made.class)
	}
	for _, s := range m.Stubs {
		w.Add(s.Obj.V())
	}
	for f := range m.Hosts {
		w.Add(f.V())
	}
	for _, e := range all {
		before := w.Bytes
		w.AddInside(e.Object().V())
		if n := w.Bytes - before; e.Bot != nil && !e.Bot.Parked && n > its {
			heaviest, its = botOf(e), n
		}
	}
	return w.Bytes, heaviest, its
}

// inside calls add for the values in the Go side of an object.
func inside(v machine.Value, add func(machine.Value)) { codeHandle(script.Weigher(add), kept(v)) }
