package nav

import "github.com/thicket-sim/thicket/components"

// Path returns the shortest way from a to b: where to walk straight to, one
// after the other, the last of them b. It is not ok if there is none. For many
// walkers with one goal a [Flow] is cheaper. If nobody can stand at a or b, the
// nearest free point takes its place.
func (m *Map) Path(a, b components.Position) (way []components.Position, ok bool) {
	return m.AppendPath(nil, a, b)
}

// AppendPath is Path, and appends to a slice.
func (m *Map) AppendPath(way []components.Position, a, b components.Position) ([]components.Position, bool) {
	s := m.borrow()
	defer m.giveBack(s)
	f := &s.flow
	f.m = m
	f.aim(b)
	p := m.Free(a)
	if m.clear(at(p), m.delta(p, f.goal)) {
		return append(way, f.goal), true
	}
	s.reset(m)
	s.toward(p)
	if g := m.ground(f.goal); !m.connected(&s.stand, &g) {
		return way, false
	}
	s.run(f.end, f.far)
	f.keep(s)
	given, most := len(way), 64+4*len(m.mesh.verts) // bends at most, and what a torus adds
	for {
		next, _, ok := f.Toward(p)
		if !ok || len(way)-given > most {
			return way[:given], false
		}
		way, p = append(way, next), next
		if p == f.goal {
			return way, true
		}
	}
}

// Reaches reports whether some way leads from a to b. If nobody can stand at a or b,
// the nearest free point takes its place.
func (m *Map) Reaches(a, b components.Position) bool {
	p, q := m.Free(a), m.Free(b)
	if m.clear(at(p), m.delta(p, q)) {
		return true
	}
	from, to := m.ground(p), m.ground(q)
	return m.connected(&from, &to)
}

// connected reports whether there is a way between two grounds.
func (m *Map) connected(a, b *ground) bool {
	for _, i := range a.pieces() {
		for _, j := range b.pieces() {
			if m.mesh.pieces[i].area == m.mesh.pieces[j].area {
				return true
			}
		}
	}
	return false
}
