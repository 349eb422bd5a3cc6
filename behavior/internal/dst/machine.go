package dst

import (
	"fmt"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// machine is the Lua state of one pool with all that scripts can reach in it.
// Scripts of different bots share the globals and what their files keep, as in
// the game, so that they run one after the other.
type machine struct {
	s       *lua.State
	L       *glua.LState
	program *program

	classes  [numOps]*glua.LTable
	methods  [numOps][numMethods]*glua.LFunction
	kinds    map[*glua.LTable]uint8 // flags of each class that was met
	btClass  *glua.LTable
	brain    *glua.LTable
	entities *glua.LTable
	// brainClass is what the file gave, nil before it was run and where it
	// gives a tree
	brainClass glua.LValue
	native     *glua.LTable // the way of Thicket's own files to the world
	stubs      map[*glua.LTable]*stub
	strays     map[string]*glua.LTable // stubs for what things lack, by name
	taskMeta   *glua.LTable
	stubMeta   *glua.LTable // where the file is read leniently
	isA        *glua.LFunction
	isClass    *glua.LFunction

	fieldRead, fieldWrite *glua.LFunction

	fixed     map[any]uint64 // what there was before any script, numbered
	fixedList []glua.LValue

	hosts map[*glua.LFunction]tree.Leaf // functions of the game, as scripts hold them

	stageState
	playerList *glua.LTable // in the tick playersAt
	playersAt  int64
	// listsPlayers is whether scripts hold the list, so that it is kept
	listsPlayers bool
	near         []int32
	things       []host.Thing
	found        []found
	wanted       wanted
	leaf         tree.Leaf // of the question that is asked
	question     host.Call

	seat
	turns    int64 // that scripts had
	firstAt  int64 // the turn that firstBot is of
	firstBot host.BotID
	weight
	visits int64 // what remains of the budget of visits of the tick
	inLua  bool  // within lua.State.Protect
	nodes  int   // made so far
	deep   int   // visits that wait for each other
	// made last, for files that return nothing
	lastBT   *bt
	lastNode *node
	notice   func(at syntax.Pos, text string)
	log      func(at syntax.Pos, text string)

	// made once, as a tick must not allocate
	updateLua func(*glua.LState)
	update    func()
	moveOn    func()
}

// seat is the bot whose turn it is and the moment.
type seat struct {
	x    *run.Exec // nil while a file is loaded
	bot  *bot
	now  float64 // seconds
	tick int64
	dt   float64
}

// maxDeep is how many nodes may wait for each other.
const maxDeep = 500

func newMachine(p *program) *machine {
	m := &machine{
		program: p, kinds: map[*glua.LTable]uint8{}, hosts: map[*glua.LFunction]tree.Leaf{},
		brainClass: glua.LNil, stubs: map[*glua.LTable]*stub{}, strays: map[string]*glua.LTable{},
		stageState: newStageState(), seat: seat{dt: 1.0 / ticksPerSecond}, weight: weight{weighAt: weighAfter},
	}
	opt := lua.Options{
		Limits: p.limits.Script, Random: m.random, Print: m.print, Require: p.require, Unknown: m.unknownName, Library: ownFolder,
		Open: func(name string) bool { return p.lenient || name == "TheWorld" }, // which is an entity
	}
	if p.lenient {
		opt.Number = stubNumber
	}
	m.s = lua.NewState(opt)
	m.L = m.s.L
	m.playerList, m.playersAt = m.L.NewTable(), -1
	m.updateLua = func(*glua.LState) { m.bot.update() }
	m.update = func() { m.bot.update() }
	m.moveOn = m.goOn
	m.openClass()
	m.openFields()
	m.openNodes()
	m.openBT()
	m.openBrain()
	m.openEntity()
	m.openNative()
	m.openGame()
	m.openKit()
	if p.lenient {
		m.openStubs()
	}
	if p.setup != nil {
		p.setup(m)
	}
	m.fix()
	return m
}

// enter makes a bot the one whose turn it is. The caller puts back the seat
// that it returns: an event may enter another bot, or the same one, in the
// middle of a turn.
func (m *machine) enter(x *run.Exec, b *bot) (old seat) {
	old = m.seat
	m.turns++
	m.seat = seat{x: x, bot: b, now: float64(float64(x.Tick) * x.DT), tick: x.Tick, dt: x.DT}
	return old
}

func (m *machine) random() float64 {
	switch {
	case m.program.draw != nil:
		return m.program.draw()
	case m.x == nil:
		return 0.5
	}
	return m.x.Random(0)
}

// fault is an error of a script or a tree outside of Lua.
type fault struct{ err *syntax.Error }

// fail ends what runs with an error at a node, or at the running script where
// there is no node.
func (m *machine) fail(n *node, format string, args ...any) {
	at := syntax.Pos{}
	if n != nil {
		at = n.at
	} else if m.inLua {
		at = m.s.Where()
	}
	err := &syntax.Error{Pos: at, Msg: fmt.Sprintf(format, args...)}
	if m.inLua {
		m.s.Throw(err)
	}
	panic(fault{err})
}

// protect runs f, which may call scripts. Faults come back as errors.
func (m *machine) protect(f func()) *syntax.Error {
	return m.protectLua(func(*glua.LState) { f() })
}

func (m *machine) protectLua(f func(*glua.LState)) *syntax.Error {
	if m.inLua { // in the middle of a script, which goes on after it
		return m.s.Protect(0, f)
	}
	m.visits = m.program.limits.Visits
	m.inLua = true
	err := m.s.Protect(m.program.limits.Steps, f)
	m.inLua, m.deep = false, 0
	m.mind()
	return err
}

// bare runs f where it is certain that it calls no script.
func (m *machine) bare(f func()) (err *syntax.Error) {
	m.visits = m.program.limits.Visits
	defer m.rescue(&err)
	f()
	return nil
}

func (m *machine) rescue(err **syntax.Error) {
	if v := recover(); v != nil {
		m.deep = 0
		if e, ok := v.(fault); ok {
			*err = e.err
			return
		}
		*err = &syntax.Error{Pos: m.program.chunk.At, Msg: fmt.Sprintf("panic: %v", v)}
	}
}

// call calls a function of a script for a node that was given it as what.
func (m *machine) call(n *node, f glua.LValue, what string, args ...glua.LValue) glua.LValue {
	if f.Type() != glua.LTFunction && m.L.GetMetaField(f, "__call") == glua.LNil {
		m.fail(n, "%s: %s is %s, wanted a function", m.title(n), what, describe(f))
	}
	deep := m.deep
	v := m.s.Call(f, args...)
	m.deep = deep // a script may have caught what ended visits early
	return v
}

// title is a node as messages name it.
func (m *machine) title(n *node) string {
	name := lua.Text(n.name)
	if class := ops[n.op].class; name != class && name != "" {
		return class + " " + name
	}
	return ops[n.op].class
}

func describe(v glua.LValue) string {
	switch v := v.(type) {
	case *glua.LNilType:
		return "nil"
	case glua.LString:
		return fmt.Sprintf("the text %q", string(v))
	case glua.LNumber, glua.LBool:
		return lua.Text(v)
	}
	return "a " + v.Type().String()
}

// unknownName finds what the game offers by a name that no script assigned,
// and what comes with Thicket.
func (m *machine) unknownName(name string) glua.LValue {
	if f := m.hostFunction(name); f != nil {
		return f
	}
	if v := m.ownName(name); v != nil {
		return v
	}
	if m.program.lenient && name != "" {
		v := m.forgive(name)
		m.setGlobal(name, v)
		return v
	}
	return nil
}
