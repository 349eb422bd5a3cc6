package mbt

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/behavior/syntax"
	"github.com/thicket-sim/thicket/internal/arena/core"
	"github.com/thicket-sim/thicket/internal/systems"
)

// flying are the nodes that go along a path of the scene.
var flying = []action{
	{
		name: "Fly", bits: flyBits, scripts: true, act: fly, exit: stopFollowing, check: pathed,
		doc: "Flies along the path of the bot, see AI.SetPathToFollow, or the one that its state key `path` names, at a speed of its own; with `goToRefPoint` to the point of the path " +
			"that is nearest to the reference point. Succeeds at its end, and never with `loopAlongPath`; fails without a path. Obstacles are in its way, as the field is flat.",
	},
	{
		name: "FollowPath", bits: flyBits, scripts: true, act: followPath, exit: stopFollowing, check: pathed,
		doc: "Walks along a path of the scene, the one that `path` names or else that of the bot, around obstacles. Succeeds at its end, and never with `loop`; fails without a path.",
	},
}

// The memory of a node that follows a path: the path, counted from 1, how far along it the
// bot is, where it ends, and what it is.
const (
	flyPath  = 0
	flyAlong = 32
	flyEnd   = 96
	flyFlags = 160
	flyBits  = 168
)

const (
	flyRound = 1 << iota // it goes round and round
	flyBack              // it goes from the end to the beginning
	flyNear              // its end was told to be near
)

// journey is a way along a path.
type journey struct {
	*route
	along, end float64 // metres; along counts down on the way back
	flags      uint32
}

func (t turn) loadNumber(off int) float64 { return math.Float64frombits(uint64(t.LoadInt(off))) }

func (t turn) storeNumber(off int, v float64) { t.StoreInt(off, int64(math.Float64bits(v))) }

// field returns a field of entity that scripts have set; null for none.
func (t turn) field(name string) host.Value {
	v, _ := t.Script("field", host.StringValue(name))
	return v
}

// fieldOr returns a field as a number, which stands for truth values, too.
func (t turn) fieldOr(name string, otherwise float64) float64 {
	switch v := t.field(name); v.Kind() {
	case host.Number:
		return v.Number()
	case host.Bool:
		if v.Bool() {
			return 1
		}
		return 0
	}
	return otherwise
}

func truth(on bool) float64 {
	if on {
		return 1
	}
	return 0
}

// pathOf returns the path of the bot, counted from 1, or 0: the one that a script has set,
// else the one that its state names.
func (t turn) pathOf() int32 {
	if p := t.agent().path; p > 0 {
		return p
	}
	reg := t.Game.Setup.Registry
	key := slices.Index(host.SymbolsOf(reg).KeyNames(), pathKey)
	if key < 0 {
		return 0
	}
	y := t.World.State(t.Body, host.Key(key))
	if y == host.Missing || host.SymbolsOf(reg).Value(y).Kind() != host.String {
		return 0
	}
	return t.pathNamed(host.SymbolsOf(reg).Value(y).Text())
}

// pathKey is the state key that names the path of a bot.
const pathKey = "path"

// setOutAlong begins a journey: it starts at the point of the path that is nearest to the
// bot, of those up to a distance from its beginning, and ends at the end or where ref is
// nearest, by the shorter way.
func (t turn) setOutAlong(path int32, round bool, upTo float64, ref *spot) journey {
	j := journey{route: t.routeAlong(path, round)}
	x, y := t.Game.At(t.Body)
	j.along = j.nearest(float64(x), float64(y), 0, min(upTo, j.long))
	switch {
	case ref != nil:
		to := j.nearest(float64(ref.X), float64(ref.Y), 0, j.long)
		ahead := to - j.along
		if j.ring && ahead < 0 {
			ahead += j.long
		}
		if back := j.along - to; ahead < 0 || j.ring && j.long-ahead < ahead {
			if j.ring && back < 0 {
				back += j.long
			}
			j.flags |= flyBack
			ahead = -back
		}
		j.end = j.along + ahead
	case round:
		j.flags |= flyRound
	default:
		j.end = j.long
	}
	t.Store(flyPath, 32, uint32(path))
	t.storeJourney(&j)
	return j
}

func (t turn) storeJourney(j *journey) {
	t.storeNumber(flyAlong, j.along)
	t.storeNumber(flyEnd, j.end)
	t.Store(flyFlags, 8, j.flags)
}

func (t turn) loadJourney() journey {
	flags := t.Load(flyFlags, 8)
	return journey{t.routeAlong(int32(t.Load(flyPath, 32)), flags&flyRound != 0), t.loadNumber(flyAlong), t.loadNumber(flyEnd), flags}
}

// rest returns how far it is to the end.
func (j *journey) rest() float64 {
	if j.flags&flyRound != 0 {
		return math.Inf(1)
	}
	return math.Abs(j.end - j.along)
}

// advance brings the journey up to where the bot is, which has come no farther than ahead
// since the last time, and returns the point of the path that it heads for.
func (t turn) advance(j *journey, reach, ahead float64) (x, y float64) {
	bx, by := t.Game.At(t.Body)
	sign := 1.0
	if j.flags&flyBack != 0 {
		sign = -1
	}
	lo, hi := j.along, j.along+float64(sign*reach)
	if j.rest() < reach {
		hi = j.end
	}
	j.along = j.nearest(float64(bx), float64(by), min(lo, hi), max(lo, hi))
	if j.rest() < ahead {
		return j.point(j.end)
	}
	return j.point(j.along + float64(sign*ahead))
}

