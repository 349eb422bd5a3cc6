package room

import (
	"bytes"
	"slices"

	"github.com/thicket-sim/thicket/internal/inspect"
)

// maxMarks is how many marks a timeline has at most.
const maxMarks = 150

// marks are the moments of the past at which something happened, for the timeline: the first
// tick of each stretch of so many ticks in which something did, and the gravest rank of it.
type marks struct {
	Type string     `json:"type"`
	List [][2]int64 `json:"list"` // tick and rank
}

// tellMarks tells game masters the marks, where they are others than they were told.
func (r *Room) tellMarks() {
	var text []byte
	for g := range r.guests {
		if g.role != GameMaster {
			continue
		}
		if text == nil {
			text = encode(r.marks())
		}
		if !bytes.Equal(g.marks, text) {
			g.marks = text
			g.offer(r.view, text)
		}
	}
}

func (r *Room) marks() marks {
	m := marks{Type: "marks", List: [][2]int64{}}
	from, to := r.session.Remembered()
	wide := (to-from)/(maxMarks-1) + 1 // stretches begin at its multiples, so that they stay as the game goes on
	r.marked = r.journal.Marked(from, to, r.marked[:0])
	for i := range r.marked {
		e := &r.marked[i]
		rank := int64(slices.IndexFunc(inspect.Ranks[:], func(k inspect.Kinds) bool { return k.Has(e.Kind) }))
		if n := len(m.List); n > 0 && m.List[n-1][0]/wide == e.Tick/wide {
			m.List[n-1][1] = max(m.List[n-1][1], rank)
			continue
		}
		m.List = append(m.List, [2]int64{e.Tick, rank})
	}
	return m
}
