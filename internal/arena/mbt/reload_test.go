package mbt_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/session"
)

// edit replaces texts in a file of a stage, and reloads it.
func (p *staged) edit(name string, pairs ...string) *staged {
	p.T.Helper()
	file := filepath.Join(p.dir, name)
	src, err := os.ReadFile(file)
	if err != nil {
		p.T.Fatal(err)
	}
	text := strings.NewReplacer(pairs...).Replace(string(src))
	if text == string(src) {
		p.T.Fatalf("%s has none of %q", name, pairs)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		p.T.Fatal(err)
	}
	c := &session.Reload{}
	if err := p.Do(c); err != nil {
		p.T.Fatal(err)
	}
	if !strings.HasPrefix(c.Note, "reloaded ") {
		p.T.Fatalf("%s: %s", name, c.Note)
	}
	return p
}

// times counts how often an event was heard.
func (p *staged) times(name string) (n int) {
	for _, h := range p.heard {
		if h == name {
			n++
		}
	}
	return n
}

const hearing = `<Timestamps><Timestamp name="A" setOnEvent="Entered"/><Timestamp name="B" setOnEvent="Left"/><Timestamp name="C" setOnEvent="There"/></Timestamps>`

// Nodes in Lua that run keep their memory when the file of Lua is edited: numbers, texts and tables by
// their names. Where there are functions in it, and where a node has another name, the node begins
// anew.
func TestReloadOfNodesInLua(t *testing.T) {
	const nodes = `
nodes.Count = {
	attributes = { to = 30 },
	enter = function(e, a, m) m.n, m.list, m.who = 0, { 1, { deep = true } }, e e:Signal("Entered", "Sender") end,
	update = function(e, a, m)
		m.n = m.n + 1
		assert(m.list[2].deep and m.who == e and e.id == 1)
		return m.n >= a.to or "running"
	end,
	exit = function(e) e:Signal("Left", "Sender") end,
	debug = function(e, a, m) return "at " .. m.n end,
}`
	open := func() *staged {
		p := stage{tree: went(`<Count to="30"/>`), blocks: hearing, more: lib, lua: nodes}.open(t).listen(one)
		return p.Steps(10)
	}
	p := open().edit("stage.lua", "m.n + 1", "m.n + 2")
	p.ends("done", 10, 11)
	if p.times("Entered") != 1 || len(p.faults) > 0 {
		t.Errorf("it was entered %d times; %q", p.times("Entered"), p.faults)
	}
	// Back and forth: what a file held before does not come back.
	p = open().edit("stage.lua", "m.n + 1", "m.n + 2").Steps(5).edit("stage.lua", "m.n + 2", "m.n + 1")
	p.ends("done", 10, 11)
	// Attributes are those of the tree as it is now.
	p = open().edit("one.xml", `to="30"`, `to="20"`).edit("stage.lua", "m.n + 1", "m.n + 2")
	p.ends("done", 5, 6)

	p = stage{tree: went(`<Count to="30"/>`), blocks: hearing, more: lib, lua: strings.Replace(nodes, "m.n, m.list", "m.f = function() end m.n, m.list", 1)}.open(t).listen(one)
	p.Steps(10).edit("stage.lua", "m.n + 1", "m.n + 2")
	p.ends("done", 15, 16)
	if p.times("Entered") != 2 || p.times("Left") != 1 {
		t.Errorf("with a function in its memory it was entered %d times, and left %d times", p.times("Entered"), p.times("Left"))
	}

	p = open()
	if err := os.WriteFile(filepath.Join(p.dir, "one.xml"), []byte("<BehaviorTree>"+hearing+"<Root>"+went(`<Tally to="30"/>`)+"</Root></BehaviorTree>"), 0o644); err != nil {
		t.Fatal(err)
	}
	p.edit("stage.lua", "nodes.Count", "nodes.Tally")
	p.ends("done", 30, 31)
	if p.times("Entered") != 2 || p.times("Left") != 1 { // the second is left now
		t.Errorf("a node of another name: entered %d times, left %d times", p.times("Entered"), p.times("Left"))
	}
}

