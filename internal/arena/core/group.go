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
func (a *Arena) initGroups() {
	s := a.Game.Setup
	teams, classes := len(s.Teams), len(s.Classes)
	a.Groups = make([]group, teams+classes+1) // numbered as systems.Game.GroupOf does
	hostile := func(p, q int) {
		if p != q && !slices.Contains(a.Groups[p].Foes, int16(q)) {
			a.Groups[p].Foes = append(a.Groups[p].Foes, int16(q))
			a.Groups[q].Foes = append(a.Groups[q].Foes, int16(p))
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
		for _, id := range a.forms[class].Foes {
			if foe, err := a.Game.ClassIndex(id); err == nil {
				hostile(groupOf(class), groupOf(foe))
			}
		}
	}
	for p := range a.Groups {
		slices.Sort(a.Groups[p].Foes)
	}
}

// has reports whether a class may be among the members.
func (g *group) has(class int16) bool { return g.classes>>(uint(class)%64)&1 != 0 }

// Hostile reports whether two bodies fight each other; false for a q of -1.
func (a *Arena) Hostile(p, q int32) bool {
	return q >= 0 && slices.Contains(a.Groups[a.Group[p]].Foes, a.Group[q])
}

// gather lists the living of each group and indexes them, and lists the dead.
func (a *Arena) gather() {
	a.fallen = a.fallen[:0]
	for i := range a.Groups {
		a.Groups[i].Members, a.Groups[i].classes = a.Groups[i].Members[:0], 0
	}
	for _, t := range a.Game.World.Tables() {
		teams := a.Game.World.Team.Column(t)
		for i, st := range a.Game.World.State.Column(t) {
			b := st.Slot
			if team := teams[i].Index; team >= 0 {
				a.Group[b] = team
			}
			if !a.Dead(b) {
				g := &a.Groups[a.Group[b]]
				g.Members = append(g.Members, b)
				g.classes |= 1 << (uint(a.Class[b]) % 64)
			} else {
				a.fallen = append(a.fallen, b)
			}
		}
	}
	a.Game.Columns() // brings them up to date, which two workers cannot do at once
	a.Game.World.Workers().Run(len(a.Groups), 1, (*indexJob)(a))
}

// indexJob indexes groups.
type indexJob Arena

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
func (a *Arena) Within(x, y, metres float32, list []int32) (found []int32, ok bool) {
	found, ok = a.Around(x, y, metres, list)
	_, _, id := a.Game.Columns()
	slices.SortFunc(found[len(list):], func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	return found, ok
}

// Around is Within in no particular order.
func (a *Arena) Around(x, y, metres float32, list []int32) (found []int32, ok bool) {
	if !a.awake {
		return list, false
	}
	for i := range a.Groups {
		if g := &a.Groups[i]; g.Index.Len() > 0 {
			list = g.Index.Around(x, y, metres, list)
		}
	}
	for _, b := range a.fallen {
		px, py, _, _ := a.Game.Body(b)
		if a.Dead(b) && a.Field.Dist2(x, y, px, py) <= float64(metres)*float64(metres) {
			list = append(list, b)
		}
	}
	return list, true
}

// Forms returns the form of each body, from which follow its class and its tags; nil
// while the arena sleeps.
func (a *Arena) Forms() []int16 {
	if !a.awake {
		return nil
	}
	return a.Form
}
