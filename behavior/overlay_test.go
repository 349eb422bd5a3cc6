package behavior_test

import (
	"fmt"
	"testing"

	"github.com/thicket-sim/thicket/behavior"
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
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
	trees := map[string]string{
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
		p, err := behavior.NewLoader(&reg, syntax.MemoryFiles(nil)).LoadSource("a"+ext, []byte(trees[ext]))
		if err != nil {
			t.Fatal(err)
		}
		p.Tree.Leaves[0].Action.Tick(nil)
		if called != want {
			t.Errorf("%s calls the action of %s, wanted %s", ext, called, want)
		}
	}
	for ext := range trees {
		calls(ext, "everybody")
		if err := behavior.OverlayOf(&reg, ext).AddAction(hop(ext)); err != nil {
			t.Fatal(err)
		}
		calls(ext, ext)
	}
	if o := behavior.OverlayOf(&reg, ".txt"); o != nil {
		t.Error("an overlay for an extension that nobody has")
	}
}

// What a game means by a name of its own in files of one kind is what these
// files see, whatever everybody else means by it.
func ExampleOverlayOf() {
	var reg host.Registry
	err := behavior.OverlayOf(&reg, ".bt").AddAction(host.Action{
		Name: "roam", Local: true, Tick: func(*host.Call) host.Status { return host.Running },
	})
	fmt.Println(err, behavior.OverlayOf(&reg, ".bt").ActionNames(), reg.ActionNames())
	// Output: <nil> [roam] []
}
