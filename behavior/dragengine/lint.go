package dragengine

import "github.com/thicket-sim/thicket/behavior/syntax"

// lint notes what a tree does that its author hardly wants.
func lint(root Rule, l *syntax.List) {
	if root == nil {
		return
	}
	h := root.head()
	if !h.HasID {
		l.Noticef(h.At.Start, "the root has no id, so that the place of a bot cannot be saved after a finished step")
	}
	if k := list(root); k != nil && k.Loop && waits(root) {
		l.Noticef(h.At.Start, "the root loops: a step that ends it in success goes on with its first rule at once; without loop the next step does that")
	}
	lintLoops(root, l)
}

// lintLoops notes loops in which nothing runs on: they end by failing or run
// away.
func lintLoops(r Rule, l *syntax.List) {
	k := list(r)
	if k == nil {
		return
	}
	if k.Loop && len(k.Rules) > 0 && !waits(r) {
		l.Noticef(k.At.Start, "a loop in which nothing runs on: it fails, or runs away within one step")
		return
	}
	for _, kid := range k.Rules {
		lintLoops(kid, l)
	}
}

// waits reports whether a rule, or one below it, may run on.
func waits(r Rule) bool {
	switch r := r.(type) {
	case *Action, *Running, *Yield:
		return true
	case *Success, *Failure:
		return false
	default:
		for _, kid := range list(r).Rules {
			if waits(kid) {
				return true
			}
		}
		return false
	}
}
