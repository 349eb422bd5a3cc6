package trees_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/standin"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// standInCases have things that nobody offers, in each dialect.
var standInCases = []struct {
	file, src string
	notices   []string // they begin so
	errors    int      // without stand-ins
	want      []host.Status
	real      string      // the action that the game offers later, and
	now       host.Status // of the tree with it
	told      string      // what notices call it
}{
	{
		file: "a.yaml",
		src: `{ kind: sequence, children: [
  { kind: condition, name: is_up, args: { x: 1 } },
  { kind: action, name: wandr, args: { x: 1 } },
  { kind: action, name: wandr },
  { kind: ring, children: [ { kind: leap, far: 3 } ] } ] }`,
		notices: []string{
			`a.yaml:2:28: unknown condition "is_up", for which a condition that is false stands in`,
			`a.yaml:3:25: unknown action "wandr", for which an action that succeeds after a second stands in, and in 1 more place; did you mean "wander"?`,
			`a.yaml:5:11: unknown kind "ring", for which a sequence stands in`,
			`a.yaml:5:37: unknown kind "leap", for which an action that succeeds after a second stands in`,
		},
		errors: 4, // behind an unknown kind nothing is read
		want:   []host.Status{host.Failure},
		real:   "wandr",
		told:   `action "wandr"`,
	},
	{
		file: "a.bt",
		src: `selector {
	condition isUp(3) > 1 || nobody
	sequence { decorator often(4) { action leap(E_ODD, 3) } patrol (3) { action leap behavior elsewhere } rally }
}`,
		notices: []string{
			`a.bt:2:2: where this holds, the selector ends without an action`,
			`a.bt:2:12: unknown function "isUp", for which a function that gives 0 stands in`,
			`a.bt:2:27: unknown function "nobody"`,
			`a.bt:3:23: unknown decorator "often", for which a decorator that passes its child's answer stands in`,
			`a.bt:3:41: unknown action "leap", for which an action that succeeds after a second stands in, and in 1 more place`,
			`a.bt:3:58: found "patrol", for which a sequence stands in`,
			`a.bt:3:92: behavior "elsewhere": no file`,
			`a.bt:3:104: found "rally", for which an action that succeeds after a second stands in`,
		},
		errors: 7,
		want:   []host.Status{host.Running},
		real:   "leap",
		now:    host.Running,
		told:   `action "leap"`,
	},
	{
		file: "a.debt",
		src: `<behaviorTree><choice>
<action name="leap"><condition>isUp</condition></action>
<action name="leap"/>
<subtree>none.debt</subtree>
</choice></behaviorTree>`,
		notices: []string{
			`a.debt:1:15: the root has no id`,
			`a.debt:2:15: nothing offers the action "leap", for which an action that succeeds after a second stands in, and in 1 more place`,
			`a.debt:2:32: nothing offers the condition "isUp", for which a condition that is false stands in`,
			`a.debt:4:10: no file "none.debt" beside this one, for which an action that succeeds after a second stands in`,
		},
		errors: 1, // the others fail without a word, as in the original
		want:   []host.Status{host.Running},
		real:   "leap",
		now:    host.Success,
		told:   `action "leap"`,
	},
	{
		file: "a.xml",
		src: `<BehaviorTree><Root><Sequence>
<Ring a="1"><Leap/><Leap b="2"/></Ring>
<Often><Leap/></Often>
</Sequence></Root></BehaviorTree>`,
		notices: []string{
			`a.xml:2:1: unknown node <Ring>, for which a sequence stands in`,
			`a.xml:2:13: unknown node <Leap>, for which an action that succeeds after a second stands in, and in 2 more places`,
			`a.xml:3:1: unknown node <Often>, for which a decorator that passes its child's answer stands in`,
		},
		errors: 5,
		want:   []host.Status{host.Running},
		real:   "Leap",
		now:    host.Success,
		told:   `<Leap>`,
	},
	{
		file: "b.xml",
		src: `<root BTCPP_format="4"><include path="none.xml"/><BehaviorTree ID="T"><Ring>
<Often><Leap at="{here}"/></Often><Leap/><Condition ID="IsUp"/><SubTree ID="Gone"/>
</Ring></BehaviorTree></root>`,
		notices: []string{
			`b.xml:1:39: the file is not included: no file "none.xml"`,
			`b.xml:1:71: unknown node "Ring", for which a sequence stands in`,
			`b.xml:2:1: unknown node "Often", for which a decorator that passes its child's answer stands in`,
			`b.xml:2:8: unknown node "Leap", for which an action that succeeds after a second stands in, and in 1 more place`,
			`b.xml:2:57: unknown node "IsUp", for which a condition that is false stands in`,
			`b.xml:2:77: there is no tree "Gone", for which an action that succeeds after a second stands in`,
		},
		errors: 7,
		want:   []host.Status{host.Running},
		real:   "leap",
		told:   `node "Leap"`,
	},
	{
		file:    "a.lua",
		src:     "local a, b = Leap(1), Leap(2)\nreturn ActionNode(function() end)",
		notices: []string{`a.lua:1:14: Leap is unknown: a stub stands in for it`},
		errors:  1,
		want:    []host.Status{host.Success},
	},
}

