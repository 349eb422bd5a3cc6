package mbt

import (
	"fmt"
	"math"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// semantics runs the trees of one file. It holds nothing of any bot.
type semantics struct {
	config  *Config
	symbols *host.Symbols

	kinds   []kind // by node
	texts   []string
	events  []host.EventID
	timers  []timer
	tests   []timeTest
	states  [][]edge
	scripts []scripts
	hooked  bool       // an action calls scripts of the scene
	pipes   []nodePipe // by node
	own     bool       // there are nodes in Lua
	scopes  []scope
	// scopeNames are the scopes that bots can be in, by slot
	scopeNames []scopeName
	grafts     bool // there are Graft nodes
	sent       []run.SentEvent
	heard      []run.HeardEvent
	open       bool // nodes of the game take events
	rests      bool // there are nodes below which the tree can rest

	variables []variable
	stampList []timestamp
	signals   []signalEntry
	stamps    []stampEntry
	renamed   []renaming
	// initial is the environment of a tree that starts
	initial []uint32
	env     envLayout
}

var (
	_ run.Semantics  = (*semantics)(nil)
	_ run.Controller = (*semantics)(nil)
	_ run.Sharer     = (*semantics)(nil)
	_ run.Composer   = (*semantics)(nil)
	_ run.Inspector  = (*semantics)(nil)
	_ run.Describer  = (*semantics)(nil)
	_ run.Sleeper    = (*semantics)(nil)
	_ run.Rester     = (*semantics)(nil)
	_ run.Lifecycle  = (*semantics)(nil)

	_ run.EventJudge  = (*semantics)(nil)
	_ run.EventSender = (*semantics)(nil)
)

// kind is the part of an element that is only read to show it.
type kind struct {
	name string // of the element
	text string // beside it in the view
	more string // beside it in drawings, where it has no text
	logs [3]int32
}

type timer struct{ duration, variation float32 } // seconds

// timeTest compares a timestamp with a limit.
type timeTest struct {
	stamp       int // its number, -1 for one that nobody declared
	limit       int64
	more, never bool
}

// edge is a transition of a state.
type edge struct {
	event host.EventID
	to    uint8
}

type scripts struct{ first, second *machine.Chunk }

// nodePipe is a goal pipe that stands in a node: the script that gives its goals, and its name,
// which may be empty.
type nodePipe struct {
	node   tree.NodeID
	script int
	name   string
}

type scope struct {
	slot     int
	allowed  uint32
	everyone bool // not only the bot's group
}

type scopeName struct {
	name            string
	everyone, squad bool
}

// signalEntry sets a variable when an event comes.
type signalEntry struct {
	event    host.EventID
	variable int
	value    int32
}

// stampEntry sets a timestamp when an event comes.
type stampEntry struct {
	event       host.EventID
	exclusiveTo int // another that is cleared then, or -1
}

// envLayout has the offsets of the parts of an environment, in words.
type envLayout struct{ variables, stamps, scopes, log int }

// Word 0 of an environment: flags, and in the upper half the number of the
// Graft node that a tree can be grafted into.
const (
	envEnded      = 1 << iota // the root has finished, and the tree starts again
	envStopped                // the root has finished, and that was it
	envRequested              // somebody waits for a Graft node
	envReported               // the root finished in the last tick, too
	envDead                   // the bot has died
	envGraftShift = 16
)

// envOver: there is no instance.
const envOver = envEnded | envStopped | envDead

const (
	neverSet = math.MinInt64 // the time of a timestamp that was never set
	cleared  = -1            // and of one that was set and then cleared
)

// environment lays out what a bot's tree shares with the trees grafted into it.
func (c *compiler) environment() {
	s := c.sem
	s.variables, s.stampList = c.doc.variables, c.doc.timestamps
	e := &s.env
	e.variables = 1
	e.stamps = e.variables + (len(s.variables)+31)/32
	e.scopes = e.stamps + 2*len(s.stampList)
	e.log = e.scopes + len(s.scopeNames)
	words := e.log
	if c.logs {
		words += logWords
	}
	s.initial = make([]uint32, words)
	for i, v := range s.variables {
		if v.on {
			s.initial[e.variables+i/32] |= 1 << (i % 32)
		}
	}
	for i := range s.stampList {
		s.setStamp(s.initial, i, neverSet)
	}
	c.b.Env(words)
}

// handlers makes the tables that events are looked up in.
func (c *compiler) handlers() {
	for _, v := range c.doc.signals {
		c.sem.signals = append(c.sem.signals, signalEntry{c.hear("Signal", v.event, v.at), c.vars[v.variable], c.expr(v.value)})
		c.b.Const(host.StringValue(v.event))
	}
	for _, t := range c.doc.timestamps {
		entry := stampEntry{c.hear("Timestamp", t.event, t.at), -1}
		if other, ok := c.times[t.exclusiveTo]; ok && t.exclusiveTo != "" {
			entry.exclusiveTo = other
		}
		c.sem.stamps = append(c.sem.stamps, entry)
		c.b.Const(host.StringValue(t.event))
	}
}

// Init gives a bot the variables and timestamps that its tree starts with. One that had another
// tree is told again what holds.
func (s *semantics) Init(x *run.Exec) {
	copy(x.Env, s.initial)
	s.tellAgain(x)
}

// Tick updates the tree once. A root that finished in an earlier tick is
// started again, or not, as the game wants.
func (s *semantics) Tick(x *run.Exec) host.Status {
	if x.Env[0]&envOver != 0 && !s.restart(x) {
		return host.Stopped
	}
	s.runSelected(x)
	x.Scratch = x.Scratch[:0]
	st := s.tick(x, x.Tree.Entries[0])
	if st != host.Running {
		s.finish(x, st)
	} else {
		x.Env[0] &^= envReported
	}
	return st
}

// restart starts a tree again that has ended. It returns false when the tree is to stay ended.
func (s *semantics) restart(x *run.Exec) bool {
	if x.Env[0]&(envStopped|envDead) != 0 {
		return false
	}
	keep := x.Env[0] & (envRequested | envReported) // that is none of the instance's
	if s.config.OnRootFinished == Fresh {
		copy(x.Env, s.initial)
		s.tellAgain(x)
	}
	x.Env[0] = keep
	return true
}

// tellFunction is the function of a game that sends a bot again what holds, such as that it sees
// a foe, when what its tree knew of that was lost.
const tellFunction = ownFunction + "tell_again"

// tellAgain lets the game tell the bot again what its tree has forgotten, or never heard.
func (s *semantics) tellAgain(x *run.Exec) {
	if f := s.config.registry.Overlay(dialect).Func(tellFunction); f != nil {
		x.Apply(x.Tree.Entries[0], f, nil)
	}
}

// finish reports that the root has finished, which it should never do. If it
// finishes tick after tick, only the first time is reported.
func (s *semantics) finish(x *run.Exec, st host.Status) {
	what, next := "SUCCEEDED", "starts again in the next tick"
	if st == host.Failure {
		what = "FAILED"
	}
	flag := uint32(envEnded)
	switch remembers := len(s.variables)+len(s.stampList) > 0; {
	case s.config.OnRootFinished == Stop:
		flag, next = envStopped, "is stopped"
	case remembers && s.config.OnRootFinished == Fresh:
		next += " with its variables and timestamps as they are declared"
	case remembers:
		next += " with its variables and timestamps as they are"
	}
	reported := x.Env[0]&envReported != 0
	if x.Env[0] |= flag | envReported; reported {
		return
	}
	s.warn(x, x.Tree.Entries[0], "the root %s and the tree %s; finished: %s", what, next, s.finished(x))
}

// warn reports trouble at a node.
func (s *semantics) warn(x *run.Exec, n tree.NodeID, format string, args ...any) {
	name, pos := x.Tree.Origin(uint16(n))
	x.World.Fault(host.Fault{Tree: name, Pos: pos, Node: s.kinds[n].name, Bot: x.Bot, Tick: x.Tick, Text: fmt.Sprintf(format, args...)})
}

// finished lists the nodes that succeeded or failed in this tick, inner ones
// first, with their lines.
func (s *semantics) finished(x *run.Exec) string {
	var b strings.Builder
	for i, n := range x.Scratch {
		if i > 0 {
			b.WriteByte(' ')
		}
		fmt.Fprintf(&b, "(%d) %s.", x.Tree.Spans[n].Start.Line, s.kinds[n].name)
	}
	return b.String()
}

// Die terminates the root. The tree of a dead bot is not updated and gets no
// events, as that of one that is disabled in the original.
func (s *semantics) Die(x *run.Exec) {
	s.terminate(x, x.Tree.Entries[0])
	s.dropSelected(x)
	x.Env[0] |= envDead
}

// Revive makes a new instance.
func (s *semantics) Revive(x *run.Exec) {
	s.terminate(x, x.Tree.Entries[0])
	copy(x.Env, s.initial)
}

// Stop terminates the root.
func (s *semantics) Stop(x *run.Exec) {
	s.terminate(x, x.Tree.Entries[0])
	s.forgetEntity(x)
}

// Event hands an event to the tree.
func (s *semantics) Event(x *run.Exec, e host.Event) {
	if x.Env[0]&envDead != 0 {
		return
	}
	if x.Env[0]&envOver != 0 && !s.restart(x) {
		s.warn(x, x.Tree.Entries[0], "event %q was not handled: the tree has ended", s.symbols.EventName(e.ID))
		return
	}
	s.tellEntity(x, e)
	s.react(x, e)
	for _, r := range s.renamed {
		if r.from == e.ID {
			s.handle(x, host.Event{ID: r.to, Arg: e.Arg})
		}
	}
}

// react is the manager's HandleEvent, at once and in this order: variables,
// each entry seeing what those before it did; timestamps; then the nodes that
// run. Cases mbt-var-signal-order, mbt-event-send-sets-variable.
func (s *semantics) react(x *run.Exec, e host.Event) {
	for i := range s.signals {
		if sig := &s.signals[i]; sig.event == e.ID {
			s.setVariable(x, sig.variable, s.holds(x, sig.value))
		}
	}
	s.stamp(x, e.ID)
	s.send(x, x.Tree.Entries[0], e)
}

// handle is react for an event that the tree sends to itself, or that it knows by
// another name.
func (s *semantics) handle(x *run.Exec, e host.Event) {
	s.react(x, e)
	if t, ok := x.Trace.(run.EventTracer); ok {
		t.Event(x.Row, e)
	}
}

// send is SendEvent: a node that does not run drops the event.
func (s *semantics) send(x *run.Exec, n tree.NodeID, e host.Event) {
	if !runs(x, n) {
		return
	}
	node := &x.Tree.Nodes[n]
	switch opOf(node) {
	case opStateMachine:
		s.transition(x, node, e.ID)
	case opWaitForEvent:
		if s.events[node.Arg] == e.ID {
			setField(x, node, 1, 1)
		}
	case opAction, opGate, opDecorator, opComposite:
		if x.Tree.Leaves[node.Leaf].Action.Event != nil {
			x.Send(n, e)
		}
	}
	for _, kid := range x.Tree.Kids(n) { // of most nodes one runs at most
		s.send(x, below(x, kid), e)
	}
}

// holds evaluates a condition, on a stack of bits.
func (s *semantics) holds(x *run.Exec, expr int32) bool {
	var stack uint64
	for i := expr; ; i++ {
		in := &x.Tree.Exprs[i]
		switch in.Code {
		case codeEnd:
			return stack&1 == 1
		case codeFalse:
			stack <<= 1
		case codeTrue:
			stack = stack<<1 | 1
		case codeVar:
			stack = stack<<1 | uint64(x.Env[s.env.variables+int(in.A>>5)]>>(in.A&31)&1)
		case codeNot:
			stack ^= 1
		default:
			stack = stack>>2<<1 | combine(in.Code, stack>>1&1, stack&1)
		}
	}
}

func combine(code uint8, a, b uint64) uint64 {
	switch code {
	case codeAnd:
		return a & b
	case codeOr:
		return a | b
	case codeEqual:
		return a ^ b ^ 1
	}
	return a ^ b // xor, and differ
}

func (s *semantics) setVariable(x *run.Exec, i int, on bool) {
	w, bit := s.env.variables+i/32, uint32(1)<<(i%32)
	x.Env[w] &^= bit
	if on {
		x.Env[w] |= bit
	}
}

func (s *semantics) variable(x *run.Exec, i int) bool {
	return x.Env[s.env.variables+i/32]>>(i%32)&1 == 1
}

// The log is a ring of the numbers of the last texts, two in a word, behind a
// count of texts that stays below twice the size of the ring.
const (
	maxTexts = 1<<16 - 1
	logTexts = 20
	logWords = 1 + logTexts/2
)

// log appends a text to the bot's log; 0 is no text.
func (s *semantics) log(x *run.Exec, n tree.NodeID, text int32) {
	if text == 0 {
		return
	}
	s.remember(x, text)
	x.Log(n, s.texts[text-1])
}

// remember puts a text into the bot's log.
func (s *semantics) remember(x *run.Exec, text int32) {
	ring := x.Env[s.env.log:][:logWords]
	i := ring[0] % logTexts
	shift := i % 2 * 16
	ring[1+i/2] = ring[1+i/2]&^(0xffff<<shift) | uint32(text)<<shift
	if ring[0]++; ring[0] == 2*logTexts {
		ring[0] = logTexts // which is as full, and as far round
	}
}

// logged lists the last texts, oldest first.
func (s *semantics) logged(x *run.Exec) []string {
	list := []string{}
	if len(x.Env) < s.env.log+logWords {
		return list
	}
	ring := x.Env[s.env.log:][:logWords]
	for i := ring[0] - min(ring[0], logTexts); i < ring[0]; i++ {
		at := i % logTexts
		list = append(list, s.texts[ring[1+at/2]>>(at%2*16)&0xffff-1])
	}
	return list
}
