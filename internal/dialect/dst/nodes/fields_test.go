package nodes

import (
	"testing"

	glua "github.com/yuin/gopher-lua"

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
		n := NodeOf(en.newNode(nil))
		n.adopt(op)
		want := map[string]glua.LValue{}
		for _, fs := range all {
			for key, f := range fs {
				var v glua.LValue = glua.LNumber(len(want) + 7)
				switch key {
				case "status":
					v = glua.LString("RUNNING")
				case "lastresult":
					v = glua.LString("FAILED")
				case "running", "triggered", "stoponanycomplete":
					v = glua.LTrue
				case "eventfn": // is not written here
					continue
				}
				f.set(en, n, v)
				want[key] = v
			}
		}
		want["nextupdatetick"] = glua.LNumber(0)
		for _, fs := range all {
			for key, f := range fs {
				if got := f.get(n); key != "eventfn" && got != want[key] {
					t.Errorf("%s.%s = %v, wanted %v", ops.Name(op), key, got, want[key])
				}
			}
		}
	}
	if *noSpecial != *newSpecial() {
		t.Error("a field of one node is that of others")
	}
}

// A node that was laid out knows the list of children that it had then, however often it
// is given another one.
func TestANodeKnowsTheChildrenItWasLaidOutWith(t *testing.T) {
	en := bareEngine(t)
	n := NodeOf(en.newNode(nil))
	lists := [3]*glua.LTable{en.L.NewTable(), en.L.NewTable(), en.L.NewTable()}
	n.setChildren(lists[0])
	n.setChildren(lists[1])
	n.in = &Instance{}
	for _, list := range []*glua.LTable{lists[2], lists[0], lists[1]} {
		n.setChildren(list)
		if n.Children() != glua.LValue(list) || n.laidList() != glua.LValue(lists[1]) {
			t.Fatalf("it has the list %v and was laid out with %v, wanted %v and %v", n.Children(), n.laidList(), list, lists[1])
		}
	}
}
