package nav2

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp"
	"github.com/thicket-sim/thicket/internal/dialect/btcpp/board"
	"github.com/thicket-sim/thicket/internal/ground/libm"
)

// moving are the leaves that move a robot.
func moving() []leaf {
	return []leaf{
		{
			name: "FollowPath", doc: "Drives along the path. A path that changes meanwhile is taken over, an empty one is not. Stands in front of bodies, and fails when it gets no farther.",
			ports: server(btcpp.Preset("path", board.Poses, "{path}"), btcpp.Preset("controller_id", board.String, ""), btcpp.Preset("goal_checker_id", board.String, ""),
				btcpp.Preset("progress_checker_id", board.String, ""), btcpp.Preset("path_handler_id", board.String, ""), btcpp.Output("tracking_feedback", board.Doubles)),
			act: followPath, stop: func(t turn) { t.feedback(nil) },
		},
		{
			name: "Spin", doc: "Turns on the spot by an angle, in radians; above 0 to the left.",
			ports: server(btcpp.Preset("spin_dist", board.Double, "1.57"), btcpp.Preset("time_allowance", board.Double, "10.0"),
				btcpp.Preset("is_recovery", board.Bool, "true"), btcpp.Preset("disable_collision_checks", board.Bool, "false"), btcpp.Counted(recoveries)),
			act: spin,
		},
		{
			name: "BackUp", counts: true, doc: "Drives straight back.",
			ports: server(btcpp.Preset("backup_dist", board.Double, "0.15"), btcpp.Preset("backup_speed", board.Double, "0.025"),
				btcpp.Preset("time_allowance", board.Double, "10.0"), btcpp.Preset("disable_collision_checks", board.Bool, "false")),
			act: func(t turn) host.Status { return straight(t, "backup_dist", "backup_speed", -1, backing, backCodes) },
		},
		{
			name: "DriveOnHeading", doc: "Drives straight on.",
			ports: server(btcpp.Preset("dist_to_travel", board.Double, "0.15"), btcpp.Preset("speed", board.Double, "0.025"),
				btcpp.Preset("time_allowance", board.Double, "10.0"), btcpp.Preset("disable_collision_checks", board.Bool, "false")),
			act: func(t turn) host.Status { return straight(t, "dist_to_travel", "speed", 1, driving, driveCodes) },
		},
		{
			name: "Wait", counts: true, doc: "Stands for a time.",
			ports: server(btcpp.Preset("wait_duration", board.Double, "1.0")),
			act:   wait,
		},
	}
}

// The codes of these servers.
const (
	pathInvalid  = 103
	noProgress   = 105
	noControl    = 106
	spinTimeout  = 701
	waitUnknown  = 740
	goalDistance = 0.25 // metres from the end of a path at which it is over
	pointNear    = 0.35 // metres from a point of a path at which the next one is the aim
	ahead        = 2    // points of a path at most that are left out where the way is straight
	progress     = 0.5  // metres that a robot must get farther, in progressTime seconds
	progressTime = 8
	stopsBefore  = 0.3 // metres in front of a body
	blockedTime  = 3   // seconds that it stands there before it fails
	spinSpeed    = 1.0 // radians a second
	anglesEqual  = 0.01
)

// codes are those of a way straight on or back: for the time, a number that is wrong, and what is in the way.
type codes struct{ timeout, invalid, collision int64 }

var (
	backCodes  = codes{711, 713, 714}
	driveCodes = codes{721, 724, 723}
)

// What a FollowPath remembers.
const (
	pathMark = iota // of the entry, as it was last taken over
	pathAt          // the point that it drives to
	lastX           // where it was when it last got farther
	lastY
	lastTick    // in ticks since it started
	blockedTick // likewise, when it began to stand in front of a body, and 1
)

func followPath(t turn) host.Status {
	r := t.robot()
	v, _ := t.Get("path")
	if t.starts() {
		if v.PoseCount() == 0 {
			return t.fails(pathInvalid, "the path is empty")
		}
		t.made()
	}
	if v.PoseCount() > 0 {
		if m := btcpp.Mark(v); m != t.word(pathMark) {
			t.put(pathMark, m)
			r.Path = v.Poses()
			t.put(pathAt, uint32(t.closest(r.Path, 0)))
		}
	}
	switch last := len(r.Path) - 1; {
	case t.starts():
		t.Stand()
		return host.Running
	case t.cancelled(control):
		t.Stay()
		t.feedback(nil)
		return t.succeeds()
	case last < 0:
		return t.fails(pathInvalid, "the path is empty")
	case lengthTo(t.here(), at(r.Path[last])) <= goalDistance && int(t.word(pathAt)) >= last-ahead:
		t.Stay()
		t.feedback(nil)
		return t.succeeds()
	}
	t.aim(r.Path)
	return t.drive(r.Path)
}

