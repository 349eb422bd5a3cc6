package nav2

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// planning are the leaves that find paths.
func planning() []leaf {
	return []leaf{
		{
			name: "ComputePathToPose", doc: "Finds a path to the goal, past obstacles and past the bodies that the robot remembers. A failure and a halt empty the path.",
			ports: server(btcpp.Preset("goal", board.Poses, "{goal}"), btcpp.Input("start", board.Poses), btcpp.Preset("use_start", board.Bool, "true"),
				btcpp.Input("viapoints", board.Poses), btcpp.Preset("planner_id", board.String, ""), btcpp.Output("path", board.Poses)),
			act: computePath, stop: emptyPath,
		},
		{
			name: "ComputePathThroughPoses", doc: "Finds one path through all goals.",
			ports: server(btcpp.Preset("goals", board.Poses, "{goals}"), btcpp.Input("start", board.Poses), btcpp.Preset("planner_id", board.String, ""),
				btcpp.Output("path", board.Poses), btcpp.Output("last_reached_index", board.Int)),
			act: computePathThrough, stop: emptyPath,
		},
		{
			name: "ValidatePath", instant: true, doc: "Succeeds where nothing that the robot knows is on the path, from the robot on; fails without a path.",
			ports: service(btcpp.Preset("path", board.Poses, "{path}"), btcpp.Preset("max_cost", board.Int, "254"), btcpp.Preset("consider_unknown_as_obstacle", board.Bool, "false"),
				btcpp.Input("layer_name", board.String), btcpp.Input("footprint", board.String), btcpp.Preset("stop_at_first_collision", board.Bool, "true"),
				btcpp.Preset("max_lookahead_distance", board.Double, "-1"), btcpp.Output("collision_poses", board.Poses)),
			act: validatePath,
		},
		{
			name: "SmoothPath", doc: "Rounds the corners of a path.",
			ports: server(btcpp.Input("unsmoothed_path", board.Poses), btcpp.Preset("max_smoothing_duration", board.Double, "3.0"), btcpp.Preset("check_for_collisions", board.Bool, "false"),
				btcpp.Preset("smoother_id", board.String, ""), btcpp.Output("smoothed_path", board.Poses), btcpp.Output("smoothing_duration", board.Double), btcpp.Output("was_completed", board.Bool)),
			act: smoothPath,
		},
	}
}

// The codes of planners; those for several goals are 100 more.
const (
	planUnknown    = 200
	startOutside   = 203
	goalOutside    = 204
	goalOccupied   = 206
	noPath         = 208
	throughMore    = 100
	noGoals        = 309
	smoothUnknown  = 500
	pathSpacing    = 0.5 // metres between two points of a path
	mostPathPoints = 3000
)

func computePath(t turn) host.Status {
	if t.starts() {
		return host.Running
	}
	goal, ok := t.pose("goal")
	if !ok {
		return t.noPlan(planUnknown, "there is no goal")
	}
	start := t.start()
	legs := append(t.poses("viapoints"), goal)
	path, code, why := t.plan(start, legs)
	if code != 0 {
		return t.noPlan(code, why)
	}
	t.Ports.Put("path", board.PosesOf(path))
	return t.succeeds()
}

func computePathThrough(t turn) host.Status {
	if t.starts() {
		return host.Running
	}
	goals := t.poses("goals")
	if len(goals) == 0 {
		return t.noPlan(noGoals, "there are no goals")
	}
	path, code, why := t.plan(t.start(), goals)
	if code != 0 {
		return t.noPlan(code+throughMore, why)
	}
	t.Ports.Put("path", board.PosesOf(path))
	t.Ports.Put("last_reached_index", board.WholeOf(board.Int, -1))
	return t.succeeds()
}

// start returns where a path begins: at the port, if that is given and to be used, or at the robot.
func (t turn) start() components.Position {
	if p, ok := t.pose("start"); ok && t.whole("use_start", 1) != 0 {
		return at(p)
	}
	return t.here()
}

func emptyPath(t turn) { t.Ports.Put("path", board.PosesOf(nil)) }

// noPlan empties the path and fails.
func (t turn) noPlan(code int64, why string) host.Status {
	emptyPath(t)
	return t.fails(code, why)
}

// plan finds a path from a point through others, or says with a code why there is none.
func (t turn) plan(start components.Position, through []board.Pose) (path []board.Pose, code int64, why string) {
	if t.OnField(start) != start {
		return nil, startOutside, "the start is outside of the field"
	}
	points := []components.Position{start}
	for _, goal := range through {
		from, to := points[len(points)-1], at(goal)
		switch {
		case t.OnField(to) != to:
			return nil, goalOutside, "the goal is outside of the field"
		case !t.Ground(to.X, to.Y):
			return nil, goalOccupied, "the goal is in an obstacle"
		case !t.free(t.Body, t.here(), to):
			return nil, goalOccupied, "somebody stands at the goal"
		}
		leg := t.leg(from, to)
		if leg == nil {
			return nil, noPath, "no way leads to the goal"
		}
		points = append(points, leg...)
	}
	path = spaced(points)
	path[len(path)-1].Angle = through[len(through)-1].Angle
	return path, 0, ""
}

