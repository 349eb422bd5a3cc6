package trees_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/trees"
)

// The name of a file says in which dialect its tree is. A tree can call what the
// registry has; what it gets wrong is an error with its place.
func Example() {
	reg := &host.Registry{}
	err := reg.AddAction(host.Action{Name: "knock", Tick: func(*host.Call) host.Status { return host.Success }})
	if err != nil {
		fmt.Println(err)
	}
	for file, tree := range map[string]string{
		"door.yaml": "{ kind: action, name: knock }",
		"door.bt":   "action knock()",
		"door.debt": "<behaviorTree><action name='knock'/></behaviorTree>",
		"door.xml":  "<BehaviorTree><Root><Knock/></Root></BehaviorTree>",
	} {
		program, _, err := trees.LoadSource(file, []byte(tree), reg)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(file, "calls", program.Tree.Leaves[0].Name())
	}
	_, _, err = trees.LoadSource("typo.bt", []byte("sequence { action knok() }"), reg)
	fmt.Println(err)
	// Unordered output:
	// door.yaml calls knock
	// door.bt calls knock
	// door.debt calls knock
	// door.xml calls knock
	// typo.bt:1:19: unknown action "knok"; did you mean "knock"?
}
