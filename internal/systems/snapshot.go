package systems

import (
	"cmp"
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems/column"
	"github.com/thicket-sim/thicket/session"
)

// Snapshot fills s, reusing its memory, with all bodies by ascending id. Its
// time and memory depend on the bodies that are there and on those that came
// since the last snapshot, not on how many there ever were.
func (g *Game) Snapshot(s *session.Snapshot) {
	if g.World.Clock().Tick < s.Tick { // of an earlier round, or another way from an earlier moment: ids name others there
		for _, list := range [...][]session.BodyView{s.Bots[:cap(s.Bots)], s.Players[:cap(s.Players)]} {
			for i := range list {
				list[i].Name = ""
			}
		}
	}
	g.head(s)
	g.sync()
	v := &g.viewer
	v.refresh(g)
	for _, id := range v.census.ids {
		body := g.World.Slot(id)
		at := v.rows[body]
		t := &v.tables[at.table]
		list := &s.Bots
		if t.class == ecs.Human {
			list = &s.Players
		}
		if len(*list) < cap(*list) {
			*list = (*list)[:len(*list)+1]
		} else {
			*list = append(*list, session.BodyView{})
		}
		v.describe(g, t, id, body, int(at.row), &(*list)[len(*list)-1])
	}
	g.foot(s)
}

// Overview is Snapshot without any body: how a match stands costs the same for any number of them.
func (g *Game) Overview(s *session.Snapshot) {
	g.head(s)
	g.foot(s)
}

// head fills s with what is no body's, and empties its lists.
func (g *Game) head(s *session.Snapshot) {
	clock := g.World.Clock()
	s.Tick, s.Time = clock.Tick, clock.Time()
	s.Bots, s.Players = s.Bots[:0], s.Players[:0]
	s.Contacts = append(s.Contacts[:0], g.contact.made...)
	s.Field = session.Field{X: g.field.X, Y: g.field.Y, Width: g.field.Width, Height: g.field.Height, Wrap: g.field.Wrap}
}

// foot adds what the extensions of the game know of the whole, and of the bodies that s lists.
func (g *Game) foot(s *session.Snapshot) {
	s.Items, s.Sides, s.Hour, s.Night, s.Result, s.Arena = s.Items[:0], s.Sides[:0], 0, false, "", false
	s.Day, s.Phase, s.Season, s.Weather, s.Winner = 0, "", "", "", ""
	for _, e := range g.extensions {
		e.Snapshot(s)
	}
	g.Pools.veil(s.Bots)
}

// viewer holds what snapshots keep from one to the next.
type viewer struct {
	census        living
	tables        []tableColumns
	rows          []tableRow // by body
	actions, keys []string
	order         []int // of the keys, by name
}

// tableColumns lists the columns that a snapshot takes of the bodies of a table.
type tableColumns struct {
	class    int
	position []components.Position
	heading  []components.Heading
	speed    []components.Speed
	team     []components.Team
}

// tableRow says where the components of a body are.
type tableRow struct{ table, row int32 }

// refresh brings the viewer up to what the game is now.
func (v *viewer) refresh(g *Game) {
	w := g.World
	v.census.refresh(w)
	v.rows = column.Grow(v.rows, w.Slots())
	v.tables = v.tables[:0]
	for n, t := range w.Tables() {
		v.tables = append(v.tables, tableColumns{t.Class, w.Position.Rows(t), w.Heading.Rows(t), w.Speed.Rows(t), w.Team.Rows(t)})
		for i, st := range w.State.Column(t) {
			v.rows[st.Slot] = tableRow{int32(n), int32(i)}
		}
	}
	v.actions, v.keys = host.NumberedActions(g.Setup.Registry), host.SymbolsOf(g.Setup.Registry).KeyNames()
	if len(v.order) != len(v.keys) { // keys are added, and never taken away
		v.order = v.order[:0]
		for i := range v.keys {
			v.order = append(v.order, i)
		}
		slices.SortFunc(v.order, func(a, b int) int { return cmp.Compare(v.keys[a], v.keys[b]) })
	}
}

// describe fills a row of the list. Most rows held the same body in the last
// snapshot; names are made anew for the others only.
func (v *viewer) describe(g *Game, t *tableColumns, id components.ID, body int32, row int, out *session.BodyView) {
	d := g.decided(body)
	class := "" // that of players
	if t.class != ecs.Human {
		class = g.Setup.Classes[t.class].ID
	}
	name := out.Name
	if name == "" || out.ID != id || out.Class != class || class == "" {
		name = g.nameOf(t.class, id, body)
	}
	*out = session.BodyView{
		ID: id, Name: name, Class: class,
		X: t.position[row].X, Y: t.position[row].Y, HX: t.heading[row].X, HY: t.heading[row].Y,
		Target: d.target, State: out.State[:0], Health: 1, Held: g.held.holds(body), Stride: float32(min(g.Stride(t.speed[row].MPS), math.MaxFloat32)),
	}
	if team := t.team[row].Index; team >= 0 {
		out.Team = g.Setup.Teams[team].ID
	}
	if d.action > 0 {
		out.Action = v.actions[d.action-1]
	}
	for _, k := range v.order {
		if y := host.Sym(g.columns.state[k][body]); y != host.Missing {
			out.State = append(out.State, session.StateView{Key: v.keys[k], Number: host.Key(k), Value: host.SymbolsOf(g.Setup.Registry).Value(y)})
		}
	}
}
