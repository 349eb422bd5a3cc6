package mind

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/world"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
)

// boardJob opens or closes the boards, for the teams side by side.
type boardJob Minds

var _ ecs.Job = (*boardJob)(nil)

// silentTeam counts a team's bots.
type silentTeam struct{ all, noted int32 }

const (
	noteAction = "blackboardNoteTransient"
	countNotes = "blackboardNumTransient"
)

// UseBoards makes the boards for the numbers that a program asks for.
func (s *Minds) UseBoards(p *run.Program) {
	clear(s.trees)
	for i := range p.Tree.Leaves {
		l := &p.Tree.Leaves[i]
		if l.Func == nil || l.Needs() != lore.Needs || l.Func.Name != countNotes {
			continue
		}
		if n := wholeArg(l); s.boardOf(n) == nil {
			s.setUp(n)
		}
	}
}

// setUp makes the board for a number, with what was noted in the last tick. There is
// one for 0, too, though who noted nothing is counted without it.
func (s *Minds) setUp(number int) {
	b := board{number: number, seats: make([]seat, len(s.Bots)), teams: make([]tally, len(s.Teams))}
	for i := range s.Bots {
		e := &s.Bots[i]
		if len(s.boards) == 0 && e.At == s.a.Now {
			e.Note = e.Wrote
		}
		b.seats[i].holds = int(e.Note) == number
	}
	s.boards = append(s.boards, b)
}

// wholeArg returns the first argument of a leaf as a whole number.
func wholeArg(l *tree.Leaf) int {
	if len(l.Args) == 0 {
		return 0
	}
	return lore.Whole(l.Args[0].Number())
}

// boardOf returns the board of a number, or nil.
func (s *Minds) boardOf(number int) *board {
	for i := range s.boards {
		if s.boards[i].number == number {
			return &s.boards[i]
		}
	}
	return nil
}

// ArriveAtBoards lets a body begin anew, that has come or come back.
func (s *Minds) ArriveAtBoards(body int32) {
	s.trees = column.Grow(s.trees, int(body)+1)
	s.trees[body] = 0
	for i := range s.boards {
		s.boards[i].grow(body)
	}
}

// OpenBoards prepares the blackboard for a tick.
func (s *Minds) OpenBoards() {
	if len(s.boards) == 0 {
		return
	}
	for i := range s.members {
		s.members[i] = s.members[i][:0]
	}
	for _, b := range s.a.ByID {
		if s.a.Class[b] == ecs.Human || s.FormKinds[s.a.Form[b]] != 0 {
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
	s := (*Minds)(j)
	for team := lo; team < hi; team++ {
		if s.shuts {
			s.closeFor(int16(team), s.members[team])
		} else {
			s.openFor(int16(team), s.members[team])
		}
	}
}

func (s *Minds) openFor(team int16, members []member) {
	size := silentTeam{all: int32(len(members))}
	for i := range members {
		if s.Bots[members[i].body].Note != 0 {
			size.noted++
		}
	}
	s.sizes[team] = size
	for i := range s.boards {
		s.boards[i].open(team, members)
	}
}

func (s *Minds) memberOf(b int32) member {
	return member{body: b, team: s.a.Group[b], dead: s.a.Dead(b)}
}

// LookAtTrees finds out about bots whose tree is another than in the last tick whether it
// is one of this vocabulary, and which numbers it can note.
func (s *Minds) LookAtTrees() {
	w := s.a.Game.World
	for _, t := range w.Tables() {
		states := w.State.Column(t)
		for i, brain := range w.Brain.Column(t) {
			b := states[i].Slot
			if s.trees[b] == brain.Program+1 {
				continue
			}
			s.trees[b] = brain.Program + 1
			p, _ := s.a.Game.Watchers.ProgramOf(s.a.ID(b)) // a player has none
			s.OwnTree[b] = p != nil && world.Needed(p)
			for k := range s.boards {
				s.boards[k].seats[b].can = p != nil && canNote(p, s.boards[k].number)
			}
		}
	}
}

// canNote reports whether a program can note a number.
func canNote(p *run.Program, number int) bool {
	for i := range p.Tree.Leaves {
		if l := &p.Tree.Leaves[i]; l.Action != nil && l.Needs() == lore.Needs && l.Action.Name == noteAction && wholeArg(l) == number {
			return true
		}
	}
	return false
}

// CloseBoards takes down what was noted in the tick.
func (s *Minds) CloseBoards() {
	if len(s.boards) == 0 {
		return
	}
	s.shuts = true
	s.a.Game.World.Workers().Run(len(s.members), 1, (*boardJob)(s))
}

func (s *Minds) closeFor(team int16, members []member) {
	for i := range members {
		m := &members[i]
		if m.dead {
			continue
		}
		e := &s.Bots[m.body]
		m.note = 0
		if e.At == s.a.Now {
			m.note = e.Wrote
		}
		e.Note = m.note
	}
	for i := range s.boards {
		s.boards[i].close(team, members)
	}
}

// noteNow returns what a bot has noted by now.
func (s *Minds) noteNow(b int32) int32 {
	e := &s.Bots[b]
	switch {
	case s.a.Dead(b):
		return e.Note
	case e.At == s.a.Now:
		return e.Wrote
	}
	return 0
}

// countNoted returns how many bots of a team have noted a number, as far as that can
// be foreseen, see [board]. Who noted nothing has noted 0.
func (t Turn) countNoted(number int) int32 {
	own := t.noteNow(t.Body)
	if number == 0 {
		team := t.sizes[t.Group[t.Body]]
		n := team.all - team.noted
		if t.Bots[t.Body].Note != 0 {
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
var noteActions = []Entry[Turn]{{
	Name: noteAction,
	Doc:  "Notes a number for this tick, for its team to count. A bot that dies keeps what it noted until it comes back.",
	Act: func(t Turn) host.Status {
		e := &t.Bots[t.Body]
		e.Wrote, e.At = int32(lore.Whole(t.Num(0))), t.Now
		return host.Success
	},
}}

// noteAsks are the functions of the blackboard.
var noteAsks = []Entry[Turn]{{
	Name: countNotes,
	Doc: "How many bots of its team have noted a number, itself and the dead counted in; who noted nothing noted 0. Bots think at the same time: of others it counts who noted the " +
		"number in the tick before, and who is about to note it before its own turn comes. So where all ask for fewer than one, only one is told so, the same one while it keeps at it.",
	Ask: func(t Turn) host.Value { return host.IntValue(int64(t.countNoted(lore.Whole(t.Num(0))))) },
}}