func standInLoad(t *testing.T, reg *host.Registry, file, src string) (*run.Program, []string, error) {
	t.Helper()
	ld := trees.NewLoader(reg, sourcefile.Memory(map[string]string{file: src}))
	p, err := ld.Load(syntax.Pos{File: "scene.yaml", Line: 1, Col: 1}, file)
	var notices []string
	for _, n := range ld.Notices {
		notices = append(notices, n.Error())
	}
	return p, notices, err
}

// What a game does not offer is an error, or stood in for, in each dialect: told once a name.
func TestStandIns(t *testing.T) {
	for _, c := range standInCases {
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			_, _, err := standInLoad(t, standInGame(t), c.file, c.src)
			var list syntax.ErrorList
			if one, ok := err.(*syntax.Error); ok {
				list = syntax.ErrorList{one}
			} else if err != nil {
				list = err.(syntax.ErrorList)
			}
			if len(list) != c.errors || strings.Contains(fmt.Sprint(err), "stands in") {
				t.Errorf("without stand-ins %d errors, wanted %d: %v", len(list), c.errors, err)
			}
			reg := standInGame(t)
			standin.Allow(reg, standin.All)
			p, notices, err := standInLoad(t, reg, c.file, c.src)
			if err != nil {
				t.Fatal(err)
			}
			same := slices.EqualFunc(c.notices, notices, func(want, got string) bool { return strings.HasPrefix(got, want) })
			if !same {
				t.Errorf("(-want +got)\n%s", cmp.Diff(c.notices, notices))
			}
			if got := standInPlay(p, 1); !slices.Equal(got, c.want) {
				t.Errorf("it answers %v, wanted %v", got, c.want)
			}
		})
	}
}

// A bot goes on in a tree whose stand-in the game has by then, and a stand-in goes on as it was saved.
func TestStandInsBecomeReal(t *testing.T) {
	for _, c := range standInCases {
		params := []host.Param{{Name: "x", Kind: host.Any, Optional: true}, {Name: "at", Kind: host.Any, Optional: true}}
		if c.real == "" { // a stub of Lua is told in words of its own
			continue
		}
		t.Run(c.file, func(t *testing.T) {
			t.Parallel()
			reg := standInGame(t)
			standin.Allow(reg, standin.All)
			p, before, err := standInLoad(t, reg, c.file, c.src)
			if err != nil {
				t.Fatal(err)
			}
			if err := reg.AddAction(host.Action{Name: c.real, Params: params, Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
				t.Fatal(err)
			}
			next, after, err := standInLoad(t, reg, c.file, c.src)
			if err != nil {
				t.Fatal(err)
			}
			told := func(list []string) bool {
				return slices.ContainsFunc(list, func(n string) bool { return strings.Contains(n, c.told+", for which") })
			}
			if !told(before) || told(after) {
				t.Errorf("notices %q, and with the action %q", before, after)
			}
			pool := run.NewPool(p, &standInWorld{})
			pool.Add(1, 0, run.Moment{DT: 0.1})
			x := pool.NewExec()
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: 0, DT: 0.1})
			pool.Migrate(run.NewMigration(p, next), run.Moment{Tick: 1, DT: 0.1})
			x = pool.NewExec()
			pool.TickRange(&x, pool.Order(), run.Moment{Tick: 1, DT: 0.1})
			if got, want := pool.Status(0), c.now; got != want {
				t.Errorf("the action of the game answers, and the tree %v, wanted %v", got, want)
			}
		})
	}
}

// standInGame offers what trees may be compared with in hints, and no more.
func standInGame(t *testing.T) *host.Registry {
	t.Helper()
	reg := &host.Registry{}
	if err := reg.AddAction(host.Action{Name: "wander", Tick: func(*host.Call) host.Status { return host.Success }}); err != nil {
		t.Fatal(err)
	}
	return reg
}

// standInWorld is a world in which bots have no state.
type standInWorld struct{ host.World }

func (*standInWorld) Part(any) any                                    { return nil }
func (*standInWorld) State(int32, host.Key) host.Sym                  { return host.Missing }
func (*standInWorld) StateColumn(host.Key) []uint32                   { return []uint32{uint32(host.Missing)} }
func (*standInWorld) Decide(int32, *host.Action, host.Intent)         {}
func (*standInWorld) Fault(host.Fault)                                {}
func (*standInWorld) Random(host.BotID, int64, uint16, uint32) uint64 { return 0 }
func (*standInWorld) ID(int32) host.BotID                             { return 1 }
func (*standInWorld) Position(int32) (x, y float32)                   { return 0, 0 }
func (*standInWorld) Heading(int32) (x, y float32)                    { return 0, 0 }

// standInPlay plays a tree for some ticks.
func standInPlay(p *run.Program, ticks int64) (all []host.Status) {
	pool := run.NewPool(p, &standInWorld{})
	row := pool.Add(1, 0, run.Moment{DT: 0.1})
	x := pool.NewExec()
	for tick := range ticks {
		pool.TickRange(&x, pool.Order(), run.Moment{Tick: tick, DT: 0.1})
		all = append(all, pool.Status(row))
	}
	return all
}
