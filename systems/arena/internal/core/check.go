package core

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/ecs"
	"github.com/thicket-sim/thicket/systems"
)

// shape is how long the lists of an arena are that the scene and the bodies in the game
// decide: those that are read in their place must fit.
type shape struct{ bodies, forms, groups, items, teams, sited int }

func (a *Arena) shape() shape {
	return shape{len(a.Health), len(a.forms), len(a.Groups), len(a.items.list), len(a.teams), len(a.sited)}
}

// check returns what is wrong with an arena that was read: every number in it that stands
// for something must stand for something that is there.
func (a *Arena) check(was shape, wishes []wish) error {
	now := a.shape()
	n := now.bodies
	now.bodies, now.sited = was.bodies, was.sited // which may be more
	if n < was.bodies || now != was {
		return fmt.Errorf("saved with %d slots of bodies, and lists of lengths %+v, wanted %+v", n, now, was)
	}
	for _, column := range [...]int{
		len(a.Eyes), len(a.Cargo), len(a.Mind), len(a.walks), len(a.speech), len(a.Group), len(a.Class), len(a.Form), len(a.dead), len(a.hidden), len(a.land.wanted),
	} {
		if column != n {
			return fmt.Errorf("saved with a column of %d bodies, wanted %d", column, n)
		}
	}
	for _, part := range [...]func() error{a.checkBodies, a.checkItems, a.checkHands, a.checkNature, a.land.check} {
		if err := part(); err != nil {
			return err
		}
	}
	if w := a.match.winner; w != systems.NoTeam && !Below(w, len(a.teams)) {
		return fmt.Errorf("team %d has won, of %d", w, len(a.teams))
	}
	return a.checkWishes(wishes)
}

// Below reports whether a number is an index of a list of a length.
func Below[T int | int8 | int16 | int32 | int64 | uint8](i T, length int) bool {
	return i >= 0 && int64(i) < int64(length)
}

// Maybe is Below for an index that is -1 for nothing.
func Maybe[T int | int8 | int16 | int32](i T, length int) bool { return i == -1 || Below(i, length) }

// checkBodies checks what the arena keeps of each body.
func (a *Arena) checkBodies() error {
	classes := len(a.Game.Setup.Classes)
	for b := range a.Health {
		m, c, k := &a.Mind[b], &a.Cargo[b], &a.walks[b]
		ok := Maybe(m.Home, len(a.places.setup)) && Below(m.Note, MaxNote+1) && Below(m.Pose, len(Poses)) && Below(m.Alert, len(AlertLevels)) &&
			Below(c.Hand, MaxWeapons) && Maybe(c.First, len(a.items.list)) &&
			Below(a.Group[b], len(a.Groups)) && Below(a.Form[b], len(a.forms)) && (a.Class[b] == ecs.Human || Below(a.Class[b], max(classes, 1))) &&
			Finite(a.Eyes[b].X, a.Eyes[b].Y, k.X, k.Y, k.Pace)
		for i := range c.Arms {
			ok = ok && Maybe(c.Arms[i].Weapon, len(a.Config.Weapons))
		}
		if !ok {
			return fmt.Errorf("body %d has what the scene does not: %+v, %+v, group %d, form %d, class %d", b, *m, *c, a.Group[b], a.Form[b], a.Class[b])
		}
	}
	return nil
}

// checkItems checks the items, and what scripts asked to be done with them.
func (a *Arena) checkItems() error {
	t := &a.items
	for k := range t.kinds {
		for i := t.kinds[k].first; i < t.kinds[k].last; i++ {
			if it := &t.list[i]; int(it.Kind) != k || !Maybe(it.Next, len(t.list)) || !Finite(it.X, it.Y) {
				return fmt.Errorf("item %d is not as the scene has it: %+v", i, *it)
			}
		}
	}
	for i := range t.asked {
		if h := &t.asked[i]; h.kind > handSpend || !Below(h.item, len(t.list)) || !Finite(h.x, h.y) {
			return fmt.Errorf("a script does what is unknown with an item: %+v", *h)
		}
	}
	return nil
}

// Finite reports whether numbers are neither infinite nor none.
func Finite(numbers ...float32) bool {
	for _, v := range numbers {
		if v-v != 0 {
			return false
		}
	}
	return true
}

