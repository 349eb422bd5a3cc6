package stage

import (
	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
)

// The world is an entity like others, without a body: TheWorld. Its state follows the
// nature of the arena: when that has changed, Thicket's own file is called at the start
// of a tick, and whoever watches hears of it within that change.

// nature is what a stage keeps of the world.
type nature struct {
	World   *Entity     // TheWorld; nil until a script asks for it
	turn    glua.LValue // the function that brings its state up to date
	seen    int64       // the number of changes that it has seen
	watched bool        // somebody watches its state
	telling bool        // its turn goes on, and no creature is being told
}

// stepsOfWatcher is how many instructions the world's turn may take for each creature,
// beside those of what it calls.
const stepsOfWatcher = 1000

func (n *nature) code(c script.Codec) {
	has := n.World != nil
	if c.Bool(&has); !has {
		return
	}
	script.MustPointer(c, &n.World)
	c.Value(&n.turn)
	script.Integer(c, &n.seen)
	c.Bool(&n.watched)
}

// openNature offers Thicket's own files what they need for TheWorld.
func (st *Stage) openNature() {
	for _, f := range []struct {
		name string
		call glua.LGFunction
	}{
		// makes TheWorld, with the function that is called when nature has changed
		{"makeworld", st.Give(func() glua.LValue {
			newborn := st.Newborn
			st.Newborn = nil
			e := st.create()
			st.Newborn = newborn
			st.Skies.World, st.Skies.turn, st.Skies.seen = e, st.L.Get(1), -1
			return e.Obj
		})},
		{"nature", st.Give(func() glua.LValue { return st.ToLua(st.nature(st.L.CheckString(1))) })},
		{"watched", func(*glua.LState) int { st.Skies.watched = true; return 0 }},
		// calls a function in an entity's seat; what fails there is told of, and the
		// caller goes on
		{"call", func(L *glua.LState) int {
			st.callFor(st.entityOf(L.Get(1)), L.Get(2), st.Arguments(3))
			return 0
		}},
	} {
		st.World.RawSetString(f.name, st.L.NewFunction(f.call))
	}
}

// askWorld asks a function of the game that is about no body; null where there is none.
func (vw *View) askWorld(name string, args ...host.Value) host.Value {
	f := vw.Program.Reg.Func(name)
	if f == nil || vw.X == nil {
		return host.NullValue
	}
	vw.leaf.Func, vw.leaf.Args = f, append(vw.leaf.Args[:0], args...)
	return vw.asked(f, &Entity{}, -1)
}

func (vw *View) nature(name string) host.Value {
	return vw.askWorld(host.AskNature, host.StringValue(name))
}

func (vw *View) changes() int64 { return int64(vw.nature("changes").Number()) }

// callFor calls a function as if it were the turn of an entity's bot. In the world's own
// turn each call has budgets of its own, for any number of creatures may watch the world.
func (cr *crowd) callFor(e *Entity, f glua.LValue, args []glua.LValue) {
	protect := cr.Protect
	if cr.Skies.telling {
		cr.Skies.telling = false
		defer func() { cr.Skies.telling = true }()
		protect = cr.ProtectApart
	}
	call := func() {
		if err := protect(func() { cr.Lua.Call(f, args...) }); err != nil {
			cr.owner.Fault(err)
		}
	}
	b := e.Bot
	if b == nil || b == cr.Bot {
		call()
		return
	}
	seat, bot := cr.Seat, cr.Bot
	cr.Bot, cr.Seat.Program = b, b.File
	if b.Pool == nil || b.Row < 0 || cr.X == nil {
		call()
	} else {
		b.Pool.At(b.Row, cr.X.Moment, func(x *run.Exec) {
			cr.Seat.X = x
			call()
		})
		b.Pool.Wake(b.Row)
	}
	cr.Seat, cr.Bot = seat, bot
}

// TurnWorld brings the state of TheWorld up to date, in its turn.
func (ck *clock) TurnWorld() *syntax.Error {
	n := &ck.Skies
	changes := ck.changes()
	if changes == n.seen {
		return nil
	}
	n.seen, n.telling = changes, true
	defer func() { n.telling = false }()
	return ck.ProtectFor(ck.Program.Limits.Steps+stepsOfWatcher*int64(len(ck.Known)), func(*glua.LState) { ck.Lua.Call(n.turn) })
}

// IsWatched reports whether somebody waits for a change of the world, so that it must
// be looked at in each tick.
func (n *nature) IsWatched() bool { return n.World != nil && (n.watched || len(n.World.events) > 0) }
