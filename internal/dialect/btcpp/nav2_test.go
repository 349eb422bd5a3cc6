package btcpp

import (
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/dialect/dryrun/dryruntest"
)

// nav2Cases has cases of Nav2's own controls and decorators.
const nav2Cases = "testdata/nav2.jsonl"

func TestNav2Cases(t *testing.T) { dryruntest.Run(t, Trace, nav2Cases) }

func TestNav2CasesLaidOut(t *testing.T) { dryruntest.RunLaidOut(t, Trace, nav2Cases) }

// Each of Nav2's ops has a truth, and some case uses it.
func TestNav2OpsHaveCases(t *testing.T) {
	used := map[string]bool{}
	for _, c := range dryruntest.Read(t, nav2Cases) {
		for name := range nav2Kinds {
			used[name] = used[name] || strings.Contains(c.Source, "<"+name)
		}
	}
	for name, k := range nav2Kinds {
		if !isNav2(k.op) || ops.Truth(name) == "" || !used[name] {
			t.Errorf("%s: op %d, truth %q, in a case: %v", name, k.op, ops.Truth(name), used[name])
		}
	}
}
