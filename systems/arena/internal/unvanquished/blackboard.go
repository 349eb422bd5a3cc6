package unvanquished

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// blackboard is what bots of a team note for each other to count.
type blackboard struct {
	boards  []board      // one for each number that a tree asks for
	members [][]member   `save:"-"` // by group; listed anew in each tick
	shuts   bool         `save:"-"` // what Do does: it opens boards, or closes them
	trees   []int32      `save:"-"` // by body: the number of its tree when it was looked at last, and 1; of 0 it is looked at again
	sizes   []silentTeam `save:"-"` // by group; counted anew in each tick
}

// boardJob opens or closes the boards, for the teams side by side.
type boardJob state

var _ ecs.Job = (*boardJob)(nil)

// silentTeam counts a team's bots.
type silentTeam struct{ all, noted int32 }

// notes is what a bot noted.
type notes struct {
	note  int32 // in the last tick of its life; 0 for nothing
	wrote int32 // in the tick below
	at    int64
}

const (
	noteAction = "blackboardNoteTransient"
	countNotes = "blackboardNumTransient"
)

// Use makes the boards for the numbers that a program asks for.
func (s *state) Use(p *run.Program) {
	clear(s.trees)
	for i := range p.Tree.Leaves {
		l := &p.Tree.Leaves[i]
		if l.Func == nil || l.Needs() != Needs || l.Func.Name != countNotes {
			continue
		}
		if n := wholeArg(l); s.boardOf(n) == nil {
			s.setUp(n)
		}
	}
}

// setUp makes the board for a number, with what was noted in the last tick. There is
// one for 0, too, though who noted nothing is counted without it.
func (s *state) setUp(number int) {
	b := board{number: number, seats: make([]seat, len(s.bots)), teams: make([]tally, len(s.teams))}
	for i := range s.bots {
		e := &s.bots[i]
		if len(s.boards) == 0 && e.at == s.a.Now {
			e.note = e.wrote
		}
		b.seats[i].holds = int(e.note) == number
	}
	s.boards = append(s.boards, b)
}

// wholeArg returns the first argument of a leaf as a whole number.
func wholeArg(l *tree.Leaf) int {
	if len(l.Args) == 0 {
		return 0
	}
	return whole(l.Args[0].Number())
}

// whole cuts a number to a whole one of 32 bits.
func whole(v float64) int { return int(min(max(v, math.MinInt32), math.MaxInt32)) }

// boardOf returns the board of a number, or nil.
func (s *state) boardOf(number int) *board {
	for i := range s.boards {
		if s.boards[i].number == number {
			return &s.boards[i]
		}
	}
	return nil
}

// arriveAtBoards lets a body begin anew, that has come or come back.
func (s *state) arriveAtBoards(body int32) {
	s.trees = column.Grow(s.trees, int(body)+1)
	s.trees[body] = 0
	for i := range s.boards {
		s.boards[i].grow(body)
	}
}

// openBoards prepares the blackboard for a tick.
func (s *state) openBoards() {
	if len(s.boards) == 0 {
		return
	}
	for i := range s.members {
		s.members[i] = s.members[i][:0]
	}
	for _, b := range s.a.ByID {
		if s.a.Class[b] == ecs.Human || s.forms[s.a.Form[b]] != 0 {
			continue
		}
		team := s.a.Group[b]
		s.members[team] = append(s.members[team], s.memberOf(b))
	}
	s.shuts = false
	s.a.Game.World.Workers().Run(len(s.members), 1, (*boardJob)(s))
}

// Do opens or closes the boards for some of the teams.
func (j *boardJob) Do(_, lo, hi int) {
	s := (*state)(j)
	for team := lo; team < hi; team++ {
		if s.shuts {
			s.closeFor(int16(team), s.members[team])
		} else {
			s.openFor(int16(team), s.members[team])
		}
	}
}

