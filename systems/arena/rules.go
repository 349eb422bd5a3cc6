package arena

import (
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
)

// rules does what bodies wanted to do, in the order of their ids, and then what
// happens by itself.
func (a *Arena) rules(w *ecs.World) {
	a.tick = w.Clock().Tick
	a.arrange()
	if a.match.over {
		for _, b := range a.order {
			a.reset(b)
		}
		return
	}
	a.land.serve(a.order)
	for _, b := range a.order {
		a.act(b)
	}
	a.burn()
	a.count()
	for _, b := range a.order {
		a.live(b)
	}
	a.items.grow(a)
	a.turnClock()
	a.judge()
}

// reset forgets what a body wanted.
func (a *Arena) reset(b int32) {
	w := &a.want[b]
	if w.said > 0 {
		a.words[b] = [maxWords]word{}
	}
	if w.how != wantPlain {
		a.mind[b].Stays = w.stays || a.mind[b].Stays && w.how == wantHold
	}
	w.how, w.faced, w.n, w.said, w.pose, w.alert, w.noted, w.stays = wantPlain, false, 0, 0, 0, 0, false, false
}

// act does the deeds of a body.
func (a *Arena) act(b int32) {
	w, m := &a.want[b], &a.mind[b]
	if w.pose > 0 {
		m.Pose = uint8(w.pose - 1)
	}
	if w.alert > 0 {
		m.Alert = uint8(w.alert - 1)
	}
	if w.noted {
		m.Note, m.Noted = w.note, a.tick
	}
	for i := range w.n {
		if d := &w.deeds[i]; d.word > 0 {
			a.perform(b, d, &a.words[b][d.word-1])
		} else {
			a.perform(b, d, nil)
		}
	}
	a.reset(b)
}

func (a *Arena) perform(b int32, d *deed, t *word) {
	switch d.kind {
	case doStrike:
		a.strike(b, int(d.arg), d.who)
	case doReload:
		a.reload(b, int(d.arg))
	case doDraw:
		a.draw(b, int(d.arg))
	case doMend:
		a.mend(b, d.who)
	case doRest:
		a.rest(b)
	case doTake:
		a.take(b, d.arg)
	case doDrop:
		a.drop(b, int16(d.arg))
	case doDeliver:
		a.deliver(b, int16(d.arg))
	case doEat:
		a.eat(b, d.arg)
	case doBuy:
		a.buy(b, int(d.arg))
	case doBecome:
		a.become(b, int16(d.arg))
	case doSay:
		a.speech[b], a.mind[b].Quiet = t.text, a.tick+int64(d.arg)
	case doSignal:
		a.signal(b, d, t)
	case doState:
		a.restate(b, t)
	case doLead:
		a.mind[b].Leader = d.who
	case doSettle:
		a.mind[b].Home = d.arg
	case doJump:
		a.g.Transport(a.id(b), a.land.free(a.onField(components.Position{X: d.x, Y: d.y})))
	case doDie:
		a.health[b].Points, a.health[b].HurtBy = 0, 0
	default:
		a.performInBases(b, d, t)
	}
}

// restate sets a state key of a body.
func (a *Arena) restate(b int32, t *word) {
	reg := a.g.Setup.Registry
	_ = a.g.Restate(a.id(b), systems.StateValue{Key: reg.Key(t.text), Value: reg.Sym(t.arg)}) // it is there
}

// count adds up what the members of each group noted in this tick.
func (a *Arena) count() {
	for i := range a.groups {
		a.groups[i].notes = [maxNote + 1]int32{}
	}
	for i := range a.base.camps {
		a.base.camps[i].silent = 0
	}
	for _, b := range a.order {
		switch m := &a.mind[b]; {
		case m.Noted == a.tick:
			a.groups[a.group[b]].notes[m.Note]++
		case a.base.on && !a.health[b].Dead && a.class[b] != ecs.Human && a.base.forms[m.Form] == 0:
			a.base.camps[a.group[b]].silent++
		}
	}
}

// signal sends an event to those whom it is for, by ascending id.
func (a *Arena) signal(b int32, d *deed, t *word) {
	if q := a.body(d.who); q >= 0 {
		_ = a.g.Send(d.who, t.text, t.arg) // it is there
		return
	}
	for _, q := range a.hearers(b, d) {
		if !a.health[q].Dead && (d.arg != toOthers || q != b) {
			_ = a.g.Send(a.id(q), t.text, t.arg) // it is there
		}
	}
}

// hearers are those who can hear a signal, by ascending id.
func (a *Arena) hearers(b int32, d *deed) []int32 {
	list := a.match.near[:0]
	x, y, _, _ := a.g.Body(b)
	switch {
	case d.arg != toEverybody && d.x > 0:
		list = a.groups[a.group[b]].index.Within(x, y, d.x, list)
	default:
		for _, q := range a.order {
			qx, qy, _, _ := a.g.Body(q)
			mine := d.arg == toEverybody || a.group[q] == a.group[b]
			if mine && (d.x == 0 || a.field.Dist2(x, y, qx, qy) <= float64(d.x)*float64(d.x)) {
				list = append(list, q)
			}
		}
	}
	a.match.near = list
	return list
}

// To whom a signal goes.
const (
	toGroup int32 = iota
	toOthers
	toEverybody
)
