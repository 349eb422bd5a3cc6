package mbt

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// preludeGame is luaGame with a prelude: a table of globals, fields that are made for each
// entity, a method that asks the game about another bot, and hooks.
func preludeGame(t *testing.T) (*host.Registry, *world) {
	t.Helper()
	reg, w := luaGame(t)
	if err := Supply(reg, nil, []host.Func{{
		Name: "game.twice", Result: host.Number, Params: []host.Param{{Name: "n", Kind: host.Number}},
		Eval: func(c *host.Call) host.Value { return host.NumberValue(2 * c.Args[0].Number()) },
	}}); err != nil {
		t.Fatal(err)
	}
	Prelude(reg, "api.lua", `
Help = { Twice = game.twice, users = game.scope_users, get = game.variable, set = game.set_variable, of = game.entity }
function game.fresh.kit(e) return { owner = e.id } end
function game.hooks.add(e, n) e.sum = (e.sum or 0) + n return e.sum end
function game.hooks.bad() error("no") end
function entity:Half() return self.id / 2 end
`)
	hook := func(name string, wants bool, arg ...host.Value) host.Action {
		return host.Action{Name: name, Local: true, Internals: host.Internals{Scripts: true}, Tick: func(c *host.Call) host.Status {
			v, ok := c.Script(strings.ToLower(name), arg...)
			return host.StatusOf(ok == wants && (!wants || v.Number() == 3))
		}}
	}
	for _, a := range []host.Action{hook("Add", true, host.NumberValue(3)), hook("Bad", false), hook("None", false)} {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	return reg, w
}

func TestPreludeIsInPlace(t *testing.T) {
	for code, want := range map[string]bool{
		"Help.Twice(21) == 42": true,
		"Help.Twice()":         false,
		"entity:Half() == 0.5 and entity:Twice() == 2 and double(2) == 4": true,
		"entity.kit.owner == 1 and entity.kit == entity.kit":              true,
		"Help.users(entity.id, 'ROOM') == 1 and Help.users(1, 'x') == 0":  true,
		"Help.get('Angry') == false and Help.get('Other') == nil":         true,
		"Help.set('angry', true) and Help.get('ANGRY')":                   true,
		"Help.of(entity.id) == entity and Help.of(77) == nil":             true,
		"Help.of(4294967297) == nil and Help.of(-4294967295) == nil":      true, // they end in the bits of 1
		"game == nil": true,
	} {
		reg, w := preludeGame(t)
		p := mustLoad(t, reg, `<Variables><Variable name="Angry"/></Variables>`,
			`<GroupScope name="Room"><Sequence><AssertLua code="return `+code+`"/><Halt/></Sequence></GroupScope>`)
		pool := newPlayer(p, w, 1)
		pool.step()
		if got := pool.Status(0) == host.Running; got != want {
			t.Errorf("%s is %v, wanted %v; %q", code, got, want, w.faults)
		}
	}
}

// Actions call hooks of the prelude, also in trees without any code of their own.
func TestActionsCallScripts(t *testing.T) {
	reg, w := preludeGame(t)
	p := mustLoad(t, reg, "", `<Sequence><Add/><None/><Bad/><Halt/></Sequence>`)
	if p.Tree.Local() {
		t.Error("bots that share scripts would run on several workers")
	}
	pool := newPlayer(p, w, 2)
	pool.step()
	if pool.Status(0) != host.Running || pool.Status(1) != host.Running {
		t.Errorf("%v, %v; %q", pool.Status(0), pool.Status(1), w.faults)
	}
	if len(w.faults) != 2 || !strings.Contains(w.faults[1], "Bad of tree t.xml, bot 2, tick 0: Lua: no") {
		t.Errorf("faults %q", w.faults)
	}
	Configure(reg, Config{})
	if p := mustLoad(t, reg, "", `<None/>`); !p.Tree.Local() {
		t.Error("bots without scripts run on one worker")
	}
}

// What a prelude does not have is told once a name, not once a use.
func TestMissingMembersAreToldOnce(t *testing.T) {
	reg, _ := preludeGame(t)
	var l syntax.List
	code := `<ExecuteLua code="Help.Twice(1) Help.Gone(1) entity:Nope() entity.kit.x = 1 entity.actor.Gone() Nothing()"/>`
	Load("t.xml", []byte("<a><Root><Sequence>"+strings.Repeat(code, 5)+"</Sequence></Root></a>"), reg, &l)
	var all []string
	for _, n := range l.Notices {
		all = append(all, n.Msg)
	}
	want := `no Lua global "Nothing" is known|entity has no "Nope" in this game|Help has no "Gone" in this game|entity.actor has no "Gone" in this game`
	if got := strings.Join(all, "|"); got != want {
		t.Errorf("notices\n%s\nwanted\n%s", got, want)
	}
}

// What the prelude made is not saved, but what scripts change of it is.
func TestPreludesAreNoPartOfDigests(t *testing.T) {
	hash := func(code string) uint64 {
		reg, w := preludeGame(t)
		pool := newPlayer(mustLoad(t, reg, "", `<Sequence><ExecuteLua code="`+code+`"/><Halt/></Sequence>`), w, 1)
		pool.step()
		return pool.HashShare()
	}
	if hash("local a = Help.Twice(2)") != 0 || hash("Help.Twice = nil") == 0 || hash("local a = entity.kit") == 0 {
		t.Error("the digest has the prelude, or lacks what was changed of it")
	}
}

// A method of entity that has the name of an event is called before the tree hears of it.
func TestEntitiesHearEvents(t *testing.T) {
	reg, w := luaGame(t)
	cfg := reg.Overlay(dialect).Config.(Config)
	if err := cfg.Lua.Add("hear.lua", []byte("function entity:OnNoise(from) heard = (heard or 0) + 1 self.from = from end")); err != nil {
		t.Fatal(err)
	}
	p := mustLoad(t, reg, "", `<Sequence><WaitForEvent name="OnNoise"/><LuaGate code="return heard == 1 and entity.from == 7"><Halt/></LuaGate></Sequence>`)
	pool := newPlayer(p, w, 2)
	pool.step()
	pool.Send(1, host.Event{ID: host.SymbolsOf(reg).Event("OnNoise"), Arg: host.NumberValue(7)}, run.Moment{DT: 1})
	pool.step()
	if pool.Status(0) != host.Running || pool.Status(1) != host.Running || len(w.faults) > 0 {
		t.Errorf("%v, %v; %q", pool.Status(0), pool.Status(1), w.faults)
	}
}

// A method that a bot has of its own comes before that of all, and functions of the game are
// no methods for events, though they are under the name of one.
func TestEntitiesHearEventsTheirOwnWay(t *testing.T) {
	reg, w := luaGame(t)
	cfg := reg.Overlay(dialect).Config.(Config)
	if err := cfg.Lua.Add("hear.lua", []byte("function entity:OnNoise() self.heard = 'all' end")); err != nil {
		t.Fatal(err)
	}
	p := mustLoad(t, reg, "", `<Sequence><ExecuteLua code="if entity.id == 1 then entity.OnNoise = function(self) self.heard = 'own' end end entity.Cry = entity.Signal"/>`+
		`<WaitForEvent name="OnNoise"/><AssertLua code="return entity.heard == (entity.id == 1 and 'own' or 'all')"/><Halt/></Sequence>`)
	pool := newPlayer(p, w, 2)
	pool.step()
	for row := range int32(2) {
		pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event("Sum"), Arg: host.StringValue("no number")}, run.Moment{DT: 1})
		pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event("Cry")}, run.Moment{DT: 1})
		pool.Send(row, host.Event{ID: host.SymbolsOf(reg).Event("OnNoise")}, run.Moment{DT: 1})
	}
	pool.step()
	if pool.Status(0) != host.Running || pool.Status(1) != host.Running || len(w.faults) > 0 {
		t.Errorf("%v, %v; %q", pool.Status(0), pool.Status(1), w.faults)
	}
}

// What a file of the scene gives to an entity by a parameter is known.
func TestFieldsSetByParametersAreKnown(t *testing.T) {
	reg, _ := luaGame(t)
	cfg := reg.Overlay(dialect).Config.(Config)
	if err := cfg.Lua.Add("count.lua", []byte("function count(e) e.someCounter = (e.someCounter or 0) + 1 end")); err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	Load("t.xml", []byte(`<a><Root><Sequence><ExecuteLua code="count(entity)"/><AssertLua code="return entity.someCounter == 1"/></Sequence></Root></a>`), reg, &l)
	if len(l.Notices) > 0 {
		t.Errorf("notices %v", l.Notices)
	}
}
