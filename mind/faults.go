package mind

import (
	"cmp"
	"slices"
	"sync"

	"github.com/thicket-sim/thicket/behavior/host"
)

// mostTexts is how many texts of a node are kept.
const mostTexts = 5

// faults are what went wrong in trees, and what they log. Leaves report from any worker.
type faults struct {
	onFault func(body int32, f Fault)

	mu    sync.Mutex
	nodes map[faulty][]*Fault // of each text the first
	all   []*Fault            // the same, in order
	count int64               // of failures and notices
	fresh []moment            // that nobody was told of yet
}

// faulty is a node that had failures, or notices.
type faulty struct {
	pos  string
	note bool
}

// moment is a fault or a text of the log.
type moment struct {
	one  *one
	id   host.BotID
	f    Fault
	text string
	log  bool
}

// Fault is [host.World.Fault].
func (w world) Fault(f host.Fault) {
	s := &w.c.faults
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	o := w.c.byID[f.Bot]
	if o != nil && o.watch != nil && len(o.watch.faults) < mostTextsSeen {
		o.watch.faults = append(o.watch.faults, f)
	}
	if s.known(&f) {
		return
	}
	at := s.room(&f)
	if at < 0 {
		return
	}
	host.Unwind(&f)
	m := moment{one: o, id: f.Bot, f: f}
	if at == len(s.fresh) {
		s.fresh = append(s.fresh, m)
	} else {
		s.fresh[at] = m
	}
}

// room returns the place of a fault among the fresh ones; -1 for one that is only counted. Of a
// node those of the lowest ids are kept, whatever the order in which workers tell of them.
func (s *faults) room(f *Fault) int {
	of, last := 0, -1
	for i := range s.fresh {
		m := &s.fresh[i]
		if m.log || m.f.Pos != f.Pos || m.f.Note != f.Note {
			continue
		}
		if m.f.Text == f.Text {
			if f.Bot < m.id {
				return i
			}
			return -1
		}
		if of++; last < 0 || m.id >= s.fresh[last].id {
			last = i
		}
	}
	switch {
	case of < mostTexts:
		return len(s.fresh)
	case f.Bot < s.fresh[last].id:
		return last
	}
	return -1
}

// known reports whether a fault is only counted.
func (s *faults) known(f *Fault) bool {
	list := s.nodes[faulty{f.Pos, f.Note}]
	return len(list) == mostTexts || slices.ContainsFunc(list, func(have *Fault) bool { return have.Text == f.Text })
}

// log takes in a text.
func (s *faults) log(o *one, text string) {
	if o.watch == nil && o.core.onLog == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fresh = append(s.fresh, moment{one: o, id: o.id, text: text, log: true})
}

// publish tells of what is fresh, by the ids of agents, so that it does not depend on workers.
func (c *core) publish() {
	s := &c.faults
	fresh := s.fresh
	s.fresh = nil
	slices.SortStableFunc(fresh, func(a, b moment) int { return cmp.Compare(a.id, b.id) })
	for i := range fresh {
		m := &fresh[i]
		body := int32(-1)
		if m.one != nil && m.one.core == c && c.ones[m.one.body] == m.one {
			body = m.one.body
		}
		if m.log {
			if m.one.watch != nil {
				m.one.watch.logged(m.text)
			}
			if c.onLog != nil && body >= 0 {
				c.onLog(body, m.text)
			}
			continue
		}
		if s.known(&m.f) {
			continue
		}
		if body >= 0 {
			m.f.Name = c.nameOf(m.id)
		}
		if s.nodes == nil {
			s.nodes = map[faulty][]*Fault{}
		}
		node := faulty{m.f.Pos, m.f.Note}
		s.nodes[node] = append(s.nodes[node], &m.f)
		s.all = append(s.all, &m.f)
		c.onFault(body, m.f)
	}
}

// nameOf is what people call a mind.
func (c *core) nameOf(id host.BotID) string {
	o := c.byID[id]
	if o == nil || c.name == nil {
		return ""
	}
	return c.name(o.body)
}
