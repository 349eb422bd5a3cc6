package mbt

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun"
	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
)

// Every node that has an element of its own stands in a case of the package's
// own, with a label and a role.
func TestEveryNodeHasACase(t *testing.T) {
	src, err := os.ReadFile(casesFile)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for line := range bytes.Lines(src) {
		var c struct{ Source string }
		if err := json.Unmarshal(line, &c); err != nil {
			t.Fatal(err)
		}
		for name := range loaders {
			if strings.Contains(c.Source, "<"+name) {
				seen[name] = true
			}
		}
	}
	for name := range loaders {
		if !seen[name] {
			t.Errorf("no case has a <%s>", name)
		}
	}
}

// Every op has a name, a truth, a case in the dispatch and one among the cases;
// any other is told by its number. What is never ticked has no case in the
// dispatch, and nodes of a game are in no case.
func TestEveryOp(t *testing.T) {
	never := []string{"opCase", "opState", "opGrafted"}
	gates := []string{"opGate", "opDecorator", "opComposite"}
	dryruntest.EveryOp(t, &ops, Trace, casesFile, nil, gates)
	dispatched := dryruntest.SwitchCases(t, "ops.go", "update")
	names := dryruntest.Constants(t, "ops.go", "opNone")
	for op := range opCount {
		if op != opNone && slices.Contains(dispatched, names[op]) == slices.Contains(never, names[op]) {
			t.Errorf("%s has a case in update: %v", names[op], slices.Contains(dispatched, names[op]))
		}
	}
	defer func() {
		if got, want := recover(), "mbt: no case for op 40 (op 40)"; got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	(&semantics{}).update(nil, 0, &tree.Node{Op: tree.Op(opCount)})
}

// Elements are called by their ops, where these have one name.
func TestElementsAreCalledByTheirOps(t *testing.T) {
	for _, c := range dryruntest.Read(t, casesFile) {
		c.Ticks = nil
		p := Trace(c.Case).Loaded
		if p == nil {
			continue
		}
		sem := p.Semantics.(*semantics)
		for i := range p.Tree.Nodes[1:] {
			n := tree.NodeID(i + 1)
			op := opOf(&p.Tree.Nodes[n])
			switch name, _ := sem.Label(p.Tree, n); {
			case op == opAction, name == "SquadScope", name == "LimitConcurrentUsers":
			case name != op.String():
				t.Errorf("case %s: <%s> is a %v", c.Name, name, op)
			}
		}
	}
}

func TestReadFloat(t *testing.T) {
	inf := float32(math.Inf(1))
	for text, want := range map[string]float32{
		"1": 1, " \t-2.5x": -2.5, "+.5": 0.5, "1e3": 1000, "1e": 1, "1e+": 1, "2E-1,": 0.2, "": 0, ".": 0, "-": 0, "abc": 0,
		"inf": inf, "-Infinity!": -inf, "0x1F": 31, "0x1.8p1": 3, "0x": 0, "0xg": 0, "1e999": inf, "1.2.3": 1.2, "1_000": 1, "1,5": 1,
	} {
		if got, _ := readFloat(text); got != want {
			t.Errorf("%q is %v, wanted %v", text, got, want)
		}
	}
	if got, _ := readFloat("nan"); got == got {
		t.Errorf("nan is %v", got)
	}
}

func TestUnits(t *testing.T) {
	for seconds, want := range map[float32]int64{
		0.3: 30000, 0.1: 10000, -1: -100000, 2.999999: 299999, 1e30: math.MinInt64, float32(math.Inf(-1)): math.MinInt64,
	} {
		if got := units(seconds); got != want {
			t.Errorf("%v s are %d units, wanted %d", seconds, got, want)
		}
	}
}

// A variable that is set from outside, and commands that are not.
func TestControl(t *testing.T) {
	reg := newGame(t)
	p := mustLoad(t, reg, `<Variables><Variable name="Near"/></Variables>`, `<Sequence><MonitorCondition condition="near"/><Halt/></Sequence>`)
	pool := newPlayer(p, &world{}, 1)
	if err := SetVariable(pool.Pool, 0, "NEAR", true, run.Moment{DT: testDT}); err != nil {
		t.Fatal(err)
	}
	pool.step()
	if got := pool.inspect(0); len(got.Nodes) != 2 || got.Values[0].Value != "true" {
		t.Errorf("%+v", got)
	}
	for want, err := range map[string]error{
		`no variable "Far"`:       SetVariable(pool.Pool, 0, "Far", true, run.Moment{DT: testDT}),
		"no Graft node runs":      RunGraft(pool.Pool, 0, "g", run.Moment{DT: testDT}),
		`unknown command "sleep"`: pool.Control(0, run.Command{Name: "sleep"}, run.Moment{DT: testDT}),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("%v, wanted %s", err, want)
		}
	}
}