// checkHands checks that each item is in the hands of one body at most, and that the lists
// of what bodies carry end.
func (a *Arena) checkHands() error {
	held := make([]bool, len(a.items.list))
	for _, t := range a.Game.World.Tables() {
		for _, st := range a.Game.World.State.Column(t) {
			if !Below(st.Slot, len(a.Cargo)) {
				return fmt.Errorf("no body %d", st.Slot)
			}
			n := int32(0)
			for i := a.Cargo[st.Slot].First; i >= 0; i = a.items.list[i].Next {
				if held[i] {
					return fmt.Errorf("item %d is in two hands", i)
				}
				held[i] = true
				n++
			}
			if n != a.Cargo[st.Slot].Count {
				return fmt.Errorf("body %d carries %d items and says %d", st.Slot, n, a.Cargo[st.Slot].Count)
			}
		}
	}
	return nil
}

// mostDays is by how many days nature can be behind the clock.
const mostDays = 1e6

func (a *Arena) checkNature() error {
	n := &a.nature
	ok := Below(n.Season, len(Seasons)) && Below(n.Phase, len(Phases)) && Below(n.Moon, len(Moons)) && Below(n.Weather, len(Weathers)) &&
		Below(n.Nightmare, len(Nightmares)) && Below(n.moonDay, len(moonDays)) && math.Abs(a.day.shift) <= 24*mostDays && a.Now >= 0
	if behind := a.dayNumber() - n.day; !ok || a.day.length > 0 && (behind < -mostDays || behind > mostDays) {
		return fmt.Errorf("the clock and nature do not fit: %+v, %+v", a.day, *n)
	}
	return nil
}

func (l *land) check() error {
	if len(l.kept) > keptFlows || l.m == nil && len(l.kept) > 0 {
		return fmt.Errorf("%d ways to blocks are kept, wanted %d at most", len(l.kept), keptFlows)
	}
	kept := make([]bool, len(l.middle))
	for i := range l.kept {
		if b := l.kept[i].block; !Below(b, len(kept)) || kept[b] {
			return fmt.Errorf("the way to block %d is kept twice, or there is no such of %d", b, len(kept))
		}
		kept[l.kept[i].block] = true
	}
	for _, block := range l.wanted {
		if !Maybe(block-1, len(kept)) {
			return fmt.Errorf("somebody looks for the way to block %d of %d", block-1, len(kept))
		}
	}
	return nil
}

// checkWishes checks what bodies want. Deeds that name something by a number are refused
// where that is not there.
func (a *Arena) checkWishes(wishes []wish) error {
	for i := range wishes {
		w := &wishes[i]
		ok := Below(w.Body, len(a.Health)) && w.Want.mode <= wantGo && len(w.Deeds) <= MaxDeeds && int(w.Want.deedCount) == len(w.Deeds) &&
			len(w.Texts) <= maxTexts && int(w.Want.texts) == len(w.Texts) && Maybe(w.Want.pose-1, len(Poses)) && Maybe(w.Want.alert-1, len(AlertLevels)) &&
			Below(w.Want.note, MaxNote+1)
		for k := range w.Texts {
			ok = ok && w.Texts[k].Value.Kind() <= host.Opaque
		}
		for k := range w.Deeds {
			ok = ok && a.possible(&w.Deeds[k], len(w.Texts))
		}
		if !ok {
			return fmt.Errorf("body %d wants what cannot be done: %+v", w.Body, *w)
		}
	}
	return nil
}

// possible reports whether a deed names what is there. Those of vocabularies are looked at
// by their states.
func (a *Arena) possible(d *Deed, texts int) bool {
	if !Below(d.text, texts+1) || int(d.Of) > len(a.states) {
		return false
	}
	if d.Of > 0 {
		return a.states[d.Of-1].Possible(d)
	}
	switch d.Kind {
	case doStrike, doReload, doDraw:
		return Below(d.Arg, MaxWeapons)
	case doTake, doEat:
		return Below(d.Arg, len(a.items.list))
	case doDrop, doDeliver:
		return Maybe(d.Arg, len(a.items.kinds))
	case doBuy:
		return Below(d.Arg, len(a.Config.Goods))
	case doBecome:
		return Below(d.Arg, len(a.Game.Setup.Classes))
	case doSettle:
		return Below(d.Arg, len(a.places.setup))
	case doJump, doPush:
		return Finite(d.X, d.Y)
	}
	return d.Kind > 0 && d.Kind <= doPush
}
