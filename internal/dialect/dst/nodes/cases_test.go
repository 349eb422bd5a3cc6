package nodes_test

import (
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
	"github.com/thicket-sim/thicket/internal/dialect/dst"
)

// casesFile has the cases of the dialect, which say what its ops do.
const casesFile = "../testdata/cases.jsonl"

func TestCases(t *testing.T) { dryruntest.Run(t, dst.Trace, casesFile) }
