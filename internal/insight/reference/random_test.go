package reference_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	_ "github.com/thicket-sim/thicket/internal/ground/longtest/draws" // so that fewer cases are drawn
	"github.com/thicket-sim/thicket/internal/insight/reference"
	"github.com/thicket-sim/thicket/internal/scenes"
	"github.com/thicket-sim/thicket/internal/systems"
)

// TestAnyGameIsThatOfTheReference plays tag on fields of any size with any number
// of taggers and workers, and changes it between ticks in any way that the
// reference knows: slots are used again, crowds meet on one spot or on the
// points of a lattice, and how many are it goes up and down by leaps.
func TestAnyGameIsThatOfTheReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bots := rapid.SampledFrom([]int{3, 70, 300, 900, 2500}).Draw(t, "bots")
		side := rapid.SampledFrom([]float32{1, 3, 33.3, 80, 400, 1e6})
		scene, err := scenes.Load("crowd", scenes.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := scene.Scale(bots); err != nil {
			t.Fatal(err)
		}
		s := &scene.Setup
		s.Width, s.Height = side.Draw(t, "width"), side.Draw(t, "height")
		s.Edges = rapid.SampledFrom([]systems.Edges{systems.Clamp, systems.Bounce, systems.Wrap}).Draw(t, "edges")
		s.Workers = rapid.IntRange(1, 7).Draw(t, "workers")
		s.Seed = rapid.Uint64().Draw(t, "seed")
		s.Classes[0].SpeedMPS = rapid.SampledFrom([]float64{0, 0.1, 1.4, 5, 60, 4000}).Draw(t, "speed")
		s.Classes[0].Start[0].Count = bots * rapid.SampledFrom([]int{0, 1, 3, 10, 50, 100}).Draw(t, "it, in percent") / 100
		s.Classes[0].Max = 2 * bots
		if rapid.Bool().Draw(t, "no contacts") {
			s.Rules = nil
		} else {
			s.Rules[0].Cooldown = rapid.SampledFrom([]float64{0, 0.05, 0.13, 0.7, 2}).Draw(t, "cooldown")
			s.Rules[0].Radius = rapid.SampledFrom([]float32{0, 0.5, 4}).Draw(t, "radius")
		}
		game, err := systems.New(s)
		if err != nil {
			t.Fatal(err)
		}
		defer game.Close()
		plain, err := reference.New(s)
		if err != nil {
			t.Fatal(err)
		}
		for tick := range rapid.IntRange(5, 60).Draw(t, "ticks") {
			if rapid.IntRange(0, 3).Draw(t, "changes") == 0 {
				change(t, game, plain)
			}
			game.Step()
			plain.Step()
			if a, b := game.DigestOfBodies(), plain.Digest(); a != b {
				t.Fatalf("tick %d: the game has digest %#x, the reference %#x", tick+1, a, b)
			}
		}
	})
}

// change makes one change, to a stretch of all bots.
func change(t *rapid.T, game *systems.Game, plain *reference.World) {
	s, all := game.Setup, game.Everyone()
	spot := components.Position{
		X: s.Width * rapid.SampledFrom([]float32{0, 0.3, 0.5, 1}).Draw(t, "x"),
		Y: s.Height * rapid.SampledFrom([]float32{0, 0.3, 0.5, 1}).Draw(t, "y"),
	}
	if rapid.IntRange(0, 4).Draw(t, "what") == 0 || len(all) == 0 {
		at := &systems.Spot{X: spot.X, Y: spot.Y, Radius: rapid.SampledFrom([]float32{0, 2}).Draw(t, "within")}
		if ids, err := game.Population.Add(0, rapid.IntRange(1, 150).Draw(t, "more"), at); err == nil {
			plain.Add(0, len(ids), at)
		}
		return
	}
	most := rapid.SampledFrom([]int{1, 8, 100, len(all)}).Draw(t, "most")
	first := rapid.IntRange(0, len(all)-1).Draw(t, "first")
	what := rapid.SampledFrom([]string{"remove", "it", "not it", "one spot", "a lattice", "anywhere"}).Draw(t, "to them")
	for _, id := range all[first:min(first+most, len(all))] {
		at := spot
		switch what {
		case "remove":
			if err := game.Population.RemoveBot(id); err == nil {
				plain.Remove(id)
			}
			continue
		case "it", "not it":
			v := systems.StateValue{Key: s.Registry.Key("it"), Value: s.Registry.Sym(host.BoolValue(what == "it"))}
			if err := game.Restate(id, v); err != nil {
				t.Fatal(err)
			}
			plain.SetState(id, v)
			continue
		case "a lattice":
			at.X = s.Width * float32(math.Floor(9*draw(int(id), 0))) / 8
			at.Y = s.Height * float32(math.Floor(9*draw(int(id), 1))) / 8
		case "anywhere":
			at.X, at.Y = s.Width*float32(draw(int(id), 2)), s.Height*float32(draw(int(id), 3))
		}
		if err := game.Place(id, &at, nil); err != nil {
			t.Fatal(err)
		}
		plain.Place(id, at)
	}
}