// made notes that the robot got farther.
func (t turn) made() {
	here := t.here()
	t.put(lastX, math.Float32bits(here.X))
	t.put(lastY, math.Float32bits(here.Y))
	t.put(lastTick, uint32(t.Tick+1-t.LoadInt(began)))
}

// aim chooses the point of the path to drive to.
func (t turn) aim(path []board.Pose) {
	here, i := t.here(), min(int(t.word(pathAt)), len(path)-1)
	for i < len(path)-1 && lengthTo(here, at(path[i])) < pointNear {
		i++
	}
	for j := min(i+ahead, len(path)-1); j > i; j-- {
		if p := at(path[j]); t.Clear(here.X, here.Y, p.X, p.Y) && t.freeBetween(t.Body, here, here, p) {
			i = j - 1
			break
		}
	}
	t.put(pathAt, uint32(i))
}

// drive drives to the point behind the one that was chosen where the way there is straight, or to that.
func (t turn) drive(path []board.Pose) host.Status {
	here := t.here()
	i := int(t.word(pathAt))
	to := at(path[i])
	if i < len(path)-1 {
		if p := at(path[i+1]); t.Clear(here.X, here.Y, p.X, p.Y) {
			to = p
		}
	}
	dx, dy := t.Field.Delta(here.X, here.Y, to.X, to.Y)
	far := libm.Hypot(dx, dy)
	since := t.Tick + 1 - t.LoadInt(began)
	was := components.Position{X: math.Float32frombits(t.word(lastX)), Y: math.Float32frombits(t.word(lastY))}
	if lengthTo(here, was) >= progress {
		t.made()
	}
	t.feedbackAt(path, i)
	if t.bodyAhead(dx, dy, far) {
		t.Stay()
		t.Because("somebody is in the way")
		if t.word(blockedTick) == 0 {
			t.put(blockedTick, uint32(since)+1)
		}
		if float64(since+1-int64(t.word(blockedTick)))*t.DT >= blockedTime {
			return t.fails(noControl, "somebody is in the way")
		}
		return host.Running
	}
	t.put(blockedTick, 0)
	if float64(since-int64(t.word(lastTick)))*t.DT >= progressTime {
		t.Stay()
		return t.fails(noProgress, "it gets no farther")
	}
	t.MoveAlong(dx, dy, far, 1)
	return host.Running
}

// bodyAhead reports whether a body that the robot sees now stands right in front of it.
func (t turn) bodyAhead(dx, dy, far float64) bool {
	if far == 0 {
		return false
	}
	here, own := t.here(), float64(t.FormOf(t.Body).Radius)
	var scratch [16]int32
	near, _ := t.Within(here.X, here.Y, sees, scratch[:0])
	for _, q := range near {
		if q == t.Body || t.Dead(q) {
			continue
		}
		qx, qy := t.Delta(t.Body, q)
		along := (float64(qx*dx) + float64(qy*dy)) / far
		side := math.Abs(float64(qx*dy)-float64(qy*dx)) / far
		reach := own + float64(t.FormOf(q).Radius)
		if along > 0 && along < reach+stopsBefore && side < reach {
			return true
		}
	}
	return false
}

// feedback writes how far the robot is from its path, to the left above 0, and how far it faces past its
// direction, in metres and radians; nothing for nil.
func (t turn) feedback(numbers []float64) {
	list := make([]board.Value, len(numbers))
	for i, n := range numbers {
		list[i] = board.RealOf(n)
	}
	t.Ports.Put("tracking_feedback", board.ListOf(board.Doubles, list))
}

func (t turn) feedbackAt(path []board.Pose, i int) {
	here := t.here()
	dx, dy := direction(path[i].Angle)
	px, py := t.Field.Delta(float32(path[i].X), float32(path[i].Y), here.X, here.Y)
	hx, hy := t.Game.HeadingOf(t.Body)
	t.feedback([]float64{float64(dy*px) - float64(dx*py), between(path[i].Angle, angleOf(float64(hx), float64(hy)))})
}

