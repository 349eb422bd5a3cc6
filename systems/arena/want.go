package arena

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
	how    uint8
	faced  bool
	n      int8 // of the deeds
	said   int8 // of the words
	pose   int8 // a pose and 1, or 0 for no change
	alert  int8 // a level and 1, or 0
	noted  bool
	stays  bool
	note   int16
	dx, dy float32 // a unit vector
	pace   float32 // times its speed
	most   float32 // metres to go at most in the tick
	fx, fy float32 // where to face, any length
	seen   components.ID
	block  int32 // to which it looked for a way, counted from 1, or 0
	deeds  [maxDeeds]deed
}

// maxDeeds is how much a bot can do in a tick beside moving, and maxWords how
// often it can say something for which a text is needed.
const (
	maxDeeds = 4
	maxWords = 2
)

// deed is something that a bot does to others or to the world.
type deed struct {
	kind uint8
	word int8 // its text, counted from 1, or 0
	arg  int32
	who  components.ID
	x, y float32
}

// word is the text that a deed needs, and a value.
type word struct {
	text string
	arg  host.Value
}

// The kinds of deeds.
const (
	doStrike uint8 = iota + 1
	doReload
	doDraw
	doMend
	doRest
	doTake
	doDrop
	doDeliver
	doEat
	doBuy
	doBecome
	doSay
	doSignal
	doState
	doLead
	doSettle
	doJump
	doDie
	doThrow // from here on of games with bases
	doMedkit
	doGive
	doTell
	doBuild
	doDouse
)

// do adds a deed; it fails where the bot has done too much already.
func (t Turn) do(d deed) host.Status {
	w := &t.want[t.Body]
	if w.n == maxDeeds {
		t.Warnf("more than %d deeds in a tick", maxDeeds)
		return host.Failure
	}
	w.deeds[w.n] = d
	w.n++
	return host.Success
}

// doWord adds a deed with a text.
func (t Turn) doWord(d deed, text string, arg host.Value) host.Status {
	w := &t.want[t.Body]
	if w.said == maxWords {
		t.Warnf("more than %d texts in a tick", maxWords)
		return host.Failure
	}
	d.word = w.said + 1
	s := t.do(d)
	if s == host.Success {
		t.words[t.Body][w.said] = word{text, arg}
		w.said++
	}
	return s
}

// hold makes the bot stand still in this tick.
func (t Turn) hold() { t.want[t.Body].how = wantHold }

// move makes the bot go along (dx, dy), for at most so many metres, at a pace.
func (t Turn) move(dx, dy, most float64, pace float32) {
	d := math.Sqrt(float64(dx*dx) + float64(dy*dy))
	if d == 0 || most <= 0 {
		t.hold()
		return
	}
	w := &t.want[t.Body]
	w.stays = false
	w.how, w.dx, w.dy, w.pace = wantGo, float32(dx/d), float32(dy/d), pace
	w.most = float32(min(most, math.MaxFloat32))
	t.Head(dx, dy)
}

// face turns the bot to (dx, dy), whatever way it goes.
func (t Turn) face(dx, dy float64) {
	if dx != 0 || dy != 0 {
		w := &t.want[t.Body]
		w.faced, w.fx, w.fy = true, float32(dx), float32(dy)
		if w.how == wantPlain {
			w.how = wantHold
		}
	}
}

// pace is how many times its speed a body goes, from an argument.
func (t Turn) pace(arg int) float32 {
	p := &t.form(t.Body).Paces
	switch t.Args[arg].Text() {
	case "walk":
		return p.Walk
	case "sprint":
		return p.Sprint
	}
	return p.Run
}
