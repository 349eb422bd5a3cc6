// Package wasmbuild says how programs for browsers are built: all with the same flags, so that the go
// command compiles the packages that several of them are made of once.
package wasmbuild

// Flags returns flags of `go build` for a small program that is fast where games take time. Functions of
// further packages, which patterns match, stand in each other, too.
func Flags(further ...string) []string {
	flags := []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, pattern := range inlined {
		flags = append(flags, "-gcflags="+pattern+"=")
	}
	for _, pattern := range called {
		flags = append(flags, "-gcflags="+pattern+"=-l")
	}
	for _, pattern := range further {
		flags = append(flags, "-gcflags="+pattern+"=")
	}
	return flags
}

const module = "github.com/thicket-sim/thicket"

// inlined are the packages whose functions stand in each other's: what a tick takes time in. Those of
// others are called, which makes the program shorter by a tenth when it is compressed.
var inlined = []string{
	"runtime/...", "internal/runtime/...", "internal/abi", "internal/bytealg", "internal/sync", "math/...", "slices", "cmp", "maps", "sort", "sync/...", "unicode/utf8",
	"github.com/mlange-42/arche/...", module + "/components", module + "/behavior/run", module + "/behavior/tree", module + "/behavior/host", module + "/internal/ecs/...",
	module + "/internal/systems/...", module + "/internal/arena/...", module + "/internal/ground/...", module + "/internal/dialect/...",
}

// called are those among them that read files for the most part, or that few games ask for.
var called = []string{
	"math/big", module + "/internal/dialect/dragengine", module + "/internal/arena/dragengine",
	module + "/internal/ground/markup", module + "/internal/ground/sourcefile", module + "/internal/dialect/words/...", module + "/internal/dialect/optable",
	module + "/internal/dialect/dst/script", module + "/internal/dialect/dst/mod", module + "/internal/dialect/dst/missing", module + "/internal/dialect/dst/glossary",
	module + "/internal/dialect/standin", module + "/internal/dialect/dryrun", module + "/internal/dialect/lua/source", module + "/internal/arena/nav2/...",
	module + "/internal/dialect/lua/graph", module + "/internal/dialect/mbt", module + "/internal/dialect/unvanquished", module + "/internal/ground/sections",
	module + "/internal/arena/unvanquished/lore",
}
