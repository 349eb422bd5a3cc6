package systems

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// amend undoes what is no number in positions, headings and speeds: a system, a mover or
// an extension of the game's own may have written it, and everything that looks around
// would take it up. The body stays where it was, or stands, and that is a fault. It looks
// only where somebody had rows that could be written to; before bodies are sensed, before
// they move, and when the tick is over, so that nobody sees such a row in between.
func (f *faults) amend() {
	if !f.World.Touched() {
		return
	}
	for _, t := range f.World.Tables() {
		var r rows
		r.take(f.World, t)
		for i := range r.state {
			if p, h := r.position[i], r.heading[i]; p.X-p.X+(p.Y-p.Y)+(h.X-h.X)+(h.Y-h.Y) == 0 && r.speed[i].MPS == r.speed[i].MPS {
				continue // Inf-Inf is no number, either
			}
			f.amendRow(r.state[i].Slot, &r.position[i], &r.heading[i], &r.speed[i])
		}
	}
}

func (f *faults) amendRow(body int32, p *components.Position, h *components.Heading, v *components.Speed) {
	if !finite(p.X, p.Y) {
		f.amended(body, "its position is set to (%v, %v), wanted two finite numbers: it stays where it was", p.X, p.Y)
		*p = f.lastSeen(body)
	}
	if !finite(h.X, h.Y) {
		f.amended(body, "its heading is set to (%v, %v), wanted two finite numbers: it has none", h.X, h.Y)
		*h = components.Heading{}
	}
	if v.MPS != v.MPS {
		f.amended(body, "its speed is set to %v, wanted a number: it stands", v.MPS)
		v.MPS = 0
	}
}

// lastSeen returns where a body was last, in the middle of the field for one that nobody has
// seen.
func (cm *commons) lastSeen(body int32) components.Position {
	if int(body) < len(cm.columns.x) {
		if x, y := cm.at(body); finite(x, y) {
			return components.Position{X: x, Y: y}
		}
	}
	return components.Position{X: cm.Setup.X + float32(cm.Setup.Width/2), Y: cm.Setup.Y + float32(cm.Setup.Height/2)}
}

// misled undoes what a mover made of a body that was somewhere.
func (f *faults) misled(body int32, from components.Position, p *components.Position, h *components.Heading) {
	f.amended(body, "its mover puts it at (%v, %v) with the heading (%v, %v), wanted finite numbers: it stays where it was", p.X, p.Y, h.X, h.Y)
	*p, *h = from, components.Heading{}
}

func (f *faults) amended(body int32, format string, args ...any) {
	f.add(host.Fault{Bot: f.World.IDAt(body), Tick: f.World.Clock().Tick, Text: fmt.Sprintf(format, args...)})
}

func finite(x, y float32) bool { return x-x+(y-y) == 0 }

// sound returns the action of an intent as the game can carry it out. An intent is written
// by anybody: a heading that is no direction holds the one that the bot has, another one is
// brought to length 1, and both are faults.
func (f *faults) sound(body int32, a *host.Action, in host.Intent) host.Intent {
	h, err := normal(components.Heading{X: in.HX, Y: in.HY})
	if err != nil {
		in.Steer = host.SteerHold
	} else {
		err = fmt.Errorf("heading (%v, %v), wanted one of length 1: Call.Head makes it", in.HX, in.HY)
		in.HX, in.HY = h.X, h.Y
	}
	f.add(host.Fault{Node: a.Name, Bot: f.World.IDAt(body), Tick: f.World.Clock().Tick, Text: "its intent has " + err.Error()})
	return in
}

// directed reports whether an intent's heading is a unit vector, but for rounding, or
// zero.
func directed(in host.Intent) bool {
	d := float64(in.HX*in.HX) + float64(in.HY*in.HY)
	return math.Abs(d-1) < 1e-3 || d == 0
}
