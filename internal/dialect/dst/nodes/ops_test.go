package nodes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/dialect/dst"
	"github.com/thicket-sim/thicket/internal/dialect/dst/nodes"
)

// Every op has a name of its own, a truth, a visit and a case.
func TestEveryOp(t *testing.T) {
	dryruntest.EveryOp(t, nodes.Ops, dst.Trace, casesFile, []string{"visitAs"}, nil)
	names := map[string]bool{}
	for _, op := range nodes.Ops.Ops {
		if names[op.Name] {
			t.Errorf("two ops are called %s", op.Name)
		}
		names[op.Name] = true
	}
}
