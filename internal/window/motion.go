package window

import (
	"github.com/thicket-sim/thicket/internal/insight/draw"
	"github.com/thicket-sim/thicket/session"
)

// motion holds where bodies were in the last two snapshots: the bots by id, and then
// the players by id.
type motion struct {
	tick        int64  // of the last one
	ticks       int64  // from the one before to the last
	bots        [2]int // how many of each list are bots
	before, now []pose
}

type pose struct {
	id           uint32
	x, y, hx, hy float32
}

// advance takes the bodies of a snapshot and reports whether it is of a new tick. After
// a step back in time there are no bodies of a tick before.
func (m *motion) advance(s *session.Snapshot, bodies []draw.Body) (ticked bool) {
	if s.Tick != m.tick {
		m.before, m.now = m.now, m.before
		m.bots[0] = m.bots[1]
		if s.Tick < m.tick {
			m.before, m.bots[0] = m.before[:0], 0
		}
		m.tick, m.ticks, ticked = s.Tick, s.Tick-m.tick, true
	}
	m.now, m.bots[1] = m.now[:0], len(s.Bots)
	for i := range bodies {
		b := &bodies[i]
		m.now = append(m.now, pose{b.ID, b.X, b.Y, b.HX, b.HY})
	}
	return ticked
}

// each calls f for every body that was there before, with its index in both
// lists, and leaves out those that jumped further than so many metres.
func (m *motion) each(jump float32, f func(before, now *pose, i int)) {
	for _, part := range [2][2][2]int{
		{{0, m.bots[0]}, {0, m.bots[1]}},
		{{m.bots[0], len(m.before)}, {m.bots[1], len(m.now)}},
	} {
		j, end := part[0][0], part[0][1]
		for i := part[1][0]; i < part[1][1]; i++ {
			now := &m.now[i]
			for j < end && m.before[j].id < now.id {
				j++
			}
			if j == end {
				break
			}
			if b := &m.before[j]; b.id == now.id && abs(b.x-now.x) <= jump && abs(b.y-now.y) <= jump {
				f(b, now, i)
			}
		}
	}
}

// blend puts bodies alpha of the way from where they were a tick ago to where they
// are. Bodies that went around an edge, or were put elsewhere, do not slide.
func (m *motion) blend(bodies []draw.Body, alpha float64, jump float32) {
	part := float32(1 - (1-min(max(alpha, 0), 1))/float64(max(m.ticks, 1))) // of the way from the snapshot before
	if part >= 1 {
		return
	}
	m.each(jump, func(before, now *pose, i int) {
		b := &bodies[i]
		b.X = before.x + (now.x-before.x)*part
		b.Y = before.y + (now.y-before.y)*part
		if before.hx*now.hx+before.hy*now.hy > -0.5 {
			b.HX = before.hx + (now.hx-before.hx)*part
			b.HY = before.hy + (now.hy-before.hy)*part
		}
	})
}

func abs(v float32) float32 { return max(v, -v) }
