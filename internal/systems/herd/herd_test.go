package herd

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// The facets of a crowd: those whose state is 1, and those whose state is 2.
const facetOne, facetTwo host.FacetID = 1, 2

// loose is the class of bodies in no herd.
const loose = -1

// crowd is bodies that move, in two classes with a herd and some in none.
type crowd struct {
	Set
	class  []int // by slot; gone for a slot without a body
	free   []int32
	nextID uint32
	tick   int64
	step   float64 // metres a tick
	index  [3]spatial.Index
	seek   Seeker
	rows   []components.State
}

const gone = -2

func newCrowd(field spatial.Field) *crowd {
	c := &crowd{}
	c.Init(field, 2)
	c.State = [][]uint32{nil}
	c.Asks = []host.Facet{{Key: 0, Value: 1}, {Key: 0, Value: 2}}
	c.Form(0, nil)
	c.Form(1, nil)
	c.Use([]host.FacetID{facetOne, facetTwo}, nil)
	return c
}

// add makes a body.
func (c *crowd) add(class int, x, y float32, state uint32) int32 {
	slot := int32(len(c.class))
	if last := len(c.free) - 1; last >= 0 {
		slot, c.free = c.free[last], c.free[:last]
	} else {
		c.X, c.Y, c.ID = append(c.X, 0), append(c.Y, 0), append(c.ID, 0)
		c.class, c.State[0] = append(c.class, 0), append(c.State[0], 0)
	}
	c.nextID++
	c.X[slot], c.Y[slot], c.ID[slot], c.class[slot], c.State[0][slot] = x, y, c.nextID, class, state
	c.Count++
	c.Grow(len(c.class))
	c.Arrive(class, slot)
	return slot
}

// remove takes a body away; its state stays in the column, as in a game.
func (c *crowd) remove(slot int32) {
	c.Leave(c.class[slot], slot)
	c.class[slot] = gone
	c.Count--
	c.free = append(c.free, slot)
}

// put moves a body in one go.
func (c *crowd) put(slot int32, x, y float32) {
	c.X[slot], c.Y[slot] = x, y
	c.reload(slot)
	c.Moved(c.class[slot], []int32{slot})
}

func (c *crowd) restate(slot int32, state uint32) {
	c.State[0][slot] = state
	c.Restate(slot, 0)
}

// walk moves all bodies by a step in the direction that way gives, or less.
func (c *crowd) walk(way func(slot int32) (dx, dy float64)) {
	for slot := range c.class {
		dx, dy := way(int32(slot))
		c.X[slot] = c.inside(float64(c.X[slot])+dx*c.step, c.Field.Width)
		c.Y[slot] = c.inside(float64(c.Y[slot])+dy*c.step, c.Field.Height)
		c.reload(int32(slot))
	}
	c.NoteStep(c.step)
}

// reload tells the herd of a body where it is.
func (c *crowd) reload(slot int32) {
	if c.Herds(slot) {
		c.Reload(slot, c.X[slot], c.Y[slot], float32(c.step))
	}
}

func (c *crowd) inside(x float64, size float32) float32 {
	if c.Field.Wrap {
		x = math.Mod(x+float64(size), float64(size))
	}
	return min(max(float32(x), 0), size)
}

// sense begins a tick.
func (c *crowd) sense() {
	c.tick++
	c.rows = c.rows[:0]
	for slot, class := range c.class {
		if class == loose {
			c.rows = append(c.rows, components.State{Slot: int32(slot)})
		}
	}
	c.Renew()
	c.Refresh()
	c.Sense(facetOne, &c.index[1], [][]components.State{c.rows}, false)
	c.Sense(facetTwo, &c.index[2], [][]components.State{c.rows}, false)
}

// nearest returns the plain way to the nearest.
func (c *crowd) nearest(self int32, f host.FacetID) int32 {
	best, found := math.Inf(1), int32(-1)
	for other := range int32(len(c.class)) {
		if other == self || c.class[other] == gone || !c.matches(f, other) {
			continue
		}
		d := c.Field.Dist2(c.X[self], c.Y[self], c.X[other], c.Y[other])
		if d < best || d == best && c.ID[other] < c.ID[found] {
			best, found = d, other
		}
	}
	return found
}

