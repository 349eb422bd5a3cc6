package naive

import (
	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
)

// view is the world as leaves see it: as it was when the tick began.
type view struct{ *World }

var _ host.World = view{}

func (v view) ID(body int32) host.BotID { return host.BotID(body) }

func (v view) Position(body int32) (x, y float32) { return v.sensed[body].x, v.sensed[body].y }

func (v view) Heading(body int32) (x, y float32) { return v.sensed[body].hx, v.sensed[body].hy }

func (v view) Delta(from, to int32) (dx, dy float64) {
	a, b := &v.sensed[from], &v.sensed[to]
	return v.field.Delta(a.x, a.y, b.x, b.y)
}

func (v view) State(body int32, k host.Key) host.Sym { return host.Sym(v.column(k)[body]) }

func (v view) StateColumn(k host.Key) []uint32 { return v.column(k) }

func (v view) Nearest(body int32, f host.FacetID) int32 {
	for i := range v.facets {
		if v.facets[i].id == f {
			return v.facets[i].grid.nearest(v.sensed[body].x, v.sensed[body].y, body)
		}
	}
	return -1
}

func (v view) Random(bot host.BotID, tick int64, node uint16, draw uint32) uint64 {
	return ecs.Rand(v.setup.Seed, components.ID(bot), tick, uint32(node), draw)
}

func (v view) Decide(body int32, _ *host.Action, in host.Intent) {
	switch in.Steer {
	case host.SteerHold:
		v.decided[body] = components.Heading{X: v.sensed[body].hx, Y: v.sensed[body].hy}
	case host.SteerHead:
		v.decided[body] = components.Heading{X: in.HX, Y: in.HY}
	}
}

// Fault drops the report: what host code does wrong, the game reports.
func (v view) Fault(host.Fault) {}
