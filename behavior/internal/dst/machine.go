package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/tree"
)

// machine is the state that the scripts of one project share: globals, and what their
// files keep. They run one after the other, as in the original. It is made of floors;
// the methods of each use only what is below:
//
//	machine   brains, bots and their turns; saving; bounds of memory
//	engine    nodes and BTs              stage   entities and what they reach
//	library   Thicket's own files
//	leaves    functions and actions of the game, as scripts hold them
//	classes   Class, and functions of Go that are made while scripts run
//	leniency  stubs for what nobody offers
//	scripts   the Lua state, budgets, errors
type machine struct {
	engine
	stage stage
	base  *program // with which it was made
	weight
	ground ground
	minds  *actor // see minder; nil when it is to be found anew

	brain        *glua.LTable          // the class Brain
	brainClasses map[string]brainClass // by the keys of their programs

	graph    lua.Graph
	holder   *holder // as which the files know it
	firstAt  int64   // the turn for which firstBot holds
	firstBot host.BotID

	// made once, because a tick must not allocate
	updateLua func(*glua.LState)
	update    func()
}

func newMachine(p *program) *machine {
	m := &machine{base: p, weight: weight{weighAt: weighAfter}, brainClasses: map[string]brainClass{}}
	m.seat, m.after = seat{program: p.code, dt: 1.0 / ticksPerSecond}, m.mind
	m.stubs, m.strays, m.deriveFrom = map[*glua.LTable]*stub{}, map[string]*glua.LTable{}, m.lenientBase
	m.words = map[string]*glua.Upvalue{}
	m.makers, m.hosts, m.kinds = map[string]maker{}, map[*glua.LFunction]tree.Leaf{}, map[*glua.LTable]uint8{}
	m.ground.at = -1
	m.shapes = p.folder.shapes
	m.stage.begin(m, &m.library)
	opt := lua.Options{
		Limits: p.limits.Script, Random: m.random, Print: m.print, Require: m.require, Current: m.current, Unknown: m.unknownName, Library: ownFolder, Names: ownGlobals,
		Open: func(name string) bool { return p.lenient || name == "TheWorld" }, // which is an entity, so scripts write to it
	}
	if p.lenient {
		opt.Number = stubNumber
	}
	m.lua = lua.NewState(opt)
	m.L = m.lua.L
	m.updateLua = func(*glua.LState) { m.bot().update() }
	m.update = func() { m.bot().update() }
	m.openClass()
	m.engine.open()
	m.openBrain()
	m.stage.open()
	m.openGame()
	m.openLibraries()
	if p.lenient {
		m.openStubs()
	}
	if p.folder.setup != nil {
		p.folder.setup(m)
	}
	m.fix()
	return m
}
