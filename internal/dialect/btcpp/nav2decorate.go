package btcpp

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/run"
	"github.com/thicket-sim/thicket/behavior/tree"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
)

// begins notes that a decorator runs, and reports whether it begins.
func begins(x *run.Exec, node *tree.Node) bool {
	fresh := answer(*word(x, node)&statusMask) == idle
	setStatus(x, node, running)
	return fresh
}

// putTime keeps a time in two words of a node.
func putTime(x *run.Exec, node *tree.Node, i int, t int64) {
	*more(x, node, i), *more(x, node, i+1) = uint32(t), uint32(uint64(t)>>32)
}

func timeAt(x *run.Exec, node *tree.Node, i int) int64 {
	return int64(uint64(*more(x, node, i)) | uint64(*more(x, node, i+1))<<32)
}

// putPoint keeps where the bot is in two words of a node.
func putPoint(x *run.Exec, node *tree.Node, i int) {
	px, py := x.World.Position(x.Body)
	*more(x, node, i), *more(x, node, i+1) = math.Float32bits(px), math.Float32bits(py)
}

// farFrom returns how far the bot is from a point that a node has kept, in metres, straight.
func farFrom(x *run.Exec, node *tree.Node, i int) float64 {
	px, py := x.World.Position(x.Body)
	dx := float64(px) - float64(math.Float32frombits(*more(x, node, i)))
	dy := float64(py) - float64(math.Float32frombits(*more(x, node, i+1)))
	return math.Sqrt(float64(dx*dx) + float64(dy*dy))
}

// rounding is by how much a time may be too short, in nanoseconds: ticks are rounded to whole ones.
const rounding = 1

// isOver tells how much of a time is left, in nanoseconds, and reports whether it is over.
func isOver(x *run.Exec, n tree.NodeID, since, period int64) bool {
	left := period - (now(x) - since)
	if x.Trace != nil {
		x.Because(n, host.TimeLeft).Is(float64(left)/1e9, host.AtMost, 0, "s")
	}
	return left <= rounding
}

// rate calls its child so many times a second at most; the time runs from the child's success on.
// rate_controller.cpp. Time is that of ticks.
func (s nav2Ops) rate(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	hz, ok := s.real(x, n, &s.usesOf(node, n)[0])
	if !ok {
		return broken
	}
	if !(hz > 0) {
		return s.fail(x, n, "hz: found %v, wanted more than 0", hz)
	}
	fresh := begins(x, node)
	if fresh {
		putTime(x, node, 0, now(x))
	}
	kid := only(x, node)
	if !fresh && statusOf(x, kid) != running && !isOver(x, n, timeAt(x, node, 0), nanoseconds(1/hz)) {
		return running
	}
	a := s.call(x, kid)
	if a == success {
		putTime(x, node, 0, now(x))
	}
	return a
}

// distance calls its child each time that the bot is so far from where it was at the last success.
// distance_controller.cpp.
func (s nav2Ops) distance(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	most, ok := s.real(x, n, &s.usesOf(node, n)[0])
	if !ok {
		return broken
	}
	fresh := begins(x, node)
	if fresh {
		putPoint(x, node, 0)
	}
	kid := only(x, node)
	if !fresh && statusOf(x, kid) != running {
		far := farFrom(x, node, 0)
		if x.Trace != nil {
			x.Because(n, "distance").Is(far, host.AtLeast, most, "m")
		}
		if far < most {
			return running
		}
	}
	a := s.call(x, kid)
	if a == success {
		putPoint(x, node, 0)
	}
	return a
}

// What a SpeedController remembers: its goals, the time from which on it waits and for how long, and
// where the bot was then.
const (
	speedGoal = iota
	speedGoals
	speedSince
	speedPeriod = speedSince + 2
	speedWhere  = speedPeriod + 2
)

// speed calls its child the more often the faster the bot is. speed_controller.cpp. The speed is that
// from where the bot was when the last period ended, straight.
func (s nav2Ops) speed(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	uses := s.usesOf(node, n)
	var numbers [4]float64
	for i := range numbers {
		var ok bool
		if numbers[i], ok = s.real(x, n, &uses[2+i]); !ok {
			return broken
		}
	}
	least, most, slow, fast := numbers[0], numbers[1], numbers[2], numbers[3]
	if !(least > 0 && most > 0) {
		return s.fail(x, n, "min_rate and max_rate: found %v and %v, wanted more than 0", least, most)
	}
	restart := func(period float64) {
		putTime(x, node, speedSince, now(x))
		putTime(x, node, speedPeriod, nanoseconds(period))
		putPoint(x, node, speedWhere)
	}
	fresh := begins(x, node)
	if s.newGoal(x, node, uses, speedGoal) || fresh {
		restart(1 / most)
		return s.call(x, only(x, node))
	}
	if isOver(x, n, timeAt(x, node, speedSince), timeAt(x, node, speedPeriod)) {
		v := farFrom(x, node, speedWhere) / max(float64(now(x)-timeAt(x, node, speedSince))/1e9, x.DT)
		share := 1.0
		if fast != slow {
			share = (v - slow) / (fast - slow)
		}
		restart(1 / min(max(least+float64(share*(most-least)), least), most))
		return s.call(x, only(x, node))
	}
	if statusOf(x, only(x, node)) == running {
		return s.call(x, only(x, node))
	}
	return running
}

