package dst

import (
	"fmt"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/internal/lua"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
)

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// maxHosts bounds the functions that host() makes.
const maxHosts = 10_000

// leaves are the functions and actions that the game registered, as values of
// scripts.
type leaves struct {
	classes
	hosts map[*glua.LFunction]tree.Leaf
	// acting is the call of the leaf that runs
	acting host.Call
}

// openGame defines the clock, and host(name, ...), which gives a function or an
// action of the game its arguments.
func (lv *leaves) openGame() {
	lv.makers[madeHost] = func(of []glua.LValue) glua.LGFunction {
		if len(of) == 0 {
			return nil
		}
		leaf, err := lv.leafNamed(of[0].String(), of[1:])
		if err != nil {
			return nil
		}
		return func(L *glua.LState) int {
			L.Push(lv.callHost(leaf))
			return 1
		}
	}
	lv.makers[madeCaller] = func(of []glua.LValue) glua.LGFunction {
		if len(of) == 0 {
			return nil
		}
		return lv.callsHost(of[0].String())
	}
	give := func(name string, f func() glua.LValue) {
		lv.lua.Define(name, lv.L.NewFunction(func(L *glua.LState) int {
			L.Push(f())
			return 1
		}))
	}
	give("GetTime", func() glua.LValue { return glua.LNumber(lv.now) })
	give("GetTick", func() glua.LValue { return glua.LNumber(lv.tick) })
	give("GetTickTime", func() glua.LValue { return glua.LNumber(lv.dt) })
	lv.lua.Define("FRAMES", glua.LNumber(1.0/ticksPerSecond))
	lv.lua.Define("FunctionOrValue", lv.L.NewFunction(func(L *glua.LState) int {
		v := L.Get(1)
		if v.Type() == glua.LTFunction {
			top := L.GetTop()
			L.Call(top-1, 1)
			return 1
		}
		L.Push(v)
		return 1
	}))
	lv.lua.Define("host", lv.L.NewFunction(func(L *glua.LState) int {
		name := L.CheckString(1)
		var args []glua.LValue
		for i := 2; i <= L.GetTop(); i++ {
			args = append(args, L.Get(i))
		}
		f, err := lv.bindHost(name, args)
		if err != nil {
			lv.lua.Raise("%v", err)
		}
		L.Push(f)
		return 1
	}))
}

// hostFunction returns what the game registered under a name; nil if nothing.
func (lv *leaves) hostFunction(name string) glua.LValue {
	own := lv.program.own
	if own.FindAction(name) == nil && own.FindFunc(name) == nil {
		return nil
	}
	f, err := lv.bindHost(name, nil)
	if err != nil { // it wants arguments, so it takes them when it is called
		f = lv.hostCaller(name)
	}
	lv.lua.Set(name, f)
	return f
}

// bindHost makes a value of a function or an action of the game and its
// arguments. Nodes that are given it run it without Lua.
func (lv *leaves) bindHost(name string, args []glua.LValue) (*glua.LFunction, error) {
	leaf, err := lv.leafNamed(name, args)
	if err != nil {
		return nil, err
	}
	if len(lv.hosts) >= maxHosts {
		return nil, fmt.Errorf("%s: more than %d functions of the game were made", name, maxHosts)
	}
	f := lv.made(madeHost, append([]glua.LValue{glua.LString(name)}, args...)...)
	lv.hosts[f] = leaf
	return f, nil
}

// leafNamed returns a function or an action of the game with its arguments.
func (lv *leaves) leafNamed(name string, args []glua.LValue) (tree.Leaf, error) {
	leaf := tree.Leaf{Action: lv.program.own.FindAction(name), Func: lv.program.own.FindFunc(name)}
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
		if err := lv.argument(&leaf, &params[i], v); err != nil {
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

// argument adds the next argument to a leaf. A filter of bodies is a table { key
// = "it", value = true }.
func (lv *leaves) argument(leaf *tree.Leaf, p *host.Param, v glua.LValue) error {
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
			return fmt.Errorf("%s: wanted a table { key = ..., value = ... }, found %s", p.Name, describe(v))
		}
		reg := lv.program.reg
		leaf.Facet = reg.Facet(host.Facet{Key: reg.Key(string(key)), Value: reg.Sym(lua.ToHost(lua.Field(t, "value")))})
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
	return lv.made(madeCaller, glua.LString(name))
}

func (lv *leaves) callsHost(name string) glua.LGFunction {
	return func(L *glua.LState) int {
		var args []glua.LValue
		for i := 1; i <= L.GetTop(); i++ {
			args = append(args, L.Get(i))
		}
		leaf, err := lv.leafNamed(name, args)
		switch {
		case err == nil:
		case lv.program.lenient:
			return 0
		default:
			lv.lua.Raise("%v", err)
		}
		L.Push(lv.callHost(leaf))
		return 1
	}
}

// leafKey tells leaves apart in the keys of shapes.
func (lv *leaves) leafKey(f glua.LValue) string {
	leaf := lv.hosts[f.(*glua.LFunction)]
	return fmt.Sprintf("%q%q%d", leaf.Name(), fmt.Sprint(leaf.Args), leaf.Facet)
}

// callHost calls a leaf for a script and returns a function's value or an
// action's status.
func (lv *leaves) callHost(leaf tree.Leaf) glua.LValue {
	if lv.x == nil {
		return glua.LNil
	}
	x := lv.x
	lv.lua.Charge(hostSteps)
	call := &lv.acting
	*call = host.Call{
		World: x.World, Body: x.Body, Bot: x.Bot, Tick: x.Tick, DT: x.DT, Args: leaf.Args, Source: x.Tree,
		Facet: leaf.Facet, Action: leaf.Action, Draws: x.Draws,
	}
	if a := lv.asked; a != nil && a.x == x {
		call.Watched, call.Orders = true, a
	}
	defer func() { x.Draws = call.Draws }()
	if leaf.Func != nil {
		return lv.toLua(leaf.Func.Eval(call))
	}
	if leaf.Action.Bits > 0 {
		lv.lua.Raise("%s remembers something, so that only HostNode can run it", leaf.Name())
	}
	s := leaf.Action.Tick(call)
	if s == host.Success || s == host.Running {
		x.World.Decide(x.Body, leaf.Action, call.Intent)
	}
	return statusTexts[fromHost(s)]
}

// asked is a node whose function runs: what the leaves that the script calls note is told as
// the node's reasons. Their own node is none, and they command no tree.
type asked struct {
	x *run.Exec
	n tree.NodeID
}

var (
	_ host.Orders   = (*asked)(nil)
	_ host.Reasoner = (*asked)(nil)
)

func (a *asked) Reason(uint16) *host.Reason   { return a.x.Reason(uint16(a.n)) }
func (a *asked) Reasons(uint16) []host.Reason { return a.x.Reasons(uint16(a.n)) }
func (*asked) Control(name string, arg host.Value) error {
	return new(host.Call).Control(name, arg) // as where nobody looks
}
