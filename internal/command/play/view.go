package play

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
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
	return &view{game: g, field: wire.Field{Width: g.Width, Height: g.Height}, colors: palette.New(scene), setup: s}
}

// lines returns the map around a body, or of the whole field where sight is 0.
func (v *view) lines(s *wire.Scene, you uint32, sight float64, cols, rows int, style terminal.Style) []string {
	left, top, width, height := 0.0, 0.0, v.field.Width, v.field.Height
	if b := find(s, you); b != nil && sight > 0 {
		x, y := v.field.Metres(b.X, b.Y)
		left, width = window(x, sight, width)
		top, height = window(y, sight, height)
	}
	snap := &session.Snapshot{Tick: s.Tick}
	for i := range s.Bodies {
		b := v.body(&s.Bodies[i])
		if b.X, b.Y = b.X-float32(left), b.Y-float32(top); b.X < 0 || b.Y < 0 || b.X > float32(width) || b.Y > float32(height) {
			continue
		}
		if b.Class == "" {
			snap.Players = append(snap.Players, b)
		} else {
			snap.Bots = append(snap.Bots, b)
		}
	}
	m := fieldmap.New(float32(width), float32(height), cols, rows, style)
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
