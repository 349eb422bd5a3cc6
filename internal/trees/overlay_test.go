package trees_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
	"github.com/thicket-sim/thicket/internal/trees"
)

// What stands in the overlay of an extension is what trees in such files call,
// before what everybody sees.
func TestOverlayOfExtension(t *testing.T) {
	var reg host.Registry
	called := ""
	hop := func(whose string) host.Action {
		return host.Action{Name: "hop", Local: true, Tick: func(*host.Call) host.Status { called = whose; return host.Success }}
	}
	if err := reg.AddAction(hop("everybody")); err != nil {
		t.Fatal(err)
	}
	sources := map[string]string{
		".debt": "<behaviorTree><action name='hop'/></behaviorTree>",
		".yaml": "{ kind: action, name: hop }",
		".bt":   "action hop()",
		".xml":  "<BehaviorTree><Root><hop/></Root></BehaviorTree>",
		".lua": `local Hopper = Class(Brain, function(self) Brain._ctor(self) end)
function Hopper:OnStart() self.bt = BT(self.inst, HostNode(hop)) end
return Hopper`,
	}
	calls := func(ext, want string) {
		t.Helper()
		p, err := trees.NewLoader(&reg, sourcefile.Memory(nil)).LoadSource("a"+ext, []byte(sources[ext]))
		if err != nil {
			t.Fatal(err)
		}
		p.Tree.Leaves[0].Action.Tick(nil)
		if called != want {
			t.Errorf("%s calls the action of %s, wanted %s", ext, called, want)
		}
	}
	for ext := range sources {
		calls(ext, "everybody")
		if err := trees.OverlayOf(&reg, ext).AddAction(hop(ext)); err != nil {
			t.Fatal(err)
		}
		calls(ext, ext)
	}
	if o := trees.OverlayOf(&reg, ".txt"); o != nil {
		t.Error("an overlay for an extension that nobody has")
	}
}

// An action that wants elements in its node is refused in files that cannot write one.
func TestElementsElsewhere(t *testing.T) {
	var reg host.Registry
	hop := host.Action{Name: "hop", Elements: []host.Element{{Name: "Stone", Least: 1}}, Tick: func(*host.Call) host.Status { return host.Success }}
	if err := reg.AddAction(hop); err != nil {
		t.Fatal(err)
	}
	for file, src := range map[string]string{
		"a.debt": "<behaviorTree><action name='hop'/></behaviorTree>",
		"a.yaml": "{ kind: action, name: hop }",
		"a.bt":   "action hop()",
		"a.lua": `local Hopper = Class(Brain, function(self) Brain._ctor(self) end)
function Hopper:OnStart() self.bt = BT(self.inst, HostNode(hop())) end
return Hopper`,
	} {
		p, err := trees.NewLoader(&reg, sourcefile.Memory(nil)).LoadSource(file, []byte(src))
		said := fmt.Sprint(err)
		if p != nil && strings.HasSuffix(file, ".lua") { // scripts say so when a bot gets its brain
			w := &faulty{}
			pool := run.NewPool(p, w)
			pool.Add(1, 0, run.Moment{DT: 0.1})
			x := pool.NewExec()
			pool.TickRange(&x, pool.Order(), run.Moment{DT: 0.1})
			said = strings.Join(w.said, "\n")
		}
		if !strings.Contains(said, "it wants <Stone> in it, which only Modular Behavior Trees can write") {
			t.Errorf("%s: %s", file, said)
		}
	}
	if _, err := trees.NewLoader(&reg, sourcefile.Memory(nil)).LoadSource("a.xml", []byte("<BehaviorTree><Root><hop><stone/></hop></Root></BehaviorTree>")); err != nil {
		t.Error(err)
	}
}

// faulty is a world that takes down faults.
type faulty struct {
	host.World
	said []string
}

func (w *faulty) Fault(f host.Fault)                    { w.said = append(w.said, f.Text) }
func (*faulty) Decide(int32, *host.Action, host.Intent) {}

// What a game means by a name of its own in files of one kind is what these
// files see, whatever everybody else means by it.
func ExampleOverlayOf() {
	var reg host.Registry
	err := trees.OverlayOf(&reg, ".bt").AddAction(host.Action{
		Name: "roam", Local: true, Tick: func(*host.Call) host.Status { return host.Running },
	})
	fmt.Println(err, trees.OverlayOf(&reg, ".bt").ActionNames(), reg.ActionNames())
	// Output: <nil> [roam] []
}

// Names that a game supplies go to the trees of one kind of files: what the other dialects
// call alike, whatever the case of letters, is not theirs.
func TestSupplyIsForOneDialect(t *testing.T) {
	var reg host.Registry
	stand := host.Action{Tick: func(*host.Call) host.Status { return host.Success }}
	for _, c := range []struct{ ext, name string }{{".bt", "teleport"}, {".xml", "Teleport"}} {
		stand.Name = c.name
		if err := trees.Supply(&reg, c.ext, []host.Action{stand}, nil); err != nil {
			t.Error(err)
		}
		if got := trees.OverlayOf(&reg, c.ext).ActionNames(); len(got) != 1 || got[0] != c.name {
			t.Errorf("%s has %q, wanted %s alone", c.ext, got, c.name)
		}
	}
	if err := trees.Supply(&reg, ".debt", []host.Action{stand}, nil); err == nil {
		t.Error("trees of .debt take names that they leave to nobody")
	}
}