// A tree that is edited keeps its nodes that run, its variables and its timestamps by name; with a
// new variable the bot hears again what holds.
func TestReloadOfATreeWithNewVariables(t *testing.T) {
	const node = `<Wait duration="3"/><AssertCondition condition="Called and Spotted"/><AssertTime since="T" isMoreThan="2.5" isLessThan="3.5"/>`
	p := stage{tree: went(node), blocks: strings.Replace(spotting, "</SignalVariables>", `<Signal name="Call" variable="Called" value="true"/></SignalVariables>`, 1)}
	p.blocks = strings.Replace(p.blocks, "</Variables>", `<Variable name="Called"/></Variables>`, 1)
	p.blocks = strings.Replace(p.blocks, "</Timestamps>", `<Timestamp name="T" setOnEvent="Call"/></Timestamps>`, 1)
	s := p.open(t)
	s.Steps(1).send(one, "Call")
	s.Steps(9).listen(one)
	s.edit("one.xml", "</Variables>", `<Variable name="Late"/><Variable name="Later" default="true"/></Variables>`,
		"</SignalVariables>", `<Signal name="OnEnemySeen" variable="Late" value="true"/></SignalVariables>`,
		"Called and Spotted", "Called and Spotted and Late and Later")
	s.ends("done", 20, 22)
	if n := s.times("OnEnemySeen"); n != 1 || len(s.faults) > 0 {
		t.Errorf("it is told %d times what it sees; %q", n, s.faults)
	}
	// Without a new variable nothing is told again.
	s = p.open(t)
	s.Steps(10).listen(one)
	s.edit("one.xml", `<Wait duration="3"/>`, `<Wait duration="4"/>`).Steps(5)
	if n := s.times("OnEnemySeen"); n != 0 {
		t.Errorf("it is told %d times what it sees", n)
	}
}

// A goal pipe that runs goes on at the goal of the same number with what the goals are now, be it in a
// node, in a file of pipes, made by a script, selected beside the tree or one within another.
func TestReloadOfRunningPipes(t *testing.T) {
	const goals = `<Timeout interval="0.5"/><Timeout interval="2"/><Signal name="There"/><Timeout interval="9"/>`
	file := map[string]string{"pipes.xml": `<GoalPipes><GoalPipe name="Go">` + goals + `</GoalPipe><GoalPipe name="Outer"><SubGoalPipe name="Go"/></GoalPipe></GoalPipes>`}
	for _, c := range []struct {
		name, edited string
		stage        stage
	}{
		{"inline", "one.xml", stage{tree: `<GoalPipe>` + goals + `</GoalPipe>`}},
		{"file", "pipes.xml", stage{tree: `<GoalPipe name="Go"/>`, more: "lua: [pipes.xml]", files: file}},
		{"within", "pipes.xml", stage{tree: `<GoalPipe name="Outer"/>`, more: "lua: [pipes.xml]", files: file}},
		{"selected", "pipes.xml", stage{
			tree: `<Sequence><ExecuteLua code="entity:SelectPipe(AIGOALPIPE_RUN_ONCE, 'Go')"/><Halt/></Sequence>`, more: "lua: [pipes.xml]", files: file,
		}},
		{"calls", "stage.lua", stage{tree: `<GoalPipe name="Made"/>`, more: lib, lua: `AI.BeginGoalPipe("Made")
AI.PushGoal("timeout", 1, 0.5)
AI.PushGoal("timeout", 1, 2)
AI.PushGoal("signal", 1, 1, "There")
AI.PushGoal("timeout", 1, 9)
AI.EndGoalPipe()`}},
	} {
		c.stage.blocks = hearing
		p := c.stage.open(t).listen(one)
		p.Steps(15).edit(c.edited, `interval="2"`, `interval="3"`, "1, 2)", "1, 3)")
		if p.Steps(19); p.times("There") != 0 {
			t.Errorf("%s: it has the old time", c.name)
		}
		if p.Steps(5); p.times("There") != 1 || len(p.faults) > 0 {
			t.Errorf("%s: after 3.9 s it has signalled %d times; %q", c.name, p.times("There"), p.faults)
		}
	}
	p := stage{tree: went(`<GoalPipe name="Go"/>`), more: "lua: [pipes.xml]", files: file}.open(t)
	p.Steps(15).edit("pipes.xml", goals, `<Clear/>`)
	p.ends("done", 1, 2) // there is no goal of that number any more
}
