package stage

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// The health of a body that scripts live in is theirs: the arena tells them of blows, and
// shows what they say is left. See set_health of the arena.

// openVitals offers Thicket's own files what belongs to health and blows.
func (st *Stage) openVitals() {
	for _, f := range []method{
		{"vitals", func(c *machine.Call, e *Entity) int {
			v := st.vitals(e)
			all := [...]float32{v.Points, v.Full, v.Armour, v.Hunger, v.Lasts, v.Starves, v.Damage, v.Range, float32(v.Cooldown)}
			for _, n := range all {
				c.Push(machine.Number(float64(n)))
			}
			return len(all)
		}},
		{"dead", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(st.vitals(e).Dead || !st.valid(e))) }},
		{"embattled", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(st.vitals(e).Foes)) }},
		{"hasstate", func(c *machine.Call, e *Entity) int { return c.Give(machine.Bool(st.hasState(e, c.CheckText(2)))) }},
		{"mirror", func(c *machine.Call, e *Entity) int {
			return c.Give(st.mirror(e, c.CheckText(2), script.Arguments(c, 3)))
		}},
	} {
		st.method(st.World, f)
	}
}

// vitals returns the health of a body, as the arena shows it; that of nobody if there is
// no arena.
func (vw *View) vitals(e *Entity) host.Vitals {
	body := vw.body(e)
	if body < 0 {
		return host.Vitals{}
	}
	if w, ok := host.Find[host.Vital](vw.X.World); ok {
		return w.Vitals(body)
	}
	return host.Vitals{}
}

// hasState reports whether a body has a key of the scene's states.
func (vw *View) hasState(e *Entity, key string) bool {
	body := vw.body(e)
	k, ok := host.SymbolsOf(vw.Program.Reg).FindKey(key)
	return ok && body >= 0 && vw.X.World.State(body, k) != host.Missing
}

// mirror runs an action of the arena once for an entity of this machine, whosever turn it
// is. It is for actions that only note what the body wants.
func (vw *View) mirror(e *Entity, name string, args []machine.Value) machine.Value {
	a, body := host.FindAction(vw.Program.Own, name), vw.body(e)
	if a == nil || a.Bits > 0 || e.Bot == nil || body < 0 {
		return vw.StatusText(script.Failed)
	}
	leaf, ok := vw.leafOf(tree.Leaf{Action: a}, args)
	if !ok {
		return vw.StatusText(script.Failed)
	}
	vw.Lua.Charge(script.HostSteps)
	return vw.StatusText(script.FromHost(vw.bodyActs(body, e.ID, leaf)))
}

func (vw *View) bodyActs(body int32, id host.BotID, leaf tree.Leaf) host.Status {
	x := vw.X
	call := host.Call{World: x.World, Body: body, Bot: id, Tick: x.Tick, DT: x.DT, Args: leaf.Args}
	rt := host.RuntimeOf(&call)
	*rt = host.Runtime{Source: x.Tree, Action: leaf.Action, Draws: x.Draws}
	s := leaf.Action.Tick(&call)
	x.Draws = rt.Draws
	return s
}

// KeepHealth takes the health of a new bot over from the arena: what its component says,
// or what its class has. A creature that its file gave none cannot be hurt.
func (st *Stage) KeepHealth(e *Entity) {
	a, body := host.FindAction(st.Program.Own, "set_health"), st.body(e)
	if a == nil || body < 0 {
		return
	}
	v := st.vitals(e)
	points, full := float64(v.Points), float64(v.Full)
	if health := st.get(st.get(e.Object(), slotComponents).Table(), slotHealth); !health.IsNil() {
		points, _ = script.AsNumber(st.Method(health, slotNames[slotPoints]))
		full, _ = script.AsNumber(st.Method(health, slotNames[slotFull]))
	} else if e.made {
		points, full = 0, 0
	} else if full == 0 {
		return
	} else if points <= 0 { // it comes back
		points = full
	}
	st.bodyActs(body, e.ID, tree.Leaf{Action: a, Args: []host.Value{host.NumberValue(max(points, 0)), host.NumberValue(max(full, 0)), host.IntValue(0)}})
}

// LeaveHealth gives the health of a bot whose scripts do not run any more back to the
// arena.
func (vw *View) LeaveHealth(e *Entity) {
	if a := host.FindAction(vw.Program.Own, "leave_health"); a != nil && vw.body(e) >= 0 {
		vw.bodyActs(vw.body(e), e.ID, tree.Leaf{Action: a})
	}
}

// Replace forgets an entity, whose bot gets another one.
func (cr *crowd) Replace(e *Entity) {
	e.Invalid, e.Motion, e.tasks, e.updating, e.active, e.graphAt, e.graphEvents = true, Motion{}, nil, nil, false, 0, false
	e.Bot = nil
	delete(cr.Known, e.ID)
	cr.unseat(e.ID)
}
