package core

import (
	"fmt"

	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/session"
)

// rules does the deeds of all bodies in the order of their ids, and then what
// happens by itself.
func (a *Arena) rules(w *ecs.World) {
	a.Now = w.Clock().Tick
	a.arrange()
	if a.Match.over {
		for _, b := range a.ByID {
			a.reset(b)
		}
		return
	}
	a.Armed = a.Armed[:0]
	a.Land.serve(a.ByID)
	a.items.settle()
	turns, noted := a.chores.run(false, w.Workers())
	for _, b := range turns {
		a.act(b)
	}
	if noted || a.counted {
		a.count()
	}
	a.counted = noted
	for _, s := range a.states {
		s.AfterDeeds()
	}
	turns, _ = a.chores.run(true, w.Workers())
	for _, b := range turns {
		a.Life.upkeep(b)
	}
	a.items.grow()
	a.calendar.turnClock()
	a.Match.judge()
}

// reset forgets what a body wanted.
func (a *Arena) reset(b int32) {
	w := &a.want[b]
	if w.texts > 0 {
		*a.utterances[b] = texts{}
	}
	switch m := &a.Mind[b]; {
	case w.mode != wantPlain:
		m.Stays = w.stays || m.Stays && w.mode == wantHold
		if k := &a.walks[b]; k.On || w.goesOn {
			*k, a.onward[b], w.goesOn = a.onward[b], walk{}, false
		}
	case a.Game.Steered(b):
		m.Stays, a.walks[b] = false, walk{}
	}
	*w = want{}
}

// act does the deeds of a body.
func (a *Arena) act(b int32) {
	w, m := &a.want[b], &a.Mind[b]
	if w.pose > 0 {
		m.Pose = uint8(w.pose - 1)
	}
	if w.alert > 0 {
		m.Alert = uint8(w.alert - 1)
	}
	if w.noted {
		m.Note, m.Noted = w.note, a.Now
	}
	a.Life.keep(b, &w.kept)
	for i := range w.deedCount {
		d, u := &a.deeds[b][i], &wordless
		if d.text > 0 {
			u = &a.utterances[b][d.text-1]
		}
		a.perform(b, d, u)
	}
	a.reset(b)
}

// wordless is the utterance of deeds without a text.
var wordless Utterance

func (a *Arena) perform(b int32, d *Deed, u *Utterance) {
	if d.Of > 0 {
		a.states[d.Of-1].Perform(b, d, u)
		return
	}
	switch d.Kind {
	case doStrike:
		a.Arms.strike(b, d.arm(), d.Who)
	case doStrikeFor:
		a.Life.strikeFor(b, d.Who, d.damage())
	case doReload:
		a.Arms.reload(b, d.arm())
	case doDraw:
		a.draw(b, d.arm())
	case doMend:
		a.Life.mend(b, d.Who)
	case doRest:
		a.Life.rest(b)
	case doTake:
		a.items.take(b, d.item())
	case doDrop:
		a.items.drop(b, d.kindOfItem())
	case doDeliver:
		a.Trade.deliver(b, d.kindOfItem())
	case doEat:
		a.Trade.eat(b, d.item())
	case doBuy:
		a.Trade.buy(b, d.good())
	case doBecome:
		a.Trade.become(b, d.class())
	case doSay:
		a.speak(b, u.Text, d.ticks())
	case doSignal:
		a.Signal(b, d, u)
	case doState:
		a.restate(b, u)
	case doLead:
		a.Mind[b].Leader = d.Who
	case doSettle:
		a.Mind[b].Home = d.place()
	case doJump:
		a.Game.Transport(a.ID(b), a.Land.free(a.OnField(d.point())))
	case doHand:
		a.hand(b, d.Arg)
	case doPush:
		a.Steps.push(d.Who, d.point())
	case doDie:
		a.Life.Weaken(b, 0)
		a.Health[b].HurtBy = 0
	default:
		panic(fmt.Sprintf("arena: no deed of kind %d", d.Kind))
	}
}

// push moves a living body, as far as obstacles let it.
func (st *steps) push(who components.ID, by components.Position) {
	if q := st.Living(who); q >= 0 && !st.form(q).Fixed {
		p, h := *st.Game.World.Position.Of(who), components.Heading{}
		st.advance(q, &p, &h, by.X, by.Y, 1)
		st.Game.Transport(who, p)
	}
}

// restate sets a key of a body's state.
func (a *Arena) restate(b int32, u *Utterance) {
	_ = a.Game.Write(a.ID(b), u.Text, u.Value) // it is there, and a key too many is told
}

// count counts, for each group, which numbers its members noted in this tick.
func (a *Arena) count() {
	for i := range a.Groups {
		a.Groups[i].Notes = [MaxNote + 1]int32{}
	}
	for _, b := range a.ByID {
		if m := &a.Mind[b]; m.Noted == a.Now {
			a.Groups[a.Group[b]].Notes[m.Note]++
		}
	}
}

// Signal sends an event to its audience, by ascending id.
func (a *Arena) Signal(b int32, d *Deed, u *Utterance) {
	if a.Game.Journal.Listens() {
		a.Game.Journal.Occur(session.Occurrence{Kind: session.Signalled, From: a.ID(b), To: d.Who, Text: u.Text})
	}
	if d.Who != 0 {
		if a.BodyOf(d.Who) >= 0 {
			_ = a.Game.Mail.Send(d.Who, u.Text, u.Value) // it is there
		}
		return
	}
	for _, q := range a.hearers(b, d) {
		if !a.out(q) && (d.audience() != ToOthers || q != b) {
			_ = a.Game.Mail.Send(a.ID(q), u.Text, u.Value) // it is there
		}
	}
}

// hearers returns the bodies that can hear a signal, by ascending id.
func (a *Arena) hearers(b int32, d *Deed) []int32 {
	list := a.Match.near[:0]
	x, y := a.Game.At(b)
	far, all := d.hearing(), d.audience() == ToEverybody
	if far > 0 && !all {
		list = a.Groups[a.Group[b]].Index.Within(x, y, far, list)
	} else {
		for _, q := range a.ByID {
			qx, qy := a.Game.At(q)
			mine := all || a.Group[q] == a.Group[b]
			if mine && (far == 0 || a.Field.Dist2(x, y, qx, qy) <= float64(far)*float64(far)) {
				list = append(list, q)
			}
		}
	}
	a.Match.near = list
	return list
}
