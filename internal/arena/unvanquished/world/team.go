package world

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/unvanquished/lore"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// standing says how a team stands.
type standing struct {
	_        struct{} `save:"lower"`
	Momentum float64  // 0 to mostMomentum
	Open     uint64   // the thresholds that it reached and keeps, a bit each
	Dearest  float64  // the price of the dearest that one of it can have
	Clients  int32    // bots and players, dead or alive
	Radars   int32    // how many of them have one
}

// Team holds the figures of a group, counted anew in every tick.
type Team struct {
	_     struct{}                   `save:"lower"`
	Kinds [lore.ListingKinds]Listing `save:"-"` // of those that there are as a tick begins
	Armed []int32                    // by weapon: how many bots have it
	Users int32                      // players, the dead too
	User  components.ID
	// powered: it has a main building that works, or the scene has none for it.
	Powered     bool
	Free        float64 // build points
	Next, Lucky int     // the class that it builds next, and with luck; or -1
	Wrecks      []int32 `save:"-"` // its destroyed buildings that are not gone yet, as a tick begins
	Waits       []int32 `save:"-"` // its dead that wait for a spawn, or will, as a tick begins
	standing
}

// Listing is the bodies of a group that are of one kind, with an index.
type Listing struct {
	List  []int32
	Index spatial.Index
	stale bool
	marks []mark // of whom the index is
}

// mark is a member of a listing as it was indexed.
type mark struct {
	x, y float32
	slot int32
	id   uint32
}

// indexed reports whether the index of a listing is that of its members as they are now.
func (l *Listing) indexed(pts spatial.Points) bool {
	if len(l.marks) != len(l.List) {
		return false
	}
	for i, q := range l.List {
		if l.marks[i] != (mark{pts.X[q], pts.Y[q], q, pts.ID[q]}) {
			return false
		}
	}
	return true
}

// MakeIndex makes the index of a listing. In most ticks it has it: buildings stay where they are,
// and few come or go.
func (l *Listing) MakeIndex(f spatial.Field, pts spatial.Points) {
	if l.indexed(pts) {
		return
	}
	l.Index.Build(f, pts, l.List)
	l.marks = l.marks[:0]
	for _, q := range l.List {
		l.marks = append(l.marks, mark{pts.X[q], pts.Y[q], q, pts.ID[q]})
	}
}

// List adds a building to the listings of its kinds, counted from one on.
func (c *Team) List(b int32, kinds uint32, from int) {
	for kind := lore.AllBuildings; kind <= lore.LastBuilding; kind++ {
		if kinds>>kind&1 != 0 {
			c.Add(from+kind, b)
		}
	}
}

// Add adds a body to a listing.
func (c *Team) Add(kind int, b int32) {
	c.Kinds[kind].List = append(c.Kinds[kind].List, b)
	c.Kinds[kind].stale = true
}

// ClearListings begins to count anew what there is of each group.
func (s *World) ClearListings() {
	for i := range s.Teams {
		c := &s.Teams[i]
		for k := range c.Kinds {
			c.Kinds[k].stale = c.Kinds[k].stale || len(c.Kinds[k].List) > 0
			c.Kinds[k].List = c.Kinds[k].List[:0]
		}
		clear(c.Armed)
		c.Clients, c.Radars = 0, 0
		c.Users, c.User = 0, 0
		c.Wrecks, c.Waits = c.Wrecks[:0], c.Waits[:0]
	}
}

// IndexListings makes the indexes of the listings that have changed.
func (s *World) IndexListings() {
	x, y, id := s.a.Game.Columns()
	for i := range s.Teams {
		for k := range s.Teams[i].Kinds {
			if l := &s.Teams[i].Kinds[k]; l.stale {
				l.stale = len(l.List) > 0
				l.MakeIndex(s.a.Field, spatial.Points{X: x, Y: y, ID: id})
			}
		}
	}
}
