package scenes_test

import (
	"math"
	"testing"

	"github.com/thicket-sim/thicket/internal/scenes"
)

// TestScaleKeepsTheArena wants the arena to grow with its field: obstacles,
// places, items and the score that wins.
func TestScaleKeepsTheArena(t *testing.T) {
	one, four := load(t, "siege"), load(t, "siege")
	if err := four.Scale(4 * one.Bots()); err != nil {
		t.Fatal(err)
	}
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-3*want {
			t.Errorf("%s is %v, wanted %v", what, got, want)
		}
	}
	for i := range one.Arena.Obstacles {
		o, p := &one.Arena.Obstacles[i], &four.Arena.Obstacles[i]
		if o.Radius > 0 {
			near("the radius of a pillar", float64(p.Radius), 2*float64(o.Radius))
		}
		for j := range o.Points {
			near("a corner", float64(p.Points[j][0]), 2*float64(o.Points[j][0]))
			near("a corner", float64(p.Points[j][1]), 2*float64(o.Points[j][1]))
		}
	}
	near("the radius of a camp", float64(four.Setup.Places[0].Radius), 2*float64(one.Setup.Places[0].Radius))
	near("the ore", float64(four.Arena.Kinds[0].Count), 4*float64(one.Arena.Kinds[0].Count))
	near("the score that wins", four.Arena.Match.Score, 4*one.Arena.Match.Score)
}

// TestAnArenaIsForThoseWhoAskForOne looks at which keys make one.
func TestAnArenaIsForThoseWhoAskForOne(t *testing.T) {
	for src, want := range map[string]bool{
		"bots: [{ id: a, name: A }]":                                false,
		"bots: [{ id: a, name: A }]\nplaces: [{id: p, at: [1, 1]}]": false,
		"bots: [{ id: a, name: A }]\nsettings: { x: 1 }":            false,
		"bots: [{ id: a, name: A, health: 5 }]":                     true,
		"bots: [{ id: a, name: A, skill: 0 }]":                      true,
		"bots: []\nobstacles: []":                                   true,
		"bots: []\nitems: []":                                       true,
		"bots: []\nday: {}":                                         true,
		"bots: []\nworld: { solid: true }":                          true,
		"bots: []\nworld: { solid: false }":                         false,
	} {
		s, err := scenes.Parse("scene.yaml", []byte(src), scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if s.Arena.On != want {
			t.Errorf("%s: an arena: %v, wanted %v", src, s.Arena.On, want)
		}
	}
}
