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

// want holds the wishes of a body's tree in a tick. Only the body's own leaves write
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
	bend      float32       // metres to where its way bends
	flow      int32         // that leads it there, see Way; 0 for none, and then bend is nothing
	fx, fy    float32       // where to face, a vector of any length
	seen      components.ID // the foe that it keeps its eyes on, or 0
}

// MaxDeeds limits the deeds of a bot in a tick, beside moving, and
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

// Order is Do for a deed that replaces one of its kind: of several orders of a kind in a tick
// the last one counts.
func (t Turn) Order(d Deed) host.Status {
	deeds := t.deeds[t.Body][:t.want[t.Body].deedCount]
	for i := range deeds {
		if deeds[i].Kind == d.Kind && deeds[i].Of == d.Of {
			deeds[i] = d
			return host.Success
		}
	}
	return t.Do(d)
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
		t.say(t.Body)[w.texts] = Utterance{text, value}
		w.texts++
	}
	return s
}

// say returns the utterances of a body, to be written.
func (bs *bodies) say(body int32) *texts {
	if bs.utterances[body] == nil {
		bs.utterances[body] = new(texts)
	}
	return bs.utterances[body]
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
	s := t.Travel(t.Land.way(t.Body, x, y), stop, pace)
	w := &t.want[t.Body]
	if w.stays = s != host.Failure; s == host.Running {
		t.onward[t.Body], w.goesOn = walk{On: true, X: x, Y: y, Stop: stop, Pace: pace}, true
	}
	return s
}

// WalkTo makes the bot go on to a point from now on, as GoOn does, at most at so many metres
// a second, or 0 for what its pace says; one that is stuck for longer than its patience, in
// seconds, goes on no more. The first step is [Turn.WalkOn].
func (t Turn) WalkTo(to components.Position, stop float64, pace, mps, patience float32) {
	if m := &t.Mind[t.Body]; m.Stuck > patience {
		m.Stuck = 0
	}
	t.walks[t.Body] = walk{true, to.X, to.Y, stop, pace, mps, patience}
}

// WalkOn makes the bot go on to where it walks in this tick. It stands, and goes on no more,
// when it is near enough, or no way leads there, or it has no patience any more; then, and
// where it walks nowhere, it reports false.
func (t Turn) WalkOn() bool { return t.Steps.walkOn(t.Body) }

// Walk returns where a body goes on to, if it does.
func (bs *bodies) Walk(body int32) (to components.Position, on bool) {
	k := &bs.walks[body]
	return components.Position{X: k.X, Y: k.Y}, k.On
}

// Settle makes the bot stand from now on in ticks in which nothing moves it and it walks
// nowhere, for as long as it lives.
func (t Turn) Settle() { t.Mind[t.Body].Settled = true }

// walkOn is WalkOn of a body.
func (st *steps) walkOn(body int32) bool {
	w, k, m := &st.want[body], &st.walks[body], &st.Mind[body]
	w.stays = m.Stays
	var way Way
	if k.On {
		way = st.land.way(body, k.X, k.Y)
	}
	if way.Far <= k.Stop+Slack || way.Far >= host.Endless || k.Patience > 0 && m.Stuck > k.Patience {
		k.On, st.onward[body], w.goesOn, w.mode = false, walk{}, false, wantHold
		return false
	}
	most := way.Far - k.Stop
	if k.MPS > 0 {
		most = min(most, float64(k.MPS)*st.Game.World.Clock().DT)
	}
	st.onward[body], w.goesOn = *k, true
	if way.DX == 0 && way.DY == 0 { // until the way is found
		w.mode = wantHold
		return true
	}
	w.head(way.DX, way.DY, most, k.Pace)
	w.follow(way)
	if !w.faced {
		w.faced, w.fx, w.fy = true, w.dx, w.dy
	}
	return true
}

// MoveAlong moves the bot along (dx, dy), a vector of any length, by at most
// maxDist metres in this tick. The pace is a multiple of its speed.
func (t Turn) MoveAlong(dx, dy, maxDist float64, pace float32) {
	if dx == 0 && dy == 0 || maxDist <= 0 {
		t.Stand()
		return
	}
	w := &t.want[t.Body]
	w.stays = false
	t.goNoFurther()
	w.head(dx, dy, maxDist, pace)
	t.Head(dx, dy)
}

// MoveBy is MoveAlong for a way.
func (t Turn) MoveBy(w Way, maxDist float64, pace float32) {
	t.MoveAlong(w.DX, w.DY, maxDist, pace)
	t.want[t.Body].follow(w)
}

// head sets which way to go, and how far and fast at most.
func (w *want) head(dx, dy, most float64, pace float32) {
	d := Length(dx, dy)
	w.mode, w.dx, w.dy, w.pace = wantGo, float32(dx/d), float32(dy/d), pace
	w.maxDist, w.speed, w.flow = float32(min(most, math.MaxFloat32)), 0, 0
}

// follow notes where the way bends that it goes.
func (w *want) follow(way Way) {
	w.bend, w.flow = float32(Length(way.DX, way.DY)), way.flow
}

// hurry gives the way that the bot goes in this tick a speed of its own, in metres a
// second.
func (t Turn) hurry(speed float64) {
	if speed == 0 {
		t.Stand()
		return
	}
	t.want[t.Body].speed = float32(speed)
	if speed != speed { // a script may say so
		return
	}
	bits := math.Float32bits(float32(math.Abs(speed)))
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
