package play

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/thicket-sim/thicket/internal/command/client"
	"github.com/thicket-sim/thicket/internal/command/terminal"
	"github.com/thicket-sim/thicket/internal/ground/wire"
	"github.com/thicket-sim/thicket/internal/insight/layers"
)

// The map of a player shows each layer of what is around it, and nothing of what is beyond its sight.
func TestThePlayersMapShowsEachLayer(t *testing.T) {
	field := wire.Field{Width: 100, Height: 100}
	body := func(id uint32, x, y float64, class, flags uint8) wire.Body {
		px, py := field.At(float32(x), float32(y))
		return wire.Body{ID: id, X: px, Y: py, Look: wire.Look{Class: class, Team: wire.None, Flags: flags, Health: 255}}
	}
	all := func() (client.Game, []wire.Body, [][4]float64, []teller) {
		g := client.Game{Width: 100, Height: 100, TickRate: 30, Mark: "it", Classes: []client.Class{{ID: "fox", Name: "Fox"}, {ID: "egg", Name: "Egg"}}}
		if err := json.Unmarshal([]byte(`{
			"marks": [{"title": "hungry", "color": "#ffffff"}], "items": [{"id": "berry"}],
			"places": [{"id": "den", "x": 40, "y": 40, "radius": 3}, {"id": "far", "x": 90, "y": 50, "radius": 3}],
			"walls": [{"points": [[60, 40], [64, 40], [64, 60], [60, 60]]}, {"x": 45, "y": 60, "radius": 3}],
			"paths": [[[5, 56], [58, 56]]]}`), &g); err != nil {
			t.Fatal(err)
		}
		hurt := body(3, 44, 44, 0, 0)
		hurt.Health = 50
		return g, []wire.Body{
			body(1, 50, 50, wire.None, 0), body(2, 44, 50, 0, 0), hurt, body(4, 56, 44, 0, wire.Marked), body(5, 56, 48, 0, wire.Dead),
			body(6, 52, 42, 1, 0), body(7, 50, 62, 0, 1<<wire.SignBit), body(8, 90, 50, 0, 0),
		}, [][4]float64{{1, 0, 48, 46}, {2, 0, 90, 50}}, []teller{{ID: 2, Name: "Fox 1", Says: "Hi"}, {ID: 6, Name: "Egg 1", Shape: "spawn"}}
	}
	draw := func(without layers.Layer) []string {
		g, bodies, items, told := all()
		switch without {
		case layers.Walls:
			g.Walls = nil
		case layers.Paths:
			g.Paths = nil
		case layers.Places:
			g.Places = nil
		case layers.Items:
			items = nil
		case layers.Buildings:
			bodies = slices.Delete(bodies, 5, 6)
		case layers.Dead:
			bodies = slices.Delete(bodies, 4, 5)
		case layers.Bodies:
			bodies = slices.Delete(bodies, 1, 2)
		case layers.Vitals:
			bodies[2].Health = 255
		case layers.Marks:
			bodies[3].Flags = 0
		case layers.Rings:
			bodies[6].Flags = 0
		case layers.Speech:
			told[0].Says = ""
		}
		v := newView(g)
		v.hearItems(items, nil)
		v.hearBodies(told)
		return v.lines(&wire.Scene{Tick: 1, Bodies: bodies}, 1, 20, 78, 39, terminal.Style{On: true})
	}
	const whole = layers.Layer(255)
	want := draw(whole)
	for _, l := range layers.All() {
		if slices.Equal(want, draw(l)) {
			t.Errorf("a map without %s looks like one with them:\n%s", l, strings.Join(want, "\n"))
		}
	}
	for _, line := range want {
		if strings.HasSuffix(line, "+│") || strings.HasSuffix(line, "·│") {
			t.Errorf("what is out of sight is at the edge: %s", line)
		}
	}
	v := newView(client.Game{Width: 100, Height: 100})
	v.game.Items = append(v.game.Items, struct{ ID string }{"berry"})
	v.hearItems([][4]float64{{1, 0, 5, 5}, {2, 0, 6, 6}, {3, 7, 6, 6}}, nil)
	v.hearItems(nil, []int64{1, 9})
	if len(v.items) != 1 || v.items[2].X != 6 {
		t.Errorf("there lie %v", v.items)
	}
}
