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
	if err := behavior.OverlayOf(&reg, ".debt").AddAction(hop("debt")); err != nil {
		t.Fatal(err)
	}
	for file, tree := range map[string]string{
		"a.debt": "<behaviorTree><action name='hop'/></behaviorTree>",
		"a.yaml": "{ kind: action, name: hop }",
	} {
		p, err := behavior.NewLoader(&reg, syntax.MemoryFiles(nil)).LoadSource(file, []byte(tree))
		if err != nil {
			t.Fatal(err)
		}
		p.Tree.Leaves[0].Action.Tick(nil)
		if want := map[string]string{"a.debt": "debt", "a.yaml": "everybody"}[file]; called != want {
			t.Errorf("%s calls the action of %s, wanted %s", file, called, want)
		}
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
