package unvanquished

// The limits on what a file may cost. Within them every file loads or is refused
// in well under a second.
const (
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
	maxChildren  = 20        // of a list, as in the original
	maxRunning   = 20        // nodes that are listed as running, as in the original
	maxPath      = 63        // bytes of a tree's path and name, as in the original
)

// cost is how much of the limits that hold for all files of a tree together is
// used up.
type cost struct {
	tokens, text int
	told         bool // that there is no more to be had
}

func (c *cost) spent() bool { return c.tokens > maxTokens || c.text > maxText }