// leg returns the points of a way between two, without the first one; nil for none.
func (t turn) leg(from, to components.Position) []components.Position {
	here := t.here()
	way, ok := t.Land.Path(nil, from, to)
	if !ok {
		return nil
	}
	last := from
	for _, p := range way {
		if !t.freeBetween(t.Body, here, last, p) {
			ok = false
			break
		}
		last = p
	}
	if ok {
		return way
	}
	all := t.grid.way(from, to, func(p components.Position) bool { return t.free(t.Body, here, p) })
	if all == nil {
		return nil
	}
	return t.pulled(all)[1:]
}

// pulled leaves out the points of a way that one can pass straight.
func (t turn) pulled(way []components.Position) []components.Position {
	here := t.here()
	out := way[:1:1]
	for i := 0; i < len(way)-1; {
		next := i + 1
		for j := i + 2; j < len(way); j++ {
			a, b := way[i], way[j]
			if !t.Clear(a.X, a.Y, b.X, b.Y) || !t.freeBetween(t.Body, here, a, b) {
				break
			}
			next = j
		}
		out = append(out, way[next])
		i = next
	}
	return out
}

// spaced returns a path with points at most pathSpacing apart, each of which faces the next.
func spaced(points []components.Position) []board.Pose {
	path := []board.Pose{{X: float64(points[0].X), Y: float64(points[0].Y)}}
	for i := 1; i < len(points); i++ {
		a, b := points[i-1], points[i]
		far := math.Sqrt(far2(a, b))
		if far == 0 {
			continue
		}
		n := max(int(math.Ceil(far/pathSpacing)), 1)
		if len(path)+n > mostPathPoints {
			n = 1
		}
		dx, dy := float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y)
		angle := angleOf(dx, dy)
		path[len(path)-1].Angle = angle
		for k := 1; k <= n; k++ {
			share := float64(k) / float64(n)
			path = append(path, board.Pose{X: float64(a.X) + float64(share*dx), Y: float64(a.Y) + float64(share*dy), Angle: angle})
		}
	}
	return path
}

// angleOf returns the angle of a direction, see [board.Pose].
func angleOf(dx, dy float64) float64 { return libm.Atan2(-dy, dx) }

// direction returns the direction of an angle.
func direction(angle float64) (dx, dy float64) { return libm.Cos(angle), -libm.Sin(angle) }

// between returns the least angle from one to another, in radians, above -pi and at most pi.
func between(from, to float64) float64 {
	d := math.Mod(to-from, 2*math.Pi)
	switch {
	case d > math.Pi:
		return d - 2*math.Pi
	case d <= -math.Pi:
		return d + 2*math.Pi
	}
	return d
}

// closest returns the point of a path that is nearest to the robot, of those from first on.
func (t turn) closest(path []board.Pose, first int) int {
	here, best, far := t.here(), first, math.Inf(1)
	for i := first; i < len(path); i++ {
		if d := far2(here, at(path[i])); d < far {
			best, far = i, d
		}
	}
	return best
}

func validatePath(t turn) host.Status {
	path := t.poses("path")
	if len(path) == 0 {
		t.Because("the path is empty")
		return host.Failure
	}
	most, first, here := t.real("max_lookahead_distance", -1), t.truth("stop_at_first_collision"), t.here()
	var hits []board.Pose
	rest := path[t.closest(path, 0):]
	last, far := at(rest[0]), 0.0
	for _, p := range rest {
		q := at(p)
		far += math.Sqrt(far2(last, q))
		if most >= 0 && far > most {
			break
		}
		if !t.Ground(q.X, q.Y) || !t.Clear(last.X, last.Y, q.X, q.Y) || !t.freeBetween(t.Body, here, last, q) {
			hits = append(hits, p)
			if first {
				break
			}
		}
		last = at(p)
	}
	t.Ports.Put("collision_poses", board.PosesOf(hits))
	if len(hits) > 0 {
		t.Because("something is on the path")
	}
	return host.StatusOf(len(hits) == 0)
}

func smoothPath(t turn) host.Status {
	if t.starts() {
		return host.Running
	}
	path := t.poses("unsmoothed_path")
	if len(path) == 0 {
		return t.fails(smoothUnknown, "the path is empty")
	}
	smooth := append([]board.Pose(nil), path...)
	for i := 1; i < len(path)-1; i++ {
		a, p, b := path[i-1], path[i], path[i+1]
		q := board.Pose{X: float64(0.25*a.X) + float64(0.5*p.X) + float64(0.25*b.X), Y: float64(0.25*a.Y) + float64(0.5*p.Y) + float64(0.25*b.Y), Angle: p.Angle}
		if before := at(smooth[i-1]); t.Clear(before.X, before.Y, float32(q.X), float32(q.Y)) && t.Clear(float32(q.X), float32(q.Y), float32(b.X), float32(b.Y)) {
			smooth[i] = q
		}
	}
	t.Ports.Put("smoothed_path", board.PosesOf(smooth))
	t.Ports.Put("smoothing_duration", board.RealOf(0))
	t.Ports.Put("was_completed", board.WholeOf(board.Bool, 1))
	return t.succeeds()
}

// lengthTo returns the distance of two points, in metres.
func lengthTo(a, b components.Position) float64 {
	return core.Length(float64(b.X)-float64(a.X), float64(b.Y)-float64(a.Y))
}
