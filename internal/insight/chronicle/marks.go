package chronicle

import (
	"slices"

	"github.com/thicket-sim/thicket/session"
)

// Ranks are the kinds of what happens that timelines mark, the gravest last.
var Ranks = [...]Kinds{
	Set(session.Commanded, session.Reloaded), Set(session.Born, session.Contacted),
	Set(session.Delivered, session.Bought, session.Evolved), Set(session.Killed, session.Died),
	Set(session.Matched, session.Announced), Set(session.Failed, session.Unreloaded, session.Waiting),
}

// Marked appends the entries of all ranks of the ticks from and to and those between them,
// oldest first.
func (j *Journal) Marked(from, to int64, list []Entry) []Entry {
	all := Kinds(0)
	for _, kinds := range Ranks {
		all |= kinds
	}
	return j.Between(Filter{Kinds: all}, from, to, list)
}

// Mark is a stretch of ticks in which something happened.
type Mark struct {
	Tick int64 // the first at which something did
	Rank int   // the gravest of it, an index of Ranks
}

// Marks returns the marks of the ticks from and to and of those between them, oldest first.
// Stretches begin at the multiples of wide, a number of ticks, so that they stay as the game
// goes on.
func (j *Journal) Marks(from, to, wide int64) []Mark {
	j.mu.Lock()
	defer j.mu.Unlock()
	first := from / wide
	cells := make([]Mark, max(to/wide-first+1, 0))
	for i := range cells {
		cells[i].Rank = -1
	}
	for kind, kept := range j.kept {
		rank := slices.IndexFunc(Ranks[:], func(k Kinds) bool { return k.Has(Kind(kind)) })
		if rank < 0 {
			continue
		}
		for i := until(kept, from-1); i < len(kept) && kept[i].Tick <= to; i++ {
			c := &cells[kept[i].Tick/wide-first]
			if c.Rank < 0 || kept[i].Tick < c.Tick {
				c.Tick = kept[i].Tick
			}
			c.Rank = max(c.Rank, rank)
		}
	}
	return slices.DeleteFunc(cells, func(m Mark) bool { return m.Rank < 0 })
}
