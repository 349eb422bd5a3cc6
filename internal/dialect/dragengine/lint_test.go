package dragengine_test

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/dialect/dragengine"
	"github.com/thicket-sim/thicket/internal/ground/sourcefile"
)

// Of ready-made actions it is known which of them run on.
func TestLoopsOfReadyMadeActions(t *testing.T) {
	for rules, want := range map[string]bool{
		rule("flags.set flag=f wait="):            true,
		rule("parameterTable.set name=n"):         true,
		rule("timer.start") + rule("timer.stop"):  true,
		rule("flags.check flag=f"):                true,
		rule("flags.check flag=f wait="):          false,
		rule("parameterTable.check name=n wait="): false,
		rule("timer.wait"):                        false,
		rule("A"):                                 false,
		rule("unknown"):                           false,
	} {
		g := newGame(t)
		if err := dragengine.AddBehaviors(g.reg); err != nil {
			t.Fatal(err)
		}
		var l syntax.List
		src := "<behaviorTree><choice id='r'><sequence loop='true'>" + rules + "</sequence></choice></behaviorTree>"
		dragengine.Load("tree.debt", []byte(src), g.reg, sourcefile.Memory(nil), &l)
		got := false
		for _, n := range l.Notices {
			got = got || n.Error() == "tree.debt:1:30: a loop in which nothing runs on: it fails, or runs away within one step"
		}
		if got != want {
			t.Errorf("%s: notices %v, wanted one of the loop: %v", rules, l.Notices, want)
		}
	}
}
