package dst

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/internal/dryrun"
	"github.com/thicket-sim/thicket/behavior/internal/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/behavior/run"
)

// Every op has a name of its own, a truth, a visit and a case; any other is told
// by its number.
func TestEveryOp(t *testing.T) {
	dryruntest.EveryOp(t, &ops, traceLaidOut, casesFile, []string{"visitAs"}, nil)
	names := map[string]bool{}
	for _, op := range ops.Ops {
		if names[op.Name] {
			t.Errorf("two ops are called %s", op.Name)
		}
		names[op.Name] = true
	}
	defer func() {
		if got, want := recover(), "dst: no case for op 20 (op 20)"; got != want {
			t.Errorf("panic %v, wanted %s", got, want)
		}
	}()
	(&instance{}).visitAs(opCount, 1)
}

// traceLaidOut is Trace with the tree that the bot has after its last tick: none
// is laid out before the first.
func traceLaidOut(c dryrun.Case) dryrun.Result {
	r, b := dryRun(c)
	if b == nil {
		return r
	}
	if bt := b.tree(); bt != nil && bt.in != nil {
		r.Loaded = &run.Program{Tree: bt.in.shape.tree}
	}
	return r
}
