package nodes

import (
	"testing"
	"unsafe"

	"github.com/thicket-sim/thicket/internal/dialect/lua/machine"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/dst/script"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// bareEngine makes an engine that nobody runs.
func bareEngine(t *testing.T) *Engine {
	c, err := script.NewCode("t.lua", nil, script.NewProject(&host.Registry{}, script.LimitsOf(limit.Values{})))
	if err != nil {
		t.Fatal(err)
	}
	en := &Engine{}
	en.Begin(c, script.Hooks{After: func() {}})
	en.Open(map[string]*Shape{})
	return en
}

// A field of a node that is assigned is what is read from then on, and the fields
// around it stay as they are.
func TestFieldsKeepWhatIsAssigned(t *testing.T) {
	en := bareEngine(t)
	for op := opNode; op < opCount; op++ {
		all := []map[string]field{common, fields[op]}
		n := NodeOf(en.newNode(nil).V())
		n.adopt(op)
		want := map[string]machine.Value{}
		for _, fs := range all {
			for key, f := range fs {
				v := machine.Number(float64(len(want) + 7))
				switch key {
				case "status":
					v = en.StatusText(script.Running)
				case "lastresult":
					v = en.StatusText(script.Failed)
				case "running", "triggered", "stoponanycomplete":
					v = machine.Bool(true)
				case "eventfn": // is not written here
					continue
				}
				f.set(en, n, v)
				want[key] = v
			}
		}
		want["nextupdatetick"] = machine.Number(0)
		for _, fs := range all {
			for key, f := range fs {
				if got := f.get(en, n); key != "eventfn" && got != want[key] {
					t.Errorf("%s.%s = %v, wanted %v", ops.Name(op), key, got, want[key])
				}
			}
		}
	}
	if *noSpecial != (special{rest: noRest}) || *noRest != (rest{}) {
		t.Error("a field of one node is that of others")
	}
}

// A node that was laid out knows the list of children that it had then, however often it
// is given another one.
func TestANodeKnowsTheChildrenItWasLaidOutWith(t *testing.T) {
	en := bareEngine(t)
	n := NodeOf(en.newNode(nil).V())
	lists := [3]machine.Value{en.Lua.NewTable().V(), en.Lua.NewTable().V(), en.Lua.NewTable().V()}
	n.setChildren(lists[0])
	n.setChildren(lists[1])
	n.in = &Instance{}
	for _, list := range []machine.Value{lists[2], lists[0], lists[1]} {
		n.setChildren(list)
		if n.Children() != list || n.laidList() != lists[1] {
			t.Fatalf("it has the list %v and was laid out with %v, wanted %v and %v", n.Children(), n.laidList(), list, lists[1])
		}
	}
}

// Creatures have some twenty nodes each.
func TestSizeOfNodes(t *testing.T) {
	if got := unsafe.Sizeof(Node{}); got > 128 && unsafe.Sizeof(uintptr(0)) == 8 {
		t.Errorf("a node takes %d bytes, wanted at most 128, or the next size of Go's memory is 144", got)
	}
}
