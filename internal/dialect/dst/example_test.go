package dst_test

import (
	"fmt"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dst"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// A brain file names a game's own conditions and actions.
func ExampleLoad() {
	game := &host.Registry{}
	err := game.AddFunc(host.Func{Name: "sees_player", Result: host.Bool, Eval: func(*host.Call) host.Value { return host.BoolValue(true) }})
	if err == nil {
		err = game.AddAction(host.Action{Name: "flee", Tick: func(*host.Call) host.Status { return host.Running }})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	src := `
local Rabbit = Class(Brain, function(self) Brain._ctor(self) end)
function Rabbit:OnStart()
    self.bt = BT(self.inst, PriorityNode({
        WhileNode(sees_player, "Scared", HostNode(flee)),
        WaitNode(1),
    }, 0.5))
end
return Rabbit`
	var l syntax.List
	p := dst.Load("rabbit.lua", []byte(src), game, sourcefile.Disk("rabbit.lua", ""), &l)
	fmt.Println(len(p.Tree.Nodes)-1, "nodes,", len(l.Errors), "errors")
	dst.Load("bad.lua", []byte("return RepeatNode{}"), game, sourcefile.Disk("bad.lua", ""), &l)
	fmt.Println(l.Err())
	// Output:
	// 5 nodes, 0 errors
	// bad.lua:1:8: unknown name "RepeatNode"; did you mean "EventNode"?
}
