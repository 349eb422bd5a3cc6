package trees_test

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/trees"
)

// lifeTrees call the action act while on holds, and else the action other.
var lifeTrees = map[string]string{
	"a.yaml": "{ kind: selector, children: [{ kind: sequence, children: [{ kind: condition, name: on }, { kind: action, name: act }] }, { kind: action, name: other }] }",
	"a.bt":   "selector { condition on { action act() } action other() }",
	"a.debt": "<behaviorTree><choice id='root'><action id='.a' name='act'><condition>on</condition></action><action id='.b' name='other'/></choice></behaviorTree>",
	"a.xml": "<BehaviorTree><Variables><Variable name='Off'/></Variables>" +
		"<SignalVariables><Signal name='off' variable='Off' value='true'/><Signal name='on' variable='Off' value='false'/></SignalVariables>" +
		"<Root><Priority><Case condition='Off'><other/></Case><Case><act/></Case></Priority></Root></BehaviorTree>",
	"ports.xml": "<root BTCPP_format='4'><BehaviorTree ID='M'><ReactiveFallback><ReactiveSequence><on/><act/></ReactiveSequence><other/></ReactiveFallback></BehaviorTree></root>",
	"a.lua": `local B = Class(Brain, function(self) Brain._ctor(self) end)
function B:OnStart() self.bt = BT(self.inst, PriorityNode({ WhileNode(on, "On", HostNode(act)), HostNode(other) }, 0)) end
return B`,
}

// columns of the table of the manual.
var lifeFiles = []string{"a.yaml", "a.bt", "a.debt", "a.xml", "ports.xml", "a.lua"}

// stagehand plays one tree whose action act runs for two turns and succeeds in the third.
type stagehand struct {
	diary
	t     *testing.T
	reg   *host.Registry
	pool  *run.Pool
	row   int32
	exec  run.Exec
	tick  int64
	every int64
	on    bool
	other host.Status
	panic string // the moment that panics
}

func (*stagehand) Part(any) any                   { return nil }
func (*stagehand) StateColumn(host.Key) []uint32  { return nil }
func (*stagehand) State(int32, host.Key) host.Sym { return host.Missing }

// note writes a moment down, once each in a row.
func (s *stagehand) note(what string) {
	s.log = append(s.log, what)
	if s.panic == what {
		panic(what)
	}
}

