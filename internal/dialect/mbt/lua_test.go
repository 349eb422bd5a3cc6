package mbt

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"
)

// luaGame returns a game with functions, a state key and a library for Lua.
func luaGame(t *testing.T) (*host.Registry, *world) {
	t.Helper()
	reg := newGame(t)
	for _, f := range []host.Func{
		{Name: "target_distance", Result: host.Number, Local: true, Eval: func(c *host.Call) host.Value {
			return host.NumberValue(float64(c.Bot) * 10)
		}},
		{Name: "Sum", Result: host.Number, Local: true, Params: []host.Param{
			{Name: "a", Kind: host.Number}, {Name: "b", Kind: host.Number, Optional: true, Default: host.NumberValue(100)},
		}, Eval: func(c *host.Call) host.Value {
			return host.NumberValue(c.Args[0].Number() + c.Args[1].Number())
		}},
	} {
		if err := reg.AddFunc(f); err != nil {
			t.Fatal(err)
		}
	}
	lib := &Library{Budget: 5000, Globals: func(s *machine.State) { s.SetGlobal("answer", machine.Number(42)) }}
	if err := lib.Add("lib.lua", []byte("function double(x) return 2 * x end\n"+
		"function entity:Twice() return double(self.x + self.id) end entity.actor = { has = true, hy = 5 } entity.y = 7")); err != nil {
		t.Fatal(err)
	}
	Configure(reg, Config{Lua: lib})
	return reg, &world{state: map[host.Key]host.Sym{
		reg.Key("it"): reg.Sym(host.BoolValue(true)), reg.Key("hy"): reg.Sym(host.StringValue("north")),
	}}
}

func TestWhatLuaSees(t *testing.T) {
	for code, want := range map[string]bool{
		"entity.id == 1": true,
		"entity.x == 0 and entity.y == 7 and entity.hx == 1":         true, // y is the library's
		"entity.hy == 'north' and entity.it":                         true, // state replaces a number
		"entity:Twice() == 2 and entity.actor.has":                   true,
		"entity.Twice == nil and entity.common == nil":               false,
		"entity.none == nil":                                         true,
		"entity:TargetDistance() == 10":                              true,
		"entity:target_distance() == 10":                             true,
		"entity:Sum(1) == 101 and entity:Sum(1, 2) == 3":             true,
		"double(answer) == 84":                                       true,
		"not pcall(function() return os.time() end)":                 true,
		"(function() mine = (mine or 0) + 1 return mine end)() == 1": true,
		"1":                                    false,
		"entity:Sum()":                         false,
		"entity:Sum('x')":                      false,
		"entity:Nothing()":                     false,
		"(function() while true do end end)()": false,
		"string.rep('x', 1e9)":                 false,
	} {
		reg, w := luaGame(t)
		p := mustLoad(t, reg, "", `<Sequence><AssertLua code="return `+strings.ReplaceAll(code, "<", "&lt;")+`"/><Halt/></Sequence>`)
		pool := newPlayer(p, w, 1)
		pool.step()
		if got := pool.Status(0) == host.Running; got != want {
			t.Errorf("%s is %v, wanted %v; %q", code, got, want, w.faults)
		}
	}
}

// Errors are reported where the node is, and the run goes on.
func TestLuaErrorsAreReported(t *testing.T) {
	reg, w := luaGame(t)
	p := mustLoad(t, reg, "", "<Sequence>\n<ExecuteLua code=\"error('no')\"/>\n<ExecuteLua code=\"while true do end\"/><Halt/></Sequence>")
	pool := newPlayer(p, w, 1)
	pool.step()
	want := []string{
		"t.xml:2:1: ExecuteLua of tree t.xml, bot 1, tick 0: Lua: no",
		"t.xml:3:1: ExecuteLua of tree t.xml, bot 1, tick 0: Lua: the script was stopped: it ran for more than 5000 steps",
	}
	if diff := cmp.Diff(want, w.faults); diff != "" || pool.Status(0) != host.Running {
		t.Errorf("status %v (-want +got)\n%s", pool.Status(0), diff)
	}
}

// Globals are shared by the bots and trees of a world and of no other; fields of
// entity are the bot's own, until it goes.
func TestWhatLuaKeeps(t *testing.T) {
	reg, w := luaGame(t)
	count := mustLoad(t, reg, "", `<Sequence><ExecuteLua code="n = (n or 0) + 1; entity.n = (entity.n or 0) + 1"/><Halt/></Sequence>`)
	newPlayer(count, w, 5).step()
	ask := func(code string, w host.World, bots int) (held int) {
		pool := newPlayer(mustLoad(t, reg, "", `<Sequence><AssertLua code="return `+code+`"/><Halt/></Sequence>`), w, bots)
		pool.step()
		for _, row := range pool.Order() {
			if pool.Status(row) == host.Running {
				held++
			}
		}
		return held
	}
	for code, want := range map[string]int{"n == 5": 6, "entity.n == 1": 5, "entity.n == nil": 1} {
		if got := ask(code, w, 6); got != want {
			t.Errorf("%s for %d of 6 bots, wanted %d", code, got, want)
		}
	}
	if ask("n == nil and double(2) == 4", &world{}, 1) != 1 {
		t.Error("another world has the globals of the first")
	}
}

func TestLuaSendsSignals(t *testing.T) {
	reg, w := luaGame(t)
	hey := host.SymbolsOf(reg).Event("Hey")
	p := mustLoad(t, reg, "", `<Sequence><ExecuteLua code="entity:Signal('Hey', 'group'); entity:Signal('Nobody knows this')"/><Halt/></Sequence>`)
	newPlayer(p, w, 1).step()
	if diff := cmp.Diff([]sent{{0, host.GroupOf, host.Event{ID: hey}}}, w.signals, cmp.AllowUnexported(sent{}, host.Value{}), cmp.Comparer(func(a, b host.EventID) bool { return a == b })); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestLibraryRefusesBadCode(t *testing.T) {
	var lib Library
	if err := lib.Add("bad.lua", []byte("x = = 1")); err == nil || !strings.HasPrefix(err.Error(), "bad.lua:1:") {
		t.Error(err)
	}
	_ = lib.Add("raises.lua", []byte("error('at load')"))
	reg := newGame(t)
	Configure(reg, Config{Lua: &lib})
	var l syntax.List
	p := Load("t.xml", []byte(`<a><Root><ExecuteLua code="x = 1"/></Root></a>`), reg, &l)
	if want := "raises.lua:1:1: the rest of the file is left out: at load"; len(l.Notices) != 1 || l.Notices[0].Error() != want {
		t.Errorf("notices %v, wanted %s", l.Notices, want)
	}
	w := &world{}
	run.NewPool(p, w)
	if len(w.faults) != 1 || !strings.Contains(w.faults[0], "at load") {
		t.Errorf("faults %q", w.faults)
	}
}
