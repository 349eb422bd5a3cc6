package systems

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// Snapshot is the world at the end of a tick, for those who draw, print or
// send it. It shares nothing with the game.
type Snapshot struct {
	Tick     int64
	Time     float64 // seconds of simulated time
	Bots     []BodyView
	Players  []BodyView
	Contacts []Contact // made in this tick
	Items    []ItemView
	Sides    []SideView // by team; empty where there is no match
	Hour     float64    // of the day, 0 to 24; 0 where there are no days
	Night    bool
	Result   string // how a match ended; empty while it goes on
}

// ItemView is an item that lies on the field.
type ItemView struct {
	Kind string
	X, Y float32
}

// SideView is how a team stands in a match.
type SideView struct {
	Team  string // its id
	Score float64
	Purse float64
}

// BodyView is one bot or player.
type BodyView struct {
	ID     components.ID
	Name   string
	Class  string // its id; empty for a player
	Team   string // its id; empty for none
	X, Y   float32
	HX, HY float32
	Action string        // the last that succeeded in this tick, or empty
	Target components.ID // whom it chose, or 0
	State  []StateView   // by name of the key
	Health float32       // 0 to 1; 1 too for those who cannot be hurt
	Dead   bool          // and waits to come back
	Cargo  int           // how many items it carries
	Speech string        // what it says; empty for nothing
	Pose   string        // empty for one that stands
}

// StateView is one state key of a body.
type StateView struct {
	Key   string
	Value host.Value
}

// Snapshot fills s, reusing its memory, with all bodies by ascending id.
func (g *Game) Snapshot(s *Snapshot) {
	clock := g.World.Clock()
	s.Tick, s.Time = clock.Tick, clock.Time()
	s.Bots, s.Players = s.Bots[:0], s.Players[:0]
	s.Contacts = append(s.Contacts[:0], g.contact.made...)
	g.sync()
	reg := g.Setup.Registry
	v := viewer{g: g, actions: reg.NumberedActions(), keys: reg.KeyNames()}
	v.order = make([]int, len(v.keys))
	for i := range v.order {
		v.order[i] = i
	}
	slices.SortFunc(v.order, func(a, b int) int { return cmp.Compare(v.keys[a], v.keys[b]) })
	tables := g.World.Tables()
	g.rows = grow(g.rows, g.World.Slots())
	for n, t := range tables {
		for i, st := range t.State {
			g.rows[st.Slot] = tableRow{int32(n), int32(i)}
		}
	}
	for id := components.ID(1); id < g.World.NextID(); id++ {
		slot := g.World.Slot(id)
		if slot < 0 {
			continue
		}
		at := g.rows[slot]
		list := &s.Bots
		if tables[at.table].Class == ecs.Human {
			list = &s.Players
		}
		if len(*list) < cap(*list) {
			*list = (*list)[:len(*list)+1]
		} else {
			*list = append(*list, BodyView{})
		}
		v.view(tables[at.table], int(at.row), &(*list)[len(*list)-1])
	}
	s.Items, s.Sides, s.Hour, s.Night, s.Result = s.Items[:0], s.Sides[:0], 0, false, ""
	for _, e := range g.extensions {
		e.Snapshot(s)
	}
}

// tableRow is where the components of a body are.
type tableRow struct{ table, row int32 }

type viewer struct {
	g             *Game
	actions, keys []string
	order         []int // of the keys, by name
}

// class is the id of a class, empty for that of players.
func (v *viewer) class(class int) string {
	if class == ecs.Human {
		return ""
	}
	return v.g.Setup.Classes[class].ID
}

// view fills a row of the list. Most rows held the same body in the last
// snapshot; names are made anew for the others only.
func (v *viewer) view(t ecs.Table, i int, out *BodyView) {
	g, body := v.g, t.State[i].Slot
	d := &g.columns.decide[body]
	name := out.Name
	if class := v.class(t.Class); name == "" || out.ID != t.Identity[i].ID || out.Class != class {
		name = g.nameOf(t.Class, t.Identity[i].ID, body)
	}
	*out = BodyView{
		ID: t.Identity[i].ID, Name: name, Class: v.class(t.Class),
		X: t.Position[i].X, Y: t.Position[i].Y, HX: t.Heading[i].X, HY: t.Heading[i].Y,
		Target: components.ID(d.target), State: out.State[:0], Health: 1,
	}
	if team := t.Team[i].Index; team >= 0 {
		out.Team = g.Setup.Teams[team].ID
	}
	if d.action > 0 {
		out.Action = v.actions[d.action-1]
	}
	for _, k := range v.order {
		if y := host.Sym(g.columns.state[k][body]); y != host.Missing {
			out.State = append(out.State, StateView{v.keys[k], g.Setup.Registry.Value(y)})
		}
	}
}