// newGoal reports whether goal or goals, the first two ports, are others than before, and remembers them
// in two words.
func (s nav2Ops) newGoal(x *run.Exec, node *tree.Node, uses []use, i int) (is bool) {
	for j := range 2 {
		w := more(x, node, i+j)
		now := Mark(s.maybe(x, &uses[j]))
		is = is || *w != now
		*w = now
	}
	return is
}

// goalUpdated calls its child when it begins, when the goal is another, and while the child runs.
// goal_updated_controller.cpp.
func (s nav2Ops) goalUpdated(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	isNew := s.newGoal(x, node, s.usesOf(node, n), 0)
	if !begins(x, node) && !x.Holds(n, isNew) && statusOf(x, only(x, node)) != running {
		return running
	}
	return s.call(x, only(x, node))
}

// updateGoal writes the newer of its input and of what the bot's state has under goal_update, and the
// same for goals, and calls its child. goal_updater_node.cpp. Poses have no time here: the newer is that
// which was changed last, and the state's where both were.
func (s nav2Ops) updateGoal(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	uses := s.usesOf(node, n)
	w := word(x, node)
	for i := range goalUpdates {
		newer := uint32(1) << (opShift + i) // set while the state's is the newer one
		given := s.maybe(x, &uses[i])
		seen, last := more(x, node, 2*i), more(x, node, 2*i+1)
		if m := Mark(given); m != *seen {
			*seen = m
			*w &^= newer
		}
		heard := s.heard(x, i)
		isNew := Mark(heard) != *last
		*last = Mark(heard)
		if isNew {
			*w |= newer
		}
		if *w&newer != 0 && !heard.IsEmpty() {
			switch v, err := s.enums.Parse(board.Poses, heard.Text()); {
			case err != nil && isNew:
				x.Notef(n, "the state %s: %v", goalUpdates[i], err)
			case v.PoseCount() > 0:
				given = v
			}
		}
		if u := &uses[2+i]; u.how != absent && !given.IsEmpty() {
			if err := s.write(x, u, given); err != nil {
				return s.fail(x, n, "%v", err)
			}
		}
	}
	setStatus(x, node, running)
	return s.call(x, only(x, node))
}

// heard returns the text that the bot's state has for a GoalUpdater; nothing where it has none.
func (s nav2Ops) heard(x *run.Exec, i int) board.Value {
	y := x.World.State(x.Body, s.goalKeys[i])
	if y == host.Missing {
		return board.Value{}
	}
	return board.TextOf(s.symbols.Value(y).Text())
}

// What a PathLongerOnApproach remembers of a path: how many points it has, its length, and its end.
const (
	pathPoints = iota
	pathLength
	pathX = pathLength + 2 // and Y behind it
)

// longerOnApproach calls its child when a new path to the same end is much longer than the one before,
// and the bot was near. path_longer_on_approach.cpp.
func (s nav2Ops) longerOnApproach(x *run.Exec, n tree.NodeID, node *tree.Node) answer {
	uses := s.usesOf(node, n)
	near, ok := s.real(x, n, &uses[1])
	factor, too := s.real(x, n, &uses[2])
	if !ok || !too {
		return broken
	}
	path := s.maybe(x, &uses[0])
	setStatus(x, node, running)
	count, was := path.PoseCount(), int(*more(x, node, pathPoints))
	length, before := PathLength(path, 0), math.Float64frombits(uint64(timeAt(x, node, pathLength)))
	same := count > 0 && was > 0
	if same {
		end := path.Pose(count - 1)
		same = end.X == math.Float64frombits(uint64(timeAt(x, node, pathX))) && end.Y == math.Float64frombits(uint64(timeAt(x, node, pathX+2)))
	}
	keep := func() {
		*more(x, node, pathPoints) = uint32(count)
		putTime(x, node, pathLength, int64(math.Float64bits(length)))
		if count > 0 {
			end := path.Pose(count - 1)
			putTime(x, node, pathX, int64(math.Float64bits(end.X)))
			putTime(x, node, pathX+2, int64(math.Float64bits(end.Y)))
		}
	}
	if x.Trace != nil && same {
		x.Because(n, "length of the path").Is(length, host.Above, factor*before, "m")
	}
	if !same || count == was || before >= near || length <= factor*before {
		keep()
		return success
	}
	a := s.call(x, only(x, node))
	if completed(a) {
		keep()
	}
	return a
}

// PathLength returns how long a path is from one of its points on, in metres.
func PathLength(path board.Value, from int) (length float64) {
	for i := from + 1; i < path.PoseCount(); i++ {
		a, b := path.Pose(i-1), path.Pose(i)
		dx, dy := b.X-a.X, b.Y-a.Y
		length += math.Sqrt(float64(dx*dx) + float64(dy*dy))
	}
	return length
}

// singleTrigger calls its child until that has ended once. single_trigger_node.cpp.
func (s nav2Ops) singleTrigger(x *run.Exec, node *tree.Node) answer {
	const over = 1 << opShift
	w := word(x, node)
	if begins(x, node) {
		*w &^= over
	}
	if *w&over != 0 {
		return failure
	}
	a := s.call(x, only(x, node))
	if completed(a) {
		*w |= over
	}
	return a
}
