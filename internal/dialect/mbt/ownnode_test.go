package mbt

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
)

// farm is a tree with eight nodes of a studio's own.
const farm = `<Loop><Sequence>
  <Herd><Sniff what="grass"/><Fence><Graze bites="3"/></Fence></Herd>
  <SuppressFailure><Flee speed="2.5"/></SuppressFailure>
  <Nap/>
  <Parallel successMode="any"><Watch/><Call name="moo"/></Parallel>
</Sequence></Loop>`

// farmLua defines them.
const farmLua = `
nodes.Herd = { children = true, update = function(entity, attributes, memory, children)
	for i = memory.at or 1, children:count() do
		memory.at = i
		local answer = children:run(i)
		if answer ~= true then return answer end
	end
	return true
end }
nodes.Fence = { children = 1, update = function(entity, attributes, memory, children) return children:run(1) end }
function nodes.Sniff(entity, attributes) return attributes.what == 'grass' end
nodes.Graze = {
	attributes = { bites = 1 },
	enter = function(entity, attributes, memory) memory.left = attributes.bites end,
	update = function(entity, attributes, memory)
		memory.left = memory.left - 1
		if memory.left > 0 then return 'running' end
		return true
	end,
	exit = function(entity) entity.grazed = (entity.grazed or 0) + 1 end,
	debug = function(entity, attributes, memory) return memory.left .. ' left' end,
}
function nodes.Flee(entity, attributes) return attributes.speed > 9 end
nodes.Nap = {
	update = function(entity, attributes, memory) return memory.rung or 'running' end,
	event = function(entity, attributes, memory, name) if name == 'Ring' then memory.rung = true end end,
	debug = function() return 'asleep' end,
}
nodes.Watch = { update = function() return 'running' end, debug = function() return 'all quiet' end }
nodes.Call = { attributes = { name = '', times = 2 }, update = function(entity, attributes, memory)
	memory.calls = (memory.calls or 0) + 1
	if memory.calls < attributes.times then return 'running' end
	return attributes.name == 'moo'
end }
`

