package arena

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/systems/internal/spatial"
)

// group is those who belong together: a team, or a class without one. The last
// group is that of players without a team.
type group struct {
	foes    []int16 // groups
	members []int32 // who lives, by no order
	classes uint64  // of members, a bit for the remainder of 64
	index   spatial.Index
	notes   [MaxNote + 1]int32 // how many of it noted what, in the last tick
}

// MaxNote is the highest number that can be noted.
const MaxNote = 63

// initGroups makes the groups of teams, of classes, and of players, and says who
// fights whom.
func (a *Arena) initGroups() {
	s := a.g.Setup
	teams, classes := len(s.Teams), len(s.Classes)
	a.groups = make([]group, teams+classes+1) // numbered as systems.Game.GroupOf does
	hostile := func(p, q int) {
		if p != q && !slices.Contains(a.groups[p].foes, int16(q)) {
			a.groups[p].foes = append(a.groups[p].foes, int16(q))
			a.groups[q].foes = append(a.groups[q].foes, int16(p))
		}
	}
	for p := range teams {
		for q := range p {
			hostile(p, q)
		}
	}
	groupOf := func(class int) int {
		switch {
		case s.Classes[class].Team >= 0:
			return s.Classes[class].Team
		case s.BotTeam >= 0:
			return s.BotTeam
		}
		return teams + class
	}
	for class := range classes {
		for _, id := range a.forms[class].Foes {
			if foe, err := a.g.ClassIndex(id); err == nil {
				hostile(groupOf(class), groupOf(foe))
			}
		}
	}
	for p := range a.groups {
		slices.Sort(a.groups[p].foes)
	}
}

// has reports whether a class may be among the members.
func (g *group) has(class int16) bool { return g.classes>>(uint(class)%64)&1 != 0 }

// hostile reports whether two bodies fight each other.
func (a *Arena) hostile(p, q int32) bool {
	return slices.Contains(a.groups[a.group[p]].foes, a.group[q])
}

// gather lists the living of each group and indexes them.
func (a *Arena) gather() {
	for i := range a.groups {
		a.groups[i].members, a.groups[i].classes = a.groups[i].members[:0], 0
	}
	for _, t := range a.g.World.Tables() {
		for i, st := range t.State {
			b := st.Slot
			if team := t.Team[i].Index; team >= 0 {
				a.group[b] = team
			}
			if !a.health[b].Dead {
				g := &a.groups[a.group[b]]
				g.members = append(g.members, b)
				g.classes |= 1 << (uint(a.class[b]) % 64)
			}
		}
	}
	x, y, id := a.g.Columns()
	for i := range a.groups {
		g := &a.groups[i]
		if len(g.members) > 0 || g.index.Len() > 0 {
			g.index.Build(a.field, spatial.Points{X: x, Y: y, ID: id}, g.members)
		}
	}
}

// Within appends the bodies that are no farther from a point than so many
// metres, the dead too, by ascending id.
func (a *Arena) Within(x, y, metres float32, list []int32) (found []int32, ok bool) {
	if !a.awake {
		return list, false
	}
	first := len(list)
	for i := range a.groups {
		list = a.groups[i].index.Within(x, y, metres, list)
	}
	for _, b := range a.order {
		px, py, _, _ := a.g.Body(b)
		if a.health[b].Dead && a.field.Dist2(x, y, px, py) <= float64(metres)*float64(metres) {
			list = append(list, b)
		}
	}
	_, _, id := a.g.Columns()
	slices.SortFunc(list[first:], func(p, q int32) int { return cmp.Compare(id[p], id[q]) })
	return list, true
}
