package room

import (
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// tally counts what everybody did in a round, for the table that ends it. Unlike the journal it forgets
// nothing of the round: a file of a room has it, and what happened in ticks that are no more is taken back.
type tally struct {
	base map[components.ID]*account // up to the earliest tick that the room can go back to
	log  []act                      // after it, in order
}

// account is what a body did, and what came over it.
type account struct {
	ID       components.ID `json:"id"`
	Kills    int64         `json:"kills,omitempty"`
	Deaths   int64         `json:"deaths,omitempty"`
	Brought  float64       `json:"brought,omitempty"` // items
	Contacts int64         `json:"contacts,omitempty"`
	Score    float64       `json:"score,omitempty"` // what it brought its team
}

// act is an occurrence that counts.
type act struct {
	tick     int64
	from, to components.ID
	number   float64
	kind     session.OccurrenceKind
}

// maxLog is the number of acts from which on those that stay are counted together.
const maxLog = 1 << 16

// happened takes in an occurrence.
func (t *tally) happened(o *session.Occurrence) {
	switch o.Kind {
	case session.Killed, session.Died, session.Contacted, session.Delivered, session.Scored:
		t.log = append(t.log, act{o.Tick, o.From, o.To, o.Number, o.Kind})
	}
}

// settle counts many acts up to a tick together, before which the room never goes back.
func (t *tally) settle(tick int64) {
	if len(t.log) < maxLog {
		return
	}
	n := 0
	for n < len(t.log) && t.log[n].tick <= tick {
		n++
	}
	if t.base == nil {
		t.base = map[components.ID]*account{}
	}
	for i := range t.log[:n] {
		t.log[i].count(t.base)
	}
	t.log = slices.Delete(t.log, 0, n)
}

// branched takes back what happened after a tick.
func (t *tally) branched(tick int64) {
	t.log = slices.DeleteFunc(t.log, func(d act) bool { return d.tick > tick })
}

// all returns what everybody did who did something.
func (t *tally) all() map[components.ID]*account {
	all := make(map[components.ID]*account, len(t.base))
	for id, d := range t.base {
		own := *d
		all[id] = &own
	}
	for i := range t.log {
		t.log[i].count(all)
	}
	return all
}

// list returns the same by id, as files have it.
func (t *tally) list() []account {
	all := t.all()
	list := make([]account, 0, len(all))
	for _, id := range slices.Sorted(maps.Keys(all)) {
		list = append(list, *all[id])
	}
	return list
}

// restore begins with what a file has.
func (t *tally) restore(list []account) {
	*t = tally{base: make(map[components.ID]*account, len(list))}
	for _, d := range list {
		t.base[d.ID] = &d
	}
}

// count adds an act to what its bodies did.
func (d *act) count(all map[components.ID]*account) {
	of := func(id components.ID) *account {
		if all[id] == nil {
			all[id] = &account{ID: id}
		}
		return all[id]
	}
	switch d.kind {
	case session.Killed:
		of(d.from).Kills++
		of(d.to).Deaths++
	case session.Died:
		of(d.from).Deaths++
	case session.Contacted:
		of(d.from).Contacts++
	case session.Delivered:
		of(d.from).Brought += d.number
	case session.Scored:
		of(d.from).Score += d.number
	}
}
