package dragengine

import (
	"errors"
	"maps"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/lua"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
	"github.com/thicket-sim/thicket/internal/dialect/words"
)

// index returns a field of a bot that no script has set: its id; where it is, in metres, and
// its heading; of the bot whose tree runs, what its rule is, what scripts can tell it, and
// the functions of the game as methods; and else a state key.
func (w *scriptWorld) index(c *machine.Call) int {
	id, isBot := w.bots.ID(c.Get(1).Table())
	name, isName := c.Get(2).Text()
	v := machine.Nil
	if isName && isBot && w.exec != nil {
		v = w.field(id, name)
	}
	c.Push(v)
	return 1
}

func (w *scriptWorld) field(id host.BotID, name string) machine.Value {
	x := w.exec
	body := w.bodyOf(id)
	if body < 0 {
		return machine.Nil // a script kept it, and it is gone
	}
	px, py := x.World.Position(body)
	hx, hy := x.World.Heading(body)
	switch name {
	case "id":
		return machine.Number(float64(id))
	case "x":
		return machine.Number(float64(px))
	case "y":
		return machine.Number(float64(py))
	case "hx":
		return machine.Number(float64(hx))
	case "hy":
		return machine.Number(float64(hy))
	}
	if id == x.Bot {
		switch name {
		case "first":
			return machine.Bool(x.Mem[w.sem.tables.base]&isFirstRun != 0)
		case "rule":
			return machine.String(w.sem.ids[w.node])
		}
		if f := w.method(name); f != nil {
			return f.V()
		}
	}
	if key, ok := w.sem.symbols.FindKey(name); ok {
		if y := x.World.State(body, key); y != host.Missing {
			return lua.FromHost(w.sem.symbols.Value(y))
		}
	}
	return machine.Nil
}

// botField is a field of every bot beside its state keys and its methods.
type botField struct {
	name, doc string
	value     words.Value
}

var botFields = []botField{
	{"id", "The bot's id.", words.Value{Kind: host.Int}},
	{"x", "Where the bot is, from the left.", words.Value{Kind: host.Number, Unit: "m"}},
	{"y", "Where the bot is, from the top.", words.Value{Kind: host.Number, Unit: "m"}},
	{"hx", "Where the bot faces: to the right, as a share of 1.", words.Value{Kind: host.Number, Domain: host.Domain{Least: -1, Most: 1}}},
	{"hy", "Where the bot faces: down, as a share of 1.", words.Value{Kind: host.Number, Domain: host.Domain{Least: -1, Most: 1}}},
	{"first", "Whether the bot's rule is newly entered.", words.Value{Kind: host.Bool}},
	{"rule", "The id of the bot's rule; empty for one without.", words.Value{Kind: host.String, Domain: host.Domain{Names: "rule"}}},
}

func isBotField(name string) bool {
	return slices.ContainsFunc(botFields, func(f botField) bool { return f.name == name })
}

// setField gives a bot a field of the scripts' own. What a bot has already it refuses, as
// that would be hidden from then on.
func (w *scriptWorld) setField(c *machine.Call) int {
	t, key := c.CheckTable(1), c.Get(2)
	if name, ok := key.Text(); ok && w.sem != nil {
		switch _, isKey := w.sem.symbols.FindKey(name); {
		case isKey:
			w.state.Raise("%s is a state key: write bot:set(%q, VALUE), which holds from the next tick on", name, name)
		case isBotField(name) || w.orders[name] != nil:
			w.state.Raise("bot.%s cannot be set", name)
		}
	}
	c.S.Put(t, key, c.Get(3))
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
func (w *scriptWorld) method(name string) *machine.Function {
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
		m = w.state.NewFunction(name, func(c *machine.Call) int { // 1 is the bot
			if w.exec == nil {
				w.state.Raise("%s: %v", name, errNoBot)
			}
			c.Push(lua.FromHost(w.exec.Apply(w.node, f, lua.Arguments(c, f, name, 2))))
			return 1
		})
		w.funcs[f] = m
	}
	return m
}

// order is a method of the bot whose tree runs, beside the functions of the game. Its first
// argument is 2.
type order struct {
	name, doc string
	params    []words.Param
	value     words.Value // that it gives
	do        func(*scriptWorld, *machine.Call) (machine.Value, error)
}

