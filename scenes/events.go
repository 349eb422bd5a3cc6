package scenes

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// programs lists the trees of the scene, each once.
func (d *decoder) programs() (list []*run.Program) {
	s := &d.scene.Setup
	add := func(p *run.Program) {
		if p != nil && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	for i := range s.Classes {
		add(s.Classes[i].Program)
	}
	for i := range s.Behaviors {
		add(s.Behaviors[i].Program)
	}
	return list
}

// unheard tells of events that trees send by signals and that nothing in the scene listens
// to: no tree, no function of the game and no script.
func (d *decoder) unheard() {
	programs := d.programs()
	told := map[string]bool{}
	for _, p := range programs {
		sender, sends := p.Semantics.(run.EventSender)
		if !sends {
			continue
		}
		for _, e := range sender.SentEvents() {
			among, where := programs, "in the scene"
			if e.Own {
				among, where = []*run.Program{p}, "in the tree"
			}
			key := where + e.Name
			if told[key] || d.isHeard(e.Name, among) {
				continue
			}
			told[key] = true
			var names []string
			for _, q := range among {
				if s, ok := q.Semantics.(run.EventSender); ok {
					names = append(names, s.Hears()...)
				}
			}
			d.list.Notices = append(d.list.Notices, (&syntax.Error{
				Pos: e.At, Msg: fmt.Sprintf("<%s>: nothing %s listens to the event %q", e.Node, where, e.Name),
			}).Suggest(e.Name, names))
		}
	}
}

// isHeard reports whether one of some trees can take an event, or scripts or functions of
// the game know its name.
func (d *decoder) isHeard(name string, among []*run.Program) bool {
	return slices.Contains(d.reg.Announced(), name) || slices.ContainsFunc(among, func(p *run.Program) bool {
		if _, judges := p.Semantics.(run.EventJudge); !judges || run.CheckEvent(p, name) == nil {
			return true // of other trees nobody knows what they listen to
		}
		s, ok := p.Semantics.(run.EventSender)
		return ok && s.Mentions(name)
	})
}
