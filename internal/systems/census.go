package systems

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/systems/herd"
)

// census says roughly where bodies of the facets are that trees look for, in all strips: for
// each cell of a grid over the field whether there are none, one or more. From it follows, for
// every body of a cell, how far away the nearest of a facet can be at most.
type census struct {
	width, height float64 // of the field, metres
	wrap          bool
	side          float64 // of a cell, metres
	nx, ny        int
	facets        []host.FacetID
	count         [][]uint8 // by facet and cell: 0, 1 or many
	away          []int32   // scratch of cellsAway
}

const (
	many       = 2    // bodies in a cell, or more
	cellBots   = 16   // how many bots a cell has on average
	mostAcross = 4096 // cells along an edge of the field
)

func newCensus(g *Game, bots int) census {
	c := census{width: float64(g.field.Width), height: float64(g.field.Height), wrap: g.field.Wrap}
	for class := range g.classes {
		if g.herds.Of(class) == nil { // it has no bots
			continue
		}
		for _, f := range g.classes[class].program.Tree.Facets {
			if !slices.Contains(c.facets, f) {
				c.facets = append(c.facets, f)
			}
		}
	}
	c.side = max(math.Sqrt(c.width*c.height*cellBots/float64(max(bots, 1))), max(c.width, c.height)/mostAcross)
	c.nx, c.ny = int(math.Ceil(c.width/c.side)), int(math.Ceil(c.height/c.side))
	c.count = make([][]uint8, len(c.facets))
	for i := range c.count {
		c.count[i] = make([]uint8, c.nx*c.ny)
	}
	c.away = make([]int32, c.nx*c.ny)
	return c
}

// column returns the column of cells of an x.
func (c *census) column(x float32) int { return min(int(float64(x)/c.side), c.nx-1) }

func (c *census) clear() {
	for i := range c.count {
		clear(c.count[i])
	}
}

// add counts the bodies of a group.
func (c *census) add(group *herd.Cluster) {
	var cells [64]int32
	for lane, x := range group.X {
		cells[lane] = int32(min(int(float64(group.Y[lane])/c.side), c.ny-1)*c.nx + c.column(x))
	}
	for i, f := range c.facets {
		count := c.count[i]
		for m := group.Holds(f); m != 0; m &= m - 1 {
			if n := &count[cells[bits.TrailingZeros64(m)]]; *n < many {
				*n++
			}
		}
	}
}

// pack returns the census in two bits a cell and facet.
func (c *census) pack() []byte {
	cells := c.nx * c.ny
	b := make([]byte, (len(c.facets)*cells+3)/4)
	for i := range c.count {
		for cell, n := range c.count[i] {
			at := i*cells + cell
			b[at/4] |= n << (at % 4 * 2)
		}
	}
	return b
}

// join adds a census that was packed.
func (c *census) join(b []byte) error {
	cells := c.nx * c.ny
	if want := (len(c.facets)*cells + 3) / 4; len(b) != want {
		return fmt.Errorf("a census of %d bytes, wanted %d", len(b), want)
	}
	for i := range c.count {
		for cell := range c.count[i] {
			at := i*cells + cell
			c.count[i][cell] = min(c.count[i][cell]+b[at/4]>>(at%4*2)&3, many)
		}
	}
	return nil
}

// cellsAway is, by cell, how many steps from cell to cell there are at most, also across
// corners, to one that has a body of a facet; of a cell with a single one to another cell, as
// that body may be the one who looks. It is -1 where there is none.
func (c *census) cellsAway(facet int) []int32 {
	const none = math.MaxInt32 / 2
	count, away := c.count[facet], c.away
	for cell, n := range count {
		away[cell] = none
		if n > 0 {
			away[cell] = 0
		}
	}
	rounds := 1
	if c.wrap {
		rounds = 2 // the second goes on over the edges
	}
	for range rounds {
		for y := range c.ny {
			for x := range c.nx {
				c.nearer(x, y, -1)
			}
		}
		for y := c.ny - 1; y >= 0; y-- {
			for x := c.nx - 1; x >= 0; x-- {
				c.nearer(x, y, 1)
			}
		}
	}
	for cell, n := range count {
		if n == 1 {
			away[cell] = c.other(count, cell%c.nx, cell/c.nx)
		} else if away[cell] == none {
			away[cell] = -1
		}
	}
	return away
}

