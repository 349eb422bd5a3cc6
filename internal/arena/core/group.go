package core

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/spatial"
)

// group is the bodies that belong together: a team, or a class without one. The
// last group is that of players without a team.
type group struct {
	Foes    []int16            `save:"-"` // groups; of the scene
	Members []int32            `save:"-"` // the living as the tick began, in no order that matters; those of the index
	classes uint64             `save:"-"` // of members, a bit for the remainder of 64
	Index   spatial.Index      // of members
	Notes   [MaxNote + 1]int32 // for each number, how many members noted it in the last tick
}

// MaxNote is the highest number that can be noted.
const MaxNote = 63

// initGroups makes the groups of teams, classes and players, and sets which
// fight each other.
func (bs *bodies) initGroups() {
	s := bs.Game.Setup
	teams, classes := len(s.Teams), len(s.Classes)
	bs.Groups = make([]group, teams+classes+1) // numbered as systems.Game.GroupOf does
	hostile := func(p, q int) {
		if p != q && !slices.Contains(bs.Groups[p].Foes, int16(q)) {
			bs.Groups[p].Foes = append(bs.Groups[p].Foes, int16(q))
			bs.Groups[q].Foes = append(bs.Groups[q].Foes, int16(p))
		}
	}
	for p := range teams {
		for q := range p {
			hostile(p, q)
		}
	}
	groupOf := func(class int) int {
		if team := s.TeamOf(&s.Classes[class]); team >= 0 {
			return team
		}
		return teams + class
	}
	for class := range classes {
		for _, id := range bs.forms[class].Foes {
			if foe, err := bs.Game.ClassIndex(id); err == nil {
				hostile(groupOf(class), groupOf(foe))
			}
		}
	}
	for p := range bs.Groups {
		slices.Sort(bs.Groups[p].Foes)
	}
}

// has reports whether a class may be among the members.
func (g *group) has(class int16) bool { return g.classes>>(uint(class)%64)&1 != 0 }

// Hostile reports whether two bodies fight each other; false for a q of -1.
func (bs *bodies) Hostile(p, q int32) bool {
	return q >= 0 && slices.Contains(bs.Groups[bs.Group[p]].Foes, bs.Group[q])
}

// gather lists the living of each group and indexes them, and lists the dead.
func (bs *bodies) gather() {
	bs.fallen = bs.fallen[:0]
	for i := range bs.Groups {
		bs.Groups[i].Members, bs.Groups[i].classes = bs.Groups[i].Members[:0], 0
	}
	for _, t := range bs.Game.World.Tables() {
		teams := bs.Game.World.Team.Column(t)
		for i, st := range bs.Game.World.State.Column(t) {
			b := st.Slot
			if team := teams[i].Index; team >= 0 {
				bs.Group[b] = team
			}
			if !bs.Dead(b) {
				g := &bs.Groups[bs.Group[b]]
				g.Members = append(g.Members, b)
				g.classes |= 1 << (uint(bs.Class[b]) % 64)
			} else {
				bs.fallen = append(bs.fallen, b)
			}
		}
	}
	bs.Game.Columns() // brings them up to date, which two workers cannot do at once
	bs.Game.World.Workers().Run(len(bs.Groups), 1, (*indexJob)(bs))
}

// indexJob indexes groups.
type indexJob bodies

var _ ecs.Job = (*indexJob)(nil)

// Do indexes the groups lo..hi.
func (a *indexJob) Do(_, lo, hi int) {
	x, y, id := a.Game.Columns()
	for i := lo; i < hi; i++ {
		g := &a.Groups[i]
		if len(g.Members) > 0 || g.Index.Len() > 0 {
			g.Index.Build(a.Field, spatial.Points{X: x, Y: y, ID: id}, g.Members)
		}
	}
}

// Within appends the bodies that are no farther from a point than so many
// metres, the dead too, by ascending id.
func (bs *bodies) Within(x, y, metres float32, list []int32) (found []int32, ok bool) {
	found, ok = bs.Around(x, y, metres, list)
	_, _, id := bs.Game.Columns()
	slices.SortFunc(found[len(list):], func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	return found, ok
}

// Around is Within in no particular order.
func (bs *bodies) Around(x, y, metres float32, list []int32) (found []int32, ok bool) {
	if !bs.awake {
		return list, false
	}
	for i := range bs.Groups {
		if g := &bs.Groups[i]; g.Index.Len() > 0 {
			list = g.Index.Around(x, y, metres, list)
		}
	}
	for _, b := range bs.fallen {
		px, py := bs.Game.At(b)
		if bs.Dead(b) && bs.Field.Dist2(x, y, px, py) <= float64(metres)*float64(metres) {
			list = append(list, b)
		}
	}
	return list, true
}

// Forms returns the form of each body, from which follow its class and its tags; nil
// while the arena sleeps.
func (bs *bodies) Forms() []int16 {
	if !bs.awake {
		return nil
	}
	return bs.Form
}
