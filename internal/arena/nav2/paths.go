package nav2

import (
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// pathTools are the leaves that make paths and lists of goals of others.
func pathTools() []leaf {
	return []leaf{
		{
			name: "TruncatePathLocal", instant: true, doc: "Writes the piece of a path around its point that is nearest to the robot, or to the pose.",
			ports: []btcpp.Port{
				btcpp.Input("input_path", board.Poses), btcpp.Preset("distance_forward", board.Double, "8.0"), btcpp.Preset("distance_backward", board.Double, "4.0"),
				btcpp.Input("pose", board.Poses), btcpp.Input("robot_frame", board.String), btcpp.Preset("max_robot_pose_search_dist", board.Double, "inf"),
				btcpp.Preset("angular_distance_weight", board.Double, "0.0"), btcpp.Output("output_path", board.Poses),
			},
			act: truncateLocally,
		},
		{
			name: "TruncatePath", instant: true, doc: "Drops points from the end of a path until the last is so far from the goal; two stay.",
			ports: []btcpp.Port{btcpp.Input("input_path", board.Poses), btcpp.Preset("distance", board.Double, "1.0"), btcpp.Output("output_path", board.Poses)},
			act: func(t turn) host.Status {
				path := t.poses("input_path")
				n := len(path)
				for n > 2 && lengthTo(at(path[n-1]), at(path[len(path)-1])) < t.real("distance", 1) {
					n--
				}
				return t.writes("output_path", path[:n])
			},
		},
		{
			name: "RemovePassedGoals", instant: true, doc: "Drops the first goals that are within the radius of the robot; the last one stays.",
			ports: []btcpp.Port{
				btcpp.Preset("input_goals", board.Poses, "{goals}"), btcpp.Preset("radius", board.Double, "0.5"), btcpp.Input("input_waypoint_statuses", board.Free),
				btcpp.Output("output_goals", board.Poses), btcpp.Output("output_waypoint_statuses", board.Free),
			},
			act: func(t turn) host.Status {
				goals := t.poses("input_goals")
				for len(goals) > 1 && lengthTo(t.here(), at(goals[0])) <= t.real("radius", 0.5) {
					goals = goals[1:]
				}
				return t.writes("output_goals", goals)
			},
		},
		{
			name: "GetPoseFromPath", instant: true, doc: "Writes a pose of a path by its place, from 0, or from -1 at the end.",
			ports: []btcpp.Port{btcpp.Input("path", board.Poses), btcpp.Preset("index", board.Int, "0"), btcpp.Output("pose", board.Poses)},
			act: func(t turn) host.Status {
				path, i := t.poses("path"), t.whole("index", 0)
				if i < 0 {
					i += int64(len(path))
				}
				if i < 0 || i >= int64(len(path)) {
					t.Because("the path has no such pose")
					return host.Failure
				}
				return t.writes("pose", path[i:i+1])
			},
		},
		{
			name: "ConcatenatePaths", instant: true, doc: "Writes one path behind the other. Fails where both are empty.",
			ports: []btcpp.Port{btcpp.Input("input_path1", board.Poses), btcpp.Input("input_path2", board.Poses), btcpp.Output("output_path", board.Poses)},
			act: func(t turn) host.Status {
				path := slices.Concat(t.poses("input_path1"), t.poses("input_path2"))
				if len(path) == 0 {
					t.Because("both paths are empty")
					return host.Failure
				}
				return t.writes("output_path", path)
			},
		},
		{
			name: "GetNextFewGoals", instant: true, doc: "Writes the first few goals of a list. Fails for an empty one.",
			ports: []btcpp.Port{btcpp.Preset("num_goals", board.Int, "1"), btcpp.Preset("input_goals", board.Poses, "{goals}"), btcpp.Output("output_goals", board.Poses)},
			act: func(t turn) host.Status {
				goals := t.poses("input_goals")
				if len(goals) == 0 {
					t.Because("there are no goals")
					return host.Failure
				}
				return t.writes("output_goals", goals[:min(max(int(t.whole("num_goals", 1)), 0), len(goals))])
			},
		},
		{
			name: "AppendGoalPoseToGoals", instant: true, doc: "Writes a list of goals with another one at its end.",
			ports: []btcpp.Port{btcpp.Preset("goal_pose", board.Poses, "{goal}"), btcpp.Preset("input_goals", board.Poses, "{goals}"), btcpp.Output("output_goals", board.Poses)},
			act: func(t turn) host.Status {
				return t.writes("output_goals", append(t.poses("input_goals"), t.poses("goal_pose")...))
			},
		},
		{
			name: "GetCurrentPose", instant: true, doc: "Writes where the robot is and faces.",
			ports: []btcpp.Port{btcpp.Input("global_frame", board.String), btcpp.Input("robot_base_frame", board.String), btcpp.Output("current_pose", board.Poses)},
			act: func(t turn) host.Status {
				x, y, hx, hy := t.Game.Body(t.Body)
				return t.writes("current_pose", []board.Pose{{X: float64(x), Y: float64(y), Angle: angleOf(float64(hx), float64(hy))}})
			},
		},
	}
}

// writes writes poses, and succeeds.
func (t turn) writes(port string, poses []board.Pose) host.Status {
	t.Ports.Put(port, board.PosesOf(poses))
	return host.Success
}

func truncateLocally(t turn) host.Status {
	path := t.poses("input_path")
	if len(path) == 0 {
		return t.writes("output_path", nil)
	}
	near, most := t.here(), t.real("max_robot_pose_search_dist", -1)
	if p, ok := t.pose("pose"); ok {
		near = at(p)
	}
	mid, far := 0, 0.0
	for i, best := 0, -1.0; i < len(path); i++ {
		if i > 0 {
			far += lengthTo(at(path[i-1]), at(path[i]))
		}
		if most >= 0 && far > most {
			break
		}
		if d := far2(near, at(path[i])); best < 0 || d < best {
			mid, best = i, d
		}
	}
	// reach returns how far along the path a distance leads, one way or the other; to its end for one
	// below 0.
	reach := func(step int, most float64) int {
		i, far := mid, 0.0
		for i+step >= 0 && i+step < len(path) {
			far += lengthTo(at(path[i]), at(path[i+step]))
			if most >= 0 && far > most {
				break
			}
			i += step
		}
		return i
	}
	return t.writes("output_path", path[reach(-1, t.real("distance_backward", 4)):reach(1, t.real("distance_forward", 8))+1])
}
