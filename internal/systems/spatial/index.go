package spatial

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/internal/ground/state"
)

// Points are positions in metres and identities, as columns by slot. Coordinates are finite; IDs differ.
type Points struct {
	X, Y []float32
	ID   []uint32
}

// Index finds members of a set of points by where they are. The zero value is an empty index. Queries may run concurrently
// with each other, but not with Build.
type Index struct {
	field    Field
	bounds   box
	ids      []uint32 `memory:"-,those of Points"` // by slot
	points   []point  // the members, cell by cell
	root     int32    // link to the grid of all, if they are a crowd
	grids    []grid
	cells    []cell
	unsorted []unsorted // scratch of Build
}

// Build makes the index hold the given slots of pts, in any order and none twice. It answers from the coordinates as they
// are now; pts.ID must stay unchanged until the next Build. Memory is reused: a Build no larger than those before allocates
// nothing.
func (ix *Index) Build(f Field, pts Points, members []int32) {
	ix.field = f
	ix.ids = pts.ID
	n := len(members)
	ix.points = slices.Grow(ix.points[:0], n)[:n]
	ix.unsorted = slices.Grow(ix.unsorted[:0], n)[:n]
	for i, slot := range members {
		ix.points[i] = point{pts.X[slot], pts.Y[slot], slot}
	}
	ix.divideAll()
}

// divideAll makes the grids of the points.
func (ix *Index) divideAll() {
	ix.grids, ix.cells = ix.grids[:0], ix.cells[:0]
	ix.bounds = boundsOf(ix.points)
	if n := len(ix.points); n > maxLeaf {
		ix.root = ix.divide(0, int32(n))
	}
}

// Len returns the number of members.
func (ix *Index) Len() int { return len(ix.points) }

// Nearest returns the slot of the member with the least Field.Dist2 from (x, y), of several the one with the lowest ID. The
// member in slot self is passed over; -1 passes over nobody. Without a candidate the answer is -1.
func (ix *Index) Nearest(x, y float32, self int32) int32 {
	s := search{x: float64(x), y: float64(y), limit: math.Inf(1), self: self, slot: -1}
	ix.run(&s)
	return s.slot
}

// NearestWithin is Nearest among the members with Field.Dist2 from (x, y) of at most r*r.
func (ix *Index) NearestWithin(x, y, r float32, self int32) int32 {
	if r != r {
		return -1 // as bits it is more than any distance
	}
	limit := math.Nextafter(float64(r)*float64(r), math.Inf(1)) // what is that far is not found
	s := search{x: float64(x), y: float64(y), limit: limit, self: self, slot: -1}
	ix.run(&s)
	return s.slot
}

// Within appends to dst the slots of all members with Field.Dist2 from (x, y) of at most r*r, by ascending ID.
func (ix *Index) Within(x, y, r float32, dst []int32) []int32 {
	found := ix.Around(x, y, r, dst)
	slices.SortFunc(found[len(dst):], func(a, b int32) int { return cmp.Compare(ix.ids[a], ix.ids[b]) })
	return found
}

// Around is Within in an order of its own, the same for the same points and query.
func (ix *Index) Around(x, y, r float32, dst []int32) []int32 {
	s := search{x: float64(x), y: float64(y), limit: float64(r) * float64(r), all: true, most: math.MaxInt, found: dst}
	ix.run(&s)
	return s.found
}

// Visitor is asked about members one after the other.
type Visitor interface {
	// Visit is told of a member by its slot, and returns the limit from then on, in square metres: no
	// more than the one that it is told. Members that are farther are passed over, and nobody is left
	// for one below 0.
	Visit(slot int32, limit float64) float64
}

// Visit asks a visitor about the members with Field.Dist2 from (x, y) of at most r*r, in an order of the index's own. Each
// is told once.
func (ix *Index) Visit(x, y, r float32, v Visitor) {
	s := search{x: float64(x), y: float64(y), limit: float64(r) * float64(r), all: true, most: math.MaxInt, visitor: v}
	ix.run(&s)
}

// AroundFew is Around where no more than so many are found, and else ends early: all is false then, and what was found is of
// no use.
func (ix *Index) AroundFew(x, y, r float32, most int, dst []int32) (found []int32, all bool) {
	s := search{x: float64(x), y: float64(y), limit: float64(r) * float64(r), all: true, most: len(dst) + most, found: dst}
	ix.run(&s)
	return s.found, len(s.found) <= s.most
}

// Bytes returns the memory that the index has reserved.
func (ix *Index) Bytes() int64 { return state.Memory(ix) }
