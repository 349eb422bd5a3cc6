package dst

import (
	"fmt"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/internal/lua"
)

// What the scripts of a state may keep from turn to turn: so much, and so much
// more for each bot.
const (
	keptBytes    = 64 << 20
	keptBytesBot = 256 << 10
	weighAfter   = 16 << 20 // taken since it was weighed last
)

// weight is what a machine knows of what its scripts keep.
type weight struct {
	weighAt int64 // of lua.State.Taken, see mind
	full    bool  // the scripts keep too much
}

// mind weighs what the scripts keep, when they took so much since it was
// weighed last that they may keep too much now. The bot that keeps the most is
// parked then, and what it kept is forgotten; where no bot keeps much, it is
// the file that does, and all its bots are parked.
func (m *machine) mind() {
	if m.lua.Taken() < m.weighAt {
		return
	}
	for {
		total, heaviest, its := m.weigh()
		bots := 0
		for _, e := range m.stage.known {
			if e.bot != nil {
				bots++
			}
		}
		most := int64(keptBytes + bots*keptBytesBot)
		m.weighAt = m.lua.Taken() + max(weighAfter, most-total)
		switch {
		case total <= most:
			return
		case heaviest == nil || its < keptBytesBot:
			m.full = true
			m.report(m.program.chunk.At, fmt.Sprintf("the scripts of the file keep more than %d MB: all its bots are parked", most>>20), false)
			for _, e := range m.stage.known {
				if e.bot != nil {
					e.bot.parked = true
				}
			}
			return
		}
		heaviest.parked = true
		heaviest.clear()
		m.report(m.program.chunk.At, fmt.Sprintf("bot %d is parked: the scripts keep more than %d MB, and its own the most", heaviest.e.id, most>>20), false)
	}
}

// weigh gives the bytes that scripts keep, and the bot that keeps the most for
// itself.
func (m *machine) weigh() (total int64, heaviest *bot, its int64) {
	w := lua.Scale{Inside: inside}
	var all []*entity
	for _, id := range slices.Sorted(maps.Keys(m.stage.known)) {
		all = append(all, m.stage.known[id])
	}
	for _, id := range slices.Sorted(maps.Keys(m.stage.thingsKnown)) {
		all = append(all, m.stage.thingsKnown[id])
	}
	for _, e := range all {
		w.Skip(e.obj) // it is weighed for itself
	}
	m.lua.Weigh(&w)
	for _, v := range []glua.LValue{m.brainClass, m.stage.components, m.stage.receive, m.stage.fields} {
		if v != nil {
			w.Add(v)
		}
	}
	for t, s := range m.stubs {
		w.Add(t)
		for _, v := range s.fields {
			w.Add(v)
		}
		if s.result != nil {
			w.Add(s.result)
		}
	}
	for f := range m.hosts {
		w.Add(f)
	}
	for _, e := range all {
		before := w.Bytes
		w.AddInside(e.obj)
		if n := w.Bytes - before; e.bot != nil && !e.bot.parked && n > its {
			heaviest, its = e.bot, n
		}
	}
	return w.Bytes, heaviest, its
}

// inside names what Go keeps for the objects of scripts.
func inside(data any, add func(glua.LValue)) { codeHandle(weigher(add), data) }

// maxListeners is how many functions may listen to one entity.
const maxListeners = 10_000

// What things take that Go makes for scripts.
const (
	listenerBytes = 200 // or a task
	entryBytes    = 120 // of a class
	objectBytes   = 1000
)

// maxKinds is how many shapes and classes are known before those are forgotten
// that are easily found anew.
const maxKinds = 10_000

// maxHosts is how many functions host() makes.
const maxHosts = 10_000

// What the work of Go costs a script, in instructions: a call of the game, and
// for each node laying it out and writing it down.
const (
	hostSteps = 20
	bindSteps = 20
	textSteps = 20
)
