package unvanquished

// The limits on what a file may cost. Within them every file loads or is refused
// in well under a second.
const (
	maxTokens    = 300_000   // of one file, with all that it includes and expands
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
