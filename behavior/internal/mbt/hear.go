package mbt

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// hears lists the names of the events that something in the tree reacts to, by name.
func (s *semantics) hears() []string {
	var ids []host.EventID
	for i := range s.signals {
		ids = append(ids, s.signals[i].event)
	}
	for i := range s.stamps {
		ids = append(ids, s.stamps[i].event)
	}
	ids = append(ids, s.waits...)
	for _, edges := range s.states {
		for _, e := range edges {
			ids = append(ids, e.event)
		}
	}
	for _, r := range s.renamed {
		if slices.Contains(ids, r.to) {
			ids = append(ids, r.from)
		}
	}
	if s.grafts {
		ids = append(ids, s.symbols.Event(graftRequested), s.symbols.Event(graftCanceled))
	}
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = s.symbols.EventName(id)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// CheckEvent refuses an event that nothing in the tree reacts to. Nodes of a game that
// take events may react to any.
func (s *semantics) CheckEvent(name string) error {
	if s.open {
		return nil
	}
	names := s.hears()
	if slices.Contains(names, name) {
		return nil
	}
	return &syntax.Error{Msg: fmt.Sprintf("nothing in the tree listens to the event %q", name), Hint: meant(name, names)}
}
