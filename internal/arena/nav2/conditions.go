package nav2

import (
	"math"
	"slices"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// conditions are the leaves that only ask.
func conditions() []leaf {
	return []leaf{
		asks("GlobalUpdatedGoal", "The goal or the goals are others than in its last call, or this is its first one ever.", func(t turn) bool {
			return t.goalChanged() || t.first()
		}, btcpp.Preset("goal", board.Poses, "{goal}"), btcpp.Preset("goals", board.Poses, "{goals}")),
		asks("GoalUpdated", "The goal or the goals are others than in its last call since it was reset.", func(t turn) bool {
			return t.goalChanged() && !t.Fresh()
		}, btcpp.Preset("goal", board.Poses, "{goal}"), btcpp.Preset("goals", board.Poses, "{goals}")),
		asks("IsGoalNearby", "What is left of the path is shorter than proximity_threshold.", func(t turn) bool {
			path, _ := t.Get("path")
			if path.PoseCount() == 0 {
				return false
			}
			left := btcpp.PathLength(path, t.closest(path.Poses(), 0))
			return t.below("path left", left, t.real("proximity_threshold", 1), "m")
		}, btcpp.Preset("path", board.Poses, "{path}"), btcpp.Preset("proximity_threshold", board.Double, "1.0"), btcpp.Preset("max_robot_pose_search_dist", board.Double, "-1.0")),
		asks("GoalReached", "The robot is at the goal.", func(t turn) bool {
			p, ok := t.pose("goal")
			return ok && t.atMost("distance to the goal", lengthTo(t.here(), at(p)), goalDistance, "m")
		}, btcpp.Preset("goal", board.Poses, "{goal}")),
		asks("ArePosesNear", "Two poses are at most tolerance apart.", func(t turn) bool {
			p, ok := t.pose("ref_pose")
			q, too := t.pose("target_pose")
			return ok && too && t.atMost("distance", lengthTo(at(p), at(q)), t.real("tolerance", 0.5), "m")
		}, btcpp.Input("ref_pose", board.Poses), btcpp.Input("target_pose", board.Poses), btcpp.Preset("tolerance", board.Double, "0.5"), btcpp.Input("global_frame", board.String)),
		asks("PathExpiringTimer", "The path is as old as the time, which begins anew then.", func(t turn) bool {
			path, _ := t.Get("path")
			changed := t.changed(0, btcpp.Mark(path))
			if t.first() || changed {
				t.StoreInt(began, t.Tick+1)
				return false
			}
			return t.timeOver()
		}, btcpp.Preset("seconds", board.Double, "1.0"), btcpp.Preset("path", board.Poses, "{path}")),
		asks("TimeExpired", "The time is over since it was reset, or since this was so last.", func(t turn) bool {
			if t.Fresh() {
				t.StoreInt(began, t.Tick+1)
				return false
			}
			return t.timeOver()
		}, btcpp.Preset("seconds", board.Double, "1.0")),
		asks("DistanceTraveled", "The robot is as far from where it was when it was reset, or when this was so last.", func(t turn) bool {
			here := t.here()
			was := components.Position{X: math.Float32frombits(t.word(0)), Y: math.Float32frombits(t.word(1))}
			over := !t.Fresh() && t.atLeast("distance", lengthTo(was, here), t.real("distance", 1), "m")
			if over || t.Fresh() {
				t.put(0, math.Float32bits(here.X))
				t.put(1, math.Float32bits(here.Y))
			}
			return over
		}, btcpp.Preset("distance", board.Double, "1.0"), btcpp.Input("global_frame", board.String), btcpp.Input("robot_base_frame", board.String)),
		asks("IsBatteryLow", "The number that the bot's state has under the topic's name is at most min_battery.", func(t turn) bool {
			v := t.topic("battery_topic")
			return (v.Kind() == host.Number || v.Kind() == host.Int) && t.atMost("battery", v.Number(), t.real("min_battery", 0), "")
		}, btcpp.Input("min_battery", board.Double), btcpp.Preset("battery_topic", board.String, batteryKey), btcpp.Preset("is_voltage", board.Bool, "false")),
		asks("IsBatteryCharging", "The bot's state has true under charging.", func(t turn) bool {
			return t.value(t.Body, chargingKey).Bool()
		}, btcpp.Preset("battery_topic", board.String, batteryKey)),
		asks("IsStuck", "The robot gets no farther although it drives.", func(t turn) bool {
			return t.atLeast("stuck for", float64(t.Mind[t.Body].Stuck), stuckTime, "s")
		}),
		asks("IsWithinPathTrackingBounds", "The robot is as near to its path as the bounds say; also where nothing is known.", withinBounds,
			btcpp.Preset("max_error_left", board.Double, "0.5"), btcpp.Preset("max_error_right", board.Double, "0.5"), btcpp.Preset("max_error_heading", board.Double, "3.14"),
			btcpp.Preset("tracking_feedback", board.Doubles, "{tracking_feedback}")),
		asks("AreErrorCodesPresent", "The code is one of some.", func(t turn) bool {
			v, _ := t.Get("error_codes_to_check")
			code := t.whole("error_code", 0)
			return slices.ContainsFunc(v.List(), func(of board.Value) bool { return of.Whole() == code })
		}, btcpp.Input("error_code", board.Int), btcpp.Input("error_codes_to_check", board.Ints)),
		helps("WouldAControllerRecoveryHelp", 100, 104, 105, 106),
		helps("WouldAPlannerRecoveryHelp", 200, 207, 208, 300, 307, 308),
		helps("WouldARouteRecoveryHelp", 400, 404, 405),
		helps("WouldASmootherRecoveryHelp", 500, 502, 503, 504),
	}
}

// stuckTime says for how long a robot that drives must get no farther to be stuck, in seconds.
const stuckTime = 0.5

// firstAt is the word that has 1 from the first call on.
const firstAt = words - 1

// asks makes a condition.
func asks(name, doc string, is func(turn) bool, ports ...btcpp.Port) leaf {
	return leaf{name: name, doc: doc, instant: true, asks: true, ports: ports, act: func(t turn) host.Status {
		s := host.StatusOf(is(t))
		t.put(firstAt, 1)
		return s
	}}
}

// helps makes a condition on the code of a server.
func helps(name string, codes ...int64) leaf {
	return asks(name, "The code is one after which a recovery may help.", func(t turn) bool { return slices.Contains(codes, t.whole("error_code", 0)) },
		btcpp.Input("error_code", board.Int))
}

// first reports whether the leaf is called for the first time ever.
func (t turn) first() bool { return t.word(firstAt) == 0 }

// changed keeps a number, and reports whether it is another one than before.
func (t turn) changed(i int, mark uint32) bool {
	was := t.word(i)
	t.put(i, mark)
	return was != mark
}

func (t turn) goalChanged() bool {
	goal, _ := t.Get("goal")
	goals, _ := t.Get("goals")
	a, b := t.changed(0, btcpp.Mark(goal)), t.changed(1, btcpp.Mark(goals))
	return a || b
}

// timeOver reports whether the seconds of the port are over, and begins anew then.
func (t turn) timeOver() bool {
	over := t.atLeast("passed", t.passed(), t.real("seconds", 1)-1e-9, "s")
	if over {
		t.StoreInt(began, t.Tick+1)
	}
	return over
}

func (t turn) below(what string, is, than float64, unit string) bool {
	t.Because(what).Is(is, host.Below, than, unit)
	return is < than
}

func (t turn) atMost(what string, is, than float64, unit string) bool {
	t.Because(what).Is(is, host.AtMost, than, unit)
	return is <= than
}

func (t turn) atLeast(what string, is, than float64, unit string) bool {
	t.Because(what).Is(is, host.AtLeast, than, unit)
	return is >= than
}

func withinBounds(t turn) bool {
	v, ok := t.Get("tracking_feedback")
	if !ok || len(v.List()) != 2 {
		return true
	}
	side, heading := v.List()[0].Real(), v.List()[1].Real()
	return t.atMost("left of the path", side, t.real("max_error_left", 0.5), "m") &&
		t.atMost("right of the path", -side, t.real("max_error_right", 0.5), "m") &&
		t.atMost("angle to the path", math.Abs(heading), t.real("max_error_heading", 3.14), "rad")
}
