package btcpp

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/markup"
)

// mention is where a tree uses a name of a blackboard.
type mention struct {
	at     syntax.Span
	name   string
	board  int32
	ref    int32
	writes bool
}

// lint gives notices of what loads and is probably meant otherwise.
func (c *compiler) lint() {
	c.unwritten()
	c.unread()
	for n := range c.s.nodes {
		if n > 0 {
			c.endless(tree.NodeID(n))
		}
	}
}

// unwritten gives a notice of each entry that is read and that nobody writes: neither a node, nor a
// script, nor the host. What texts at run time name is not known.
func (c *compiler) unwritten() {
	if c.moves {
		return
	}
	written := make([]bool, len(c.boards.slots))
	for i := range c.boards.slots {
		s := &c.boards.slots[i]
		written[i] = s.hidden || s.present && !s.start.IsEmpty()
	}
	for _, m := range c.mentions {
		for _, s := range c.boards.refs[m.ref].slots {
			written[s] = written[s] || m.writes
		}
	}
	for _, name := range c.sent {
		if r, ok := c.boards.index[boardName{c.s.main, name}]; ok {
			for _, s := range c.boards.refs[r].slots {
				written[s] = true
			}
		}
	}
	told := map[int32]bool{}
	for _, m := range c.mentions {
		slots := c.boards.refs[m.ref].slots
		if len(slots) == 0 || slices.ContainsFunc(slots, func(s int32) bool { return written[s] }) || told[slots[0]] {
			continue
		}
		told[slots[0]] = true
		c.list.Noticef(m.at, "nobody in the tree writes the entry %q that is read here, unless it is an enum of the scene, or its events or commands do", c.boards.path(slots[len(slots)-1])).
			Suggest(m.name, c.writtenNames(written))
	}
}

// unread gives a notice of each name that a SubTree is given and that nothing in it uses.
func (c *compiler) unread() {
	if c.moves {
		return
	}
	used := map[boardName]bool{}
	for i := range c.boards.all {
		for name, outer := range c.boards.all[i].bound { // handed on to one within
			_ = name
			if p := c.boards.all[i].parent; p >= 0 {
				used[boardName{p, outer}] = true
			}
		}
		if c.boards.all[i].auto && c.boards.all[i].parent >= 0 {
			return
		}
	}
	for _, m := range c.mentions {
		used[boardName{m.board, m.name}] = true
	}
	for _, g := range c.given {
		if !used[boardName{g.ref, g.name}] {
			c.list.Noticef(g.at, "nothing in the SubTree uses %q", g.name)
		}
	}
}

// writtenNames lists the names of the entries that somebody writes.
func (c *compiler) writtenNames(written []bool) (all []string) {
	for i := range c.boards.slots {
		if s := &c.boards.slots[i]; written[i] && !s.hidden && !slices.Contains(all, s.name) {
			all = append(all, s.name)
		}
	}
	return all
}

// mention notes that a tree uses a name.
func (c *compiler) mention(at syntax.Span, on int32, name string, writes bool) {
	c.mentions = append(c.mentions, mention{at: at, name: name, board: on, ref: c.boards.ref(on, name), writes: writes})
}

// mentionsOf notes the names of a script.
func (c *compiler) mentionsOf(b *bound, a *markup.Attr) {
	targets := b.script.Targets()
	for i, name := range b.script.Names() {
		if _, isEnum := c.enums[name]; !isEnum {
			c.mention(a.ValueSpan, b.board, name, slices.Contains(targets, i))
		}
	}
}

// endless gives a notice of a Repeat or a RetryUntilSuccessful without end over nodes that answer at
// once: in each tick it goes on until the budget of calls is used up.
func (c *compiler) endless(n tree.NodeID) {
	info := &c.s.nodes[n]
	if op := info.kind.op; op != opRepeat && op != opRetryUntilSuccessful || c.exactly {
		return
	}
	u := &c.s.uses[c.b.Node(n).Arg]
	if u.how != static || u.value.Own() != board.Int || u.value.Whole() != -1 {
		return
	}
	if kids := c.kids[n]; len(kids) == 1 && c.instant(kids[0]) {
		c.list.Noticef(u.at, "%s without end over nodes that all answer at once: it uses up the calls of every tick", info.kind.name).
			Hint = "something below it should take time, such as a Sleep or an action that runs"
	}
}

// instant reports whether a node is sure to answer something else than running.
func (c *compiler) instant(n tree.NodeID) bool {
	switch k := c.s.nodes[n].kind; k.op {
	case opAlwaysSuccess, opAlwaysFailure, opScript, opScriptCondition, opSetBlackboard, opUnsetBlackboard, opWasEntryUpdated, opCondition, opValue, opSyncAction:
		return true
	case opAction, opMock, opSleep, opDelay, opWaitValueUpdate, opKeepRunningUntilFailure, opLoop, opComposite, opDecorator:
		return false
	case opSequence, opFallback, opReactiveSequence, opReactiveFallback, opIfThenElse, opWhileDoElse, opSwitch,
		opInverter, opForceSuccess, opForceFailure, opRunOnce, opPrecondition, opSkipUnlessUpdated, opSubTree, opTimeout, opPass:
		return !slices.ContainsFunc(c.kids[n], func(kid tree.NodeID) bool { return !c.instant(kid) })
	}
	return false
}