// nearer propagates distances to a cell from four neighbours that were visited already: three
// in the row before or after, and one beside it.
func (c *census) nearer(x, y, side int) {
	at := &c.away[y*c.nx+x]
	for _, d := range [...][2]int{{side, 0}, {-1, side}, {0, side}, {1, side}} {
		if i := c.cell(x+d[0], y+d[1]); i >= 0 {
			*at = min(*at, c.away[i]+1)
		}
	}
}

// cell returns the number of a cell, or -1 for one off the field.
func (c *census) cell(x, y int) int {
	if c.wrap {
		x, y = (x%c.nx+c.nx)%c.nx, (y%c.ny+c.ny)%c.ny
	}
	if x < 0 || x >= c.nx || y < 0 || y >= c.ny {
		return -1
	}
	return y*c.nx + x
}

// other returns how many steps from a cell there is another one with bodies, or -1.
func (c *census) other(count []uint8, x, y int) int32 {
	own := y*c.nx + x
	occupied := func(x, y int) bool {
		i := c.cell(x, y)
		return i >= 0 && i != own && count[i] > 0
	}
	for k := 1; k < max(c.nx, c.ny); k++ {
		for d := -k; d <= k; d++ {
			if occupied(x+d, y-k) || occupied(x+d, y+k) || occupied(x-k, y+d) || occupied(x+k, y+d) {
				return int32(k)
			}
		}
	}
	return -1
}

// reach says how far left and right of a part of the field bodies of a facet can be whom a
// body in the part looks for, in metres.
type reach struct{ left, right float64 }

// diagonal is a bit more than the root of two.
const diagonal = 1.4143

// reaches returns the reach of a facet for each strip.
func (c *census) reaches(facet int, edges []float32) []reach {
	away := c.cellsAway(facet)
	slack := float64(max(c.width, c.height)*1e-6) + 1e-3 // for what is rounded
	all := make([]reach, len(edges)-1)
	for i := range all {
		lo, hi := float64(edges[i]), float64(edges[i+1])
		for x := c.column(edges[i]); x <= c.column(edges[i+1]); x++ {
			most := int32(0)
			for y := range c.ny {
				steps := away[y*c.nx+x]
				if steps < 0 { // of all, only one who looks is of the facet
					steps = math.MaxInt32 / 2
				}
				most = max(most, steps)
			}
			metres := float64(diagonal*float64(most+1)*c.side) + slack
			all[i].left = max(all[i].left, metres-max(float64(float64(x)*c.side)-lo, 0))
			all[i].right = max(all[i].right, metres-max(hi-float64(float64(x+1)*c.side), 0))
		}
	}
	return all
}

// beyond returns how far an x is left of a strip and how far right of it, in metres: on a
// torus both ways round. In the strip it is neither.
func (c *census) beyond(edges []float32, strip int, x float32) (left, right float64) {
	left, right = float64(edges[strip])-float64(x), float64(x)-float64(edges[strip+1])
	if left <= 0 && right <= 0 {
		return 0, 0
	}
	around := math.Inf(1)
	if c.wrap {
		around = c.width
	}
	if left < 0 {
		left += around
	}
	if right < 0 {
		right += around
	}
	return left, right
}

// far reports whether all x of a span are farther beyond a strip than its bodies reach.
func (c *census) far(edges []float32, strip int, least, most float32, r reach) bool {
	if most >= edges[strip] && least <= edges[strip+1] {
		return false
	}
	left, right := c.beyond(edges, strip, least)
	moreLeft, moreRight := c.beyond(edges, strip, most)
	return min(left, moreLeft) > r.left && min(right, moreRight) > r.right
}
