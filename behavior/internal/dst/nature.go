package dst

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// The world is an entity like others, without a body: TheWorld. Its state follows the
// nature of the arena: when that has changed, Thicket's own file is called at the start
// of a tick, and whoever watches hears of it within that change.

// nature is what a stage keeps of the world.
type nature struct {
	world   *entity     // TheWorld; nil until a script asks for it
	turn    glua.LValue // the function that brings its state up to date
	seen    int64       // the number of changes that it has seen
	watched bool        // somebody watches its state
	telling bool        // its turn goes on, and no creature is being told
}

// stepsOfWatcher is how many instructions the world's turn may take for each creature,
// beside those of what it calls.
const stepsOfWatcher = 1000

func (n *nature) code(c codec) {
	has := n.world != nil
	if c.Bool(&has); !has {
		return
	}
	mustPointer(c, &n.world)
	c.Value(&n.turn)
	integer(c, &n.seen)
	c.Bool(&n.watched)
}

// openNature offers Thicket's own files what they need for TheWorld.
func (m *stage) openNature() {
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		// makes TheWorld, with the function that is called when nature has changed
		{"makeworld", m.give(func() glua.LValue {
			newborn := m.newborn
			m.newborn = nil
			e := m.create()
			m.newborn = newborn
			m.skies.world, m.skies.turn, m.skies.seen = e, m.L.Get(1), -1
			return e.obj
		})},
		{"nature", m.give(func() glua.LValue { return m.toLua(m.nature(m.L.CheckString(1))) })},
		{"watched", func(*glua.LState) int { m.skies.watched = true; return 0 }},
		// calls a function in an entity's seat; what fails there is told of, and the
		// caller goes on
		{"call", func(L *glua.LState) int {
			m.callFor(m.entityOf(L.Get(1)), L.Get(2), m.arguments(3))
			return 0
		}},
	} {
		m.world.RawSetString(f.name, m.L.NewFunction(f.call))
	}
}

// askWorld asks a function of the game that is about no body; null where there is none.
func (m *stage) askWorld(name string, args ...host.Value) host.Value {
	f := m.program.reg.Func(name)
	if f == nil || m.x == nil {
		return host.NullValue
	}
	m.leaf.Func, m.leaf.Args = f, append(m.leaf.Args[:0], args...)
	return m.asked(f, &entity{}, -1)
}

func (m *stage) nature(name string) host.Value {
	return m.askWorld(host.AskNature, host.StringValue(name))
}

func (m *stage) changes() int64 { return int64(m.nature("changes").Number()) }

// callFor calls a function as if it were the turn of an entity's bot. In the world's own
// turn each call has budgets of its own, for any number of creatures may watch the world.
func (m *stage) callFor(e *entity, f glua.LValue, args []glua.LValue) {
	protect := m.protect
	if m.skies.telling {
		m.skies.telling = false
		defer func() { m.skies.telling = true }()
		protect = m.protectApart
	}
	call := func() {
		if err := protect(func() { m.lua.Call(f, args...) }); err != nil {
			m.owner.fault(err)
		}
	}
	b := e.bot
	if b == nil || b == m.bot {
		call()
		return
	}
	seat, bot := m.seat, m.bot
	m.bot, m.seat.program = b, b.file
	if b.pool == nil || b.row < 0 || m.x == nil {
		call()
	} else {
		b.pool.At(b.row, m.x.Tick, m.x.DT, func(x *run.Exec) {
			m.seat.x = x
			call()
		})
		b.pool.Wake(b.row)
	}
	m.seat, m.bot = seat, bot
}

// turnWorld brings the state of TheWorld up to date, in its turn.
func (m *stage) turnWorld() *syntax.Error {
	n := &m.skies
	changes := m.changes()
	if changes == n.seen {
		return nil
	}
	n.seen, n.telling = changes, true
	defer func() { n.telling = false }()
	return m.protectFor(m.program.limits.Steps+stepsOfWatcher*int64(len(m.known)), func(*glua.LState) { m.lua.Call(n.turn) })
}

// isWatched reports whether somebody waits for a change of the world, so that it must
// be looked at in each tick.
func (n *nature) isWatched() bool { return n.world != nil && (n.watched || len(n.world.events) > 0) }
