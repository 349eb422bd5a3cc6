package herd

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// wandering returns a herd of n bots, one to 25 square metres.
func wandering(n int) *crowd {
	side := 5 * float32(math.Sqrt(float64(n)))
	c := newCrowd(spatial.Field{Width: side, Height: side})
	rng := rand.New(rand.NewPCG(3, 4))
	for range n {
		c.add(0, rng.Float32()*side, rng.Float32()*side, 0)
	}
	c.step = 5.0 / 30
	return c
}

// look begins a tick and has all groups look at themselves.
func (c *crowd) look() {
	c.sense()
	k := &c.seek
	k.Begin(c.herds[0], c.tick)
	for gi := range c.herds[0].Numbers() {
		k.Enter(gi)
	}
	k.End()
}

// TestGroupsStayFull has bots flee from a place that goes about the field, for
// 3,000 ticks: they leave holes and come together at edges, and what that does to
// groups is joined and rebuilt.
func TestGroupsStayFull(t *testing.T) {
	c := wandering(4000)
	h, sum, least, most := c.herds[0], 0.0, 1.0, 0
	for tick := range 3000 {
		x, y := math.Sincos(float64(tick) / 300)
		x, y = float64(c.Field.Width)*(0.5+0.4*x), float64(c.Field.Height)*(0.5+0.4*y)
		c.walk(func(slot int32) (float64, float64) {
			dx, dy := float64(c.X[slot])-x, float64(c.Y[slot])-y
			if d := math.Hypot(dx, dy); d < 120 {
				return dx / (d + 1), dy / (d + 1)
			}
			return math.Sincos(float64(slot) + float64(tick/100))
		})
		c.look()
		full := 4000 / 64.0 / float64(h.Groups())
		sum += full
		least = min(least, full)
		most = max(most, (len(h.cells)-2*len(h.spare))/h.Groups())
	}
	c.check(t)
	if sum/3000 < 0.78 || least < 0.7 || most > 3 {
		t.Errorf("groups are %.2f full, %.2f at the worst, with %d cells each, wanted 0.78, 0.7 and 3", sum/3000, least, most)
	}
}

// TestGroupsOfClustersAreFull has bots stand in small clusters, far apart, so
// that few of the cuts that halve a group are near the middle of a cell.
func TestGroupsOfClustersAreFull(t *testing.T) {
	c := newCrowd(spatial.Field{Width: 1000, Height: 1000})
	rng := rand.New(rand.NewPCG(3, 4))
	for range 40 {
		x, y := 1+998*rng.Float32(), 1+998*rng.Float32()
		for range 100 {
			c.add(0, x+rng.Float32(), y+rng.Float32(), 0)
		}
	}
	c.Order()
	c.look()
	c.check(t)
	if full := 4000 / 64.0 / float64(c.herds[0].Groups()); full < 0.8 {
		t.Errorf("groups are %.2f full, wanted 0.8", full)
	}
}

// TestGroupsAreNumberedInTheOrderOfTheTree lets bots walk until numbers are in
// disorder, and stand until the renewal has been round.
func TestGroupsAreNumberedInTheOrderOfTheTree(t *testing.T) {
	c := wandering(6000)
	for range 400 {
		c.walk(func(slot int32) (float64, float64) { return math.Sincos(float64(slot)) })
		c.look()
	}
	for range 3 * renewTicks {
		c.look()
	}
	c.inOrder(t)
	c.check(t)
}

// inOrder fails unless the groups of the first herd have the numbers from 0 on, in the
// order of the tree.
func (c *crowd) inOrder(t *testing.T) {
	t.Helper()
	h, next := c.herds[0], int32(0)
	var visit func(at int32)
	visit = func(at int32) {
		q := &h.cells[at]
		if q.kids != 0 {
			visit(q.kids)
			visit(q.kids + 1)
			return
		}
		for gi := q.head; gi >= 0; gi = h.group(gi).next {
			if gi != next {
				t.Fatalf("group %d is the %dth of the tree", gi, next)
			}
			next++
		}
	}
	visit(0)
	if int(next) != h.Groups() || int(next) != h.Numbers() {
		t.Errorf("%d groups in the tree of %d, which have %d numbers", next, h.Groups(), h.Numbers())
	}
}

