package unvanquished

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
)

// bodies is what the vocabulary keeps of bodies: columns, by body. A tick passes over
// them many times, so that what it costs is how much memory it reads. What is asked of
// everybody, buildings too, is a column of its own; what most ticks ask of most bots is
// together in botState; and what few ask for is apart from it.
type bodies struct {
	plays      []bool          // it has a tree of this vocabulary
	ran        []bool          // it ran an action of it: it plays from the next tick on
	ownTree    []bool          // its tree is one of this vocabulary
	strays     []bool          // it runs a tree of another kind, which a command gave it
	supplied   []bool          // it stands where its weapon is filled up
	strikes    []components.ID // whom it strikes at the end of this tick by itself, or 0
	struckAt   []int64         // when it lost health last; 0 for never
	bots       []botState
	structures []structure
	records    []record
}

// botState is what most ticks read of a bot. What is read together stands together: first
// what its way asks for, then what others do to it and what happens by itself. It fills
// whole lines of a cache, so that two bots share none.
type botState struct {
	goal    target
	entered int64 // the tick in which its current action took its place
	ends    int64 // the tick in which it takes its own life
	walking
	fighting
	notes
	growing
	gear
	life
	_ [8]byte
}

// record is what is kept of a body that few ticks ask for.
type record struct {
	felt ring // whom it will react to
	aiming
	blames blames
	deal   holdings // what it has by a trade that it closed in the tick dealt and 1
}

// grow makes room for n bodies.
func (c *bodies) grow(n int) {
	for _, of := range [...]*[]bool{&c.plays, &c.ran, &c.ownTree, &c.strays, &c.supplied} {
		*of = column.Grow(*of, n)
	}
	c.strikes, c.struckAt = column.Grow(c.strikes, n), column.Grow(c.struckAt, n)
	c.bots, c.structures, c.records = column.Grow(c.bots, n), column.Grow(c.structures, n), column.Grow(c.records, n)
}

// renew makes a body one that has just appeared, or come back. Its credits stay.
func (s *state) renew(b int32) {
	s.arriveAtBoards(b)
	class := s.a.Class[b]
	s.plays[b], s.ran[b] = class != ecs.Human && s.thinks[class], false
	s.ownTree[b], s.strays[b], s.supplied[b] = false, false, false
	s.strikes[b], s.struckAt[b] = 0, 0
	e := &s.bots[b]
	*e = botState{gear: gear{credits: e.credits}, walking: newWalking(s.a.Now)}
	e.entered, e.ends, e.at, e.saw, e.fought = -1, -1, -1, -1, -1
	s.structures[b], s.records[b] = structure{}, record{}
}
