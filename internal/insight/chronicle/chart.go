package chronicle

import (
	"math"
	"slices"
	"sort"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/live"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/session"
)

// The most that a chart keeps. Of games with more bodies than chartBodies it keeps those that
// somebody asks for alone.
const (
	chartSamples = 6000    // moments: ten minutes at ten a second
	chartRecords = 1 << 20 // bodies in all moments, of 16 bytes each
	chartBodies  = 2000
)

// Chart remembers how a game went: how many there were of each class and how many did what,
// the scores, how long ticks took, and how bodies fared. It is told of every tick, and keeps
// some. The zero Chart is empty.
type Chart struct {
	Classes []string // ids, in the order of Moment.Classes; empty for players
	Actions []string // in the order of Moment.Actions; empty for those who did nothing
	moments []Moment // by tick
	records int      // bodies in all of them
	class   map[string]int
	action  map[string]int
	// What is known of the ticks since the last moment: of which tick last, whether some are
	// missing, how long they took, and how bodies went.
	seen   int64
	broken bool
	took   time.Duration
	ticks  int
	walks  map[components.ID]walk
}

// walk says where a body was, and how far it has gone since the last moment in so many
// ticks.
// Those in which it was put elsewhere do not count.
type walk struct {
	x, y   float32
	tick   int64 // in which it was there
	metres float64
	ticks  int
}

// Moment says how a game was at a tick. Lists may be shorter than those of the chart: what
// was not known yet was 0.
type Moment struct {
	Tick    int64
	Time    float64       // seconds of simulated time
	Took    time.Duration // that a tick took on average; Unknown where none was measured
	Gap     bool          // nothing is known of the time since the moment before
	Classes []int32       // bodies
	Actions []int32       // bodies that did it
	Scores  []float64     // of the sides of the match, in the order of the snapshot
	bodies  []bodyRecord
}

type bodyRecord struct {
	id     components.ID
	health float32
	speed  float32
	action int32
}

// BodyMoment says how a body fared at a tick.
type BodyMoment struct {
	Tick   int64
	Health float32 // 0 to 1
	Speed  float32 // metres a second that it went since the moment before; below 0 where that is not known
	Action int     // of Chart.Actions
	Gap    bool    // nothing is known of the time since the moment before
}

// Unknown is the speed of a body that nobody has seen go, and how long ticks took that nobody
// has timed.
const Unknown = -1

// Tick takes in a tick that the game has played, and how long it took. Where a moment is due it
// has the session fill the snapshot, and adds that. Who are those to remember in a game of any
// size. A game that has gone back has forgotten what came after.
func (c *Chart) Tick(s *live.Session, snap *session.Snapshot, took time.Duration, who ...components.ID) {
	g := s.Game()
	clock := g.World.Clock()
	if clock.Tick <= c.seen {
		c.Forget(clock.Tick - 1)
	}
	if clock.Tick != c.seen+1 {
		c.broken, c.took, c.ticks = true, 0, 0
		clear(c.walks)
	}
	c.seen, c.took, c.ticks = clock.Tick, c.took+took, c.ticks+1
	c.follow(g, who)
	if c.due(g.World.Len(), clock.Tick, g.Setup.TickRate) {
		s.SnapshotInto(snap)
		c.Add(snap, c.took/time.Duration(c.ticks), who...)
	}
}

// follow measures how far those went in the last tick who are remembered.
func (c *Chart) follow(g *systems.Game, who []components.ID) {
	if c.walks == nil {
		c.walks = map[components.ID]walk{}
	}
	w := g.World
	if w.Len() > chartBodies {
		for _, id := range who {
			if w.Alive(id) {
				c.step(g, id, w.Position.Get(id), w.Speed.Get(id))
			}
		}
		return
	}
	for _, t := range w.Tables() {
		positions, speeds := w.Position.Rows(t), w.Speed.Rows(t)
		for i, row := range w.Identity.Rows(t) {
			c.step(g, row.ID, positions[i], speeds[i])
		}
	}
}

func (c *Chart) step(g *systems.Game, id components.ID, p components.Position, v components.Speed) {
	to, ok := c.walks[id]
	if ok && to.tick == c.seen-1 {
		far := distance(g.Setup, to.x, to.y, p.X, p.Y)
		if far <= g.Stride(v.MPS) {
			to.metres += far
			to.ticks++
		}
	}
	to.x, to.y, to.tick = p.X, p.Y, c.seen
	c.walks[id] = to
}

// due reports whether enough time has passed since the last moment to take in another one: a
// tenth of a second, and more in large games. rate is how many ticks a second has.
func (c *Chart) due(bodies int, tick int64, rate float64) bool {
	if len(c.moments) == 0 {
		return true
	}
	seconds := 0.1
	switch {
	case bodies > 50_000:
		seconds = 2
	case bodies > 5000:
		seconds = 0.5
	}
	return tick-c.moments[len(c.moments)-1].Tick >= max(int64(math.Round(seconds*rate)), 1)
}

