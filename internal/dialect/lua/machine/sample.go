package machine

import "time"

// Frame is a function that is under way, or what called it.
type Frame struct {
	Name  string
	File  string // as people name it; empty for a function of Go
	Begin int32  // the line of the file where it begins
	Line  int32  // the line at which it is
}

// Sampler watches where the time of a state goes: after so many steps it looks which functions are
// under way, and puts down to them the time since it looked last. The scripts take as many steps as
// they do without.
type Sampler struct {
	// Around adds the frames around those of the scripts, the innermost first.
	Around func(stack []Frame) []Frame
	// Take is told a stack, the innermost frame first, which it may not keep, and the time that went
	// by in scripts since the last one.
	Take func(stack []Frame, took time.Duration)

	since  time.Time // when scripts began, or the last sample; zero while none run
	spent  time.Duration
	credit int64 // steps to the next sample
	seed   uint32
	stack  []Frame
}

// The steps from one sample to the next.
const (
	sampleSteps = 400
	sampleVary  = 255 // so that what repeats itself is not always met at the same place; a mask
)

// Watch has the sampler watch a state from now on; nil has none do so. No script may run.
func (sm *Sampler) Watch(s *State) { s.sampler = sm }

// begin takes the first portion of a budget.
func (sm *Sampler) begin(s *State) {
	sm.since = time.Now()
	sm.portion(s)
}

// end keeps what remains of the portion for the next turn.
func (sm *Sampler) end(s *State) {
	sm.spent += time.Since(sm.since)
	sm.since = time.Time{}
	sm.credit = max(s.left, 0)
	s.left, s.held = s.left+s.held, 0
}

// portion puts aside the part of the budget that lies behind the next sample.
func (sm *Sampler) portion(s *State) {
	if sm != nil {
		n := min(s.left, sm.credit)
		s.held, s.left = s.left-n, n
	}
}

// refill takes a sample and the next portion; false where none is left.
func (sm *Sampler) refill(s *State) bool {
	if sm == nil || s.held == 0 {
		return false
	}
	sm.take(s)
	total := s.held + s.left
	sm.seed = sm.seed*1664525 + 1013904223
	sm.credit = sampleSteps + int64(sm.seed>>24&sampleVary)
	s.left, s.held = total, 0
	if total < 0 {
		return false
	}
	sm.portion(s)
	return true
}

func (sm *Sampler) take(s *State) {
	if sm.since.IsZero() {
		return
	}
	now := time.Now()
	took := sm.spent + now.Sub(sm.since)
	stack := sm.stack[:0]
	if c := s.running; c != nil && c.f != nil && c.f.goes() != nil {
		stack = append(stack, Frame{Name: c.f.goes().name})
	}
	for fr := s.th.last; fr != &s.th.root; fr = fr.outer {
		p := fr.fn.code.Proto
		begin := p.Span().Start
		f := Frame{Name: p.Name, File: begin.File, Begin: begin.Line, Line: begin.Line}
		if f.Name == "" {
			f.Name = "(function)"
		}
		if p.Number == 0 {
			f.Name = "(file)"
		}
		if fr.pc > 0 {
			f.Line = p.Chunk.Lines.At(p.PlaceOf(fr.pc - 1)).Line
		}
		stack = append(stack, f)
	}
	sm.stack = sm.Around(stack)
	sm.Take(sm.stack, took)
	sm.spent, sm.since = 0, time.Now()
}
