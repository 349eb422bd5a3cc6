package dst

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/internal/dryrun/dryruntest"
)

// Every op has a name of its own, a truth, a visit and a case.
func TestEveryOp(t *testing.T) {
	dryruntest.EveryOp(t, &ops, Trace, casesFile, []string{"visitAs"}, nil)
	names := map[string]bool{}
	for _, op := range ops.Ops {
		if names[op.Name] {
			t.Errorf("two ops are called %s", op.Name)
		}
		names[op.Name] = true
	}
}