// nearEnd tells scripts once that the end is near.
func (t turn) nearEnd(j *journey, far float64) {
	if j.flags&flyNear == 0 && j.rest() <= far {
		j.flags |= flyNear
		t.tellScript("ArrivedCloseToPathEnd")
	}
}

// tellScript calls the method of entity that has the name of an event for the level.
func (t turn) tellScript(event string) { t.Script("script_event", host.StringValue(event)) }

func stopFollowing(t turn) {
	if t.Load(flyPath, 32) != 0 {
		t.tellScript("PathFollowingStopped")
	}
}

func fly(t turn) host.Status {
	ahead, slow := max(t.numberArg("lookAheadDistance", 3), 0.1), t.numberArg("decelerateDistance", 10)
	var j journey
	if t.Load(flyPath, 32) != 0 {
		j = t.loadJourney()
	} else {
		path := t.pathOf()
		if path == 0 {
			t.Because("it has no path")
			t.Warnf("%s", noPath(t.Game.Setup))
			return host.Failure
		}
		var ref *spot
		if t.boolArg("goToRefPoint") {
			if p, ok := t.refPoint(); ok {
				ref = &p
			}
		}
		round := ref == nil && t.fieldOr("Helicopter_Loop", truth(t.boolArg("loopAlongPath"))) != 0
		upTo := t.numberArg("maxStartDistanceAlongNonLoopingPath", 30)
		if round || ref != nil || t.fieldOr("Helicopter_StartFromClosestLocation", truth(t.boolArg("startPathFromClosestLocation"))) != 0 {
			upTo = math.Inf(1)
		}
		j = t.setOutAlong(path, round, upTo, ref)
	}
	speed := max(t.fieldOr("Helicopter_Speed", t.numberArg("desiredSpeed", 15)), 0)
	x, y := t.advance(&j, ahead+float64(speed*t.DT), ahead)
	bx, by := t.Game.At(t.Body)
	dx, dy := t.Field.Delta(bx, by, float32(x), float32(y))
	end := t.numberArg("pathEndDistance", 1)
	t.Because("left of the path").Is(j.rest(), host.AtMost, end, "m")
	if j.rest() <= end && core.Length(dx, dy) <= max(end, t.numberArg("pathRadius", 1)) {
		t.Stand()
		t.tellScript("ArrivedAtPathEnd")
		return host.Success
	}
	t.nearEnd(&j, slow)
	if left := max(j.rest(), core.Length(dx, dy)); left < slow {
		speed = max(speed*left/slow, min(speed, slowest))
	}
	t.MoveAt(dx, dy, host.Endless, speed)
	t.storeJourney(&j)
	return host.Running
}

// pathed returns the error for a node without a path to follow.
func pathed(s *host.Site) error {
	paths, known := s.Declared(core.PathNames)
	switch name := attribute(s, "path"); {
	case !known:
		return nil
	case len(paths) == 0:
		return errors.New("the scene has no paths")
	case name == "" || slices.Contains(paths, name):
		return nil
	default:
		if guess := syntax.Closest(name, paths); guess != "" {
			return fmt.Errorf("no path has the id %q; did you mean %q?", name, guess)
		}
		return fmt.Errorf("no path has the id %q", strings.ToValidUTF8(name, "?"))
	}
}

// slowest says how fast a bot that slows down still flies, in metres a second.
const slowest = 0.5

// noPath says why there is none.
func noPath(s *systems.Setup) string {
	if len(s.Paths) == 0 {
		return "the bot has no path, and the scene has none"
	}
	return "the bot has no path: AI.SetPathToFollow gives it one, or its state key `path`"
}

// beyond returns the first point of the path behind what stands between it and the bot, by
// steps; the end where there is none.
func (t turn) beyond(j *journey, step float64) (x, y float64) {
	free := false // the point before
	for further := 2 * step; further < min(j.rest(), j.long); further += step {
		x, y := j.point(j.along + further)
		ground := t.Ground(float32(x), float32(y))
		if ground && free {
			return x, y
		}
		free = ground
	}
	return j.point(j.along + min(j.rest(), j.long))
}

func followPath(t turn) host.Status {
	const ahead = 1.5
	var j journey
	if t.Load(flyPath, 32) != 0 {
		j = t.loadJourney()
	} else {
		path := t.pathOf()
		if name := t.textArg("path"); name != "" {
			path = t.pathNamed(name)
		}
		if path == 0 {
			t.Because("it has no path")
			t.Warnf("%s", noPath(t.Game.Setup))
			return host.Failure
		}
		j = t.setOutAlong(path, t.boolArg("loop"), math.Inf(1), nil)
	}
	pace := paceNamed(&t.FormOf(t.Body).Paces, t.textArg("speed"))
	reach := ahead + float64(float64(pace*t.SpeedOf(t.Body))*t.DT)
	x, y := t.advance(&j, reach, ahead)
	if bx, by := t.Game.At(t.Body); !t.Clear(bx, by, float32(x), float32(y)) {
		x, y = t.beyond(&j, ahead)
	}
	w := t.Land.Way(t.Body, float32(x), float32(y))
	if w.Far >= host.Endless {
		t.Because("no way leads to the path")
		return host.Failure
	}
	stop := t.numberArg("stopWithinDistance", 0.5)
	t.Because("left of the path").Is(j.rest(), host.AtMost, stop, "m")
	if j.rest() <= stop && w.Far <= max(stop, core.Slack) {
		t.Stand()
		t.tellScript("ArrivedAtPathEnd")
		return host.Success
	}
	t.MoveBy(w, w.Far, pace)
	t.storeJourney(&j)
	return host.Running
}
