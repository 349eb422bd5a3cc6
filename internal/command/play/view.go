package play

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena"
	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/command/fieldmap"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/insight/palette"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
	"github.com/thicket-sim/thicket/internal/trees"
	"github.com/thicket-sim/thicket/session"
)

// view draws what a client sees with the map of the command line: the game of a welcome
// stands for a scene, and bodies of a frame for those of a snapshot.
type view struct {
	game   client.Game
	field  wire.Field
	colors *palette.Colors
	setup  *systems.Setup
	items  map[int64]session.ItemView // that lie in view, by their numbers
	told   map[uint32]teller          // of bodies in view
}

// teller is what frames do not tell of a body.
type teller struct {
	ID                uint32
	Name, Says, Shape string
}

// signKey stands for the states of the further marks, of which frames tell a number.
const signKey = "sign"

func newView(g client.Game) *view {
	scene := &scenes.Scene{Mark: scenes.Mark{Key: g.Mark}}
	s := &scene.Setup
	s.Width, s.Height, s.BotTeam, s.HumanTeam = float32(g.Width), float32(g.Height), systems.NoTeam, systems.NoTeam
	for _, t := range g.Teams {
		s.Teams = append(s.Teams, systems.Team{ID: t.ID, Name: t.Name, Color: t.Color})
	}
	for _, c := range g.Classes {
		team := slices.IndexFunc(s.Teams, func(t systems.Team) bool { return t.ID == c.Team && c.Team != "" })
		if team < 0 {
			team = systems.NoTeam
		}
		s.Classes = append(s.Classes, systems.Class{ID: c.ID, Name: c.Name, Team: team, Count: 1})
	}
	for i, m := range g.Marks {
		scene.Signs = append(scene.Signs, scenes.Sign{State: []trees.StateValue{{Key: signKey, Value: host.IntValue(int64(i) + 1)}}, Title: m.Title})
	}
	for _, p := range g.Places {
		team := slices.IndexFunc(s.Teams, func(t systems.Team) bool { return t.ID == p.Team && p.Team != "" })
		if team < 0 {
			team = systems.NoTeam
		}
		s.Places = append(s.Places, systems.Place{ID: p.ID, X: p.X, Y: p.Y, Radius: p.Radius, Team: team})
	}
	for _, points := range g.Paths {
		s.Paths = append(s.Paths, systems.Path{Points: points})
	}
	for _, w := range g.Walls {
		scene.Arena.Obstacles = append(scene.Arena.Obstacles, arena.Obstacle{Points: w.Points, X: w.X, Y: w.Y, Radius: w.Radius})
	}
	for _, k := range g.Items {
		scene.Arena.Kinds = append(scene.Arena.Kinds, arena.Kind{ID: k.ID})
	}
	return &view{
		game: g, field: wire.Field{Width: g.Width, Height: g.Height}, colors: palette.New(scene), setup: s,
		items: map[int64]session.ItemView{}, told: map[uint32]teller{},
	}
}

// hearItems takes what has come to lie in view, as four numbers each, and what is gone.
func (v *view) hearItems(add [][4]float64, gone []int64) {
	for _, n := range gone {
		delete(v.items, n)
	}
	for _, it := range add {
		if kind := int(it[1]); kind >= 0 && kind < len(v.game.Items) {
			v.items[int64(it[0])] = session.ItemView{Kind: v.game.Items[kind].ID, X: float32(it[2]), Y: float32(it[3])}
		}
	}
}

// hearBodies takes what has changed of what frames do not tell of bodies.
func (v *view) hearBodies(list []teller) {
	for _, t := range list {
		v.told[t.ID] = t
	}
}

// lines returns the map around a body, or of the whole field where sight is 0.
func (v *view) lines(s *wire.Scene, you uint32, sight float64, cols, rows int, style terminal.Style) []string {
	left, top, width, height := 0.0, 0.0, v.field.Width, v.field.Height
	if b := find(s, you); b != nil && sight > 0 {
		x, y := v.field.Metres(b.X, b.Y)
		left, width = window(x, sight, width)
		top, height = window(y, sight, height)
	}
	v.setup.X, v.setup.Y = float32(left), float32(top)
	seen := func(x, y float32) bool {
		x, y = x-v.setup.X, y-v.setup.Y
		return x >= 0 && y >= 0 && x <= float32(width) && y <= float32(height)
	}
	snap := &session.Snapshot{Tick: s.Tick}
	for _, it := range v.items {
		if seen(it.X, it.Y) {
			snap.Items = append(snap.Items, it)
		}
	}
	for i := range s.Bodies {
		b := v.body(&s.Bodies[i])
		if !seen(b.X, b.Y) {
			continue
		}
		if b.Class == "" {
			snap.Players = append(snap.Players, b)
		} else {
			snap.Bots = append(snap.Bots, b)
		}
	}
	m := fieldmap.New(float32(width), float32(height), cols, rows, style)
	m.Part = true
	m.Fill(snap, v.colors)
	return m.Lines()
}

// window returns the part of a side of the field that is at most so far from a place.
func window(at, sight, size float64) (from, wide float64) {
	if size <= 2*sight {
		return 0, size
	}
	return min(max(at-sight, 0), size-2*sight), 2 * sight
}

// find returns the body of an id, or nil.
func find(s *wire.Scene, id uint32) *wire.Body {
	i, ok := slices.BinarySearchFunc(s.Bodies, id, func(b wire.Body, id uint32) int { return int(int64(b.ID) - int64(id)) })
	if !ok {
		return nil
	}
	return &s.Bodies[i]
}

// body holds what a frame tells of a body, as snapshots have it.
func (v *view) body(b *wire.Body) session.BodyView {
	x, y := v.field.Metres(b.X, b.Y)
	out := session.BodyView{
		ID: components.ID(b.ID), X: float32(x), Y: float32(y), Health: float32(b.Health) / 255,
		Dead: b.Flags&wire.Dead != 0, Hidden: b.Flags&wire.Hidden != 0,
	}
	if b.VX != 0 || b.VY != 0 {
		turn := float64(b.Facing) / 256 * 2 * math.Pi
		out.HX, out.HY = float32(math.Cos(turn)), float32(math.Sin(turn))
	}
	if int(b.Class) < len(v.setup.Classes) {
		out.Class = v.setup.Classes[b.Class].ID
	}
	if int(b.Team) < len(v.setup.Teams) {
		out.Team = v.setup.Teams[b.Team].ID
	}
	if t := v.told[b.ID]; t.ID != 0 {
		out.Name, out.Speech, out.Building.Kind = t.Name, t.Says, t.Shape
	}
	if b.Flags&wire.Laden != 0 {
		out.Cargo = 1
	}
	if b.Flags&wire.Marked != 0 {
		out.State = []session.StateView{{Key: v.game.Mark, Value: host.BoolValue(true)}}
	}
	if sign := b.Flags >> wire.SignBit; sign > 0 {
		out.State = append(out.State, session.StateView{Key: signKey, Value: host.IntValue(int64(sign))})
	}
	return out
}