// Add takes in a snapshot that is newer than all before it, with how long its ticks took on
// average, or Unknown. Older ones are left out: they were taken in when they were new. Who are those
// to remember in a game of any size.
func (c *Chart) Add(s *session.Snapshot, took time.Duration, who ...components.ID) {
	n := len(c.moments)
	if n > 0 && s.Tick <= c.moments[n-1].Tick {
		return
	}
	m := c.At(s, who...)
	m.Took, m.Gap = took, c.broken && n > 0
	for i := range m.bodies {
		b := &m.bodies[i]
		if w := c.walks[b.id]; w.ticks > 0 && s.Tick > 0 {
			b.speed = float32(w.metres / float64(w.ticks) * float64(s.Tick) / s.Time)
		}
	}
	c.seen, c.broken, c.took, c.ticks = s.Tick, false, 0, 0
	for id, w := range c.walks {
		if w.tick < s.Tick {
			delete(c.walks, id)
			continue
		}
		w.metres, w.ticks = 0, 0
		c.walks[id] = w
	}
	c.moments = append(c.moments, m)
	c.records += len(m.bodies)
	if len(c.moments) > 2*chartSamples {
		c.drop(len(c.moments) - chartSamples)
	}
	for i := 0; c.records > chartRecords; i++ {
		c.records -= len(c.moments[i].bodies)
		c.moments[i].bodies = nil
	}
}

// At returns the moment of a snapshot, which is not remembered. How long ticks took and how fast
// bodies went it does not know.
func (c *Chart) At(s *session.Snapshot, who ...components.ID) Moment {
	if c.class == nil {
		c.class, c.action = map[string]int{}, map[string]int{}
	}
	m := Moment{Tick: s.Tick, Time: s.Time, Took: Unknown, Classes: make([]int32, len(c.Classes)), Actions: make([]int32, len(c.Actions))}
	few := len(s.Bots)+len(s.Players) <= chartBodies
	for _, list := range [...][]session.BodyView{s.Bots, s.Players} {
		for i := range list {
			b := &list[i]
			at := place(&c.Classes, c.class, b.Class)
			m.Classes = grown(m.Classes, at)
			m.Classes[at]++
			at = place(&c.Actions, c.action, b.Action)
			m.Actions = grown(m.Actions, at)
			m.Actions[at]++
			if few || slices.Contains(who, b.ID) {
				m.bodies = append(m.bodies, bodyRecord{b.ID, b.Health, Unknown, int32(at)})
			}
		}
	}
	slices.SortFunc(m.bodies, func(a, b bodyRecord) int { return int(int64(a.id) - int64(b.id)) })
	for _, side := range s.Sides {
		m.Scores = append(m.Scores, side.Score)
	}
	return m
}

// Body returns how a body fared at the moment, or ok is false where that is not known.
func (m *Moment) Body(id components.ID) (b BodyMoment, ok bool) {
	at, ok := slices.BinarySearchFunc(m.bodies, id, func(b bodyRecord, id components.ID) int { return int(int64(b.id) - int64(id)) })
	if !ok {
		return b, false
	}
	r := &m.bodies[at]
	return BodyMoment{Tick: m.Tick, Health: r.health, Speed: r.speed, Action: int(r.action), Gap: m.Gap}, true
}

// drop forgets the oldest moments.
func (c *Chart) drop(n int) {
	for i := range n {
		c.records -= len(c.moments[i].bodies)
	}
	c.moments = slices.Delete(c.moments, 0, n)
}

// place returns where a name is in a list, to which it is added when it is new.
func place(list *[]string, index map[string]int, name string) int {
	at, ok := index[name]
	if !ok {
		at = len(*list)
		index[name], *list = at, append(*list, name)
	}
	return at
}

// grown returns a list with room for an index.
func grown(list []int32, at int) []int32 {
	for len(list) <= at {
		list = append(list, 0)
	}
	return list
}

// Forget forgets what came after a tick: the game goes another way from there.
func (c *Chart) Forget(tick int64) {
	for n := len(c.moments); n > 0 && c.moments[n-1].Tick > tick; n-- {
		c.records -= len(c.moments[n-1].bodies)
		c.moments = c.moments[:n-1]
	}
	if c.seen > tick {
		c.seen, c.took, c.ticks = tick, 0, 0
		clear(c.walks)
	}
}

// Between returns the moments from one tick to another. The slice is good until the next call of
// Add or Forget.
func (c *Chart) Between(from, to int64) []Moment {
	lo := sort.Search(len(c.moments), func(i int) bool { return c.moments[i].Tick >= from })
	hi := sort.Search(len(c.moments), func(i int) bool { return c.moments[i].Tick > to })
	return c.moments[lo:max(lo, hi)]
}

// Body appends how a body fared from one tick to another, as far as that is known.
func (c *Chart) Body(id components.ID, from, to int64, list []BodyMoment) []BodyMoment {
	there := true
	for i, all := 0, c.Between(from, to); i < len(all); i++ {
		b, ok := all[i].Body(id)
		if ok {
			b.Gap = b.Gap || !there
			list = append(list, b)
		}
		there = ok
	}
	return list
}
