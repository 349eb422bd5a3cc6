package btcpp

import (
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// boards are the blackboards of a tree: one for the main tree, one for each SubTree in place, and
// maybe one of the host's above all. Each name that a node or a script has is the number of a ref.
type boards struct {
	all   []boardOf
	slots []slot
	refs  []ref
	index map[boardName]int32 // refs
}

// boardOf is one blackboard.
type boardOf struct {
	path   string // names of the SubTrees around it, joined by /
	parent int32  // -1: none
	auto   bool   // names that are not found are looked for in the parent
	bound  map[string]string
	own    map[string]int32 // slots
	node   uint16           // the SubTree; 0 for the main tree's
}

// slot is where a bot keeps an entry.
type slot struct {
	board   int32
	name    string
	start   board.Entry // what it is when the tree is made
	present bool        // it is there then
	at      syntax.Span // of a constant of a SubTree
	hidden  bool        // it is no entry, but what a Loop keeps
}

type boardName struct {
	board int32
	name  string
}

// ref is a name in a blackboard: the slots in which its entry may be, of which the first that is
// there counts, and the one in which it is made, -1 where it would never be found.
type ref struct {
	slots []int32
	make  int32
}

// outermost is the blackboard that names with @ mean.
const outermost = 0

func newBoards() *boards { return &boards{index: map[boardName]int32{}} }

func (b *boards) add(path string, parent int32, node uint16) int32 {
	b.all = append(b.all, boardOf{path: path, parent: parent, bound: map[string]string{}, own: map[string]int32{}, node: node})
	return int32(len(b.all) - 1)
}

// slot returns the slot of a name in a blackboard of its own, which is made where it is not there.
func (b *boards) slot(at int32, name string) int32 {
	of := &b.all[at]
	if s, ok := of.own[name]; ok {
		return s
	}
	s := int32(len(b.slots))
	b.slots = append(b.slots, slot{board: at, name: name})
	of.own[name] = s
	return s
}

// ref returns the number of a name in a blackboard. Blackboard::getEntry and createEntryImpl.
func (b *boards) ref(at int32, name string) int32 {
	key := boardName{at, name}
	if r, ok := b.index[key]; ok {
		return r
	}
	r := ref{make: -1}
	b.walk(at, name, func(at int32, name string, last bool) {
		s, ok := b.all[at].own[name]
		if last && !ok {
			s, ok = b.slot(at, name), true
		}
		if ok {
			r.slots = append(r.slots, s)
		}
		if last {
			r.make = s
		}
	}, func(name string) { r.slots = append(r.slots, b.slot(outermost, name)) })
	n := int32(len(b.refs))
	b.refs, b.index[key] = append(b.refs, r), n
	return n
}

// walk goes to the blackboards in which a name is looked for, in that order; the entry is made in the
// last. lost is called instead for a name that a binding leads to and that begins with @: an entry is
// found there, and none is made.
func (b *boards) walk(at int32, name string, visit func(at int32, name string, last bool), lost func(name string)) {
	if global, ok := strings.CutPrefix(name, "@"); ok {
		visit(outermost, global, true)
		return
	}
	for {
		of := &b.all[at]
		outer, bound := of.bound[name]
		if !bound && of.auto && !strings.HasPrefix(name, "_") {
			outer, bound = name, true
		}
		if !bound || of.parent < 0 {
			visit(at, name, true)
			return
		}
		visit(at, name, false)
		if global, ok := strings.CutPrefix(outer, "@"); ok {
			lost(global)
			return
		}
		at, name = of.parent, outer
	}
}

// start returns the slot in which a name has its entry when the tree is made; -1 for none.
func (b *boards) start(r int32) int32 {
	i := slices.IndexFunc(b.refs[r].slots, func(s int32) bool { return b.slots[s].present })
	if i < 0 {
		return -1
	}
	return b.refs[r].slots[i]
}

// set gives a name a value when the tree is made, as the host or a SubTree does: texts leave it free.
func (b *boards) set(at int32, name string, v board.Value) {
	s := &b.slots[b.slot(at, name)]
	s.present, s.start = true, board.Entry{Value: v, Sequence: 1}
	if !v.IsText() {
		s.start.Declared = v.Own()
	}
}

// path returns a name as people write it: SUBTREE/NAME.
func (b *boards) path(s int32) string {
	of := &b.slots[s]
	if p := b.all[of.board].path; p != "" {
		return p + "/" + of.name
	}
	return of.name
}
