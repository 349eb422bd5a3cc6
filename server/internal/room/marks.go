package room

import "bytes"

// maxMarks is the number of marks a timeline has at most.
const maxMarks = 150

// marks returns the marks of the past, for the timeline; see [inspect.Journal.Marks].
type marks struct {
	Type string         `json:"type"`
	List list[[2]int64] `json:"list"` // tick and rank
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
		if !bytes.Equal(g.marks, text) && g.offer(r.view, text) {
			g.marks = text
		}
	}
}

func (r *Room) marks() marks {
	from, to := r.session.Remembered()
	m := marks{"marks", [][2]int64{}}
	for _, k := range r.journal.Marks(from, to, (to-from)/(maxMarks-1)+1) {
		m.List = append(m.List, [2]int64{k.Tick, int64(k.Rank)})
	}
	return m
}
