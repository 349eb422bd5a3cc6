package stage

import (
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

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
	World   *Entity       // TheWorld; nil until a script asks for it
	turn    machine.Value // the function that brings its state up to date
	seen    int64         // the number of changes that it has seen
	watched bool          // somebody watches its state
	telling bool          // its turn goes on, and no creature is being told
}

// stepsOfWatcher is how many steps the world's turn may take for each creature,
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
	// makes TheWorld, with the function that is called when nature has changed
	st.Offer(st.World, "makeworld", func(c *machine.Call) int {
		newborn := st.Newborn
		st.Newborn = nil
		e := st.create()
		st.Newborn = newborn
		st.Skies.World, st.Skies.turn, st.Skies.seen = e, c.Get(1), -1
		return c.Give(e.Object().V())
	})
	st.Offer(st.World, "describes", func(c *machine.Call) int { return c.Give(machine.Bool(st.describes())) })
	// makes what stands for the world towards clients, whose events somebody may hear
	st.Offer(st.World, "makenet", func(c *machine.Call) int {
		e := st.entity(netID)
		e.Kind, e.own().What, e.made = isPlace, "world_network", true
		return c.Give(e.Object().V())
	})
	st.Offer(st.World, "nature", func(c *machine.Call) int { return c.Give(st.ToLua(st.nature(c.CheckText(1)))) })
	st.Offer(st.World, "watched", func(*machine.Call) int { st.Skies.watched = true; return 0 })
	// calls a function in an entity's seat; what fails there is told of, and the caller goes on
	st.method(st.World, method{"call", func(c *machine.Call, e *Entity) int {
		st.callFor(e, c.Get(2), script.Arguments(c, 3))
		return 0
	}})
}

// netID is apart from the ids of all other entities.
const netID = -1 << 36

// askWorld asks a function of the game that is about no body; null where there is none.
func (vw *View) askWorld(name string, args ...host.Value) host.Value {
	f := vw.Program.Reg.Func(name)
	if f == nil || vw.X == nil {
		return host.NullValue
	}
	vw.leaf.Func, vw.leaf.Args = f, append(vw.leaf.Args[:0], args...)
	return vw.asked(f, &Entity{rarely: hasNone}, -1)
}

func (vw *View) nature(name string) host.Value {
	return vw.askWorld(host.AskNature, host.StringValue(name))
}

func (vw *View) changes() int64 { return int64(vw.nature("changes").Number()) }

// callFor calls a function as if it were the turn of an entity's bot. In the world's own
// turn each call has budgets of its own, for any number of creatures may watch the world.
func (cr *crowd) callFor(e *Entity, f machine.Value, args []machine.Value) {
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
	steps := ck.Program.Limits.Steps + stepsOfWatcher*int64(len(ck.Known))
	return ck.ProtectFor(machine.Budget{Steps: steps, Limit: script.StepsLimit}, func() { ck.Lua.Call(n.turn) })
}

// IsWatched reports whether somebody waits for a change of the world, so that it must
// be looked at in each tick.
func (n *nature) IsWatched() bool { return n.World != nil && (n.watched || len(n.World.heard) > 0) }
