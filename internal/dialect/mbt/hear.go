package mbt

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// hears lists the names of the events that something in the tree reacts to, by name.
func (s *semantics) hears() []string {
	var names []string
	for _, h := range s.heard {
		names = append(names, h.Name)
	}
	for _, r := range s.renamed {
		if slices.Contains(names, s.symbols.EventName(r.to)) {
			names = append(names, s.symbols.EventName(r.from))
		}
	}
	if s.grafts {
		names = append(names, graftRequested, graftCanceled)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// hear gives the number of an event that something in the tree reacts to.
func (c *compiler) hear(node, event string, at syntax.Span) host.EventID {
	id := host.SymbolsOf(c.reg).Event(event)
	c.sem.heard = append(c.sem.heard, run.HeardEvent{Name: event, Node: node, At: at.Start})
	return id
}

// Hears lists the names of the events that something in the tree reacts to.
func (s *semantics) Hears() []string { return s.hears() }

// HeardEvents lists what in the tree reacts to which event.
func (s *semantics) HeardEvents() []run.HeardEvent {
	all := slices.Clone(s.heard)
	for i := range all {
		for _, r := range s.renamed {
			if s.symbols.EventName(r.to) == all[i].Name {
				all[i].Also = s.symbols.EventName(r.from)
			}
		}
	}
	return all
}

// SentEvents lists the events that nodes of the tree send.
func (s *semantics) SentEvents() []run.SentEvent {
	return s.sent
}

// Mentions reports whether code of the tree, or of a file beside it, has a word.
func (s *semantics) Mentions(word string) bool { return s.writes(`\b` + regexp.QuoteMeta(word) + `\b`) }

// MaySend reports whether such code may send an event: it has its name, or sends what it is
// given a name for.
func (s *semantics) MaySend(event string) bool {
	return s.Mentions(event) || s.writes(`(?i)signal`)
}

// writes reports whether code of the tree, or of a file beside it, has what is asked for.
func (s *semantics) writes(expression string) bool {
	has := regexp.MustCompile(expression).MatchString
	var code []*machine.Chunk
	for _, c := range s.scripts {
		code = append(code, c.first, c.second)
	}
	if lib := s.config.Lua; lib != nil {
		code = append(code, lib.chunks...)
	}
	return slices.ContainsFunc(code, func(c *machine.Chunk) bool { return c != nil && has(c.Source()) })
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
	for _, e := range c.sem.sent {
		if !e.Within || told[e.Name] || c.sem.CheckEvent(e.Name) == nil {
			continue
		}
		told[e.Name] = true
		*l = append(*l, &syntax.Error{
			Pos: e.At, Msg: fmt.Sprintf("<%s>: nothing in the tree listens to the event %q", e.Node, shorten(e.Name)), Hint: meant(e.Name, c.sem.hears()),
		})
	}
}