func newStagehand(t *testing.T, file string) *stagehand {
	s := &stagehand{t: t, reg: &host.Registry{}, every: 1, on: true, other: host.Running}
	if strings.HasSuffix(file, ".debt") { // what runs on there is not left for a condition
		s.other = host.Success
	}
	moment := func(what string) func(*host.Call) { return func(*host.Call) { s.note(what) } }
	act := host.Action{
		Name: "act", Bits: 4,
		Begin: func(c *host.Call) {
			if n := c.Load(0, 4); n != 0 {
				s.log = append(s.log, fmt.Sprint("found ", n))
			}
			s.note("Begin")
		},
		End: moment("End"), Enter: moment("Enter"), Exit: moment("Exit"), Reset: moment("Reset"), Stop: moment("Stop"),
		Event: func(*host.Call, host.Event) { s.note("Event") },
		Tick: func(c *host.Call) host.Status {
			n := c.Load(0, 4) + 1
			c.Store(0, 4, n)
			s.note(fmt.Sprint(n))
			if n == 3 {
				return host.Success
			}
			return host.Running
		},
	}
	other := host.Action{Name: "other", Tick: func(*host.Call) host.Status { return s.other }}
	for _, a := range []host.Action{act, other} {
		if err := s.reg.AddAction(a); err != nil {
			t.Fatal(err)
		}
	}
	err := s.reg.AddFunc(host.Func{Name: "on", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(s.on) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *stagehand) load(file, src string) *run.Program {
	s.t.Helper()
	p, _, err := trees.LoadSource(file, []byte(src), s.reg)
	if err != nil {
		s.t.Fatalf("%s: %v", file, err)
	}
	return p
}

// start gives the bot a tree.
func (s *stagehand) start(p *run.Program) *stagehand {
	s.pool = run.NewPool(p, s)
	s.row = s.pool.Add(1, 0, s.now())
	s.exec = s.pool.NewExec()
	return s
}

func (s *stagehand) now() run.Moment { return run.Moment{Tick: s.tick, DT: 0.1} }

// turns gives the bot so many turns.
func (s *stagehand) turns(n int) *stagehand {
	for range n {
		s.tick += s.every
		s.pool.Wake(s.row)
		s.pool.TickRange(&s.exec, s.pool.Order(), s.now())
	}
	return s
}

// set turns the condition on or off, and says so to the trees that hear it.
func (s *stagehand) set(on bool) *stagehand {
	s.on = on
	name := "off"
	if on {
		name = "on"
	}
	s.pool.Send(s.row, host.Event{ID: host.SymbolsOf(s.reg).Event(name)}, s.now())
	return s
}

// told is what was written down since, without the moments of the dialect.
func (s *stagehand) told() string {
	var all []string
	for _, what := range s.log {
		switch what {
		case "Begin", "1", "2", "3", "End":
			all = append(all, what)
		default:
			if strings.HasPrefix(what, "found") {
				all = append(all, what)
			}
		}
	}
	s.log = nil
	return strings.Join(all, " ")
}

// The life of an action is the same in every dialect.
func TestAnActionHasOneLifeInEveryDialect(t *testing.T) {
	const whole = "Begin 1 2 3 End "
	for _, file := range lifeFiles {
		src := lifeTrees[file]
		t.Run(file, func(t *testing.T) {
			expect := func(s *stagehand, what, want string) {
				t.Helper()
				if got := s.told(); got != strings.TrimSpace(want) {
					t.Errorf("%s: %q, wanted %q", what, got, want)
				}
			}
			s := newStagehand(t, file)
			s.start(s.load(file, src))
			expect(s.turns(6), "twice in a row", whole+whole)
			s.turns(2)
			expect(s.set(false).turns(2), "dropped", "Begin 1 2 End")
			expect(s.set(true).turns(4), "taken up again", whole+"Begin 1")
			s.pool.Remove(s.row, s.now())
			expect(s, "removed", "End")

			s = newStagehand(t, file)
			s.every = 4
			expect(s.start(s.load(file, src)).turns(4), "a turn in every fourth tick", whole+"Begin 1")

			s = newStagehand(t, file)
			s.start(s.load(file, src)).turns(1).told()
			s.pool.Die(s.row, s.now())
			expect(s, "dead", "End")
			s.pool.Remove(s.row, s.now())
			expect(s, "removed when dead", "")

			// another tree, and another version of the tree, without the node
			for what, text := range map[string]string{"a reload": src, "a reload without the node": strings.NewReplacer("'act'", "'other'", "action act(", "action other(", "<act/>", "<other/>", "HostNode(act)", "HostNode(other)").Replace(src)} {
				if strings.HasPrefix(what, "a reload without") && file == "a.yaml" {
					text = "{ kind: action, name: other }"
				}
				s = newStagehand(t, file)
				p := s.load(file, src)
				s.start(p).turns(1).told()
				s.pool.Migrate(run.NewMigration(p, s.load(file, text)), s.now())
				s.exec = s.pool.NewExec()
				s.turns(1)
				want := "End"
				if what == "a reload" {
					want = "2"
					if file == "a.lua" { // whose bots begin anew
						want = "End Begin 1"
					}
				}
				expect(s, what, want)
			}

			s = newStagehand(t, file)
			p := s.load(file, src)
			s.start(p).turns(1).told()
			var saved bytes.Buffer
			if err := s.pool.Save(&saved); err != nil {
				t.Fatal(err)
			}
			hash := s.pool.Hash(s.row)
			s.start(p)
			s.told()
			if err := s.pool.Load(&saved); err != nil {
				t.Fatal(err)
			}
			if got := s.pool.Hash(s.row); got != hash {
				t.Errorf("hash %x after a load, wanted %x", got, hash)
			}
			expect(s.turns(1), "restored", "2")
			expect(s.set(false).turns(1), "dropped when restored", "End")

			for what, want := range map[string]string{
				"1": "Begin 1 End ", "Begin": "Begin End ", "End": whole,
			} {
				s = newStagehand(t, file)
				s.panic = what
				s.start(s.load(file, src))
				for range 9 { // in .debt a rule that failed is asked again later
					if s.turns(1); strings.HasSuffix(strings.Join(s.log, " "), "End") {
						break
					}
				}
				faulty := slices.ContainsFunc(s.log, func(l string) bool { return strings.Contains(l, "panic") })
				if got := s.told(); !strings.HasPrefix(got+" ", want) || !faulty {
					t.Errorf("%s panics: %q, wanted %q and a fault: %v", what, got, want, faulty)
				}
			}
		})
	}
}

// An action that may answer skipped is refused by the trees of all dialects but the one that has that
// answer.
func TestActionsThatSkipAreRefused(t *testing.T) {
	for _, file := range lifeFiles {
		s := newStagehand(t, file)
		if err := s.reg.AddAction(host.Action{Name: "slip", Skips: true, Tick: func(*host.Call) host.Status { return host.Skipped }}); err != nil {
			t.Fatal(err)
		}
		src := strings.NewReplacer("'act'", "'slip'", "name: act ", "name: slip ", "action act(", "action slip(", "<act/>", "<slip/>", "HostNode(act)", "HostNode(slip)").Replace(lifeTrees[file])
		_, _, err := trees.LoadSource(file, []byte(src), s.reg)
		if got := strings.Contains(fmt.Sprint(err), `action "slip" may answer skipped`); got != (file != "ports.xml") {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// The manual says which moments there are in which dialect.
func TestTheManualListsTheMomentsOfActions(t *testing.T) {
	page, err := os.ReadFile("../../docs/embedding.md")
	if err != nil {
		t.Fatal(err)
	}
	const mark = "| moment | WAGE | `.bt` | `.debt` | MBT | BehaviorTree.CPP | Lua brains |\n"
	_, table, ok := strings.Cut(string(page), mark)
	if !ok {
		t.Fatal("there is no table of moments")
	}
	table, _, _ = strings.Cut(table, "\n\n")
	listed := map[string][]string{}
	for _, line := range strings.Split(table, "\n")[1:] {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i, cell := range cells[1:] {
			if strings.TrimSpace(cell) != "no" {
				listed[lifeFiles[i]] = append(listed[lifeFiles[i]], strings.Trim(cells[0], " `"))
			}
		}
	}
	for _, file := range lifeFiles {
		s := newStagehand(t, file)
		s.start(s.load(file, lifeTrees[file]))
		s.turns(1)
		s.pool.Send(s.row, host.Event{ID: host.SymbolsOf(s.reg).Event("hello")}, s.now())
		s.turns(1).set(false).turns(2).set(true).turns(2)
		s.pool.Remove(s.row, s.now())
		var got []string
		for _, moment := range []string{"Begin", "End", "Enter", "Exit", "Reset", "Stop", "Event"} {
			if slices.Contains(s.log, moment) {
				got = append(got, moment)
			}
		}
		if diff := cmp.Diff(got, listed[file]); diff != "" {
			t.Errorf("%s (-is +listed)\n%s", file, diff)
		}
	}
}
