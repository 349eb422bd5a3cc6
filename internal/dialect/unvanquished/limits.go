package unvanquished

import "github.com/thicket-sim/thicket/internal/ground/limit"

// The limits on what a file may cost. Within them every file loads or is refused
// in well under a second.
var (
	maxTokens    = limit.New("bt.tokens", 300_000, 1<<30, "tokens", "tokens of a .bt tree, with all that its files include, expand and mention", limit.Refused)
	maxText      = limit.New("bt.text", 16<<20, 1<<30, "bytes", "text of the same", limit.Refused)
	maxExpansion = limit.New("bt.expansion", 100, 1000, "macros", "macros within macros", limit.Refused)
	maxScripts   = limit.New("bt.includes", 1000, 1<<30, "files", "files pasted into one by #include", limit.Refused)
	maxNesting   = limit.New("bt.nesting", 100, 1000, "files", "#include within #include, and behaviours within behaviours", limit.Refused)
	maxParams    = limit.New("bt.params", 128, 1<<30, "parameters", "parameters of a macro", limit.Refused)
	maxTrees     = limit.New("bt.trees", 1000, 1<<30, "files", "files that one tree mentions, with all that those mention", limit.Refused)
	maxBytes     = limit.New("bt.bytes", 4<<20, 1<<30, "bytes", "one .bt file", limit.Refused)
	maxDepth     = limit.New("bt.depth", 200, 1000, "levels", "nodes within each other, and operands of an expression, in one file", limit.Refused)
	maxUnfolded  = limit.New("bt.unfolded", 1_000_000, 1<<30, "nodes", "nodes that one tick could visit at most", limit.Refused)
)

// As in the original.
const (
	maxChildren = 20 // of a list
	maxRunning  = 20 // nodes that are listed as running
	maxPath     = 63 // bytes of a tree's path and name
)

func init() {
	limit.Fixed(maxChildren, "as in the game", "bt.children", "nodes", "children of a list", limit.Refused)
	limit.Fixed(maxRunning, "as in the game", "bt.running", "nodes", "nodes that are noted as running", "the others are not noted, as in the game")
	limit.Fixed(maxPath, "as in the game", "bt.path", "bytes", "path and name of a tree", limit.Refused)
	limit.Fixed(maxToken, "as in the game", "bt.token", "bytes", "one token", limit.Refused)
}

// cost says how much of the limits that hold for all files of a tree together is
// used up.
type cost struct {
	limits       limit.Values
	tokens, text int
	told         bool // that there is no more to be had
}

func (c *cost) spent() bool {
	return c.tokens > maxTokens.In(c.limits) || c.text > maxText.In(c.limits)
}