// fataler has the methods that *testing.T and *rapid.T have in common.
type fataler interface{ Fatalf(string, ...any) }

// think asks for all bots what their trees could ask, and holds the answers to
// the plain way. It counts the strategies. asking is the mask of those that the
// herds are told of: where few ask, no index is built.
func (c *crowd) think(t fataler, asking uint64, strategies map[strategy]int) {
	for _, h := range c.herds {
		c.seek.Begin(h, c.tick)
		for gi := range h.Numbers() {
			if !c.seek.Enter(gi) {
				continue
			}
			for _, f := range []host.FacetID{facetOne, facetTwo} {
				strategies[c.planes[f].strategy]++
				list, ok := c.seek.Rivals(f, c.seek.All()&asking)
				for lane, self := range c.seek.Bodies() {
					want := c.nearest(self, f)
					if got := c.Nearest(self, f); got != want {
						t.Fatalf("tick %d: the nearest of facet %d for body %d is %d, wanted %d", c.tick, f, self, got, want)
					}
					if !ok || c.seek.Holds(f)>>lane&1 != 0 {
						continue
					}
					if got := c.nearestOf(list, self); got != want {
						t.Fatalf("tick %d: the nearest of facet %d for body %d among the rivals %v of its group is %d, wanted %d",
							c.tick, f, self, list, got, want)
					}
				}
			}
		}
		c.seek.End()
	}
}

// check holds what herds promise of their groups, planes and cells.
func (c *crowd) check(t fataler) {
	for class, h := range c.herds {
		total := 0
		groups := 0
		for gi := range int32(h.numbers) {
			gr := h.group(gi)
			if gr.cell == noCell {
				if gr.n != 0 {
					t.Fatalf("no group %d, and it has %d bots", gi, gr.n)
				}
				continue
			}
			groups++
			total += int(gr.n)
			if gr.n == 0 || h.cells[gr.cell].kids != 0 {
				t.Fatalf("group %d has %d bots and a cell with kids %d", gi, gr.n, h.cells[gr.cell].kids)
			}
			for lane, slot := range gr.slot[:gr.n] {
				if at := c.seats[slot]; c.class[slot] != class || at != h.seat(gi, int32(lane)) {
					t.Fatalf("body %d of class %d has seat %d, wanted group %d lane %d of class %d", slot, c.class[slot], at, gi, lane, class)
				}
			}
			for _, f := range []host.FacetID{facetOne, facetTwo} {
				b := c.planes[f].bits[class][gi]
				if stray := b &^ gr.all(); stray != 0 {
					t.Fatalf("plane %d has bits %b beyond the %d bots of group %d", f, stray, gr.n, gi)
				}
				for lane, slot := range gr.slot[:gr.n] {
					if got, want := b>>lane&1 != 0, c.matches(f, slot); got != want {
						t.Fatalf("plane %d says %v of body %d, wanted %v", f, got, slot, want)
					}
				}
			}
		}
		if groups != h.count {
			t.Fatalf("%d groups of class %d, counted %d", groups, class, h.count)
		}
		want := 0
		for _, of := range c.class {
			if of == class {
				want++
			}
		}
		if total != want {
			t.Fatalf("%d bots in groups of class %d, wanted %d", total, class, want)
		}
		for i := range h.cells {
			q := &h.cells[i]
			if used := i == 0 || h.cells[q.parent].kids == int32(i) || h.cells[q.parent].kids == int32(i)-1; !used || q.kids != 0 {
				continue
			}
			n := int32(0)
			for gi := q.head; gi >= 0; gi = h.group(gi).next {
				n += h.group(gi).n
			}
			if n != q.count {
				t.Fatalf("cell %d counts %d bots, wanted %d", i, q.count, n)
			}
		}
	}
}