// TestAHerdIsFormedInOrder makes a herd of a crowd of which fifty are on one spot.
func TestAHerdIsFormedInOrder(t *testing.T) {
	c := wandering(6000)
	c.Dissolve(0, c.slots())
	for slot := range int32(50) {
		c.X[slot], c.Y[slot] = 3, 3
	}
	c.Form(0, c.slots())
	c.inOrder(t)
	if full := 6000 / 64.0 / float64(c.herds[0].Groups()); full < 0.85 {
		t.Errorf("groups are %.2f full, wanted 0.85", full)
	}
	c.look()
	c.check(t)
}

// slots returns all that there are.
func (c *crowd) slots() (all []int32) {
	for slot := range c.class {
		all = append(all, int32(slot))
	}
	return all
}

// TestOrderGivesBackWhatIsNotNeeded puts a crowd into order at once, after most of it
// has gone.
func TestOrderGivesBackWhatIsNotNeeded(t *testing.T) {
	c := wandering(20_000)
	h := c.herds[0]
	many := len(h.chunks)
	for slot := range int32(18_000) {
		c.remove(slot)
	}
	c.Order()
	c.check(t)
	if full := 2000 / 64.0 / float64(h.Groups()); full < 0.7 || h.Numbers() != h.Groups() || len(h.chunks) > many/3 {
		t.Errorf("%.2f full, %d numbers for %d groups, %d chunks of %d; wanted 0.7, as many, and a third", full, h.Numbers(), h.Groups(), len(h.chunks), many)
	}
	for range 3000 {
		c.add(0, 1, 1, 0)
	}
	c.look()
	c.check(t)
}

// TestAllPutElsewhere mirrors a crowd at once: its groups are made anew, in order, and
// each bot is in the one of where it is.
func TestAllPutElsewhere(t *testing.T) {
	c := wandering(6000)
	h := c.herds[0]
	c.look()
	var all []int32
	for slot := range int32(6000) {
		c.X[slot], c.Y[slot] = c.Y[slot]/3, c.X[slot]
		c.reload(slot)
		all = append(all, slot)
	}
	c.Moved(0, all)
	for gi := range int32(h.numbers) {
		gr := h.group(gi)
		if gr.n == 0 {
			t.Fatalf("number %d of %d has no group", gi, h.numbers)
		}
		for lane, slot := range gr.slot[:gr.n] {
			if leaf := h.leafAt(c.X[slot], c.Y[slot]); leaf != gr.cell || c.seats[slot] != h.seat(gi, int32(lane)) {
				t.Fatalf("bot %d is in leaf %d, wanted %d", slot, gr.cell, leaf)
			}
		}
	}
	if full := 6000 / 64.0 / float64(h.Groups()); full < 0.85 {
		t.Errorf("groups are %.2f full, wanted 0.85", full)
	}
	c.look()
	c.check(t)
}

// TestATickRenewsAFewGroups holds the renewal to its share of all groups and one
// part of the tree.
func TestATickRenewsAFewGroups(t *testing.T) {
	c := wandering(20_000)
	h := c.herds[0]
	for range renewTicks {
		before := map[int32]int32{}
		for gi := range int32(h.numbers) {
			before[gi] = h.group(gi).version
		}
		c.sense()
		changed := 0
		for gi := range int32(h.numbers) {
			if h.group(gi).version != before[gi] {
				changed++
			}
		}
		if most := 2 * (h.Groups()/renewTicks + 1 + 2*maxRebuilt/fill); changed > most {
			t.Fatalf("%d of %d groups changed in a tick, wanted %d at most", changed, h.Groups(), most)
		}
	}
}
