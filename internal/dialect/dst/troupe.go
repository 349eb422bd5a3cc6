package dst

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/dst/stage"
	"github.com/thicket-sim/thicket/internal/dialect/lua/graph"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/lua/profile"
)

// troupe is the state that the scripts of one project share: globals, and what their
// files keep. They run one after the other, as in the original. It has brains, bots and their
// turns, saves them and bounds their memory; below it are an engine, which runs nodes, and a
// stage, which has the entities. These know nothing of each other, and share scripts.
type troupe struct {
	nodes.Engine
	stage stage.Stage
	home  *program // with which it was made
	weight
	ground ground
	minds  *stage.Actor // see minder; nil when it is to be found anew

	brain        *machine.Table        // the class Brain
	brainKin     *machine.Kin          // of brains
	brainClasses map[string]brainClass // by the keys of their programs

	graph    graph.Graph
	holder   *script.Holder // as which the files know it
	firstAt  int64          // the turn for which firstBot holds
	firstBot host.BotID

	recorder *profile.Recorder // that watches it; nil for none

	// made once, because a tick must not allocate
	update func()
}

func newTroupe(p *program) *troupe {
	m := &troupe{home: p, weight: weight{weighAt: weighAfter}, brainClasses: map[string]brainClass{}}
	m.ground.at = -1
	m.stage.Begin(m, &m.Library)
	m.Library.Begin(p.Code, script.Hooks{After: m.mind, Print: m.print, Base: m.lenientBase})
	m.update = func() { m.bot().update() }
	m.Engine.Open(p.folder.shapes)
	m.brainKin = machine.NewKin[brain](m.Lua)
	m.openBrain()
	m.stage.Open()
	m.OpenGame()
	m.OpenLibraries()
	if p.Lenient {
		m.OpenStubs()
	}
	if p.folder.setup != nil {
		p.folder.setup(m)
	}
	m.fix()
	return m
}
