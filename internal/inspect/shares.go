package inspect

import (
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/components"
)

// Shares counts how often each node of a followed tree was evaluated in the last ticks.
// The zero Shares remembers nothing; Last says how many ticks are the last.
type Shares struct {
	Last int // ticks; change it before the first Note

	id      components.ID
	program *run.Program
	ticks   [][]tree.NodeID // that were evaluated, by tick; a ring
	next    int             // in ticks
	counts  []int32         // by node
}

// Note counts what a follower saw in the tick that has ended. Another bot than before, or another
// tree, is counted anew.
func (s *Shares) Note(f *Follower) {
	p := f.Program()
	if p != s.program || f.ID() != s.id {
		s.Forget()
		s.program, s.id = p, f.ID()
	}
	if p == nil || s.Last < 1 {
		return
	}
	if s.counts == nil {
		s.counts = make([]int32, len(p.Tree.Nodes))
	}
	if len(s.ticks) < s.Last {
		s.ticks = append(s.ticks, nil)
		s.next = len(s.ticks) - 1
	}
	ran := s.ticks[s.next]
	for _, n := range ran {
		s.counts[n]--
	}
	ran = ran[:0]
	for _, n := range f.Nodes() {
		if _, ok := f.Answer(n.ID); ok {
			ran = append(ran, n.ID)
			s.counts[n.ID]++
		}
	}
	s.ticks[s.next] = ran
	s.next = (s.next + 1) % s.Last
}

// Forget counts from nothing, as for another bot.
func (s *Shares) Forget() { *s = Shares{Last: s.Last} }

// Of is in which share of the last ticks a node was evaluated, 0 to 1; ok is false as long
// as no tick was noted.
func (s *Shares) Of(n tree.NodeID) (share float64, ok bool) {
	if len(s.ticks) == 0 || int(n) >= len(s.counts) {
		return 0, false
	}
	return float64(s.counts[n]) / float64(len(s.ticks)), true
}
