package systems

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
)

// where is the parameter of the actions that look for another body.
var where = host.Param{
	Name: "where", Kind: host.Where, Optional: true,
	Doc: "whom to look at: one strict equality on the other's state; everybody when it is left out",
}

// NewRegistry offers the actions that every game has: chase_nearest,
// flee_nearest and wander. A game adds its own.
func NewRegistry() *host.Registry {
	r := &host.Registry{}
	for _, a := range []host.Action{
		{
			Name: "chase_nearest", Params: []host.Param{where}, Local: true, Internals: host.Internals{Answers: host.MayFail | host.MaySucceed},
			Doc:  "Heads toward the nearest other bot or player that matches. Fails when there is none.",
			Tick: func(c *host.Call) host.Status { return steerByNearest(c, 1) },
			Rows: func(r *host.Rows) { steerRows(r, 1) },
		},
		{
			Name: "flee_nearest", Params: []host.Param{where}, Local: true, Internals: host.Internals{Answers: host.MayFail | host.MaySucceed},
			Doc:  "Heads straight away from the nearest other bot or player that matches. Fails when there is none.",
			Tick: func(c *host.Call) host.Status { return steerByNearest(c, -1) },
			Rows: func(r *host.Rows) { steerRows(r, -1) },
		},
		{
			Name: "wander", Local: true, Tick: wander, Rows: wanderRows, Internals: host.Internals{Answers: host.MaySucceed},
			Doc: "Keeps the heading, or picks a random one: when the bot has none, and at an edge that stops it. Always succeeds.",
		},
	} {
		if err := r.AddAction(a); err != nil {
			panic(err) // the names above differ
		}
	}
	return r
}

// steerByNearest heads toward the nearest match, or away from it for sign -1.
// A target on the very same spot leaves the heading as it is.
func steerByNearest(c *host.Call, sign float64) host.Status {
	target := c.World.Nearest(c.Body, c.Facet)
	if target < 0 {
		c.Because("nobody else matches")
		return host.Failure
	}
	c.Choose(target)
	dx, dy := c.World.Delta(c.Body, target)
	if c.Watched {
		c.Because("distance to", target).Has(math.Sqrt(float64(dx*dx)+float64(dy*dy)), "m")
	}
	c.Head(sign*dx, sign*dy)
	return host.Success
}

// edged is a world that tells when an edge stops a body.
type edged interface {
	// leadsOff reports for x and for y whether a body stands at an edge that stops
	// bodies and heads beyond it.
	leadsOff(body int32) (x, y bool)
}

var _ edged = leafWorld{}

// wander holds the heading. One that leads off a field whose edges stop bodies is
// none: the bot would end in a corner and stay there. It picks another then, of
// those that lead back.
func wander(c *host.Call) host.Status {
	hx, hy := c.World.Heading(c.Body)
	offX, offY := false, false
	if w, ok := c.World.(edged); ok {
		offX, offY = w.leadsOff(c.Body)
	}
	if (hx != 0 || hy != 0) && !offX && !offY {
		c.Because("keeps its heading")
		c.Hold()
		return host.Success
	}
	if offX || offY {
		c.Because("an edge stops it: a new heading")
	} else {
		c.Because("had no heading: a new one")
	}
	x, y := randomDirection(c)
	if offX && x*float64(hx) > 0 {
		x = -x
	}
	if offY && y*float64(hy) > 0 {
		y = -y
	}
	c.Head(x, y)
	return host.Success
}

// wanderRows is wander by columns: most bots are under way, and the others pick a
// heading one by one.
func wanderRows(r *host.Rows) {
	v, ok := r.World.(*laneWorld)
	if !ok {
		r.OneByOne()
		return
	}
	all := r.Mask
	success := v.wander(all, host.NumberOf(host.RuntimeOfRows(r).Action))
	r.Mask = all &^ success
	r.OneByOne()
	r.Mask, r.Success = all, r.Success|success
}

// randomDirection is uniform over all directions. It takes points of a square
// until one is in the disc, because a sine is not the same on every machine.
func randomDirection(c *host.Call) (x, y float64) {
	for {
		x, y = 2*c.Random()-1, 2*c.Random()-1
		if d2 := float64(x*x) + float64(y*y); d2 <= 1 && d2 > 1e-6 {
			return x, y
		}
	}
}

// steerRows is steerByNearest by columns.
func steerRows(r *host.Rows, sign float64) {
	if h, ok := r.World.(host.Herder); ok {
		r.Success = h.SteerNearest(r, sign)
	} else {
		r.OneByOne()
	}
}
