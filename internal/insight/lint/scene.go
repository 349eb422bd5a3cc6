package lint

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/judge"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// setState is the action by which a tree writes its bot's state.
const setState = "set_state"

// ownKeys are the state keys that Thicket reads itself: the tree of a bot, and its path.
var ownKeys = []string{"behavior", "path"}

// ledger says who reads and who writes the state of bodies in a scene.
type ledger struct {
	*scenes.Scene
	doc      *markup.Node // as it is written
	programs []*run.Program
	has      map[string][]host.Value // all values that somebody may have, by key
	written  map[string][]host.Value // those of them that come while the scene is played
	read     map[string]bool         // and what leaves are given as texts
}

// newLedger is nil where somebody may read and write whatever there is: a script, a leaf of a
// game's own, or who gives a ruleset without bots its bots.
func newLedger(s *scenes.Scene, doc *markup.Node) *ledger {
	if s.Bots() == 0 {
		return nil
	}
	k := &ledger{
		Scene: s, doc: doc, programs: append(s.Programs(), conditions(s)...),
		has: map[string][]host.Value{}, written: map[string][]host.Value{}, read: map[string]bool{s.Mark.Key: true},
	}
	for _, key := range ownKeys {
		k.read[key] = true
	}
	for _, p := range k.programs {
		if judge.IsCoded(p.Semantics) || !k.leaves(p.Tree) {
			return nil
		}
		for _, f := range slices.Concat(p.Tree.Facets, p.Tree.Tests) {
			if f > 0 {
				k.read[k.key(host.SymbolsOf(s.Setup.Registry).Facets()[f-1].Key)] = true
			}
		}
	}
	for _, c := range s.Setup.Classes {
		k.bags(k.has, c.State)
		for _, start := range c.Start {
			k.bags(k.has, start.State)
		}
	}
	k.bags(k.has, s.Setup.PlayerState)
	for _, r := range s.Setup.Rules {
		k.bags(k.written, r.SetFrom, r.SetTo)
	}
	for key, values := range k.written {
		k.has[key] = append(k.has[key], values...)
	}
	return k
}

// conditions returns the conditions of the rules.
func conditions(s *scenes.Scene) (list []*run.Program) {
	for _, r := range s.Setup.Rules {
		list = append(list, r.From.Program, r.To.Program)
	}
	return list
}

func (k *ledger) key(key host.Key) string { return host.SymbolsOf(k.Setup.Registry).KeyNames()[key] }

func (k *ledger) bags(to map[string][]host.Value, bags ...[]systems.StateValue) {
	for _, bag := range bags {
		for _, v := range bag {
			to[k.key(v.Key)] = append(to[k.key(v.Key)], host.SymbolsOf(k.Setup.Registry).Value(v.Value))
		}
	}
}

// leaves takes in what the leaves of a tree write; false where one is a game's own. A text
// that one is given may be a key that it reads.
func (k *ledger) leaves(t *tree.Tree) bool {
	for i := range t.Leaves {
		l := &t.Leaves[i]
		if isForeign(*l) || readsState(*l) || len(l.Texts)+len(l.Items) > 0 {
			return false
		}
		if l.Name() == setState {
			key := l.Args[0].Text()
			k.written[key] = append(k.written[key], l.Args[1])
			continue
		}
		for _, v := range l.Args {
			k.read[v.Text()] = true
		}
	}
	return true
}

// stateReader is the payload of actions that read keys of state which their trees name while they run.
type stateReader interface{ ReadsState() }

func readsState(l tree.Leaf) bool {
	if l.Action == nil {
		return false
	}
	_, is := l.Action.Payload.(stateReader)
	return is
}

// isForeign reports whether a leaf is a game's own, which may do anything.
func isForeign(l tree.Leaf) bool {
	if l.Action == nil {
		return l.Func.Needs == ""
	}
	return l.Action.Needs == "" && l.Action.Answers == 0
}

// values gives what the state keys of bots can be that have a tree; nil for a key that
// nobody ever has, of which another lint tells.
func (k *ledger) values(p *run.Program) func(host.Key) []host.Sym {
	names := host.SymbolsOf(k.Setup.Registry)
	named := slices.ContainsFunc(k.Setup.Behaviors, func(b systems.Behavior) bool { return b.Program == p })
	return func(key host.Key) (all []host.Sym) {
		if len(k.has[k.key(key)]) == 0 {
			return nil
		}
		for _, v := range k.written[k.key(key)] {
			if y, ok := names.FindSym(v); ok { // else no tree asks for it
				all = append(all, y)
			} else {
				all = append(all, math.MaxUint32)
			}
		}
		for i := range k.Setup.Classes {
			c := &k.Setup.Classes[i]
			if !named && c.Program != p {
				continue
			}
			first := valueIn(c.State, key, host.Missing)
			all = append(all, first)
			for _, start := range c.Start {
				all = append(all, valueIn(start.State, key, first))
			}
		}
		slices.Sort(all)
		return slices.Compact(all)
	}
}

func valueIn(bag []systems.StateValue, key host.Key, otherwise host.Sym) host.Sym {
	for _, v := range bag {
		if v.Key == key {
			return v.Value
		}
	}
	return otherwise
}

