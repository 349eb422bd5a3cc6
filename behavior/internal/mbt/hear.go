package mbt

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
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

// Hears lists the names of the events that something in the tree reacts to.
func (s *semantics) Hears() []string { return s.hears() }

// SentEvents lists the events of the tree's signals.
func (s *semantics) SentEvents() []run.SentEvent {
	return s.sent
}

// Mentions reports whether code of the tree, or of a file beside it, has a word.
func (s *semantics) Mentions(word string) bool {
	has := regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).MatchString
	var code []*lua.Chunk
	for _, c := range s.scripts {
		code = append(code, c.first, c.second)
	}
	if lib := s.config.Lua; lib != nil {
		code = append(code, lib.chunks...)
	}
	return slices.ContainsFunc(code, func(c *lua.Chunk) bool { return c != nil && has(c.Source()) })
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

// unheard gives a notice for each event that a tree sends to itself and nothing in it
// listens to.
func (c *compiler) unheard(l *syntax.ErrorList) {
	told := map[string]bool{}
	for _, e := range c.toItself {
		if told[e.Name] || c.sem.CheckEvent(e.Name) == nil {
			continue
		}
		told[e.Name] = true
		*l = append(*l, &syntax.Error{
			Pos: e.At, Msg: fmt.Sprintf("<%s>: nothing in the tree listens to the event %q", e.Node, shorten(e.Name)), Hint: meant(e.Name, c.sem.hears()),
		})
	}
}
