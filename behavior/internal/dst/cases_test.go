package dst

import (
	"testing"

	"github.com/thicket-sim/thicket/behavior/internal/dryrun/dryruntest"
)

func TestCases(t *testing.T) { dryruntest.Run(t, Trace, "testdata/cases.jsonl") }