// unwritten finds tests of state that nobody ever has.
func (k *ledger) unwritten() (found []Finding) {
	names := host.SymbolsOf(k.Setup.Registry)
	tell := func(at syntax.Span, f host.Facet) {
		key, value := k.key(f.Key), names.Value(f.Value)
		has := k.has[key]
		if slices.ContainsFunc(has, func(v host.Value) bool { y, _ := names.FindSym(v); return y == f.Value }) {
			return
		}
		e := &syntax.Error{Msg: fmt.Sprintf("nobody ever has %s = %v", key, value)}
		if len(has) == 0 {
			e.Msg = fmt.Sprintf("nobody ever has the state key %q", key)
			e.Suggest(key, slices.Sorted(maps.Keys(k.has)))
		} else {
			var texts []string
			for _, v := range has {
				texts = append(texts, v.Text())
			}
			e.Suggest(value.Text(), texts)
		}
		if e.Hint != "" {
			e.Msg += "; " + e.Hint
		}
		found = append(found, Finding{ID: "unwritten-state", Pos: at.Start, At: at, Msg: e.Msg})
	}
	for _, p := range k.programs {
		t := p.Tree
		for _, s := range t.Slots {
			if s.Name == "" {
				continue
			}
			if f := t.Leaves[t.Nodes[s.Node].Leaf].Facet; f > 0 {
				tell(t.Spans[s.Node], names.Facets()[f-1])
			}
		}
		for i := 1; i < len(t.Nodes); i++ {
			n := tree.NodeID(i)
			test := p.Semantics.(judge.Judge).Judge(t, n, make([]host.Answers, len(t.Kids(n)))).Test
			if test != nil && test.Op == judge.Compare && test.Steady {
				tell(t.Spans[n], host.Facet{Key: test.Key, Value: host.Sym(test.Bound)})
			}
		}
	}
	return found
}

// unread finds state that is written and that nobody reads, where it is written first.
func (k *ledger) unread() (found []Finding) {
	told := map[string]bool{}
	tell := func(key string, at syntax.Span) {
		if !k.read[key] && !told[key] {
			told[key] = true
			found = append(found, Finding{ID: "unread-state", Pos: at.Start, At: at, Msg: fmt.Sprintf("nothing reads the state key %q", key)})
		}
	}
	bag := func(n *markup.Node) {
		if n != nil && n.Kind == markup.Map {
			for _, e := range n.Entries {
				tell(e.Key, e.KeySpan)
			}
		}
	}
	each(k.doc.Get("bots"), func(class *markup.Node) {
		bag(class.Get("initialState"))
		each(class.Get("start"), func(start *markup.Node) { bag(start.Get("state")) })
	})
	each(k.doc.Get("rules"), func(rule *markup.Node) {
		if set := rule.Get("set"); set != nil && set.Kind == markup.Map {
			bag(set.Get("from"))
			bag(set.Get("to"))
		}
	})
	bag(k.doc.Get("playerJoinStates"))
	for _, p := range k.programs {
		t := p.Tree
		for _, s := range t.Slots {
			if s.Name == setState {
				tell(t.Leaves[t.Nodes[s.Node].Leaf].Args[0].Text(), t.Spans[s.Node])
			}
		}
	}
	return found
}

// empty finds classes that no bot is of: none at the start, no floor, and nobody becomes one.
// In a game with rules of its own these say who becomes what.
func (k *ledger) empty() (found []Finding) {
	if k.Arena.Game != "" {
		return nil
	}
	written := classes(k.doc)
	for i := range k.Setup.Classes {
		c := &k.Setup.Classes[i]
		class := written[c.ID]
		grows := slices.ContainsFunc(c.Tunables, func(t systems.Tunable) bool { return t.Key == "minCount" })
		if c.Count == 0 && c.Min == 0 && !grows && class != nil && !k.read[c.ID] {
			found = append(found, Finding{
				ID: "empty-class", Pos: class.Span.Start, At: class.Span,
				Msg: fmt.Sprintf("no bot is of the class %q: none is at the start, it has no minCount, and nobody becomes one", c.ID),
			})
		}
	}
	return found
}

// document returns the scene as it is written; empty for one that is written nowhere.
func document(s *scenes.Scene) *markup.Node {
	text, written := s.Text()
	if !written {
		return &markup.Node{}
	}
	doc, err := markup.Parse(s.File, text, markup.LimitsOf(s.Limits()))
	if err != nil {
		return &markup.Node{} // it could be read before
	}
	return doc
}

// classes returns the classes of a scene as they are written, by their ids.
func classes(doc *markup.Node) map[string]*markup.Node {
	all := map[string]*markup.Node{}
	each(doc.Get("bots"), func(class *markup.Node) {
		if id := class.Get("id"); id != nil {
			all[id.Str] = class
		}
	})
	return all
}

// each calls do for each map of a list.
func each(n *markup.Node, do func(*markup.Node)) {
	if n == nil || n.Kind != markup.Sequence {
		return
	}
	for _, item := range n.Items {
		if item.Kind == markup.Map {
			do(item)
		}
	}
}