// A dead bot has no instance: nothing runs, events are dropped, and it sleeps. The
// next life begins with the variables as declared.
func TestDeath(t *testing.T) {
	reg := newGame(t)
	p := mustLoad(t, reg, `<Variables><Variable name="Hurt"/></Variables><SignalVariables><Signal name="OnHurt" variable="Hurt" value="true"/></SignalVariables>`,
		`<LimitConcurrentUsers max="1"><Priority><Case condition="Hurt"><Do ticks="9"/></Case><Case><Try ticks="9"/></Case></Priority></LimitConcurrentUsers>`)
	w := &world{}
	pool := newPlayer(p, w, 1)
	l := &lives{map[tree.NodeID]int{}}
	pool.Trace = l
	pool.send(reg, 0, "OnHurt")
	pool.step()
	pool.Die(0, run.Moment{Tick: pool.tick, DT: testDT})
	for n, times := range l.inside {
		if times != 0 {
			t.Errorf("node %d is not left", n)
		}
	}
	if n := taken(pool, 1); n != 0 {
		t.Errorf("%d places are taken", n)
	}
	pool.step()
	pool.send(reg, 0, "OnHurt")
	if err := SetVariable(pool.Pool, 0, "Hurt", true, run.Moment{Tick: pool.tick, DT: testDT}); err == nil {
		t.Error("a variable of a dead bot is set")
	}
	pool.step()
	if pool.Status(0) != host.Stopped || len(pool.inspect(0).Nodes) > 0 || sleeping(pool, testDT) > 0 {
		t.Errorf("status %v, %+v", pool.Status(0), pool.inspect(0))
	}
	pool.Revive(0, run.Moment{Tick: pool.tick, DT: testDT})
	pool.step()
	if in := pool.inspect(0); pool.Status(0) != host.Running || len(in.Nodes) != 3 || in.Values[0].Value != "false" {
		t.Errorf("status %v, %+v", pool.Status(0), in)
	}
	if len(w.faults) > 0 {
		t.Errorf("faults %q", w.faults)
	}
}

// noted returns an action that notes its life and answers in turn what it is given,
// the last for ever.
func noted(notes *[]string, answers ...host.Status) host.Action {
	note := func(text string) { *notes = append(*notes, text) }
	return host.Action{
		Name:  "Noted",
		Enter: func(*host.Call) { note("enter") },
		Exit:  func(*host.Call) { note("exit") },
		Tick: func(*host.Call) host.Status {
			s := answers[0]
			if len(answers) > 1 {
				answers = answers[1:]
			}
			note(s.String())
			return s
		},
	}
}