// What a Spin remembers: the angle at which it faced, and what is left to turn.
const (
	spinWas = iota
	spinLeft
)

func spin(t turn) host.Status {
	hx, hy := t.Game.HeadingOf(t.Body)
	if hx == 0 && hy == 0 {
		hx = 1
	}
	is := angleOf(float64(hx), float64(hy))
	t.Stay()
	if t.starts() {
		if t.whole("is_recovery", 1) != 0 {
			t.countRecovery()
		}
		t.put(spinWas, math.Float32bits(float32(is)))
		t.put(spinLeft, math.Float32bits(float32(t.real("spin_dist", 1.57))))
		return host.Running
	}
	if t.cancelled(spinning) {
		return t.succeeds()
	}
	left := float64(math.Float32frombits(t.word(spinLeft))) - between(float64(math.Float32frombits(t.word(spinWas))), is)
	t.Because("angle left").Is(math.Abs(left), host.AtMost, anglesEqual, "rad")
	switch {
	case math.Abs(left) <= anglesEqual:
		return t.succeeds()
	case t.passed() > t.real("time_allowance", 10):
		return t.fails(spinTimeout, "the time is up")
	}
	t.put(spinWas, math.Float32bits(float32(is)))
	t.put(spinLeft, math.Float32bits(float32(left)))
	t.Face(direction(is + min(max(left, -spinSpeed*t.DT), spinSpeed*t.DT)))
	return host.Running
}

// What a way straight on or back remembers: where it began, and in which direction.
const (
	beganX = iota
	beganY
	headX
	headY
)

// straight drives straight on, or back for a sign below 0, and faces as before.
func straight(t turn, dist, speed string, sign float64, server int, c codes) host.Status {
	here := t.here()
	hx, hy := t.Game.HeadingOf(t.Body)
	if t.starts() {
		t.put(beganX, math.Float32bits(here.X))
		t.put(beganY, math.Float32bits(here.Y))
		t.put(headX, math.Float32bits(hx))
		t.put(headY, math.Float32bits(hy))
		t.Stay()
		return host.Running
	}
	far, fast := t.real(dist, 0.15), t.real(speed, 0.025)
	if sign < 0 { // the original takes both without their signs
		far, fast = math.Abs(far), math.Abs(fast)
	}
	dx, dy := float64(math.Float32frombits(t.word(headX)))*sign, float64(math.Float32frombits(t.word(headY)))*sign
	gone := lengthTo(components.Position{X: math.Float32frombits(t.word(beganX)), Y: math.Float32frombits(t.word(beganY))}, here)
	t.Because("gone").Is(gone, host.AtLeast, far, "m")
	next := components.Position{X: here.X + float32(dx*stopsBefore), Y: here.Y + float32(dy*stopsBefore)}
	left := far - gone
	if left < stopsBefore {
		next = components.Position{X: here.X + float32(dx*left), Y: here.Y + float32(dy*left)}
	}
	t.Stay()
	switch {
	case t.cancelled(server), gone >= far-nearly:
		return t.succeeds()
	case far < 0 || fast <= 0 || dx == 0 && dy == 0:
		return t.fails(c.invalid, "the distance or the speed is not above 0")
	case t.passed() > t.real("time_allowance", 10):
		return t.fails(c.timeout, "the time is up")
	case !t.truth("disable_collision_checks") && (!t.Clear(here.X, here.Y, next.X, next.Y) || t.bodyAhead(dx, dy, 1)):
		return t.fails(c.collision, "something is in the way")
	}
	t.MoveAt(dx, dy, far-gone, fast)
	t.Face(dx*sign, dy*sign)
	return host.Running
}

// nearly is by how much a distance may be too short because of rounding, in metres.
const nearly = 0.005

func wait(t turn) host.Status {
	t.Stay()
	span := math.Abs(t.real("wait_duration", 1))
	t.Because("waited").Is(t.passed(), host.AtLeast, span, "s")
	switch {
	case t.cancelled(waiting):
		return t.succeeds()
	case t.passed() >= span-1e-9 && !t.starts():
		return t.succeeds()
	}
	return host.Running
}
