package run_test

import (
	"errors"
	"fmt"
	"math/bits"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// The toy dialect has one of everything that a stateful dialect needs: nodes
// that remember, leaves with a life cycle, a node under two parents,
// expressions that call functions, events, commands, sleep and grafted trees.
const (
	sequence  tree.Op = iota + 1 // remembers the child that runs
	parallel                     // remembers the children that ended
	timer                        // runs for Arg ticks
	action                       // enters, runs, exits
	gate                         // asks when it is entered, then runs its child
	decorator                    // runs its child, then asks
	sum                          // succeeds when the functions of its expression add up to more than 0
	raise                        // adds 1 to word 0 of the environment
	compose                      // runs its children as its action wants
	graft                        // runs a row of another pool in its own environment
)

// spec is a node as a test writes it. A spec that stands twice is one node.
type spec struct {
	op    tree.Op
	arg   int32
	leaf  tree.Leaf
	funcs []*host.Func
	kids  []*spec
}

func group(op tree.Op, kids ...*spec) *spec { return &spec{op: op, kids: kids} }
func wait(ticks int32) *spec                { return &spec{op: timer, arg: ticks} }
func act(a *host.Action) *spec              { return &spec{op: action, leaf: tree.Leaf{Action: a}} }

// ownBits is the memory of a node beside that of its leaf.
func (s *spec) ownBits() int {
	switch s.op {
	case sequence:
		return 8
	case parallel:
		return len(s.kids)
	case timer:
		return 64
	case action, gate:
		return 1
	}
	return 0
}

func compile(name string, root *spec) *tree.Tree { return compileAt(name, root, 0) }

// compileAt keeps some bits for the tree as a whole, before those of its nodes.
func compileAt(name string, root *spec, bits int) *tree.Tree {
	b := tree.NewBuilder(name)
	b.Env(2)
	b.Reserve(0, bits)
	ids := map[*spec]tree.NodeID{}
	var lower func(s *spec) tree.NodeID
	lower = func(s *spec) tree.NodeID {
		if id, ok := ids[s]; ok {
			return id
		}
		id := b.Add(s.op, syntax.Span{Start: syntax.Pos{File: name, Line: int32(len(ids) + 1), Col: 1}})
		ids[s] = id
		b.Node(id).Arg = s.arg
		if s.leaf.Action != nil {
			b.Leaf(id, s.leaf)
		}
		if n := s.ownBits(); n > 0 {
			b.Reserve(id, n)
		}
		if s.op == sum {
			var code []tree.Instr
			for _, f := range s.funcs {
				code = append(code, tree.Instr{A: int32(b.Use(tree.Leaf{Func: f, Args: []host.Value{host.IntValue(7)}}))})
			}
			b.Node(id).Flags = uint8(len(code))
			b.Node(id).Arg = b.Expr(code...)
		}
		for _, kid := range s.kids {
			b.Put(id, lower(kid))
		}
		return id
	}
	b.Entry(lower(root))
	t, err := b.Build()
	if err != nil {
		panic(err)
	}
	return t
}

type toy struct {
	grafted *run.Pool
	exec    run.Exec // over grafted
}

var (
	_ run.Semantics  = (*toy)(nil)
	_ run.Controller = (*toy)(nil)
	_ run.Migrator   = (*toy)(nil)
	_ run.Composer   = (*toy)(nil)
	_ run.Sleeper    = sleepyToy{}
	_ run.RowTicker  = rowToy{}
)

func program(name string, root *spec) *run.Program {
	return &run.Program{Tree: compile(name, root), Semantics: &toy{}}
}

// memory is what a node remembers beside its leaf.
func memory(x *run.Exec, n tree.NodeID, bits int) host.Memory {
	return host.MemoryOf(x.Mem, int(x.Tree.Nodes[n].Slot), bits)
}

// Init leaves a mark in the environment, so that a test sees that it ran.
func (*toy) Init(x *run.Exec) { x.Env[1] = uint32(x.Tick) }

func (t *toy) Tick(x *run.Exec) host.Status { return t.eval(x, x.Tree.Entries[0]) }

func (t *toy) eval(x *run.Exec, n tree.NodeID) (s host.Status) {
	node := &x.Tree.Nodes[n]
	switch node.Op {
	case sequence:
		s = t.sequence(x, n)
	case parallel:
		s = t.parallel(x, n)
	case timer:
		s = t.timer(x, n, int64(node.Arg))
	case action:
		return t.action(x, n)
	case gate:
		s = t.gate(x, n)
	case compose:
		return x.Compose(n)
	case decorator:
		return x.Wrap(n, t.eval(x, x.Tree.Kids(n)[0]))
	case sum:
		total := 0.0
		for _, call := range x.Tree.Exprs[node.Arg:][:node.Flags] {
			total += x.Value(n, uint16(call.A)).Number()
		}
		s = host.Failure
		if total > 0 {
			s = host.Success
		}
	case raise:
		x.Env[0]++
		s = host.Success
	case graft:
		t.exec.Tick, t.exec.DT = x.Tick, x.DT
		t.exec.Seek(t.grafted.Order()[0])
		t.exec.Env = x.Env
		s = t.grafted.Program().Tick(&t.exec)
	}
	if x.Trace != nil {
		x.Trace.Node(x.Row, n, host.Visited, s)
	}
	return s
}

func (t *toy) sequence(x *run.Exec, n tree.NodeID) host.Status {
	m, kids := memory(x, n, 8), x.Tree.Kids(n)
	for i := int(m.Load(0, 8)); i < len(kids); i++ {
		m.Store(0, 8, uint32(i))
		if s := t.eval(x, kids[i]); s != host.Success {
			if s != host.Running {
				m.Store(0, 8, 0)
			}
			return s
		}
	}
	m.Store(0, 8, 0)
	return host.Success
}

func (t *toy) parallel(x *run.Exec, n tree.NodeID) host.Status {
	kids := x.Tree.Kids(n)
	m := memory(x, n, len(kids))
	result := host.Success
	for i, kid := range kids {
		if m.Load(i, 1) == 1 {
			continue
		}
		switch t.eval(x, kid) {
		case host.Success:
			m.Store(i, 1, 1)
		case host.Running:
			result = host.Running
		default:
			t.stop(x, n, host.WasStopped)
			return host.Failure
		}
	}
	if result == host.Success {
		t.stop(x, n, host.WasStopped)
	}
	return result
}

func (*toy) timer(x *run.Exec, n tree.NodeID, ticks int64) host.Status {
	m := memory(x, n, 64)
	switch end := m.LoadInt(0); {
	case end == 0:
		m.StoreInt(0, x.Tick+ticks)
		return host.Running
	case x.Tick < end:
		return host.Running
	}
	m.StoreInt(0, 0)
	return host.Success
}

func (*toy) action(x *run.Exec, n tree.NodeID) host.Status {
	m := memory(x, n, 1)
	if m.Load(0, 1) == 0 {
		m.Store(0, 1, 1)
		x.Notify(n, host.Entered)
	}
	s := x.Leaf(n)
	if s != host.Running {
		m.Store(0, 1, 0)
		x.Notify(n, host.Exited)
	}
	return s
}

func (t *toy) gate(x *run.Exec, n tree.NodeID) host.Status {
	m := memory(x, n, 1)
	if m.Load(0, 1) == 0 && x.Leaf(n) != host.Success {
		return host.Failure
	}
	m.Store(0, 1, 1)
	s := t.eval(x, x.Tree.Kids(n)[0])
	if s != host.Running {
		m.Store(0, 1, 0)
		x.Notify(n, host.Exited)
	}
	return s
}

// stop makes a node and all below it forget, and tells running leaves why.
func (t *toy) stop(x *run.Exec, n tree.NodeID, why host.Notice) {
	for _, kid := range x.Tree.Kids(n) {
		t.stop(x, kid, why)
	}
	switch x.Tree.Nodes[n].Op {
	case sequence:
		memory(x, n, 8).Store(0, 8, 0)
	case parallel:
		for i := range x.Tree.Kids(n) {
			memory(x, n, i+1).Store(i, 1, 0)
		}
	case timer:
		memory(x, n, 64).StoreInt(0, 0)
	case action, gate:
		if m := memory(x, n, 1); m.Load(0, 1) == 1 {
			m.Store(0, 1, 0)
			x.Notify(n, why)
		}
	}
}

// Run, Runs and End are for composites. Of the toy's nodes only actions can say
// that they run.
func (t *toy) Run(x *run.Exec, n tree.NodeID) host.Status { return t.eval(x, n) }
func (t *toy) End(x *run.Exec, n tree.NodeID)             { t.stop(x, n, host.WasStopped) }
func (t *toy) Runs(x *run.Exec, n tree.NodeID) bool {
	return x.Tree.Nodes[n].Op == action && memory(x, n, 1).Load(0, 1) == 1
}

// Event goes to the leaves that run, by node.
func (*toy) Event(x *run.Exec, e host.Event) {
	for n := range x.Tree.Nodes {
		n := tree.NodeID(n)
		if x.Tree.Nodes[n].Op == action && memory(x, n, 1).Load(0, 1) == 1 {
			x.Send(n, e)
		}
	}
}

func (t *toy) Stop(x *run.Exec) { t.stop(x, x.Tree.Entries[0], host.WasStopped) }

// Depart stops what is gone, with all below it.
func (t *toy) Depart(x *run.Exec, m *run.Migration) {
	for n := range x.Tree.Nodes[1:] {
		if n := tree.NodeID(n + 1); m.New(n) == 0 {
			t.stop(x, n, host.WasStopped)
		}
	}
}

// Arrive has nothing to add: words of the environment keep their places.
func (*toy) Arrive(_, _ *run.Exec, _ *run.Migration) {}

// Control knows one command, reset.
func (*toy) Sets(string) bool { return false }

func (t *toy) Control(x *run.Exec, c run.Command) error {
	if c.Name != "reset" {
		return errors.New("unknown command")
	}
	t.stop(x, x.Tree.Entries[0], host.WasReset)
	return nil
}

// sleepyToy sleeps while all that runs is one timer at the root, or one action
// that awaits an event.
type sleepyToy struct{ *toy }

func (sleepyToy) Sleep(x *run.Exec) (int64, bool) {
	root := x.Tree.Entries[0]
	switch x.Tree.Nodes[root].Op {
	case timer:
		if end := memory(x, root, 64).LoadInt(0); end != 0 {
			return end - x.Tick, false
		}
	case action:
		return 0, memory(x, root, 1).Load(0, 1) == 1
	}
	return 1, false
}

// rowToy runs trees of one leaf by columns.
type rowToy struct{ *toy }

func (rowToy) Tick(x *run.Exec) host.Status { return x.Leaf(x.Tree.Entries[0]) }

func (rowToy) TickRows(x *run.Exec, rows []int32) {
	for len(rows) > 0 {
		lanes := rows[:min(64, len(rows))]
		rows = rows[len(lanes):]
		success, running := x.LeafRows(x.Tree.Entries[0], lanes, ^uint64(0)>>(64-len(lanes)))
		for i, row := range lanes {
			x.Finish(row, host.Failure+host.Status(success>>i&1)*host.Success+host.Status(running>>i&1)*host.Running)
		}
	}
}

// world is a world without places: it keeps what leaves did.
type world struct {
	host.World
	log    []string
	faults []string
	shared *tally
}

func (w *world) logf(format string, args ...any) { w.log = append(w.log, fmt.Sprintf(format, args...)) }
func (w *world) ID(body int32) host.BotID        { return host.BotID(body + 1) }
func (w *world) Fault(f host.Fault)              { w.faults = append(w.faults, f.String()) }

func (w *world) Decide(body int32, a *host.Action, in host.Intent) {
	w.logf("body %d: %s %v", body, a.Name, in)
}

func (w *world) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	h := uint64(bot)<<48 ^ uint64(tick)<<32 ^ uint64(node)<<16 ^ uint64(draw)
	h *= 0x9e3779b97f4a7c15
	return bits.RotateLeft64(h, 31) * 0xbf58476d1ce4e5b9
}

