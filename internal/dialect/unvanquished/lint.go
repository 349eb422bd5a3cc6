package unvanquished

import "github.com/thicket-sim/thicket/behavior/host"

// lint notes what loads but is probably a mistake, in a file that loaded. The
// files that it mentions are linted when they are loaded themselves.
func lint(lib *library, f *File) {
	l := &linter{lib: lib, acts: map[*File]bool{}, lasts: map[*File]bool{}}
	l.node(f.Root, true, 1)
	lib.errs.Notices = append(lib.errs.Notices, f.lints...)
}

type linter struct {
	lib *library
	// acts and lasts are the files that have an action, and one that takes the
	// place of the bot's current action and goes on
	acts, lasts map[*File]bool
	deep        bool // a chain that is too long was reported
}

// node lints a node. tail says that nothing else is evaluated in a tick once the
// node has failed.
func (l *linter) node(n Node, tail bool, depth int) {
	if !l.hasAction(n) {
		if _, leaf := n.(*Condition); !leaf {
			l.notice(n, "no path through here ends in an action")
		}
		return
	}
	if depth > maxRunning && !l.deep {
		l.deep = true
		l.notice(n, "stands below %d others: only %d nodes are remembered as running, and the outermost lose their place", depth-1, maxRunning)
	}
	switch n := n.(type) {
	case *Composite:
		l.composite(n, tail)
		for i, kid := range n.Children {
			last := i == len(n.Children)-1
			l.node(kid, tail && (last || n.Kind == Sequence || n.Kind == Concurrent), depth+1)
		}
	case *Condition:
		l.node(n.Child, false, depth+1)
	case *Decorator:
		l.node(n.Child, false, depth+1)
	}
}

func (l *linter) composite(n *Composite, tail bool) {
	running := 0
	for i, kid := range n.Children {
		if c, ok := kid.(*Condition); ok && c.Child == nil && (n.Kind == Selector || n.Kind == Fallback) {
			l.notice(kid, "where this holds, the %v ends without an action", n.Kind)
		}
		if l.hasCurrent(kid) {
			if running++; running == 2 && n.Kind == Concurrent {
				l.notice(kid, "a second action of the concurrent that goes on over many ticks: each makes the other start over")
			}
		}
		a, isAction := kid.(*Action)
		keeps := n.Kind == Sequence || n.Kind == Fallback && i == len(n.Children)-1
		if isAction && l.long(a) && i > 0 && keeps && tail {
			l.notice(kid, "when %s fails after it ran, the %v sticks to it: what stands before is left out until it succeeds, or another action runs", a.Use.Name, n.Kind)
		}
	}
}

func (l *linter) notice(n Node, format string, args ...any) {
	l.lib.errs.Noticef(n.Span(), format, args...)
}

// long reports whether an action goes on over many ticks and may fail then: the tables say so,
// it has an Enter, or these are among its known answers. Those of a game's own action are not
// known: one that never runs on, or never fails, is declared no other way.
func (l *linter) long(a *Action) bool {
	const both = host.MayRun | host.MayFail
	e := l.lib.names.tables[fold(a.Use.Name)]
	return e != nil && e.Long || a.Use.Enter != nil || a.Use.Answers&both == both
}

// hasCurrent reports whether there is an action at or below a node that takes the
// place of the bot's current one and goes on.
func (l *linter) hasCurrent(n Node) bool {
	return anywhere(n, l.lasts, func(n Node) bool {
		a, ok := n.(*Action)
		if !ok {
			return false
		}
		e := l.lib.names.tables[fold(a.Use.Name)]
		return e != nil && e.Current || a.Use.Enter != nil
	})
}

// hasAction reports whether there is an action at or below a node.
func (l *linter) hasAction(n Node) bool {
	return anywhere(n, l.acts, func(n Node) bool {
		switch n.(type) {
		case *Action, *Spawn:
			return true
		}
		return false
	})
}

// anywhere reports whether is holds for a node or one below it. known has the
// answers for files that were searched before.
func anywhere(n Node, known map[*File]bool, is func(Node) bool) bool {
	if is(n) {
		return true
	}
	if n, ok := n.(*Include); ok {
		found, seen := known[n.File]
		if !seen {
			found = anywhere(n.File.Root, known, is)
			known[n.File] = found
		}
		return found
	}
	for _, kid := range kids(n) {
		if anywhere(kid, known, is) {
			return true
		}
	}
	return false
}