// What runs is left when a bot begins another life without a death between, and
// when it goes.
func TestRunningNodesAreLeft(t *testing.T) {
	reg := newGame(t)
	var notes []string
	if err := reg.AddAction(noted(&notes, host.Running)); err != nil {
		t.Fatal(err)
	}
	pool := newPlayer(mustLoad(t, reg, "", `<Noted/>`), &world{}, 1)
	pool.step()
	pool.Revive(0, run.Moment{Tick: pool.tick, DT: testDT})
	pool.step()
	pool.Remove(0, run.Moment{Tick: pool.tick, DT: testDT})
	if diff := cmp.Diff([]string{"enter", "running", "exit", "enter", "running", "exit"}, notes); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// What scripts gave to a bot's entity goes with the bot: another of its id begins
// without it.
func TestEntitiesAreForgotten(t *testing.T) {
	pool := newPlayer(mustLoad(t, newGame(t), "", `<Sequence>
		<AssertLua code="if entity.mark then return false end entity.mark = 1 return true"/><Halt/></Sequence>`), &world{}, 1)
	for range 2 {
		pool.step()
		if got := pool.Status(pool.Order()[0]); got != host.Running {
			t.Errorf("%v, wanted an entity without a mark", got)
		}
		pool.Remove(pool.Order()[0], run.Moment{Tick: pool.tick, DT: testDT})
		pool.Add(1, 0, run.Moment{Tick: pool.tick, DT: testDT})
	}
}

// An action that answers none of the three statuses fails.
func TestOtherAnswersFail(t *testing.T) {
	for _, s := range []host.Status{host.Ready, host.Other, host.Stopped, host.Error} {
		reg := newGame(t)
		var notes []string
		if err := reg.AddAction(noted(&notes, s)); err != nil {
			t.Fatal(err)
		}
		pool := newPlayer(mustLoad(t, reg, "", `<Noted/>`), &world{}, 1)
		pool.step()
		if got := pool.Status(0); got != host.Failure || notes[len(notes)-1] != "exit" {
			t.Errorf("%v: the tree answers %v, %v", s, got, notes)
		}
	}
}

// A root that finishes tick after tick is reported once, and again after it ran
// in between.
func TestAFinishedRootIsReportedOnce(t *testing.T) {
	reg := newGame(t)
	var notes []string
	if err := reg.AddAction(noted(&notes, host.Failure, host.Success, host.Failure, host.Running, host.Failure, host.Failure)); err != nil {
		t.Fatal(err)
	}
	w := &world{}
	pool := newPlayer(mustLoad(t, reg, "", `<Noted/>`), w, 1)
	var reports []int
	for range 6 {
		pool.step()
		reports = append(reports, len(w.faults))
	}
	if diff := cmp.Diff([]int{1, 1, 1, 1, 2, 2}, reports); diff != "" {
		t.Errorf("reports after each tick (-want +got)\n%s", diff)
	}
}

// A machine with a transition that is due does not sleep, though its state would.
func TestADueTransitionKeepsAwake(t *testing.T) {
	reg := newGame(t)
	pool := newPlayer(mustLoad(t, reg, "", `<StateMachine>
		<State name="a"><Transitions><Transition to="b" onEvent="Go"/></Transitions><BehaviorTree><SendTransitionEvent name="Go"/></BehaviorTree></State>
		<State name="b"><BehaviorTree><Halt/></BehaviorTree></State>
	</StateMachine>`), &world{}, 1)
	for range 3 {
		pool.step()
	}
	if got := pool.inspect(0).Nodes; !strings.Contains(got[0].Text, "StateMachine - b") {
		t.Errorf("the machine shows %q, wanted it in state b", got[0].Text)
	}
}

// Trees of the original's own games load and run.
func TestCorpus(t *testing.T) {
	files, _ := filepath.Glob("../../../../shared/corpus/mbt/*.xml") // the pattern is good
	if len(files) == 0 {
		t.Skip("no trees of other games beside the module")
	}
	for _, file := range files {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		reg := asking()
		p := Load(filepath.Base(file), src, reg, &l)
		if err := l.Err(); err != nil {
			t.Errorf("%v", err)
			continue
		}
		pool := newPlayer(p, &world{}, 10)
		for range 100 {
			for i, row := range pool.Order() {
				pool.send(reg, row, []string{"OnEnemySeen", "OnNewAttentionTarget", "OnLostSightOfTarget"}[(int(pool.tick)+i)%3])
			}
			pool.step()
			pool.picture()
		}
	}
}

// A dry run shows what its case asks for and nothing else.
func TestTraceShowsWhatIsAsked(t *testing.T) {
	c, err := dryrun.Parse([]byte(`{"name": "c", "dialect": "mbt", "ticks": 1, "dt": 0.1, "pin_log": true, "source": "<a><Root><Sequence><Log message='x'/><Halt/></Sequence></Root></a>"}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := json.Marshal(Trace(c).Ticks)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(`[{"status":"running","visits":[],"log":["x (1)"]}]`, string(got)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// The nodes of the original's games load with what they must have, and with a
// notice that this game does not have them.
func TestGameNodesLoad(t *testing.T) {
	values := map[string]string{
		"register": "Cover", "value": "1", "duration": "2", "name": "n", "channel": "c", "at": "Target", "stance": "Stand", "fireMode": "Burst",
		"distance": "3", "impulsePower": "1", "timeout": "2", "type": "frag", "equals": "2",
	}
	for i := range gameTable {
		a := &gameTable[i].action
		tag := "<" + a.Name
		for _, p := range a.Params {
			if value := values[p.Name]; value != "" {
				tag += " " + p.Name + "='" + value + "'"
			}
		}
		tag += "/>"
		if a.Kind != host.Leaf {
			tag = strings.TrimSuffix(tag, "/>") + "><Halt/></" + a.Name + ">"
		}
		var l syntax.List
		p := Load("t.xml", []byte("<a><Root>"+tag+"</Root></a>"), asking(), &l)
		if p == nil {
			t.Errorf("%s: %v", tag, l.Err())
			continue
		}
		if n := len(l.Notices); n == 0 || !strings.Contains(l.Notices[n-1].Msg, "this game has no <"+a.Name+">") {
			t.Errorf("%s: notices %v", tag, l.Notices)
		}
		pool := newPlayer(p, &world{}, 1)
		pool.step()
		want := host.Failure
		if a.Kind == host.Decorator {
			want = host.Running
		}
		if got := pool.Status(0); got != want {
			t.Errorf("%s: %v, wanted %v", tag, got, want)
		}
	}
}

// A node of the original's games is not taken for an action of this game that has
// its name in lower case, and others are.
func TestWhatANameMeans(t *testing.T) {
	reg := newGame(t)
	add := func(to interface{ AddAction(host.Action) error }, name string) {
		t.Helper()
		if err := to.AddAction(host.Action{Name: name, Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
			t.Fatal(err)
		}
	}
	add(reg, "move")
	add(reg, "run_away")
	add(reg, "Stance")
	add(reg.Overlay(dialect), "RunAway")
	add(reg.Overlay(dialect), "Look")
	for name, want := range map[string]*host.Action{
		"Move":     &gameNodes["Move"].action,
		"move":     reg.Action("move"),
		"Stance":   reg.Action("Stance"),
		"Look":     reg.Overlay(dialect).Action("Look"),
		"RunAway":  reg.Overlay(dialect).Action("RunAway"),
		"run_away": reg.Action("run_away"),
		"Nothing":  nil,
	} {
		if got := find(reg, name); got != want {
			t.Errorf("%s means %+v", name, got)
		}
	}
	reg.Overlay(dialect).Vocabulary = false
	if got := find(reg, "Move"); got != reg.Action("move") {
		t.Errorf("Move means %+v where the vocabulary is not asked for", got)
	}
	if got := find(reg, "Communicate"); got != nil {
		t.Errorf("Communicate means %+v where the vocabulary is not asked for", got)
	}
}
