package lint

import (
	"fmt"
	"strings"

	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// fixed finds tunables that can have one value only.
func fixed(s *scenes.Scene, doc *markup.Node) []Finding {
	return tunables(s, doc, func(_ *systems.Class, t *systems.Tunable) (id, text string, notes []syntax.Note) {
		if t.Min != t.Max {
			return "", "", nil
		}
		return "fixed-tunable", fmt.Sprintf("the tunable %q can only be %v", t.Key, t.Min), nil
	})
}

// idle finds tunables of numbers of trees that stand at nodes that are never asked, and of
// numbers of a class that only trees ask for, and none does.
func idle(s *scenes.Scene, doc *markup.Node, k *ledger) []Finding {
	walks := map[*run.Program]*walk{}
	return tunables(s, doc, func(c *systems.Class, t *systems.Tunable) (id, text string, notes []syntax.Note) {
		if text := k.idle(c, t.Key); text != "" {
			return "idle-tunable", fmt.Sprintf("the tunable %q has no effect: %s", t.Key, text), nil
		}
		if !t.Tree || c.Program == nil {
			return "", "", nil
		}
		w := walks[c.Program]
		if w == nil {
			w = &walk{program: c.Program, known: known{tuned: true}}
			w.tree()
			walks[c.Program] = w
		}
		for i, key := range run.NumberKeys(c.Program.Numbers) {
			at := c.Program.Numbers[i].At.Start
			if scenes.TreeKey(key) == t.Key && w.judged != nil && w.isIdle(at) {
				note := syntax.Note{Pos: at, Msg: "the number stands here, at a node that is never asked"}
				return "idle-tunable", fmt.Sprintf("the tunable %q has no effect", t.Key), []syntax.Note{note}
			}
		}
		return "", "", nil
	})
}

// idle says why nothing reads a number of a class that only trees ask for; "" where
// something may. The rules of a game read them, too, and what another dialect makes of its
// actions is its own.
func (k *ledger) idle(c *systems.Class, key string) string {
	if k == nil || k.Arena.Game != "" {
		return ""
	}
	reg := k.Setup.Registry
	for _, p := range k.programs {
		for i := range p.Tree.Leaves {
			l := &p.Tree.Leaves[i]
			if strings.HasPrefix(l.Name(), key) || l.Action != nil && reg.Action(l.Name()) != l.Action || l.Func != nil && reg.Func(l.Name()) != l.Func {
				return ""
			}
		}
	}
	switch {
	case key == "skill":
		return "no tree asks for it"
	case key == "price" && !k.read[c.ID]:
		return "no tree has a bot become one of the class"
	}
	return ""
}

// isIdle reports whether what stands at a place belongs to nodes that are never asked: the
// innermost ones around it.
func (w *walk) isIdle(at syntax.Pos) bool {
	around, inner := syntax.Span{}, []tree.NodeID(nil)
	for n, span := range w.program.Tree.Spans {
		switch {
		case !contains(span, at):
		case inner == nil || contains(around, span.Start) && span != around:
			around, inner = span, []tree.NodeID{tree.NodeID(n)}
		case span == around:
			inner = append(inner, tree.NodeID(n))
		}
	}
	for _, n := range inner {
		if w.asked[n] {
			return false
		}
	}
	return inner != nil
}

// contains reports whether a place is in a span.
func contains(s syntax.Span, at syntax.Pos) bool {
	begun := s.Start.Line < at.Line || s.Start.Line == at.Line && s.Start.Col <= at.Col
	ended := s.EndLine < at.Line || s.EndLine == at.Line && s.EndCol <= at.Col
	return s.Start.File == at.File && begun && !ended
}

// tunables finds those of which judge tells something.
func tunables(s *scenes.Scene, doc *markup.Node, judge func(*systems.Class, *systems.Tunable) (id, text string, notes []syntax.Note)) (found []Finding) {
	written := classes(doc)
	for i := range s.Setup.Classes {
		c := &s.Setup.Classes[i]
		list := written[c.ID].Get("tunable")
		for j := range c.Tunables {
			if list == nil || j >= len(list.Items) {
				continue
			}
			if id, text, notes := judge(c, &c.Tunables[j]); id != "" {
				found = append(found, Finding{ID: id, Pos: list.Items[j].Span.Start, At: list.Items[j].Span, Msg: text, Notes: notes})
			}
		}
	}
	return found
}
