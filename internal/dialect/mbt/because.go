package mbt

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// asks is holds on behalf of a node, which tells whoever looks the variables that were asked.
func (s *semantics) asks(x *run.Exec, n tree.NodeID, expr int32) bool {
	if x.Trace != nil {
		s.tellVariables(x, n, expr)
	}
	return s.holds(x, expr)
}

func (s *semantics) tellVariables(x *run.Exec, n tree.NodeID, expr int32) {
	asked := false
	for i := expr; x.Tree.Exprs[i].Code != codeEnd; i++ {
		if in := &x.Tree.Exprs[i]; in.Code == codeVar {
			x.Because(n, s.variables[in.A].show).HasValue(host.BoolValue(s.variable(x, int(in.A))))
			asked = true
		}
	}
	if !asked {
		x.Because(n, "the condition asks no variable")
	}
}

// luaWitnessed is luaTrue while somebody looks: it notes what the code compared, but for what the
// game's own script does, and what it answered.
func (s *semantics) luaWitnessed(x *run.Exec, n tree.NodeID, fn *machine.Function) bool {
	var v machine.Value
	ok := false
	lw := s.share(x).lua
	lw.state.Witness(func(c machine.Comparison) {
		if slices.Contains(lw.preludes, c.Proto.Chunk) {
			return
		}
		lua.Compared(x.Because(n, c.Left), c)
	}, func() { v, ok = s.luaCall(x, n, fn) })
	if ok {
		x.Because(n, "its Lua answers").HasValue(lua.Shown(v))
	} else {
		x.Because(n, "its Lua failed")
	}
	return ok && v == machine.Bool(true)
}

// tellTimer notes what remains of the time of a node.
func tellTimer(x *run.Exec, n tree.NodeID, node *tree.Node) {
	switch {
	case x.Trace == nil:
	case load64(x.Mem[node.Slot>>5:]) < 0:
		x.Because(n, "its time never ends")
	default:
		x.Because(n, host.TimeLeft).Is(float64(left(x, node)), host.AtMost, 0, "s")
	}
}

// drawn reports whether a number that a node draws is at most its chance.
func drawn(x *run.Exec, n tree.NodeID, chance float64) bool {
	r := x.Random(n)
	x.Because(n, "random number").Is(r, host.AtMost, chance, "")
	return r <= chance
}

// tellStamp notes how long ago a timestamp was set, beside the limit of a test.
func (s *semantics) tellStamp(x *run.Exec, n tree.NodeID, t *timeTest, set int64) {
	name := "a timestamp that nobody declares"
	if t.stamp >= 0 {
		name = s.stampList[t.stamp].name
	}
	relation := host.Below
	if t.more {
		relation = host.Above
	}
	switch set {
	case neverSet:
		x.Because(n, "never set:").About(name)
	case cleared:
		x.Because(n, "cleared:").About(name)
	default:
		x.Because(n, "since").About(name).Is(float64(seconds(now(x)-set)), relation, float64(seconds(t.limit)), "s")
	}
}
