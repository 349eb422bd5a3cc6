package treetest

import (
	"slices"
	"strconv"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ground/lazy"
	"github.com/thicket-sim/thicket/internal/ground/markup"
	"github.com/thicket-sim/thicket/internal/insight/treedraw"
	"github.com/thicket-sim/thicket/internal/systems"
)

// nodeRef names nodes of a tree, and what one of them is to answer.
type nodeRef struct {
	named
	file      string // empty for the file of the root
	line, col int32  // 0 where the text names it
	answers   string // empty: it was asked
}

var place = lazy.Regexp(`^(?:(.*[^0-9:]):)?([0-9]{1,8})(?::([0-9]{1,8}))?$`)

// unasked is the answer of a node that was not asked.
const unasked = "nothing"

// node reads which node is meant; nil for none.
func (r *reader) node(o *markup.Object) *nodeRef {
	n := o.Node("node")
	if n == nil {
		if o.Has("answers") {
			r.list.Errorf(o.KeySpan("answers"), "answers without node, which says of which node")
		}
		return nil
	}
	ref := &nodeRef{named: named{n.Str, n.Span}}
	switch {
	case n.Kind == markup.Number && n.Int && n.Num >= 1 && n.Num < 1e8:
		ref.text, ref.line = strconv.Itoa(int(n.Num)), int32(n.Num)
	case n.Kind != markup.String || n.Str == "":
		r.list.Errorf(n.Span, "node: wanted a line such as 14, bots/guard.bt:14, or a part of the node's text, found %s", n.Describe())
	default:
		ref.place()
	}
	answers := []string{host.Success.String(), host.Failure.String(), host.Running.String(), host.Skipped.String(), unasked}
	ref.answers, _ = o.Str("answers")
	if o.Has("answers") && !slices.Contains(answers, ref.answers) {
		n := o.Node("answers")
		r.list.Errorf(n.Span, "answers: wanted %s, found %s", markup.Or(answers), n.Describe()).Suggest(ref.answers, answers)
	}
	return ref
}

// place reads the text of a reference as a line with its file and column, and reports whether
// it is one.
func (ref *nodeRef) place() bool {
	m := place().FindStringSubmatch(ref.text)
	if m == nil {
		return false
	}
	ref.file = m[1]
	line, _ := strconv.Atoi(m[2]) // eight digits
	col, _ := strconv.Atoi(m[3])  // likewise, or none
	ref.line, ref.col = int32(line), int32(col)
	return true
}

// in lists the nodes of a program that are meant.
func (ref *nodeRef) in(p *run.Program) (all []tree.NodeID) {
	nodes := treedraw.Of(p).Nodes
	for i := range nodes {
		n := &nodes[i]
		switch {
		case ref.line == 0:
			if strings.Contains(text(n), ref.text) {
				all = append(all, n.ID)
			}
		case n.Line == ref.line && (ref.col == 0 || n.Col == ref.col) && ref.isFile(n.File, nodes[0].File):
			all = append(all, n.ID)
		}
	}
	return all
}

// text returns a node as thicket tree prints it.
func text(n *treedraw.Node) string { return strings.TrimSpace(n.Kind + "  " + n.Detail) }

func (ref *nodeRef) isFile(file, root string) bool {
	if ref.file == "" {
		return file == root
	}
	return file == ref.file || strings.HasSuffix(file, "/"+strings.TrimPrefix(ref.file, "./"))
}

// answers holds the answers of the nodes that conditions name in the last tick.
type answers struct {
	game  *systems.Game
	refs  []*nodeRef
	trees map[treeOf]*listener
	nodes map[refIn][]tree.NodeID
}

// treeOf is a program in a class: bots of both stand in rows of their own.
type treeOf struct {
	class   int
	program *run.Program
}

type refIn struct {
	ref     *nodeRef
	program *run.Program
}

// listener keeps what the nodes of a program answered, as its tracer.
type listener struct {
	wanted []bool // by node
	said   map[visit]host.Status
}

type visit struct {
	row  int32
	node tree.NodeID
}

var _ run.Tracer = (*listener)(nil)

// watcher makes tracers, see [systems.Game.Trace].
type watcher func(class int, p *run.Program) run.Tracer

// listen has a game tell what nodes answer, where any is named, and tells another one of all,
// unless that is nil.
func listen(g *systems.Game, refs []*nodeRef, also watcher) *answers {
	a := &answers{game: g, refs: refs, trees: map[treeOf]*listener{}, nodes: map[refIn][]tree.NodeID{}}
	switch {
	case also != nil:
		g.Watchers.Trace(func(class int, p *run.Program) run.Tracer {
			return run.Both(a.tracer(class, p), also(class, p))
		})
	case len(refs) > 0:
		g.Watchers.Trace(a.tracer)
	}
	return a
}

// tracer returns the tracer of the bots of a class that run a program; nil where no node of
// it is meant.
func (a *answers) tracer(class int, p *run.Program) run.Tracer {
	if l := a.of(class, p); slices.Contains(l.wanted, true) {
		return l
	}
	return nil
}

func (a *answers) of(class int, p *run.Program) *listener {
	key := treeOf{class, p}
	l := a.trees[key]
	if l == nil {
		l = &listener{wanted: make([]bool, len(p.Tree.Nodes)), said: map[visit]host.Status{}}
		for _, ref := range a.refs {
			for _, n := range a.meant(ref, p) {
				l.wanted[n] = true
			}
		}
		a.trees[key] = l
	}
	return l
}

func (a *answers) meant(ref *nodeRef, p *run.Program) []tree.NodeID {
	key := refIn{ref, p}
	nodes, ok := a.nodes[key]
	if !ok {
		nodes = ref.in(p)
		a.nodes[key] = nodes
	}
	return nodes
}

// begin forgets the last tick.
func (a *answers) begin() {
	for _, l := range a.trees {
		clear(l.said)
	}
}

// holds reports whether a node that is meant answered a bot so, and what was found.
func (a *answers) holds(ref *nodeRef, id components.ID) (ok bool, found string) {
	p, err := a.game.Watchers.ProgramOf(id)
	if err != nil || p == nil {
		return false, "has no tree"
	}
	nodes := a.meant(ref, p)
	if len(nodes) == 0 {
		return false, "has a tree without that node"
	}
	l := a.of(a.game.World.ClassOf(id), p)
	row := a.game.World.Brain.Of(id).Row
	found = "node " + ref.text + " was not asked"
	asked := false
	for _, n := range nodes {
		s, said := l.said[visit{row, n}]
		if !said {
			continue
		}
		asked, found = true, "node "+ref.text+" answered "+s.String()
		if ref.answers == "" || ref.answers == s.String() {
			return true, found
		}
	}
	return !asked && ref.answers == unasked, found
}

// Leaf keeps the answer of a leaf.
func (l *listener) Leaf(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	if what == host.Visited && l.wanted[n] {
		l.said[visit{row, n}] = s
	}
}

// Node is Leaf for all other nodes.
func (l *listener) Node(row int32, n tree.NodeID, what host.Notice, s host.Status) {
	l.Leaf(row, n, what, s)
}