// seen writes down what a tracer is told.
type seen struct{ lines []string }

func (s *seen) Leaf(row int32, n tree.NodeID, what host.Notice, st host.Status) {
	s.lines = append(s.lines, fmt.Sprintf("row %d: leaf %d %s %v", row, n, noticeNames[what], st))
}

func (s *seen) Node(row int32, n tree.NodeID, what host.Notice, st host.Status) {
	s.lines = append(s.lines, fmt.Sprintf("row %d: node %d %s %v", row, n, noticeNames[what], st))
}

var noticeNames = [...]string{
	host.Visited: "visited", host.Entered: "entered", host.Exited: "exited",
	host.WasReset: "reset", host.WasStopped: "stopped", host.GotEvent: "event",
}

// count runs on for so many visits, then succeeds.
func count(name string, visits uint32) *host.Action {
	return &host.Action{
		Name: name, Bits: 8,
		Enter: func(c *host.Call) { c.Store(0, 8, 0) },
		Tick: func(c *host.Call) host.Status {
			n := c.Load(0, 8) + 1
			c.Store(0, 8, n)
			if n < visits {
				return host.Running
			}
			return host.Success
		},
	}
}

// dice fails, succeeds or runs on as the dice fall, and heads somewhere.
var dice = &host.Action{Name: "dice", Tick: func(c *host.Call) host.Status {
	c.Head(c.Random()-0.5, c.Random()-0.5)
	return host.Status(3 * c.Random())
}}

// await runs on until it has got an event.
var await = &host.Action{
	Name: "await", Bits: 1,
	Enter: func(c *host.Call) { c.Store(0, 1, 0) },
	Tick:  func(c *host.Call) host.Status { return host.Running - host.Status(c.Load(0, 1)) },
	Event: func(c *host.Call, _ host.Event) { c.Store(0, 1, 1) },
}

func always(s host.Status) *host.Action {
	return &host.Action{Name: s.String(), Tick: func(*host.Call) host.Status { return s }}
}