// farmGo is the same nodes in Go.
func farmGo(t *testing.T, reg *host.Registry) {
	t.Helper()
	always := func(s host.Status) func(*host.Call) host.Status { return func(*host.Call) host.Status { return s } }
	text := func(s string) func(*host.Call) string { return func(*host.Call) string { return s } }
	running := func(more bool, end host.Status) host.Status {
		if more {
			return host.Running
		}
		return end
	}
	number := func(name string, def float64) host.Param {
		return host.Param{Name: name, Kind: host.Number, Optional: true, Default: host.NumberValue(def)}
	}
	word := func(name string) host.Param { return host.Param{Name: name, Kind: host.String} }
	for _, a := range []host.Action{
		{Name: "Herd", Kind: host.Composite, Bits: 8, Tick: func(c *host.Call) host.Status {
			for i := int(c.Load(0, 8)); i < c.Kids.Len(); i++ {
				c.Store(0, 8, uint32(i))
				if st := c.Kids.Run(i); st != host.Success {
					return st
				}
			}
			return host.Success
		}},
		{Name: "Fence", Kind: host.Decorator, Tick: func(c *host.Call) host.Status { return c.Child }},
		{Name: "Sniff", Params: []host.Param{word("what")}, Tick: func(c *host.Call) host.Status { return host.StatusOf(c.Args[0].Text() == "grass") }},
		{
			Name: "Graze", Params: []host.Param{number("bites", 1)}, Bits: 8,
			Enter: func(c *host.Call) { c.Store(0, 8, uint32(c.Args[0].Number())) },
			Tick: func(c *host.Call) host.Status {
				left := c.Load(0, 8) - 1
				c.Store(0, 8, left)
				return running(left > 0, host.Success)
			},
			Describe: func(c *host.Call) string { return fmt.Sprintf("%d left", c.Load(0, 8)) },
		},
		{Name: "Flee", Params: []host.Param{number("speed", 1)}, Tick: func(c *host.Call) host.Status { return host.StatusOf(c.Args[0].Number() > 9) }},
		{
			Name: "Nap", Bits: 1, Describe: text("asleep"),
			Tick: func(c *host.Call) host.Status { return running(c.Load(0, 1) == 0, host.Success) },
			Event: func(c *host.Call, e host.Event) {
				if c.EventName(e) == "Ring" {
					c.Store(0, 1, 1)
				}
			},
		},
		{Name: "Watch", Tick: always(host.Running), Describe: text("all quiet")},
		{Name: "Call", Params: []host.Param{word("name"), number("times", 2)}, Bits: 8, Tick: func(c *host.Call) host.Status {
			n := c.Load(0, 8) + 1
			c.Store(0, 8, n)
			return running(n < uint32(c.Args[1].Number()), host.StatusOf(c.Args[0].Text() == "moo"))
		}},
	} {
		if err := reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
}

// farmWorld is a world whose state stand-ins read.
type farmWorld struct {
	world
	reg *host.Registry
}

func (w *farmWorld) Value(y host.Sym) host.Value { return host.SymbolsOf(w.reg).Value(y) }

// visits is what the nodes of a tree answered in a tick, in order.
type visits struct {
	sem  *semantics
	list []string
	last map[string]host.Status
}

func (v *visits) Leaf(int32, tree.NodeID, host.Notice, host.Status) {}

func (v *visits) Node(_ int32, n tree.NodeID, what host.Notice, st host.Status) {
	name := v.sem.kinds[n].name
	v.list = append(v.list, fmt.Sprintf("%s %v %v", name, what, st))
	if what == host.Visited {
		v.last[name] = st
	}
}

// A tree of a studio does the same with its nodes stood in for, in Lua and in Go.
func TestNodesOfAStudio(t *testing.T) {
	var answers []map[string]host.Status // of the nodes, by tick
	play := func(reg *host.Registry, scripted bool) (seen []string, texts []string) {
		p := mustLoad(t, reg, "", farm)
		w := &farmWorld{world: world{state: map[host.Key]host.Sym{}}, reg: reg}
		pl := newPlayer(p, w, 1)
		for tick := range 30 {
			if tick%9 == 8 {
				pl.send(reg, 0, "Ring")
			}
			v := &visits{sem: p.Semantics.(*semantics), last: map[string]host.Status{}}
			if scripted {
				for name, st := range answers[tick] {
					w.state[reg.Key(name)] = reg.Sym(host.StringValue(st.String()))
				}
			}
			pl.Trace = v
			pl.step()
			if !scripted && len(answers) == tick {
				answers = append(answers, v.last)
			}
			seen = append(seen, fmt.Sprint(tick, v.list))
			for _, n := range pl.inspect(0).Nodes {
				texts = append(texts, fmt.Sprint(tick, n.Text))
			}
		}
		if len(w.faults) > 0 {
			t.Errorf("faults %q", w.faults)
		}
		return seen, texts
	}
	inLua := asking()
	if err := Extend(inLua, Reboot, []Source{{"farm.lua", []byte(farmLua)}}); err != nil {
		t.Fatal(err)
	}
	lua, luaTexts := play(inLua, false)
	inGo := asking()
	farmGo(t, inGo)
	code, codeTexts := play(inGo, false)
	stubs := asking()
	standin.Allow(stubs, standin.All)
	stubbed, _ := play(stubs, true)
	for name, other := range map[string][]string{"Go": code, "stand-ins": stubbed} {
		if diff := cmp.Diff(lua, other); diff != "" {
			t.Errorf("(-Lua +%s)\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(luaTexts, codeTexts); diff != "" {
		t.Errorf("texts (-Lua +Go)\n%s", diff)
	}
	for _, name := range []string{"Herd", "Sniff", "Fence", "Graze", "Flee", "Nap", "Watch", "Call"} {
		if !strings.Contains(strings.Join(lua, " "), name+" ") {
			t.Errorf("nothing is visited by the name %s", name)
		}
	}
	all := strings.Join(luaTexts, "\n")
	for _, text := range []string{"Graze - 2 left", "Nap - asleep", "Watch - all quiet"} {
		if !strings.Contains(all, text) {
			t.Errorf("no %q in\n%s", text, all)
		}
	}
}

// What nodes in Lua remember is saved with the trees, and watching them changes nothing.
func TestMemoryOfNodesIsSaved(t *testing.T) {
	reg := asking()
	if err := Extend(reg, Reboot, []Source{{"farm.lua", []byte(farmLua)}}); err != nil {
		t.Fatal(err)
	}
	p := mustLoad(t, reg, "", farm)
	for at := range int64(6) {
		one := newPlayer(p, &world{}, 3)
		traced(one, 0, at)
		one.inspect(0)
		var b bytes.Buffer
		if err := one.Save(&b); err != nil {
			t.Fatal(err)
		}
		two, again := newPlayer(p, &world{}, 3), newPlayer(p, &world{}, 3)
		if err := two.Load(&b); err != nil {
			t.Fatal(err)
		}
		traced(again, 0, at)
		for _, pl := range []*player{two, again} {
			pl.tick = at
			pl.send(reg, 1, "Ring")
		}
		if diff := cmp.Diff(traced(again, at, 20), traced(two, at, 20)); diff != "" {
			t.Errorf("at %d (-saved from +loaded)\n%s", at, diff)
		}
	}
}

// A node that is left keeps nothing.
func TestMemoryOfNodesEnds(t *testing.T) {
	reg := asking()
	lua := "nodes.Keep = { update = function(entity, attributes, memory) memory.n = (memory.n or 0) + 1 return memory.n == 2 or 'running' end }"
	if err := Extend(reg, Reboot, []Source{{"keep.lua", []byte(lua)}}); err != nil {
		t.Fatal(err)
	}
	p := mustLoad(t, reg, "", "<Sequence><Keep/><Halt/></Sequence>")
	pl := newPlayer(p, &world{}, 1)
	lw := p.Semantics.(*semantics).luaShared(pl.exec.Shared)
	if pl.step(); pl.HashShare() == 0 || lw.records(1) == nil {
		t.Error("a node that runs keeps nothing")
	}
	if pl.step(); lw.records(1) != nil {
		t.Error("a node that was left keeps something")
	}
}

// What a file gets wrong is told at its place, and what a tree does at the tree's.
func TestNodesInLuaAreChecked(t *testing.T) {
	for lua, want := range map[string]string{
		"nodes.Wait = function() end":                                            `n.lua:1:7: nodes.Wait: every game has a node <Wait>, which nothing replaces`,
		"nodes.State = function() end":                                           `n.lua:1:7: nodes.State: <State> is no node`,
		"nodes.Dig = 3":                                                          `n.lua:1:7: nodes.Dig is a number, wanted a function, or a table with the function update`,
		"nodes.Dig = {}":                                                         `n.lua:1:7: nodes.Dig without update, wanted a function that answers true, false or "running"`,
		"nodes.Dig = { update = print }":                                         `n.lua:1:7: nodes.Dig.update is a function, wanted a function of a script`,
		"nodes.Dig = { updat = 1, update = function() end }":                     `n.lua:1:7: unknown nodes.Dig.updat; did you mean "update"?`,
		"function nodes.Dig() end\nnodes.Cut = { children = 2 }":                 `n.lua:2:7: nodes.Cut.children is 2, wanted 1 for one node, or true for one or more`,
		"nodes.Dig = { update = function() end, attributes = { deep = {} } }":    `n.lua:1:7: nodes.Dig.attributes.deep is a table, wanted a number`,
		"nodes.Dig = { update = function() end, attributes = { a = 1, A = 2 } }": `upper and lower case make no difference`,
		"nodes.Dig = { update = function() end, elements = 1 }":                  `n.lua:1:7: nodes.Dig.elements is a number, wanted a table of elements`,
	} {
		err := Extend(asking(), Reboot, []Source{{"n.lua", []byte(lua)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s:\n%v, wanted\n%s", lua, err, want)
		}
	}
	if err := Extend(asking(), Reboot, []Source{{"n.lua", []byte("nodes = {} nodes[1] = 2")}}); err != nil {
		t.Errorf("%v of a global that is the script's own", err)
	}
	reg := asking()
	lua := `nodes.Dig = { attributes = { deep = 1.5, loud = false, name = '' }, elements = { Stone = { size = 1 } }, update = function() return 5 end }
nodes.Over = { children = 1, update = function() return true end }`
	if err := Extend(reg, Reboot, []Source{{"n.lua", []byte(lua)}}); err != nil {
		t.Fatal(err)
	}
	for root, want := range map[string]string{
		`<Dig deep="far"/>`:                  `t.xml:1:32: deep: wanted a number, found "far"`,
		`<Dig depe="2"/>`:                    `t.xml:1:26: notice: <Dig> ignores the attribute "depe"; did you mean "deep"?`,
		`<Dig><Stoen/></Dig>`:                `found <Stoen> in <Dig>, wanted <Stone>; did you mean "Stone"?`,
		`<Dig><Halt/></Dig>`:                 `found <Halt> in <Dig>, wanted <Stone>`,
		`<Over/>`:                            `<Over> with no child, wanted one`,
		`<Over><Halt/><Halt/></Over>`:        `<Over> with 2 children, wanted one`,
		`<Digg/>`:                            `unknown node <Digg>; did you mean "Dig"?`,
		`<Dogs><Digg/></Dogs>`:               `unknown node <Digg>; did you mean "Dig"?`,
		`<Prio><Case><Dugg/></Case></Prio>`:  `unknown node <Dugg>`,
		`<Dig><Stone size="big"/></Dig>`:     `size: wanted a number, found "big"`,
		`<Sequence><Dig/><Over/></Sequence>`: `<Over> with no child`,
	} {
		var l syntax.List
		Load("t.xml", []byte("<BehaviorTree><Root>"+root+"</Root></BehaviorTree>"), reg, &l)
		var told []string
		for _, e := range l.Errors {
			told = append(told, e.Error())
		}
		for _, e := range l.Notices {
			told = append(told, strings.Replace(e.Error(), ": ", ": notice: ", 1))
		}
		if !slices.ContainsFunc(told, func(s string) bool { return strings.Contains(s, want) }) {
			t.Errorf("%s:\n%q, wanted\n%s", root, told, want)
		}
	}
}

// Faults of nodes in Lua name their places in the tree and in the file, and fail the node.
func TestFaultsOfNodesInLua(t *testing.T) {
	for lua, want := range map[string]string{
		"function nodes.Dig() return 5 end":                                                             `t.xml:1:21: Dig of tree t.xml, bot 1, tick 0: nodes.Dig returned 5, wanted true, false or "running"`,
		"function nodes.Dig() end":                                                                      `nodes.Dig returned nil, wanted true`,
		"function nodes.Dig(e)\nreturn e.no.more end":                                                   `nodes.Dig, n.lua:2:`,
		"nodes.Dig = { update = function() nodes.Dig = 1 return 1 end }":                                `nodes.Dig returned 1`,
		"nodes.Dig = { children = 1, update = function(e, a, m, children) return children:run(2) end }": "children:run: child 2 of 1",
		"nodes.Dig = { children = 1, enter = function(e, a, m) kids = m end, update = function(e, a, m, c) keep = c return 'running' end, event = function() keep:run(1) end }": "children are run in update of the node over them alone",
	} {
		reg := asking()
		if err := Extend(reg, Reboot, []Source{{"n.lua", []byte(lua)}}); err != nil {
			t.Fatal(err)
		}
		root := "<Dig/>"
		if strings.Contains(lua, "children") {
			root = "<Dig><Halt/></Dig>"
		}
		w := &world{}
		pl := newPlayer(mustLoad(t, reg, "", root), w, 1)
		pl.step()
		pl.send(reg, 0, "Any")
		if len(w.faults) == 0 || !strings.Contains(strings.Join(w.faults, "\n"), want) {
			t.Errorf("%s:\n%q, wanted\n%s", lua, w.faults, want)
		}
	}
}

// The elements in a node in Lua are the list in its attributes.
func TestElementsOfNodesInLua(t *testing.T) {
	reg := asking()
	lua := `nodes.Doorman = { elements = { Answer = { onEvent = '', say = '', times = 1 } }, update = function() return 'running' end,
	event = function(entity, attributes, memory, name, data)
		for _, answer in ipairs(attributes) do
			if answer.onEvent == name then print(answer.element, answer.say, answer.times, data) end
		end
	end }`
	if err := Extend(reg, Reboot, []Source{{"n.lua", []byte(lua)}}); err != nil {
		t.Fatal(err)
	}
	w := &world{}
	pl := newPlayer(mustLoad(t, reg, "", `<Doorman><Answer onEvent="Knock" say="Who?"/><answer onEvent="Ring" say="Coming" times="2"/></Doorman>`), w, 1)
	pl.step()
	for _, e := range []string{"Ring", "Whistle", "Knock"} {
		pl.send(reg, 0, e)
	}
	if len(w.logs) != 2 || !strings.Contains(w.logs[0], "Answer\tComing\t2\tnil") || !strings.Contains(w.logs[1], "Answer\tWho?\t1\tnil") {
		t.Errorf("%q; faults %q", w.logs, w.faults)
	}
}

// A node of the game in Go goes before one in Lua, of which a notice tells.
func TestNodesInGoGoFirst(t *testing.T) {
	reg := asking()
	if err := reg.AddAction(host.Action{Name: "Dig", Tick: func(*host.Call) host.Status { return host.Running }}); err != nil {
		t.Fatal(err)
	}
	if err := Extend(reg, Reboot, []Source{{"n.lua", []byte("function nodes.Dig() return true end function nodes.Move() return true end")}}); err != nil {
		t.Fatal(err)
	}
	var l syntax.List
	p := Load("t.xml", []byte("<BehaviorTree><Root><Sequence><Move/><Dig/></Sequence></Root></BehaviorTree>"), reg, &l)
	if p == nil || len(l.Notices) != 1 || !strings.Contains(l.Notices[0].Error(), "<Dig> is the game's own here, and nodes.Dig of the scene's Lua is never called") {
		t.Fatalf("%v %v", l.Errors, l.Notices)
	}
	pl := newPlayer(p, &world{}, 1)
	if pl.step(); pl.Status(0) != host.Running {
		t.Errorf("%v, wanted Move in Lua and Dig in Go", pl.Status(0))
	}
}

var _ run.Tracer = (*visits)(nil)
