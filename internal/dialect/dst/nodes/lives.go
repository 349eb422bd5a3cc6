package nodes

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
)

// Lives are the laid-out trees of a bot in which actions of the game may live, see
// [run.Exec.EndTurn]: those of its brains, and those that scripts update without a brain.
type Lives struct{ *lives }

type lives struct {
	in     []*Instance
	brains []*Instance // those that brains have
	before []*Instance // and those that they had earlier in the turn
	called []*Instance // some action was called in the turn
}

// Disown forgets which trees brains have, before those are adopted that they have now.
func (l *Lives) Disown() {
	if l.lives != nil {
		l.brains = l.brains[:0]
	}
}

// took takes in a tree if some of its actions can live, and reports whether.
func (l *Lives) took(t *Instance) bool {
	if len(t.shape.tree.Lives) == 0 {
		return false
	}
	if l.lives == nil {
		l.lives = &lives{}
	}
	if !slices.Contains(l.in, t) {
		l.in = append(l.in, t)
	}
	return true
}

// Adopt takes in the tree of a brain, if some of its actions can live.
func (l *Lives) Adopt(t *BT) {
	if t != nil && t.in != nil && l.took(t.in) {
		l.brains = t.in.among(l.brains)
	}
}

// call takes in a tree of which an action is called.
func (l *Lives) call(t *Instance) {
	if l.took(t) {
		l.called = t.among(l.called)
	}
}

// among adds a tree in which actions can live to a list, once.
func (t *Instance) among(list []*Instance) []*Instance {
	if len(t.shape.tree.Lives) > 0 && !slices.Contains(list, t) {
		return append(list, t)
	}
	return list
}

// BeginTurn begins a turn of the bot, in which its trees are updated.
func (l *Lives) BeginTurn() {
	if l.lives == nil {
		return
	}
	l.before = append(l.before[:0], l.brains...)
	for _, t := range l.in {
		t.seated((*run.Exec).BeginTurn)
	}
}

// Updated takes in the tree that a brain has updated, which may be another's by now, or nobody's.
func (l *Lives) Updated(t *BT) {
	if l.lives != nil && t != nil && t.in != nil {
		l.before = t.in.among(l.before)
	}
}

// EndTurn ends the lives of the actions that were not called in the turn, and all of a tree
// that its brain has not any more. A tree without a brain is known for as long as its actions are called.
func (l *Lives) EndTurn() {
	if l.lives == nil {
		return
	}
	for _, t := range l.in {
		if slices.Contains(l.before, t) && !slices.Contains(l.brains, t) {
			t.seated((*run.Exec).EndLives)
		} else {
			t.seated((*run.Exec).EndTurn)
		}
	}
	l.in, l.called = l.called, l.in[:0]
}

// End ends all lives.
func (l *Lives) End() {
	if l.lives == nil {
		return
	}
	for _, t := range l.in {
		t.seated((*run.Exec).EndLives)
	}
	*l = Lives{}
}

// seated calls f with the cursor at this tree.
func (t *Instance) seated(f func(*run.Exec)) {
	x := t.en.X
	if x == nil {
		return
	}
	old, memory := t.seatHost()
	f(x)
	x.Tree, x.Mem = old, memory
}
