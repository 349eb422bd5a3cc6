package script

import (
	"fmt"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

func SortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// maxHosts bounds the functions that host() makes.
const maxHosts = 10_000

// leaves are the functions and actions that the game registered, as values of
// scripts.
type leaves struct {
	classes
	Hosts map[*glua.LFunction]tree.Leaf
	// acting is the call of the leaf that runs
	acting host.Call
}

// OpenGame defines the clock, and host(name, ...), which gives a function or an
// action of the game its arguments.
func (lv *leaves) OpenGame() {
	lv.Makers[MadeHost] = func(of []glua.LValue) glua.LGFunction {
		if len(of) == 0 {
			return nil
		}
		leaf, err := lv.LeafNamed(of[0].String(), of[1:])
		if err != nil {
			return nil
		}
		return func(L *glua.LState) int {
			L.Push(lv.CallHost(leaf))
			return 1
		}
	}
	lv.Makers[madeCaller] = func(of []glua.LValue) glua.LGFunction {
		if len(of) == 0 {
			return nil
		}
		return lv.callsHost(of[0].String())
	}
	give := func(name string, f func() glua.LValue) {
		lv.Lua.Define(name, lv.L.NewFunction(func(L *glua.LState) int {
			L.Push(f())
			return 1
		}))
	}
	give("GetTime", func() glua.LValue { return glua.LNumber(lv.Now) })
	give("GetTick", func() glua.LValue { return glua.LNumber(lv.Tick) })
	give("GetTickTime", func() glua.LValue { return glua.LNumber(lv.Dt) })
	lv.Lua.Define("FRAMES", glua.LNumber(1.0/ticksPerSecond))
	lv.Lua.Define("FunctionOrValue", lv.L.NewFunction(func(L *glua.LState) int {
		v := L.Get(1)
		if v.Type() == glua.LTFunction {
			top := L.GetTop()
			L.Call(top-1, 1)
			return 1
		}
		L.Push(v)
		return 1
	}))
	lv.Lua.Define("host", lv.L.NewFunction(func(L *glua.LState) int {
		name := L.CheckString(1)
		var args []glua.LValue
		for i := 2; i <= L.GetTop(); i++ {
			args = append(args, L.Get(i))
		}
		f, err := lv.bindHost(name, args)
		if err != nil {
			lv.Lua.Raise("%v", err)
		}
		L.Push(f)
		return 1
	}))
}

// hostFunction returns what the game registered under a name; nil if nothing.
func (lv *leaves) hostFunction(name string) glua.LValue {
	own := lv.Program.Own
	if host.FindAction(own, name) == nil && host.FindFunc(own, name) == nil {
		return nil
	}
	f, err := lv.bindHost(name, nil)
	if err != nil { // it wants arguments, so it takes them when it is called
		f = lv.hostCaller(name)
	}
	lv.Lua.Set(name, f)
	return f
}

// bindHost makes a value of a function or an action of the game and its
// arguments. Nodes that are given it run it without Lua.
func (lv *leaves) bindHost(name string, args []glua.LValue) (*glua.LFunction, error) {
	leaf, err := lv.LeafNamed(name, args)
	if err != nil {
		return nil, err
	}
	if len(lv.Hosts) >= maxHosts {
		return nil, fmt.Errorf("%s: more than %d functions of the game were made", name, maxHosts)
	}
	f := lv.Made(MadeHost, append([]glua.LValue{glua.LString(name)}, args...)...)
	lv.Hosts[f] = leaf
	return f, nil
}

// LeafNamed returns a function or an action of the game with its arguments.
func (lv *leaves) LeafNamed(name string, args []glua.LValue) (tree.Leaf, error) {
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
		v := glua.LValue(glua.LNil)
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
func (lv *leaves) Argument(leaf *tree.Leaf, p *host.Param, v glua.LValue) error {
	t, isTable := v.(*glua.LTable)
	switch {
	case v == glua.LNil && !p.Optional:
		return fmt.Errorf("argument %s is missing", p.Name)
	case v == glua.LNil:
		leaf.Args = append(leaf.Args, p.Default)
	case p.Kind == host.Where:
		var key glua.LString
		if isTable {
			key, isTable = lua.Field(t, "key").(glua.LString)
		}
		if !isTable {
			return fmt.Errorf("%s: wanted a table { key = ..., value = ... }, found %s", p.Name, Describe(v))
		}
		reg := lv.Program.Reg
		leaf.Facet = host.SymbolsOf(reg).Facet(host.Facet{Key: reg.Key(string(key)), Value: reg.Sym(lua.ToHost(lua.Field(t, "value")))})
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

// hostCaller returns a function of the game that takes its arguments in each
// call.
func (lv *leaves) hostCaller(name string) *glua.LFunction {
	return lv.Made(madeCaller, glua.LString(name))
}

func (lv *leaves) callsHost(name string) glua.LGFunction {
	return func(L *glua.LState) int {
		var args []glua.LValue
		for i := 1; i <= L.GetTop(); i++ {
			args = append(args, L.Get(i))
		}
		leaf, err := lv.LeafNamed(name, args)
		switch {
		case err == nil:
		case lv.Program.Lenient:
			return 0
		default:
			lv.Lua.Raise("%v", err)
		}
		L.Push(lv.CallHost(leaf))
		return 1
	}
}

// LeafKey tells leaves apart in the keys of shapes.
func (lv *leaves) LeafKey(f glua.LValue) string {
	leaf := lv.Hosts[f.(*glua.LFunction)]
	return fmt.Sprintf("%q%q%d", leaf.Name(), fmt.Sprint(leaf.Args), leaf.Facet)
}

// CallHost calls a leaf for a script and returns a function's value or an
// action's status.
func (lv *leaves) CallHost(leaf tree.Leaf) glua.LValue {
	if lv.X == nil {
		return glua.LNil
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
	return StatusTexts[FromHost(s)]
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
