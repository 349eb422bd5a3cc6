package scenes

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/insight/judge"
)

// Unheard tells of events that trees send and that nothing in the scene listens to: no tree,
// no function of the game and no script. In a scene in which no tree can listen to events,
// such as one of WAGE trees alone, they are there to be counted.
func (s *Scene) Unheard() (list syntax.ErrorList) {
	programs := s.Setup.Trees()
	if !slices.ContainsFunc(programs, func(p *run.Program) bool { _, listens := p.Semantics.(run.EventSender); return listens }) {
		return nil
	}
	told := map[string]bool{}
	for _, p := range programs {
		for _, e := range run.Sent(p) {
			among, where := programs, "in the scene"
			if e.Own {
				among, where = []*run.Program{p}, "in the tree"
			}
			key := where + e.Name
			if e.Within || told[key] || s.isHeard(e.Name, among) {
				continue
			}
			told[key] = true
			var names []string
			for _, q := range among {
				if l, ok := q.Semantics.(run.EventSender); ok {
					names = append(names, l.Hears()...)
				}
			}
			list = append(list, (&syntax.Error{
				Pos: e.At, Msg: fmt.Sprintf("<%s>: nothing %s listens to the event %q", e.Node, where, e.Name),
			}).Suggest(e.Name, names))
		}
	}
	return list
}

// isHeard reports whether one of some trees can take an event, or scripts or functions of
// the game know its name.
func (s *Scene) isHeard(name string, among []*run.Program) bool {
	return slices.Contains(host.Announced(s.Setup.Registry), name) || slices.ContainsFunc(among, func(p *run.Program) bool {
		l, tells := p.Semantics.(run.EventSender)
		if _, judges := p.Semantics.(run.EventJudge); judges && run.CheckEvent(p, name) == nil {
			return true
		} else if !judges && !tells {
			return judge.IsCoded(p.Semantics) // trees of the other dialects listen to none
		}
		return tells && l.Mentions(name)
	})
}
