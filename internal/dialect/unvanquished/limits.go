package unvanquished

import "github.com/thicket-sim/thicket/internal/ground/limit"

// The limits on what a file may cost. Within them every file loads or is refused
// in well under a second.
var (
	maxTokens    = 300_000   // of a tree, with all that its files include, expand and mention
	maxText      = 16 << 20  // bytes of the same
	maxExpansion = 100       // macros within macros
	maxScripts   = 1000      // files pasted into one by #include
	maxNesting   = 100       // #include within #include, and behaviours within behaviours
	maxParams    = 128       // of a macro
	maxTrees     = 1000      // files that one tree mentions, with all that those mention
	maxBytes     = 4 << 20   // of one file
	maxDepth     = 200       // nodes within each other, and operands of an expression, in one file
	maxUnfolded  = 1_000_000 // nodes that one tick could visit at most
)

// As in the original.
const (
	maxChildren = 20 // of a list
	maxRunning  = 20 // nodes that are listed as running
	maxPath     = 63 // bytes of a tree's path and name
)

func init() {
	limit.Of(&maxTokens, 1<<30, "bt.tokens", "tokens", "tokens of a .bt tree, with all that its files include, expand and mention", limit.Refused)
	limit.Of(&maxText, 1<<30, "bt.text", "bytes", "text of the same", limit.Refused)
	limit.Of(&maxExpansion, 1000, "bt.expansion", "macros", "macros within macros", limit.Refused)
	limit.Of(&maxScripts, 1<<30, "bt.includes", "files", "files pasted into one by #include", limit.Refused)
	limit.Of(&maxNesting, 1000, "bt.nesting", "files", "#include within #include, and behaviours within behaviours", limit.Refused)
	limit.Of(&maxParams, 1<<30, "bt.params", "parameters", "parameters of a macro", limit.Refused)
	limit.Of(&maxTrees, 1<<30, "bt.trees", "files", "files that one tree mentions, with all that those mention", limit.Refused)
	limit.Of(&maxBytes, 1<<30, "bt.bytes", "bytes", "one .bt file", limit.Refused)
	limit.Of(&maxDepth, 1000, "bt.depth", "levels", "nodes within each other, and operands of an expression, in one file", limit.Refused)
	limit.Of(&maxUnfolded, 1<<30, "bt.unfolded", "nodes", "nodes that one tick could visit at most", limit.Refused)
	limit.Fixed(maxChildren, "as in the game", "bt.children", "nodes", "children of a list", limit.Refused)
	limit.Fixed(maxRunning, "as in the game", "bt.running", "nodes", "nodes that are noted as running", "the others are not noted, as in the game")
	limit.Fixed(maxPath, "as in the game", "bt.path", "bytes", "path and name of a tree", limit.Refused)
	limit.Fixed(maxToken, "as in the game", "bt.token", "bytes", "one token", limit.Refused)
}

// cost is how much of the limits that hold for all files of a tree together is
// used up.
type cost struct {
	tokens, text int
	told         bool // that there is no more to be had
}

func (c *cost) spent() bool { return c.tokens > maxTokens || c.text > maxText }