var orders = []order{
	{"jump", "Makes a rule the current one, as if it was never run.", []words.Param{{Name: "id", Doc: "the id of the rule", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "rule"}}}}, words.Value{}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		return machine.Nil, w.sem.jump(w.exec, c.CheckText(2))
	}},
	{"head", "Turns the bot to a direction; it goes there at its speed.", []words.Param{{Name: "x", Doc: "to the right", Required: true, Value: words.Value{Kind: host.Number}}, {Name: "y", Doc: "down", Required: true, Value: words.Value{Kind: host.Number}}}, words.Value{}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		x := w.exec
		to := host.Call{World: x.World, Bot: x.Bot, Tick: x.Tick}
		*host.RuntimeOf(&to) = host.Runtime{Source: x.Tree, Node: uint16(w.node)}
		to.Head(c.CheckNumber(2), c.CheckNumber(3))
		w.intent = to.Intent
		return machine.Nil, nil
	}},
	{"set", "Sets a key of the bot's state from the next tick on.", []words.Param{{Name: "key", Doc: "the key", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "state"}}}, {Name: "value", Doc: "its new value", Required: true, Value: words.Value{Kind: host.Any}}}, words.Value{}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		if s, ok := host.Find[host.StateSetter](w.exec.World); ok {
			return machine.Nil, s.SetState(w.exec.Body, c.CheckText(2), lua.ToHost(c.Get(3)))
		}
		return machine.Nil, errors.New("bots have no state in this game")
	}},
	{"announce", "Makes an announcement to all who listen.", []words.Param{{Name: "name", Doc: "its name", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "announcement"}}}, {Name: "data", Doc: "what goes with it", Value: words.Value{Kind: host.Any}}}, words.Value{}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		announce(w.exec, w.node, host.Announcement{Name: c.CheckText(2), Data: lua.ToHost(c.Get(3))})
		return machine.Nil, nil
	}},
	{"flag", "Whether a flag that the tree mentions is set.", []words.Param{{Name: "name", Doc: "the name of the flag", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "flag"}}}}, words.Value{Kind: host.Bool}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		at, err := entryOf("flag", w.sem.flags, c.CheckText(2))
		if err != nil {
			return machine.Nil, err
		}
		return machine.Bool(w.sem.tables.words(w.exec, at, 1)[0] != 0), nil
	}},
	{"setFlag", "Sets or clears a flag that the tree mentions.", []words.Param{{Name: "name", Doc: "the name of the flag", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "flag"}}}, {Name: "on", Doc: "whether it is set", Required: true, Value: words.Value{Kind: host.Bool}}}, words.Value{}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		at, err := entryOf("flag", w.sem.flags, c.CheckText(2))
		if err == nil {
			w.sem.tables.words(w.exec, at, 1)[0] = word(c.CheckBool(3))
		}
		return machine.Nil, err
	}},
	{"parameter", "The number of an entry of the parameter table that the tree mentions; nil for none.", []words.Param{{Name: "name", Doc: "the name of the entry", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "entry"}}}}, words.Value{Kind: host.Number}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		at, err := entryOf("parameter", w.sem.entries, c.CheckText(2))
		if err != nil || w.sem.tables.words(w.exec, at, entryWords)[0]&isSet == 0 {
			return machine.Nil, err
		}
		return machine.Number(float64(w.sem.tables.float(w.exec, at, 0))), nil
	}},
	{"setParameter", "Sets an entry of the parameter table that the tree mentions.", []words.Param{{Name: "name", Doc: "the name of the entry", Required: true, Value: words.Value{Kind: host.String, Domain: host.Domain{Names: "entry"}}}, {Name: "text", Doc: "its new text", Required: true, Value: words.Value{Kind: host.String}}}, words.Value{}, func(w *scriptWorld, c *machine.Call) (machine.Value, error) {
		at, err := entryOf("parameter", w.sem.entries, c.CheckText(2))
		if err == nil {
			w.sem.tables.setText(w.exec, at, c.CheckText(3))
		}
		return machine.Nil, err
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
func (w *scriptWorld) makeOrders() (made []machine.Value) {
	w.orders = map[string]*machine.Function{}
	for _, o := range orders {
		f := w.state.NewFunction(o.name, func(c *machine.Call) int {
			if id, ok := w.bots.ID(c.Get(1).Table()); !ok || w.exec == nil || id != w.exec.Bot {
				w.state.Raise("%s: wanted the bot whose tree runs: bot:%s(...)", o.name, o.name)
			}
			v, err := o.do(w, c)
			if err != nil {
				w.state.Raise("%s: %v", o.name, err)
			}
			c.Push(v)
			return 1
		})
		w.orders[o.name] = f
		made = append(made, f.V())
	}
	return made
}