// TestEveryWayIsExact plays crowds of all sorts and holds each way to the nearest,
// and each list of candidates in each tick, to a look at everybody.
func TestEveryWayIsExact(t *testing.T) {
	strategies := map[strategy]int{}
	rapid.Check(t, func(t *rapid.T) {
		c := newCrowd(spatial.Field{Width: 60, Height: 40, Wrap: rapid.Bool().Draw(t, "wrap")})
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		one := rapid.SampledFrom([]float64{0, 0.03, 0.06, 0.3, 1}).Draw(t, "share of state 1")
		some := func() (class int, x, y float32, state uint32) {
			if rng.Float64() < one {
				state = 1
			} else if rng.IntN(20) == 0 {
				state = 2
			}
			return rng.IntN(3) - 1, rng.Float32() * 60, rng.Float32() * 40, state
		}
		for range rapid.IntRange(0, 400).Draw(t, "bodies") {
			c.add(some())
		}
		c.step = rapid.SampledFrom([]float64{0, 0.02, 0.2}).Draw(t, "step")
		c.renewTicks = rapid.SampledFrom([]int{1, 8, renewTicks}).Draw(t, "ticks of a renewal")
		asking := rapid.SampledFrom([]uint64{1, ^uint64(0)}).Draw(t, "asking")
		heads := make([]float64, 1000)
		for i := range heads {
			heads[i] = rng.Float64() * 2 * math.Pi
		}
		for range 24 {
			c.walk(func(slot int32) (float64, float64) { return math.Sincos(heads[slot]) })
			slot := int32(-1)
			if n := len(c.class); n > 0 {
				if slot = int32(rng.IntN(n)); c.class[slot] == gone {
					slot = -1
				}
			}
			switch what := rng.IntN(6); {
			case what == 0:
				c.add(some())
			case slot < 0:
			case what == 1:
				c.remove(slot)
			case what == 2:
				c.restate(slot, uint32(rng.IntN(3)))
			case what == 3:
				c.put(slot, rng.Float32()*60, rng.Float32()*40)
			}
			c.sense()
			c.check(t)
			c.think(t, asking, strategies)
		}
	})
	if testing.Short() { // too few crowds for every strategy
		return
	}
	for _, s := range []strategy{few, sparse, scanned, dense} {
		if strategies[s] == 0 {
			t.Errorf("strategies %v, wanted some of %d", strategies, s)
		}
	}
}

// duel returns a group of bots in a row with a match 10 m from its middle, and others
// far off. The group looked at itself in the tick that has just begun.
func duel(t *testing.T) (c *crowd, middle float32, near int32) {
	c = newCrowd(spatial.Field{Width: 1024, Height: 1024})
	middle = 300
	for x := middle - 4; x <= middle+4; x++ {
		c.add(0, x, 300, 0)
	}
	for i := range 240 {
		c.add(1, 1000-float32(i%16), 1000-float32(i/16), 0)
	}
	for i := range maxFew + 1 { // one may leave, and the lists are still asked
		c.add(loose, 900, 900+float32(i), 1)
	}
	c.step = 1
	c.NoteStep(1)
	near = c.add(loose, middle-10, 300, 1)
	for {
		c.sense()
		c.seek.Begin(c.herds[0], c.tick)
		c.seek.Enter(c.herds[0].first())
		if c.seek.due() {
			return c, middle, near
		}
	}
}

// TestCandidatesAllowForEverybodysWay lets a match that is far off become the
// nearest as late as it can: the group goes toward it for all the ticks that its
// list holds, it comes, and the nearest flees.
func TestCandidatesAllowForEverybodysWay(t *testing.T) {
	c, middle, near := duel(t)
	const ticks = RefreshTicks - 1
	far := c.add(loose, middle+10+2*4+4*ticks-0.5, 300, 1)
	c.sense() // with the far one; the tick before is that of the look
	c.tick--
	strategies := map[strategy]int{}
	c.think(t, 1, strategies)
	for range ticks {
		c.walk(func(slot int32) (float64, float64) {
			switch {
			case slot == near, slot == far:
				return -1, 0
			case c.class[slot] == 0:
				return 1, 0
			}
			return 0, 0
		})
		c.sense()
		c.think(t, 1, strategies)
	}
	if rightmost := int32(8); c.nearest(rightmost, facetOne) != far || c.nearest(0, facetOne) != near {
		t.Error("wanted the far one to be the nearest for one end of the group at last, and for that only")
	}
	if strategies[sparse] < ticks {
		t.Errorf("strategies %v, wanted lists of candidates", strategies)
	}
}

