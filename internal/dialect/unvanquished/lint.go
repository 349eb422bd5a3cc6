package unvanquished

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
)

// lint notes what loads but is probably a mistake, in a file that loaded. The
// files that it mentions are linted when they are loaded themselves.
func lint(lib *library, f *File) {
	l := &linter{lib: lib, file: f, acts: map[*File]bool{}, lasts: map[*File]bool{}, notes: map[*File]bool{}, conjunct: map[*Binary]bool{}}
	l.node(f.Root, true, 1)
	for _, root := range [...]Node{f.Select, f.Root} {
		if root != nil {
			l.conditions(root)
		}
	}
	lib.errs.Notices = append(lib.errs.Notices, f.lints...)
}

type linter struct {
	lib  *library
	file *File
	// acts, lasts and notes are the files that have an action, one that takes the
	// place of the bot's current action and goes on, and one that leaves a note
	acts, lasts, notes map[*File]bool
	conjunct           map[*Binary]bool // comparisons that may be written as two with && between
	deep               bool             // a chain that is too long was reported
}

// conditions lints the conditions at and below a node.
func (l *linter) conditions(n Node) {
	if c, ok := n.(*Condition); ok {
		l.conjuncts(c.Expr)
		l.asked(c.Expr)
	}
	for _, kid := range kids(n) {
		l.conditions(kid)
	}
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
	if n.Kind == Sequence || n.Kind == Fallback {
		l.resumes(n)
	}
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

// resumes lints what a sequence or a fallback, which goes on at the child that runs, leaves out by
// that: a note that is there in one tick only, and a lasting action whose place a later one takes
// before it has done anything.
func (l *linter) resumes(n *Composite) {
	on := host.Success
	if n.Kind == Fallback {
		on = host.Failure
	}
	for i, kid := range n.Children {
		later := slices.IndexFunc(n.Children[i+1:], func(o Node) bool { return l.hasCurrent(o) })
		if later < 0 {
			continue
		}
		next := n.Children[i+1+later]
		if l.hasNote(kid) && !l.hasCurrent(kid) && !l.hasNote(next) {
			e := l.notice(kid, "the note is there in one tick only: while a later child runs on, the %v goes on at that one", n.Kind)
			e.Hint = "a selector asks it in each tick, where decorator return( STATUS_FAILURE ) stands around it"
			e.Notes = append(e.Notes, syntax.Note{Pos: next.Span().Start, Msg: "this may run on"})
			continue
		}
		if l.goesPast(kid, on) {
			e := l.notice(kid, "the %v goes past this in the tick in which it begins: unless it is done at once, a later action takes its place", n.Kind)
			e.Hint = "without the decorator it runs until it is done"
			e.Notes = append(e.Notes, syntax.Note{Pos: next.Span().Start, Msg: "this takes its place"})
		}
	}
}

// goesPast reports whether a node hides with an answer that a lasting action below it runs on.
func (l *linter) goesPast(n Node, answer host.Status) bool {
	d, ok := n.(*Decorator)
	if !ok || !l.hasCurrent(d.Child) {
		return false
	}
	switch d.Kind {
	case Return:
		return host.Status(truncate(d.Values[0])) == answer
	case MapStatus:
		return host.Status(truncate(d.Values[2])) == answer
	}
	return false
}

// hasNote reports whether there is an action at or below a node that leaves a note on the blackboard.
func (l *linter) hasNote(n Node) bool {
	return anywhere(n, l.notes, func(n Node) bool {
		a, ok := n.(*Action)
		return ok && fold(a.Use.Name) == fold("blackboardNoteTransient")
	})
}

func (l *linter) notice(n Node, format string, args ...any) *syntax.Error {
	return l.lib.errs.Noticef(n.Span(), format, args...)
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
