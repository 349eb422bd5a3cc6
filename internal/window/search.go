package window

import (
	"fmt"
	"time"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/session"
)

// search is a run to the next change of what a bot does.
type search struct {
	on     bool
	id     components.ID
	action uint16 // what it did
	until  int64  // the tick at which the search is given up
}

// searchSeconds says how far a search goes, in seconds of simulated time.
const searchSeconds = 60

// runToChange plays until the selected bot does something else, as fast as it goes.
func (g *Game) runToChange() {
	v := g.snap.Body(g.renderer.Selected)
	if v == nil {
		g.Log("select a bot first: time runs until it does something else")
		return
	}
	if g.timeline.way.on = false; g.Past() {
		g.timeline.still = true
	} else if g.session.Paused() {
		g.do(&session.Resume{})
	}
	now := g.session.World().Clock().Tick
	g.search = search{true, v.ID, g.does(v.ID), now + int64(searchSeconds*g.rate())}
}

// does returns the number of what a bot did in the last tick, 0 for nothing.
func (fr *frame) does(id components.ID) uint16 {
	return fr.session.Game().Decided(fr.session.World().Slot(id))
}

// runOn goes on with a search for a part of an update.
func (g *Game) runOn() {
	for start := time.Now(); g.search.on && time.Since(start) < seekTime; {
		was := g.session.World().Clock().Tick
		g.step()
		now := g.session.World().Clock().Tick
		switch {
		case now == was && g.session.Paused(): // the past has ended in a present that was paused
			g.do(&session.Resume{})
		case !g.search.on: // something else stopped it
		case !g.session.World().Alive(g.search.id):
			g.standStill("who was watched is gone")
		case g.does(g.search.id) != g.search.action:
			name := g.session.Game().NameOf(g.search.id)
			g.standStill(fmt.Sprintf("stopped: %s does something else", name))
		case now >= g.search.until:
			g.standStill(fmt.Sprintf("stopped: nothing else was done for %d s", searchSeconds))
		}
	}
}