// TestCandidatesForgetWhoLeft takes away the nearest match: it is nobody's any
// more, though its state is still in the column.
func TestCandidatesForgetWhoLeft(t *testing.T) {
	c, _, near := duel(t)
	c.think(t, 1, map[strategy]int{})
	list, ok := c.seekOf(0).Rivals(facetOne, 1)
	if !ok || !slices.Contains(list, near) {
		t.Fatalf("rivals %v, %v, wanted %d among them", list, ok, near)
	}
	c.remove(near)
	c.sense()
	if list, _ = c.seekOf(0).Rivals(facetOne, 1); slices.Contains(list, near) {
		t.Errorf("rivals %v, wanted none that has left", list)
	}
	c.think(t, 1, map[strategy]int{})
}

// first returns the number of the first group.
func (h *Herd) first() int {
	for gi := range h.numbers {
		if h.group(int32(gi)).n > 0 {
			return gi
		}
	}
	return -1
}

// seekOf turns to the first group of a herd.
func (c *crowd) seekOf(class int) *Seeker {
	c.seek.Begin(c.herds[class], c.tick)
	c.seek.Enter(c.herds[class].first())
	return &c.seek
}

// A slot that goes from one herd to another leaves nothing behind.
func TestASlotChangesHerds(t *testing.T) {
	c := newCrowd(spatial.Field{Width: 10, Height: 10})
	slot := c.add(0, 1, 1, 1)
	c.herds[0].moving = append(c.herds[0].moving, slot) // it strayed in its last tick
	c.remove(slot)
	if again := c.add(1, 9, 9, 0); again != slot {
		t.Fatalf("slot %d, wanted the free one", again)
	}
	c.sense()
	c.check(t)
}

func TestGroupsHoldManyBots(t *testing.T) {
	c := newCrowd(spatial.Field{Width: 700, Height: 700})
	rng := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		c.add(0, rng.Float32()*700, rng.Float32()*700, 0)
	}
	if groups := c.herds[0].Groups(); groups > 20_000/24 {
		t.Errorf("20000 bots in %d groups, wanted groups of 24 or more", groups)
	}
}

// TestSearchesAllowForStrays walks a match away from the leaf that it belongs to,
// past bots of another leaf, as far as it gets until it is moved.
func TestSearchesAllowForStrays(t *testing.T) {
	c := newCrowd(spatial.Field{Width: 40, Height: 10})
	for i := range 40 {
		c.add(0, 0.5*float32(i), 5, 0)
		c.add(0, 25+0.35*float32(i), 5, 0)
	}
	c.add(0, 4, 5, 1)
	for i := range maxFew + 2 {
		c.add(0, 38, float32(i)/2, 1)
	}
	walker := c.add(0, 20.1, 5, 1)
	c.step = 0.2
	strategies := map[strategy]int{}
	for range 4 * RefreshTicks {
		c.walk(func(slot int32) (float64, float64) {
			if slot == walker {
				return -1, 0
			}
			return 0, 0
		})
		c.sense()
		c.think(t, 1, strategies)
	}
	if strategies[scanned] < 4*RefreshTicks {
		t.Errorf("strategies %v, wanted the trees to be walked", strategies)
	}
}

// Bodies in no herd ask the index, so that there is one of all who match.
func TestTheIndexHasEverybodyWhereOthersAsk(t *testing.T) {
	c := newCrowd(spatial.Field{Width: 40, Height: 10})
	for i := range 40 {
		c.add(0, float32(i), 5, 1)
	}
	c.sense()
	for _, mixed := range []bool{false, true} {
		c.Sense(facetOne, &c.index[1], nil, mixed)
		if got := c.index[1].Len() == 40; got != mixed {
			t.Errorf("others ask: %v; the index has %d of 40", mixed, c.index[1].Len())
		}
	}
}

// nearestOf returns the nearest of some bodies to another one, the lowest id of
// several, or -1.
func (s *Set) nearestOf(list []int32, self int32) int32 {
	q := search{best: math.Inf(1), slot: -1}
	x, y := s.At(self)
	for _, slot := range list {
		if slot != self {
			q.offer(slot, s.ID[slot], s.Field.Dist2(x, y, s.X[slot], s.Y[slot]))
		}
	}
	return q.slot
}
