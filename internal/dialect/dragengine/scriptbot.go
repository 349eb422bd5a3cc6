package dragengine

import (
	"errors"
	"maps"
	"slices"

	glua "github.com/yuin/gopher-lua"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
)

// index returns a field of a bot that no script has set: its id; where it is, in metres, and
// its heading; of the bot whose tree runs, what its rule is, what scripts can tell it, and
// the functions of the game as methods; and else a state key.
func (w *scriptWorld) index(L *glua.LState) int {
	t, _ := L.Get(1).(*glua.LTable)
	name, isName := L.Get(2).(glua.LString)
	id, isBot := w.bots.ID(t)
	v := glua.LValue(glua.LNil)
	if isName && isBot && w.exec != nil {
		v = w.field(id, string(name))
	}
	L.Push(v)
	return 1
}

func (w *scriptWorld) field(id host.BotID, name string) glua.LValue {
	x := w.exec
	body := w.bodyOf(id)
	if body < 0 {
		return glua.LNil // a script kept it, and it is gone
	}
	px, py := x.World.Position(body)
	hx, hy := x.World.Heading(body)
	switch name {
	case "id":
		return glua.LNumber(id)
	case "x":
		return glua.LNumber(px)
	case "y":
		return glua.LNumber(py)
	case "hx":
		return glua.LNumber(hx)
	case "hy":
		return glua.LNumber(hy)
	}
	if id == x.Bot {
		switch name {
		case "first":
			return glua.LBool(x.Mem[w.sem.tables.base]&isFirstRun != 0)
		case "rule":
			return glua.LString(w.sem.ids[w.node])
		}
		if f := w.method(name); f != nil {
			return f
		}
	}
	if key, ok := w.sem.symbols.FindKey(name); ok {
		if y := x.World.State(body, key); y != host.Missing {
			return lua.FromHost(w.sem.symbols.Value(y))
		}
	}
	return glua.LNil
}

// botFields are the fields of every bot beside its state keys and its methods.
var botFields = []string{"id", "x", "y", "hx", "hy", "first", "rule"}

// setField gives a bot a field of the scripts' own. What a bot has already it refuses, as
// that would be hidden from then on.
func (w *scriptWorld) setField(L *glua.LState) int {
	t, key := L.CheckTable(1), L.Get(2)
	if name, ok := key.(glua.LString); ok && w.sem != nil {
		switch _, isKey := w.sem.symbols.FindKey(string(name)); {
		case isKey:
			w.state.Raise("%s is a state key: write bot:set(%q, VALUE), which holds from the next tick on", name, string(name))
		case slices.Contains(botFields, string(name)) || w.orders[string(name)] != nil:
			w.state.Raise("bot.%s cannot be set", name)
		}
	}
	t.RawSet(key, L.Get(3))
	return 0
}

// bodyOf returns the row of a bot or player, or -1.
func (w *scriptWorld) bodyOf(id host.BotID) int32 {
	if id == w.exec.Bot {
		return w.exec.Body
	}
	if s, ok := w.exec.World.(host.Surveyor); ok {
		return s.BodyOf(id)
	}
	return -1
}

// method returns an order, or a function of the game as bot:NAME(arguments).
func (w *scriptWorld) method(name string) *glua.LFunction {
	if f := w.orders[name]; f != nil {
		return f
	}
	f := host.FindFunc(w.sem.registry.Overlay(dialect), name)
	if f == nil {
		return nil
	}
	if _, isReady := f.Payload.(conditionPayload); isReady {
		return nil // it reads parameters of a rule
	}
	m := w.funcs[f]
	if m == nil {
		m = w.state.L.NewFunction(func(L *glua.LState) int { // 1 is the bot
			if w.exec == nil {
				w.state.Raise("%s: %v", name, errNoBot)
			}
			L.Push(lua.FromHost(w.exec.Apply(w.node, f, w.state.Arguments(f, name, 2))))
			return 1
		})
		w.funcs[f] = m
	}
	return m
}

// order is a method of the bot whose tree runs, beside the functions of the game. Its first
// argument is 2.
type order struct {
	name string
	do   func(*scriptWorld, *glua.LState) (glua.LValue, error)
}

var orders = []order{
	{"jump", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		return glua.LNil, w.sem.jump(w.exec, L.CheckString(2))
	}},
	{"head", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		x := w.exec
		c := host.Call{World: x.World, Bot: x.Bot, Tick: x.Tick}
		*host.RuntimeOf(&c) = host.Runtime{Source: x.Tree, Node: uint16(w.node)}
		c.Head(float64(L.CheckNumber(2)), float64(L.CheckNumber(3)))
		w.intent = c.Intent
		return glua.LNil, nil
	}},
	{"set", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		if s, ok := w.exec.World.(host.StateSetter); ok {
			return glua.LNil, s.SetState(w.exec.Body, L.CheckString(2), lua.ToHost(L.Get(3)))
		}
		return glua.LNil, errors.New("bots have no state in this game")
	}},
	{"announce", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		announce(w.exec, w.node, host.Announcement{Name: L.CheckString(2), Data: lua.ToHost(L.Get(3))})
		return glua.LNil, nil
	}},
	{"flag", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		at, err := entryOf("flag", w.sem.flags, L.CheckString(2))
		if err != nil {
			return glua.LNil, err
		}
		return glua.LBool(w.sem.tables.words(w.exec, at, 1)[0] != 0), nil
	}},
	{"setFlag", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		at, err := entryOf("flag", w.sem.flags, L.CheckString(2))
		if err == nil {
			w.sem.tables.words(w.exec, at, 1)[0] = word(L.CheckBool(3))
		}
		return glua.LNil, err
	}},
	{"parameter", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		at, err := entryOf("parameter", w.sem.entries, L.CheckString(2))
		if err != nil || w.sem.tables.words(w.exec, at, entryWords)[0]&isSet == 0 {
			return glua.LNil, err
		}
		return glua.LNumber(w.sem.tables.float(w.exec, at, 0)), nil
	}},
	{"setParameter", func(w *scriptWorld, L *glua.LState) (glua.LValue, error) {
		at, err := entryOf("parameter", w.sem.entries, L.CheckString(2))
		if err == nil {
			w.sem.tables.setText(w.exec, at, L.CheckString(3))
		}
		return glua.LNil, err
	}},
}

// entryOf finds an entry of a table of the tree.
func entryOf(what string, table map[string]int, name string) (int, error) {
	at, ok := table[name]
	if !ok {
		return 0, unknown(what, name, slices.Sorted(maps.Keys(table)))
	}
	return at, nil
}

// makeOrders makes the methods, in their order.
func (w *scriptWorld) makeOrders() (made []glua.LValue) {
	w.orders = map[string]*glua.LFunction{}
	for _, o := range orders {
		f := w.state.L.NewFunction(func(L *glua.LState) int {
			t, _ := L.Get(1).(*glua.LTable)
			if id, ok := w.bots.ID(t); !ok || w.exec == nil || id != w.exec.Bot {
				w.state.Raise("%s: wanted the bot whose tree runs: bot:%s(...)", o.name, o.name)
			}
			v, err := o.do(w, L)
			if err != nil {
				w.state.Raise("%s: %v", o.name, err)
			}
			L.Push(v)
			return 1
		})
		w.orders[o.name] = f
		made = append(made, f)
	}
	return made
}
