package main

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/thicket-sim/thicket/mind"
)

// cook is an agent of a game's own world.
type cook struct{ Soup, Fires int }

func (c *cook) Done() bool { return c.Soup >= 3 }

func (c *cook) Stir() mind.Status {
	c.Soup++
	return mind.Running
}

func (c *cook) Light() mind.Status {
	c.Fires++
	return mind.Success
}

// TestAgentsOfAGamesOwnWorld have trees of the dialect, too: with saves, views, reasons and counts.
func TestAgentsOfAGamesOwnWorld(t *testing.T) {
	t.Parallel()
	o := mind.Options[*cook]{Methods: true, Files: fstest.MapFS{
		"cook.json": {Data: []byte(graph(`"cook": {"name": "Priority", "children": ["done", "work"]}, "done": {"name": "Done"},
"work": {"name": "MemSequence", "children": ["light", "stir"]}, "light": {"name": "Light"}, "stir": {"name": "Stir"}`))},
	}}
	play := func(minds *mind.Minds[*cook], ticks int) {
		for range ticks {
			minds.Tick(1.0 / 60)
			minds.ThinkAll(1)
		}
	}
	minds, err := mind.New(o)
	if err != nil {
		t.Fatal(err)
	}
	anna := &cook{}
	m, err := minds.Add(anna, "cook.json")
	if err != nil {
		t.Fatal(err)
	}
	view := m.Watch()
	play(minds, 2)
	view.Update()
	if got := view.String(); !strings.Contains(got, "failure    Done  [Done: false]") || !strings.Contains(got, "-            Light") {
		t.Errorf("the view is\n%s", got)
	}
	view.Close()
	cover := minds.Cover()
	play(minds, 1)
	if got := minds.Why(anna); !strings.Contains(got, "Stir for") {
		t.Error(got)
	}
	var counts, save bytes.Buffer
	if err := cover(&counts); err != nil || !strings.Contains(counts.String(), "covered: 4 of 5 nodes") {
		t.Errorf("covered: %v\n%s", err, counts.String())
	}
	if err := minds.Save(&save, func(*cook) string { return "Anna" }); err != nil {
		t.Fatal(err)
	}
	others, err := mind.New(o)
	if err != nil {
		t.Fatal(err)
	}
	bob := &cook{}
	if err := others.Load(&save, func(string) (*cook, bool) { return bob, true }); err != nil {
		t.Fatal(err)
	}
	play(others, 5)
	if bob.Soup != 3 || bob.Fires != 0 {
		t.Errorf("%d stirs and %d fires after the load, wanted 3 stirs and no other fire", bob.Soup, bob.Fires)
	}
}
