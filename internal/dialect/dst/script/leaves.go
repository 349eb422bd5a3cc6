package script

import (
	"fmt"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// maxHosts bounds the functions that host() makes.
const maxHosts = 10_000

// leaves are the functions and actions that the game registered, as values of
// scripts.
type leaves struct {
	classes
	Hosts map[*machine.Function]tree.Leaf
	// acting is the call of the leaf that runs
	acting host.Call
}

// OpenGame defines the clock, and host(name, ...), which gives a function or an
// action of the game its arguments.
func (lv *leaves) OpenGame() {
	lv.Makers[MadeHost] = func(of []machine.Value) func(*machine.Call) int {
		if len(of) == 0 {
			return nil
		}
		leaf, err := lv.LeafNamed(Text(of[0]), of[1:])
		if err != nil {
			return nil
		}
		return func(c *machine.Call) int { return c.Give(lv.CallHost(leaf)) }
	}
	lv.Makers[madeCaller] = func(of []machine.Value) func(*machine.Call) int {
		if len(of) == 0 {
			return nil
		}
		return lv.callsHost(Text(of[0]))
	}
	clock := func(name string, f func() float64) {
		lv.Lua.Define(name, lv.Lua.NewFunction(name, func(c *machine.Call) int { return c.Give(machine.Number(f())) }).V())
	}
	clock("GetTime", func() float64 { return lv.Now })
	clock("GetTick", func() float64 { return float64(lv.Tick) })
	clock("GetTickTime", func() float64 { return lv.Dt })
	lv.Lua.Define("FRAMES", machine.Number(1.0/ticksPerSecond))
	lv.Lua.Define("FunctionOrValue", lv.Lua.NewFunction("FunctionOrValue", func(c *machine.Call) int {
		if v := c.Get(1); v.Function() == nil {
			return c.Give(v)
		}
		return c.Give(lv.Lua.Call(c.Get(1), Arguments(c, 2)...))
	}).V())
	lv.Lua.Define("host", lv.Lua.NewFunction("host", func(c *machine.Call) int {
		f, err := lv.bindHost(c.CheckText(1), Arguments(c, 2))
		if err != nil {
			lv.Lua.Raise("%v", err)
		}
		return c.Give(f)
	}).V())
}

// hostFunction returns what the game registered under a name; nil if nothing.
func (lv *leaves) hostFunction(name string) machine.Value {
	own := lv.Program.Own
	if host.FindAction(own, name) == nil && host.FindFunc(own, name) == nil {
		return machine.Nil
	}
	f, err := lv.bindHost(name, nil)
	if err != nil { // it wants arguments, so it takes them when it is called
		f = lv.Made(madeCaller, lv.Lua.Constant(name))
	}
	lv.Lua.SetGlobal(name, f)
	return f
}

// bindHost makes a value of a function or an action of the game and its
// arguments. Nodes that are given it run it without Lua.
func (lv *leaves) bindHost(name string, args []machine.Value) (machine.Value, error) {
	leaf, err := lv.LeafNamed(name, args)
	if err != nil {
		return machine.Nil, err
	}
	if len(lv.Hosts) >= maxHosts {
		return machine.Nil, fmt.Errorf("%s: more than %d functions of the game were made", name, maxHosts)
	}
	f := lv.Made(MadeHost, append([]machine.Value{lv.Lua.Constant(name)}, args...)...)
	lv.Hosts[f.Function()] = leaf
	return f, nil
}

// LeafNamed returns a function or an action of the game with its arguments.
func (lv *leaves) LeafNamed(name string, args []machine.Value) (tree.Leaf, error) {
	leaf := tree.Leaf{Action: host.FindAction(lv.Program.Own, name), Func: host.FindFunc(lv.Program.Own, name)}
	switch {
	case leaf.Func != nil:
		leaf.Action = nil // of two with one name the function is used
	case leaf.Action == nil:
		return leaf, fmt.Errorf("the game has no function or action %q", name)
	}
	params := leaf.Params()
	if len(args) > len(params) {
		return leaf, fmt.Errorf("%s takes %d arguments, found %d", name, len(params), len(args))
	}
	for i := range params {
		v := machine.Nil
		if i < len(args) {
			v = args[i]
		}
		if err := lv.Argument(&leaf, &params[i], v); err != nil {
			return leaf, fmt.Errorf("%s: %w", name, err)
		}
	}
	if a := leaf.Action; a != nil && len(a.Elements) > 0 {
		if err := a.Check(&host.Site{Args: leaf.Args, Params: params}); err != nil {
			return leaf, fmt.Errorf("%s: %w", name, err)
		}
	}
	return leaf, nil
}

// Argument adds the next argument to a leaf. A filter of bodies is a table { key
// = "it", value = true }.
func (lv *leaves) Argument(leaf *tree.Leaf, p *host.Param, v machine.Value) error {
	switch {
	case v.IsNil() && !p.Optional:
		return fmt.Errorf("argument %s is missing", p.Name)
	case v.IsNil():
		leaf.Args = append(leaf.Args, p.Default)
	case p.Kind == host.Where:
		key, isKey := "", false
		t := v.Table()
		if t != nil {
			key, isKey = t.Field("key").Text()
		}
		if !isKey {
			return fmt.Errorf("%s: wanted a table { key = ..., value = ... }, found %s", p.Name, Describe(v))
		}
		reg := lv.Program.Reg
		leaf.Facet = host.SymbolsOf(reg).Facet(host.Facet{Key: reg.Key(key), Value: reg.Sym(lua.ToHost(t.Field("value")))})
		leaf.Args = append(leaf.Args, host.NullValue)
	default:
		a, err := p.Accept(lua.ToHost(v))
		if err != nil {
			return err
		}
		leaf.Args = append(leaf.Args, a)
	}
	return nil
}

// callsHost is a function of the game that takes its arguments in each call.
func (lv *leaves) callsHost(name string) func(*machine.Call) int {
	return func(c *machine.Call) int {
		leaf, err := lv.LeafNamed(name, Arguments(c, 1))
		switch {
		case err == nil:
		case lv.Program.Lenient:
			return 0
		default:
			lv.Lua.Raise("%v", err)
		}
		return c.Give(lv.CallHost(leaf))
	}
}

// LeafKey tells leaves apart in the keys of shapes.
func (lv *leaves) LeafKey(f machine.Value) string {
	leaf := lv.Hosts[f.Function()]
	return fmt.Sprintf("%q%q%d", leaf.Name(), fmt.Sprint(leaf.Args), leaf.Facet)
}

// CallHost calls a leaf for a script and returns a function's value or an
// action's status.
func (lv *leaves) CallHost(leaf tree.Leaf) machine.Value {
	if lv.X == nil {
		return machine.Nil
	}
	x := lv.X
	lv.Lua.Charge(HostSteps)
	call := &lv.acting
	*call = host.Call{
		World: x.World, Body: x.Body, Bot: x.Bot, Tick: x.Tick, DT: x.DT, Args: leaf.Args, Facet: leaf.Facet,
	}
	rt := host.RuntimeOf(call)
	*rt = host.Runtime{Source: x.Tree, Action: leaf.Action, Draws: x.Draws}
	if a := lv.Asked; a != nil && a.X == x {
		call.Watched, rt.Orders = true, a
	}
	defer func() { x.Draws = rt.Draws }()
	if leaf.Func != nil {
		return lv.ToLua(leaf.Func.Eval(call))
	}
	if leaf.Action.Bits > 0 {
		lv.Lua.Raise("%s remembers something, so that only HostNode can run it", leaf.Name())
	}
	s := leaf.Action.Tick(call)
	if s == host.Success || s == host.Running {
		x.World.Decide(x.Body, leaf.Action, call.Intent)
	}
	return lv.StatusText(FromHost(s))
}

// Asked is a node whose function runs: what the leaves that the script calls note is told as
// the node's reasons. Their own node is none, and they command no tree.
type Asked struct {
	X *run.Exec
	N tree.NodeID
}

var (
	_ host.Orders   = (*Asked)(nil)
	_ host.Reasoner = (*Asked)(nil)
)

func (a *Asked) Reason(uint16) *host.Reason   { return a.X.Reason(uint16(a.N)) }
func (a *Asked) Reasons(uint16) []host.Reason { return a.X.Reasons(uint16(a.N)) }
func (*Asked) Control(name string, arg host.Value) error {
	return new(host.Call).Control(name, arg) // as where nobody looks
}
