package systems

import (
	"cmp"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems/internal/column"
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
	Day      int64  // how often it has got light since the game began
	Phase    string // of the day, such as dusk; empty where there are neither days nor nature
	Season   string // empty where the scene says nothing of nature, as is Weather
	Weather  string
	Result   string // how a match ended; empty while it goes on
	Winner   string // the id of the team that has won; empty for a draw, and while the match goes on
	Arena    bool   // bodies have health, weapons and so on: the game has an arena
}

// ItemView is an item that lies on the field.
type ItemView struct {
	Kind string
	X, Y float32
}

// SideView shows how a team stands in a match.
type SideView struct {
	Team  string // its id
	Score float64
	Purse float64
}

// BodyView is one bot or player.
type BodyView struct {
	ID       components.ID
	Name     string
	Class    string // its id; empty for a player
	Team     string // its id; empty for none
	X, Y     float32
	HX, HY   float32
	Action   string        // the last that succeeded in this tick, or empty
	Target   components.ID // whom it chose, or 0
	State    []StateView   // by name of the key
	Health   float32       // 0 to 1; 1 too for those who cannot be hurt
	Dead     bool          // and waits to come back
	Hidden   bool          // out of sight, such as inside its home
	Cargo    int           // how many items it carries
	Speech   string        // its spoken line; empty for none
	Pose     string        // empty for one that stands
	Form     string        // the id of the class that it is now, which may be another than Class; empty for a player
	Points   float32       // of health; 0 for the dead and for those who cannot be hurt
	Weapon   string        // the id of the one in hand; empty for none
	Clip     int32         // how many shots the weapon in hand can have loaded; 0 for one that needs none
	Loaded   int32         // how many it has loaded
	Spare    int32         // how many it has beside them
	Kills    int32         // how many it has killed
	Timer    float32       // seconds since its stopwatch began
	Tracked  bool          // the game keeps money, a goal and a stuck clock for it
	Stuck    float32       // for how many seconds it has got nowhere
	Money    float64       // its own
	Goal     GoalView
	Building BuildingView // empty for others
}

// GoalView shows where a body is bound for, in games where bodies have goals.
type GoalView struct {
	Kind  GoalKind
	ID    components.ID // of a body
	Place string        // the id of a place
	X, Y  float32       // where it is, in metres
}

// GoalKind is the kind of a goal.
type GoalKind uint8

// The kinds of goals.
const (
	NoGoal GoalKind = iota
	GoalBody
	GoalPlace
	GoalPoint
)

// BuildingView shows how a building stands.
type BuildingView struct {
	Kind     string  // what the game calls it, such as egg; empty for no building
	Finished float32 // how much of it is built, 0 to 1
	Burning  bool
	Powered  bool
}

// Get returns the value of a state key by its name, or a missing value for a key that
// the body does not have.
func (b *BodyView) Get(key string) host.Value {
	if i, ok := slices.BinarySearchFunc(b.State, key, func(v StateView, key string) int { return cmp.Compare(v.Key, key) }); ok {
		return b.State[i].Value
	}
	return host.Value{}
}

// Body returns the bot or player of an id, or nil where it was not in the world.
func (s *Snapshot) Body(id components.ID) *BodyView {
	for _, list := range [...][]BodyView{s.Bots, s.Players} {
		if i, ok := slices.BinarySearchFunc(list, id, func(b BodyView, id components.ID) int { return cmp.Compare(b.ID, id) }); ok {
			return &list[i]
		}
	}
	return nil
}

// StateView is one state key of a body.
type StateView struct {
	Key   string
	Value host.Value
}

// Snapshot fills s, reusing its memory, with all bodies by ascending id. Its
// time and memory depend on the bodies that are there and on those that came
// since the last snapshot, not on how many there ever were.
func (g *Game) Snapshot(s *Snapshot) {
	clock := g.World.Clock()
	s.Tick, s.Time = clock.Tick, clock.Time()
	s.Bots, s.Players = s.Bots[:0], s.Players[:0]
	s.Contacts = append(s.Contacts[:0], g.contact.made...)
	g.sync()
	v := &g.viewer
	v.refresh(g)
	for _, id := range v.living {
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
			*list = append(*list, BodyView{})
		}
		v.describe(g, t, id, body, int(at.row), &(*list)[len(*list)-1])
	}
	s.Items, s.Sides, s.Hour, s.Night, s.Result, s.Arena = s.Items[:0], s.Sides[:0], 0, false, "", false
	s.Day, s.Phase, s.Season, s.Weather, s.Winner = 0, "", "", "", ""
	for _, e := range g.extensions {
		e.Snapshot(s)
	}
}

// viewer is what snapshots keep from one to the next.
type viewer struct {
	living        []components.ID // by ascending id
	next          components.ID   // those from here on are not among the living yet
	tables        []tableColumns
	rows          []tableRow // by body
	actions, keys []string
	order         []int // of the keys, by name
}

// tableColumns are what a snapshot takes of the bodies of a table.
type tableColumns struct {
	class    int
	position []components.Position
	heading  []components.Heading
	team     []components.Team
}

// tableRow is where the components of a body are.
type tableRow struct{ table, row int32 }

// refresh brings the viewer up to what the game is now. Ids are given in
// ascending order and never twice, so that those who came go to the end.
func (v *viewer) refresh(g *Game) {
	w := g.World
	living := v.living[:0]
	for _, id := range v.living {
		if w.Alive(id) {
			living = append(living, id)
		}
	}
	for ; v.next < w.NextID(); v.next++ {
		if w.Alive(v.next) {
			living = append(living, v.next)
		}
	}
	v.living = living
	v.rows = column.Grow(v.rows, w.Slots())
	v.tables = v.tables[:0]
	for n, t := range w.Tables() {
		v.tables = append(v.tables, tableColumns{t.Class, w.Position.Rows(t), w.Heading.Rows(t), w.Team.Rows(t)})
		for i, st := range w.State.Column(t) {
			v.rows[st.Slot] = tableRow{int32(n), int32(i)}
		}
	}
	v.actions, v.keys = g.Setup.Registry.NumberedActions(), g.Setup.Registry.KeyNames()
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
func (v *viewer) describe(g *Game, t *tableColumns, id components.ID, body int32, row int, out *BodyView) {
	d := g.decided(body)
	class := "" // that of players
	if t.class != ecs.Human {
		class = g.Setup.Classes[t.class].ID
	}
	name := out.Name
	if name == "" || out.ID != id || out.Class != class {
		name = g.nameOf(t.class, id, body)
	}
	*out = BodyView{
		ID: id, Name: name, Class: class,
		X: t.position[row].X, Y: t.position[row].Y, HX: t.heading[row].X, HY: t.heading[row].Y,
		Target: d.target, State: out.State[:0], Health: 1,
	}
	if team := t.team[row].Index; team >= 0 {
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
