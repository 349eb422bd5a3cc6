package btcpp

import (
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/script"
	"github.com/thicket-sim/thicket/internal/ground/limit"
)

// The limits on what a file may cost.
var (
	maxFiles = limit.New("btcpp.files", 1000, 1<<30, "files", "files that one BehaviorTree.CPP tree includes, with all that those include", limit.Refused)
	maxDepth = limit.New("btcpp.depth", 1000, 5000, "levels", "nodes within each other, with SubTrees in place", limit.Refused)
	maxNodes = limit.New("btcpp.nodes", 20_000, 65_000, "nodes", "nodes of one tree, with SubTrees in place", limit.Refused)
	maxText  = limit.New("btcpp.text", 1<<20, 1<<26, "bytes", "one text that a script makes", limit.Stopped)
	maxExtra = limit.New("btcpp.entries", 1000, 60_000, "entries", "entries of a bot whose names no file has", limit.Faulty)
	maxCalls = limit.New("btcpp.calls", 100, 1_000_000, "calls", "calls of the root in one tick that wakes itself", "the tree goes on in the next tick")
)

// mostLevels bounds elements within each other in one BehaviorTree.
const mostLevels = 256

func init() {
	limit.Fixed(mostLevels, "as in the original", "btcpp.levels", "levels", "elements within each other in one BehaviorTree", limit.Refused)
	limit.Fixed(script.MostBytes, "longer ones were not written by people", "btcpp.script", "bytes", "one script", limit.Refused)
}
