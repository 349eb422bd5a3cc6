package nodes

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/run"
)

// Lives are the laid-out trees of a bot in which actions of the game may live, see
// [run.Exec.EndTurn]: those of its brains, and those that no brain has any more.
type Lives struct{ in []*Instance }

// Adopt takes in the tree of a BT, if some of its actions can live.
func (l *Lives) Adopt(t *BT) {
	if t != nil && t.in != nil {
		l.add(t.in)
	}
}

func (l *Lives) add(t *Instance) {
	if len(t.shape.tree.Lives) > 0 && !slices.Contains(l.in, t) {
		l.in = append(l.in, t)
	}
}

// BeginTurn begins a turn of the bot, in which its trees are updated.
func (l *Lives) BeginTurn() {
	for _, t := range l.in {
		t.seated((*run.Exec).BeginTurn)
	}
}

// EndTurn ends the lives of the actions that were not called in the turn. Trees that are in
// no brain are adopted anew when one of their actions is called.
func (l *Lives) EndTurn() { l.end((*run.Exec).EndTurn) }

// End ends all lives.
func (l *Lives) End() { l.end((*run.Exec).EndLives) }

func (l *Lives) end(how func(*run.Exec)) {
	trees := l.in
	l.in = nil
	for _, t := range trees {
		t.seated(how)
	}
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
