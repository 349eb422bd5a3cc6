package btcpp

import (
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// field is some bits of a bot's memory that follow each other: where their planes begin, and how many
// there are.
type field struct{ at, n int }

func (f field) of(planes []uint64) []uint64 { return planes[f.at : f.at+f.n] }

// planesOf says where what a node remembers is among the planes.
type planesOf struct {
	// aside: the node and all below it are played bot by bot, in the memory of the bot. Only its status
	// is kept by planes, so that the node above it can ask for that.
	aside  bool
	status int   // two planes
	own    field // of its first word, behind the status
	// of its second word: its place and its skips, its count, or its successes and failures
	low, high field
	ended     field // of a Parallel: its children that have ended

	skips  bool // it may be skipped
	counts bounds
	hooked bool // its action is told that it was stopped
}

// bounds are the numbers of a node's ports: thresholds of a Parallel, cycles, attempts.
type bounds struct {
	needed, most int64
	negative     bool
}

// The planes of the tree's flags come first.
const (
	planeWake = iota
	planeBroken
	planeEnded
	flagPlanes
)

// layPlanes decides which part of the tree runs by planes, and lays these out. It lays none where
// a halt may fail, and where nearly all would run bot by bot all the same.
func (s *semantics) layPlanes(t *tree.Tree) {
	s.planes = make([]planesOf, len(t.Nodes))
	l := layoutMaker{s: s, t: t, words: make([]uint32, t.Words())}
	well := true
	for n := len(t.Nodes) - 1; n > 0; n-- { // children have higher numbers
		s.planes[n].skips = l.maySkip(tree.NodeID(n))
		well = well && l.haltsWell(tree.NodeID(n))
	}
	l.keep(&field{}, 32*treeFlags, flagPlanes)
	l.node(t.Entries[0])
	if !well || 2*l.within < l.beside {
		return
	}
	s.layout.Words = l.words
	if len(s.timers) > 0 {
		s.layout.Notes = 1
	}
	for _, f := range l.fields {
		f.at = l.rank(f.at)
	}
	for i := range s.planes {
		s.planes[i].status = l.rank(s.planes[i].status)
	}
}

// layoutMaker collects the bits that are kept as planes. Until all are known, fields and statuses are
// at their bits in memory.
type layoutMaker struct {
	s      *semantics
	t      *tree.Tree
	words  []uint32
	fields []*field

	within, beside int // nodes that run by planes, and others
}

// keep keeps some bits, from one on, as planes.
func (l *layoutMaker) keep(f *field, bit, n int) {
	*f = field{bit, n}
	l.fields = append(l.fields, f)
	for i := bit; i < bit+n; i++ {
		l.words[i/32] |= 1 << (i % 32)
	}
}

// rank returns how many bits that are kept lie before one.
func (l *layoutMaker) rank(bit int) (n int) {
	for _, w := range l.words[:bit/32] {
		n += bits.OnesCount32(w)
	}
	return n + bits.OnesCount32(l.words[bit/32]&(1<<(bit%32)-1))
}

// node lays out a node and all below it.
func (l *layoutMaker) node(n tree.NodeID) {
	node, p := &l.t.Nodes[n], &l.s.planes[n]
	first := int(node.Slot)
	var status field
	l.keep(&status, first, 2)
	p.status = first
	l.fields = l.fields[:len(l.fields)-1] // it is kept as a number
	if !l.fits(n, node, p) {
		p.aside = true
		l.beside += l.below(n)
		return
	}
	l.within++
	kids := l.t.Kids(n)
	many := bits.Len(uint(len(kids)))
	const second = 32
	switch opOf(node) {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback:
		if l.keep(&p.low, first+second, many); l.s.skipsBelow(l.t, n) {
			l.keep(&p.high, first+second+skipsShift, skipsShift)
		}
	case opParallel, opParallelAll:
		l.keep(&p.low, first+second, many)
		l.keep(&p.high, first+second+failuresShift, many)
		l.keep(&p.ended, first+2*second, len(kids))
	case opRepeat, opRetryUntilSuccessful:
		l.keep(&p.low, first+second, second)
	case opIfThenElse, opRunOnce:
		l.keep(&p.own, first+opShift, 2)
	}
	for _, kid := range kids {
		l.node(kid)
	}
}

// skipsBelow reports whether a child of a node may be skipped.
func (s *semantics) skipsBelow(t *tree.Tree, n tree.NodeID) bool {
	return slices.ContainsFunc(t.Kids(n), func(kid tree.NodeID) bool { return s.planes[kid].skips })
}

// below returns how many nodes a node and those below it are.
func (l *layoutMaker) below(n tree.NodeID) int {
	sum := 1
	for _, kid := range l.t.Kids(n) {
		sum += l.below(kid)
	}
	return sum
}

// fits reports whether a node can be played by planes, and sets its numbers.
func (l *layoutMaker) fits(n tree.NodeID, node *tree.Node, p *planesOf) bool {
	if node.Flags&flagScripts != 0 {
		return false
	}
	switch opOf(node) {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback, opReactiveSequence, opReactiveFallback,
		opInverter, opForceSuccess, opForceFailure, opKeepRunningUntilFailure, opSubTree, opPass, opAlwaysSuccess, opAlwaysFailure:
		return true
	case opIfThenElse, opWhileDoElse:
		return node.NKid == 2 || node.NKid == 3
	case opParallel:
		return l.bound(node, 0, &p.counts.needed, &p.counts.negative) && l.bound(node, 1, &p.counts.most, new(bool))
	case opParallelAll:
		return l.bound(node, 0, &p.counts.most, new(bool))
	case opRepeat, opRetryUntilSuccessful, opRunOnce:
		f := l.s.fixed[node.Arg]
		p.counts.most = f.whole
		return f.ok
	case opAction:
		a := l.t.Leaves[node.Leaf].Action
		p.hooked = a.Stop != nil || l.t.Leaves[node.Leaf].Lived
		return a.Kind == host.Leaf && len(a.Outputs) == 0 && l.plain(n)
	case opCondition:
		return l.plain(n)
	}
	return false
}

// plain reports whether a leaf needs nothing of the bot's blackboards.
func (l *layoutMaker) plain(n tree.NodeID) bool {
	_, isNative := l.s.nodes[n].native()
	return !isNative && !l.s.nodes[n].moving
}

// bound reads a threshold that the file has, as threshold does in each call.
func (l *layoutMaker) bound(node *tree.Node, port int, count *int64, negative *bool) bool {
	f := l.s.fixed[int(node.Arg)+port]
	if *count = f.whole; f.whole < 0 {
		*count, *negative = max(int64(node.NKid)+f.whole+1, 0), true
	}
	return f.ok && *count <= int64(node.NKid)
}

// maySkip reports whether a node may be skipped.
func (l *layoutMaker) maySkip(n tree.NodeID) bool {
	node := &l.t.Nodes[n]
	if node.Flags&flagScripts != 0 {
		return true
	}
	some, all := false, true
	kids := l.t.Kids(n)
	for _, kid := range kids {
		some, all = some || l.s.planes[kid].skips, all && l.s.planes[kid].skips
	}
	switch opOf(node) {
	case opSequence, opAsyncSequence, opSequenceWithMemory, opFallback, opAsyncFallback, opReactiveSequence, opReactiveFallback, opParallel, opParallelAll:
		return all
	case opIfThenElse, opWhileDoElse, opInverter, opForceSuccess, opForceFailure, opSubTree, opPass, opRepeat, opRetryUntilSuccessful:
		return some
	case opKeepRunningUntilFailure, opAlwaysSuccess, opAlwaysFailure, opCondition:
		return false
	case opAction, opSyncAction:
		return l.t.Leaves[node.Leaf].Action.Skips
	}
	return true
}

// haltsWell reports whether the halt of a node cannot fail.
func (l *layoutMaker) haltsWell(n tree.NodeID) bool {
	if all := l.s.nodes[n].scripts; all != nil && all[onHalted] != nil {
		return false
	}
	if node := &l.t.Nodes[n]; opOf(node) == opTryCatch {
		f := l.s.fixed[node.Arg]
		return f.ok && f.whole == 0
	}
	return true
}

var (
	_ run.PlaneTicker  = (*semantics)(nil)
	_ run.PlaneSleeper = (*semantics)(nil)
	_ run.PlaneStorer  = (*semantics)(nil)
)

// Layout is run.PlaneTicker. It is empty for trees that run bot by bot.
func (s *semantics) Layout() run.Layout { return s.layout }