func (s *state) openFor(team int16, members []member) {
	size := silentTeam{all: int32(len(members))}
	for i := range members {
		if s.bots[members[i].body].note != 0 {
			size.noted++
		}
	}
	s.sizes[team] = size
	for i := range s.boards {
		s.boards[i].open(team, members)
	}
}

func (s *state) memberOf(b int32) member { return member{b, s.a.Group[b], s.a.Dead(b)} }

// lookAtTrees finds out about bots whose tree is another than in the last tick whether it
// is one of this vocabulary, and which numbers it can note.
func (s *state) lookAtTrees() {
	w := s.a.Game.World
	for _, t := range w.Tables() {
		states := w.State.Column(t)
		for i, brain := range w.Brain.Column(t) {
			b := states[i].Slot
			if s.trees[b] == brain.Program+1 {
				continue
			}
			s.trees[b] = brain.Program + 1
			p, _ := s.a.Game.ProgramOf(s.a.ID(b)) // a player has none
			s.ownTree[b] = p != nil && needed(p)
			for k := range s.boards {
				s.boards[k].seats[b].can = p != nil && canNote(p, s.boards[k].number)
			}
		}
	}
}

// canNote reports whether a program can note a number.
func canNote(p *run.Program, number int) bool {
	for i := range p.Tree.Leaves {
		if l := &p.Tree.Leaves[i]; l.Action != nil && l.Needs() == Needs && l.Action.Name == noteAction && wholeArg(l) == number {
			return true
		}
	}
	return false
}

// closeBoards takes down what was noted in the tick.
func (s *state) closeBoards() {
	if len(s.boards) == 0 {
		return
	}
	s.shuts = true
	s.a.Game.World.Workers().Run(len(s.members), 1, (*boardJob)(s))
}

func (s *state) closeFor(team int16, members []member) {
	for i := range members {
		m := &members[i]
		if e := &s.bots[m.body]; m.dead {
			continue
		} else if e.at == s.a.Now {
			e.note = e.wrote
		} else {
			e.note = 0
		}
	}
	for i := range s.boards {
		number := int32(s.boards[i].number)
		s.boards[i].close(team, members, func(body int32) bool { return s.bots[body].note == number })
	}
}

// noteNow returns what a bot has noted by now.
func (s *state) noteNow(b int32) int32 {
	e := &s.bots[b]
	switch {
	case s.a.Dead(b):
		return e.note
	case e.at == s.a.Now:
		return e.wrote
	}
	return 0
}

// countNoted returns how many bots of a team have noted a number, as far as that can
// be foreseen, see [board]. Who noted nothing has noted 0.
func (t turn) countNoted(number int) int32 {
	own := t.noteNow(t.Body)
	if number == 0 {
		team := t.sizes[t.Group[t.Body]]
		n := team.all - team.noted
		if t.bots[t.Body].note != 0 {
			n++
		}
		if own != 0 {
			n--
		}
		return n
	}
	n := t.boardOf(number).ask(t.memberOf(t.Body))
	if own == int32(number) {
		n++
	}
	return n
}

// noteActions are the actions of the blackboard.
var noteActions = []entry{{
	name: noteAction,
	doc:  "Notes a number for this tick, for its team to count. A bot that dies keeps what it noted until it comes back.",
	act: func(t turn) host.Status {
		e := &t.bots[t.Body]
		e.wrote, e.at = int32(whole(t.Num(0))), t.Now
		return host.Success
	},
}}

// noteAsks are the functions of the blackboard.
var noteAsks = []entry{{
	name: countNotes,
	doc: "How many bots of its team have noted a number, itself and the dead counted in; who noted nothing noted 0. Bots think at the same time: of others it counts who noted the " +
		"number in the tick before, and who is about to note it before its own turn comes. So where all ask for fewer than one, only one is told so, the same one while it keeps at it.",
	ask: func(t turn) host.Value { return host.IntValue(int64(t.countNoted(whole(t.Num(0))))) },
}}
