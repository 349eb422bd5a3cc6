package thickettest_test

import (
	"os"
	"testing"

	"github.com/thicket-sim/thicket/mind"
	"github.com/thicket-sim/thicket/thickettest"
)

// crab is an agent of a game that has a world of its own.
type crab struct {
	name string
	x, y float64
	food int
}

func (c *crab) Wet() bool          { return c.y < 0 }
func (c *crab) Food() int          { return c.food }
func (c *crab) Foe(o *crab) bool   { return c.name == "foe 1" && o.name == "foe 3" }
func (c *crab) Climb() mind.Status { return mind.Success }
func (c *crab) Flee() mind.Status  { return mind.Success }

func (c *crab) NearFoe(p struct{ Other *crab }) bool {
	return p.Other != nil && p.Other.name == "foe 3"
}

// Graze finds food at each step, and is done when the crab is full.
func (c *crab) Graze() mind.Status {
	if c.food == 3 {
		return mind.Success
	}
	c.food++
	c.x++
	return mind.Running
}

// Rest ends after some turns.
func (c *crab) Rest(p struct{ Turns int }, m *struct{ Left int32 }) mind.Status {
	if m.Left++; m.Left > int32(p.Turns) {
		return mind.Success
	}
	return mind.Running
}

func crabs() mind.Options[*crab] {
	return mind.Options[*crab]{
		Files: os.DirFS("testdata/minds"), Methods: true,
		Leaves: []mind.Leaf[*crab]{
			{Name: "NearFoe", Do: mind.With((*crab).NearFoe)},
			{Name: "Rest", Do: mind.Keep((*crab).Rest)},
		},
		Position: func(c *crab) (x, y float64) { return c.x, c.y },
	}
}

// Tests have scripted leaves, or those of agents.
func TestMinds(t *testing.T) {
	made := 0
	thickettest.Minds(t, "testdata/minds/*.test.yaml", crabs(), func(name string, x, y float64) *crab {
		made++
		return &crab{name: name, x: x, y: y}
	})
	if made != 5 {
		t.Errorf("%d agents were made, wanted one for each bot of a test with real leaves: 5", made)
	}
}
