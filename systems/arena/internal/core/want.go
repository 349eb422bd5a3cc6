package core

import (
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
)

// How a body wants to move.
const (
	wantPlain uint8 = iota // along its heading, as bots do without an arena
	wantHold               // not at all
	wantGo                 // along dx, dy
)

// want is what a body's tree wants in a tick. Only the body's own leaves write
// to it.
type want struct {
	mode      uint8
	faced     bool
	deedCount int8
	texts     int8 // how many utterances
	pose      int8 // a pose and 1, or 0 for no change
	alert     int8 // a level and 1, or 0 for no change
	noted     bool
	stays     bool
	goesOn    bool // it walks on from now on, see Arena.onward
	kept      kept
	note      int16
	dx, dy    float32       // a unit vector
	pace      float32       // times its speed
	speed     float32       // metres a second instead of its own; 0 for its own
	maxDist   float32       // metres to go at most in the tick
	fx, fy    float32       // where to face, a vector of any length
	seen      components.ID // the foe that it keeps its eyes on, or 0
}

// MaxDeeds is how many deeds a bot can do in a tick, beside moving, and
// maxTexts how many of them can have a text.
const (
	MaxDeeds = 4
	maxTexts = 2
)

// Do adds a deed to those of the bot in this tick. With MaxDeeds there already
// it reports a fault and fails.
func (t Turn) Do(d Deed) host.Status {
	w := &t.want[t.Body]
	if w.deedCount == MaxDeeds {
		t.Warnf("more than %d deeds in a tick", MaxDeeds)
		return host.Failure
	}
	t.deeds[t.Body][w.deedCount] = d
	w.deedCount++
	return host.Success
}

// DoWithText is Do for a deed that needs a text.
func (t Turn) DoWithText(d Deed, text string, value host.Value) host.Status {
	w := &t.want[t.Body]
	if w.texts == maxTexts {
		t.Warnf("more than %d texts in a tick", maxTexts)
		return host.Failure
	}
	d.text = w.texts + 1
	s := t.Do(d)
	if s == host.Success {
		t.utterances[t.Body][w.texts] = Utterance{text, value}
		w.texts++
	}
	return s
}

// DoWithLastText is Do for a deed that shares the text of the one before.
func (t Turn) DoWithLastText(d Deed) host.Status {
	d.text = t.want[t.Body].texts
	return t.Do(d)
}

// SetPose makes the bot take a pose, by its index in Poses.
func (t Turn) SetPose(pose int) { t.want[t.Body].pose = int8(pose) + 1 }

// SetAlertness sets how alert the bot is, by the index in AlertLevels.
func (t Turn) SetAlertness(level int8) { t.want[t.Body].alert = level + 1 }

// Note notes a number from 0 to MaxNote, for the bot's group to count in the
// next tick.
func (t Turn) Note(value int) {
	w := &t.want[t.Body]
	w.noted, w.note = true, int16(value)
}

// Stand makes the bot stand still in this tick.
func (t Turn) Stand() {
	w := &t.want[t.Body]
	w.mode = wantHold
	t.goNoFurther()
}

// goNoFurther takes back that the bot goes on somewhere.
func (t Turn) goNoFurther() {
	if w := &t.want[t.Body]; w.goesOn {
		w.goesOn, t.onward[t.Body].On = false, false
	}
}

// Stay makes the bot stand until another action moves it, also in ticks in which its tree
// says nothing.
func (t Turn) Stay() {
	t.Stand()
	t.want[t.Body].stays = true
}

// GoOn goes to a point at a pace, as [Turn.Travel] does. The bot goes on there also in ticks
// in which its tree moves it nowhere, until it is near enough, and stands then.
func (t Turn) GoOn(x, y float32, stop float64, pace float32) host.Status {
	dx, dy, far := t.land.way(t.Body, x, y)
	s := t.Travel(dx, dy, far, stop, pace)
	w := &t.want[t.Body]
	if w.stays = s != host.Failure; s == host.Running {
		t.onward[t.Body], w.goesOn = walk{On: true, X: x, Y: y, Stop: float32(stop), Pace: pace}, true
	}
	return s
}

// WalkOn makes a body go on as [Turn.MoveAlong] does, facing that way; for a maxDist of 0
// it stands. It is for [Idler.Idle], and for leaves that do the same.
func (a *Arena) WalkOn(body int32, dx, dy, maxDist float64, pace float32) {
	w, d := &a.want[body], Length(dx, dy)
	if d == 0 || maxDist <= 0 {
		w.mode = wantHold
		return
	}
	w.mode, w.dx, w.dy, w.pace = wantGo, float32(dx/d), float32(dy/d), pace
	w.maxDist, w.speed, w.stays = float32(min(maxDist, math.MaxFloat32)), 0, false
	w.faced, w.fx, w.fy = true, w.dx, w.dy
}

// MoveAlong moves the bot along (dx, dy), a vector of any length, by at most
// maxDist metres in this tick. The pace is a multiple of its speed.
func (t Turn) MoveAlong(dx, dy, maxDist float64, pace float32) {
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 || maxDist <= 0 {
		t.Stand()
		return
	}
	w := &t.want[t.Body]
	w.stays = false
	t.goNoFurther()
	w.mode, w.dx, w.dy, w.pace = wantGo, float32(dx/d), float32(dy/d), pace
	w.maxDist, w.speed = float32(min(maxDist, math.MaxFloat32)), 0
	t.Head(dx, dy)
}

// hurry gives the way that the bot goes in this tick a speed of its own, in metres a
// second.
func (t Turn) hurry(speed float64) {
	if speed == 0 {
		t.Stand()
		return
	}
	t.want[t.Body].speed = float32(speed)
	bits := math.Float32bits(float32(speed))
	for was := t.hastiest.Load(); was < bits && !t.hastiest.CompareAndSwap(was, bits); was = t.hastiest.Load() { // of numbers above 0 the bits are in order, too
	}
}

// Face turns the bot toward (dx, dy), whichever way it moves.
func (t Turn) Face(dx, dy float64) {
	if dx != 0 || dy != 0 {
		w := &t.want[t.Body]
		w.faced, w.fx, w.fy = true, float32(dx), float32(dy)
		if w.mode == wantPlain && !t.walks[t.Body].On {
			w.mode = wantHold
		}
	}
}

// pace returns the multiple of its speed that an argument says: walk, run or
// sprint.
func (t Turn) pace(arg int) float32 {
	p := &t.form(t.Body).Paces
	switch t.Str(arg) {
	case "walk":
		return p.Walk
	case "sprint":
		return p.Sprint
	}
	return p.Run
}
