package nav

import "github.com/thicket-sim/thicket/components"

// Path returns the shortest way from a to b: where to walk straight to, one
// after the other, the last of them b. It is not ok if there is none. For many
// walkers with one goal a [Flow] is cheaper.
func (m *Map) Path(a, b components.Position) (way []components.Position, ok bool) {
	a = m.Free(a)
	f := Flow{m: m}
	f.aim(b)
	if m.clear(at(a), m.delta(a, f.goal)) {
		return []components.Position{f.goal}, true
	}
	s := m.borrow()
	defer m.giveBack(s)
	s.reset(m)
	s.toward(a)
	s.run(f.end, f.far)

	var best *window
	for _, i := range s.kept {
		w := &s.windows[i]
		for _, piece := range s.stand.pieces() {
			if c := coneOf(w); piece == w.piece && c.sees(s.stand.at, m.near()) && c.g+dist(c.root, s.stand.at) <= s.best {
				best = w
			}
		}
	}
	if best == nil {
		return nil, false
	}
	p, last := at(a), a
	walk := func(d Point) {
		for left := 1.0; left > 0; {
			share := m.stride(d.times(left))
			p = p.plus(left*share, d)
			if q := m.confine(p); q != last {
				way, last = append(way, q), q
			}
			if left *= 1 - share; share == 1 {
				left = 0
			}
		}
	}
	d, v := best.root.sub(p), best.vertex
	if s.stand.off > 0 && !m.clear(p, d) {
		walk(s.stand.at.sub(p))
		d = best.root.sub(s.stand.at)
	}
	walk(d)
	for v >= 0 {
		r := s.verts[v]
		walk(r.next)
		v = r.root
	}
	if last != f.goal {
		way = append(way, f.goal)
	}
	return way, true
}
