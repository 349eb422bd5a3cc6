package host

import "slices"

// sweepAfter is how many passing values there are at least before any are looked
// for that nobody has: a sweep reads the state of all bodies.
const sweepAfter = 4096

// passing are the values whose numbers are taken back when no body has them.
type passing struct {
	is      []bool   // by number; shorter than the numbers of values
	count   int      // how many are
	enough  int      // after the last sweep: when to sweep again
	spare   []uint32 // numbers that were taken back, to be given again
	holders []*holder
	held    []bool // scratch, by number
}

type holder struct {
	each func(keep func(column []uint32))
}

// pass notes that a number is of a passing value.
func (p *passing) pass(id uint32) {
	if int(id) >= len(p.is) {
		p.is = slices.Grow(p.is, int(id)+1-len(p.is))[:id+1]
	}
	p.is[id] = true
	p.count++
}

// stay has a value keep its number for good.
func (p *passing) stay(id uint32) {
	if int(id) < len(p.is) && p.is[id] {
		p.is[id] = false
		p.count--
	}
}

func (p *passing) reuse() (id uint32, ok bool) {
	n := len(p.spare)
	if n == 0 {
		return 0, false
	}
	id = p.spare[n-1]
	p.spare = p.spare[:n-1]
	return id, true
}

// Hold adds a world whose bodies have passing values. each calls keep for columns
// of their Syms, as in [World.StateColumn]; 0 is none. After release the world has
// none.
func (s *Symbols) Hold(each func(keep func(column []uint32))) (release func()) {
	h := &holder{each}
	s.holders = append(s.holders, h)
	return func() {
		s.holders = slices.DeleteFunc(s.holders, func(other *holder) bool { return other == h })
	}
}

// Sweep takes back the numbers of passing values that no body of any world has, if
// there are so many that it is worth a look. It is called between two ticks, when
// nobody else remembers such a number.
func (s *Symbols) Sweep() {
	p := &s.passing
	if p.count < max(p.enough, sweepAfter) {
		return
	}
	p.held = slices.Grow(p.held[:0], len(p.is))[:len(p.is)]
	clear(p.held)
	for _, h := range p.holders {
		h.each(func(column []uint32) {
			for _, y := range column {
				if id := y - 1; int64(id) < int64(len(p.held)) {
					p.held[id] = true
				}
			}
		})
	}
	for id, is := range p.is {
		if is && !p.held[id] {
			delete(s.values.index, s.values.list[id])
			s.values.list[id] = Value{}
			p.is[id] = false
			p.count--
			p.spare = append(p.spare, uint32(id))
		}
	}
	p.enough = 2 * p.count
}
