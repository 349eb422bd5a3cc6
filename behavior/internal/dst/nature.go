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
func (st *stage) openNature() {
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		// makes TheWorld, with the function that is called when nature has changed
		{"makeworld", st.give(func() glua.LValue {
			newborn := st.newborn
			st.newborn = nil
			e := st.create()
			st.newborn = newborn
			st.skies.world, st.skies.turn, st.skies.seen = e, st.L.Get(1), -1
			return e.obj
		})},
		{"nature", st.give(func() glua.LValue { return st.toLua(st.nature(st.L.CheckString(1))) })},
		{"watched", func(*glua.LState) int { st.skies.watched = true; return 0 }},
		// calls a function in an entity's seat; what fails there is told of, and the
		// caller goes on
		{"call", func(L *glua.LState) int {
			st.callFor(st.entityOf(L.Get(1)), L.Get(2), st.arguments(3))
			return 0
		}},
	} {
		st.world.RawSetString(f.name, st.L.NewFunction(f.call))
	}
}

// askWorld asks a function of the game that is about no body; null where there is none.
func (vw *view) askWorld(name string, args ...host.Value) host.Value {
	f := vw.program.reg.Func(name)
	if f == nil || vw.x == nil {
		return host.NullValue
	}
	vw.leaf.Func, vw.leaf.Args = f, append(vw.leaf.Args[:0], args...)
	return vw.asked(f, &entity{}, -1)
}

func (vw *view) nature(name string) host.Value {
	return vw.askWorld(host.AskNature, host.StringValue(name))
}

func (vw *view) changes() int64 { return int64(vw.nature("changes").Number()) }

// callFor calls a function as if it were the turn of an entity's bot. In the world's own
// turn each call has budgets of its own, for any number of creatures may watch the world.
func (cr *crowd) callFor(e *entity, f glua.LValue, args []glua.LValue) {
	protect := cr.protect
	if cr.skies.telling {
		cr.skies.telling = false
		defer func() { cr.skies.telling = true }()
		protect = cr.protectApart
	}
	call := func() {
		if err := protect(func() { cr.lua.Call(f, args...) }); err != nil {
			cr.owner.fault(err)
		}
	}
	b := e.bot
	if b == nil || b == cr.bot {
		call()
		return
	}
	seat, bot := cr.seat, cr.bot
	cr.bot, cr.seat.program = b, b.file
	if b.pool == nil || b.row < 0 || cr.x == nil {
		call()
	} else {
		b.pool.At(b.row, cr.x.Tick, cr.x.DT, func(x *run.Exec) {
			cr.seat.x = x
			call()
		})
		b.pool.Wake(b.row)
	}
	cr.seat, cr.bot = seat, bot
}

// turnWorld brings the state of TheWorld up to date, in its turn.
func (ck *clock) turnWorld() *syntax.Error {
	n := &ck.skies
	changes := ck.changes()
	if changes == n.seen {
		return nil
	}
	n.seen, n.telling = changes, true
	defer func() { n.telling = false }()
	return ck.protectFor(ck.program.limits.Steps+stepsOfWatcher*int64(len(ck.known)), func(*glua.LState) { ck.lua.Call(n.turn) })
}

// isWatched reports whether somebody waits for a change of the world, so that it must
// be looked at in each tick.
func (n *nature) isWatched() bool { return n.world != nil && (n.watched || len(n.world.events) > 0) }
