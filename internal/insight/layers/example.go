package layers

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/session"
)

// example is a scene with something in each layer that stays.
const example = `
name: Example
world: { width: 60, height: 40 }
tickRate: 30
mark: { key: it }
marks: [{ state: { hungry: true } }]
obstacles: [{ rect: [8, 8, 6, 6] }, { circle: [50, 10, 4] }, { polygon: [[26, 30], [34, 30], [30, 36]] }]
paths: [{ id: way, points: [[4, 20], [30, 22], [56, 20]] }]
places: [{ id: den, at: [30, 12], radius: 5 }]
items: [{ kind: berry, count: 0 }]
bots:
  - { id: fox, name: Fox, count: 0, health: 10, initialState: { it: false, hungry: false }, behavior: { kind: wander } }
  - { id: egg, name: Egg, count: 0, health: 10, behavior: { kind: wander } }
`

// Example returns a scene and a moment of its game with something in each layer, apart from all else.
func Example() (*scenes.Scene, *session.Snapshot, error) {
	scene, err := scenes.Parse("example.yaml", []byte(example), scenes.Options{})
	if err != nil {
		return nil, nil, err
	}
	hungry := []session.StateView{{Key: "hungry", Value: host.BoolValue(true)}}
	marked := []session.StateView{{Key: "it", Value: host.BoolValue(true)}}
	s := &session.Snapshot{
		Tick: 30, Time: 1,
		Field: session.Field{Width: scene.Setup.Width, Height: scene.Setup.Height},
		Items: []session.ItemView{{Kind: "berry", X: 20, Y: 4}},
		Bots: []session.BodyView{
			{ID: 1, Name: "Fox 1", Class: "fox", X: 18, Y: 26, HX: 1, Health: 1},
			{ID: 2, Name: "Fox 2", Class: "fox", X: 40, Y: 28, HX: 1, Health: 0.3},
			{ID: 3, Name: "Fox 3", Class: "fox", X: 52, Y: 30, HX: -1, Health: 1, State: marked},
			{ID: 4, Name: "Fox 4", Class: "fox", X: 6, Y: 34, HX: 1, Health: 1, Speech: "Hello"},
			{ID: 5, Name: "Fox 5", Class: "fox", X: 44, Y: 36, Dead: true},
			{ID: 6, Name: "Egg 1", Class: "egg", Form: "egg", X: 40, Y: 4, Health: 1, Building: session.BuildingView{Kind: "egg", Finished: 1, Powered: true}},
			{ID: 7, Name: "Fox 6", Class: "fox", X: 24, Y: 16, HX: 1, Health: 1, State: hungry},
		},
	}
	return scene, s, nil
}

// Without takes a layer out of a scene and a moment of its game, both of Example.
func Without(l Layer, scene *scenes.Scene, s *session.Snapshot) {
	drop := func(which func(*session.BodyView) bool) {
		s.Bots = slices.DeleteFunc(s.Bots, func(b session.BodyView) bool { return which(&b) })
	}
	forget := func(key string) {
		for i := range s.Bots {
			s.Bots[i].State = slices.DeleteFunc(s.Bots[i].State, func(v session.StateView) bool { return v.Key == key })
		}
	}
	switch l {
	case Walls:
		scene.Arena.Obstacles = nil
	case Paths:
		scene.Setup.Paths = nil
	case Places:
		scene.Setup.Places = nil
	case Items:
		s.Items = nil
	case Buildings:
		drop(func(b *session.BodyView) bool { return b.Building.Kind != "" })
	case Dead:
		drop(func(b *session.BodyView) bool { return b.Dead })
	case Bodies:
		drop(func(b *session.BodyView) bool { return b.ID == 1 })
	case Vitals:
		for i := range s.Bots {
			if !s.Bots[i].Dead {
				s.Bots[i].Health = 1
			}
		}
	case Marks:
		forget("it")
	case Rings:
		forget("hungry")
	case Speech:
		for i := range s.Bots {
			s.Bots[i].Speech = ""
		}
	}
}
