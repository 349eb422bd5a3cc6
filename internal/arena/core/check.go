package core

import (
	"fmt"
	"math"

	"github.com/thicket-sim/thicket/behavior/host"
	"github.com/thicket-sim/thicket/components"
	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/systems"
)

// shape says how long the lists of an arena are that the scene and the bodies in the game
// decide: those that are read in their place must fit.
type shape struct{ bodies, forms, groups, items, teams int }

func (a *Arena) shape() shape {
	return shape{len(a.Health), len(a.forms), len(a.Groups), len(a.items.list), len(a.Match.teams)}
}

// check returns what is wrong with an arena that was read: every number in it that stands
// for something must stand for something that is there.
func (a *Arena) check(was shape, wishes []wish) error {
	now := a.shape()
	n := now.bodies
	if n < was.bodies {
		return fmt.Errorf("saved with room for %d bodies, of which there are %d", n, was.bodies)
	}
	for _, list := range [...]struct {
		what      string
		now, want int
	}{
		{"sorts of bodies", now.forms, was.forms}, {"groups", now.groups, was.groups},
		{"items", now.items, was.items}, {"teams", now.teams, was.teams},
	} {
		if list.now != list.want {
			return fmt.Errorf("saved with %d %s, and the scene has %d", list.now, list.what, list.want)
		}
	}
	for _, column := range [...]int{
		len(a.Eyes), len(a.Cargo), len(a.Mind), len(a.walks), len(a.speech), len(a.Group), len(a.Class), len(a.Form), len(a.dead), len(a.hidden), len(a.Land.wanted),
	} {
		if column != n {
			return fmt.Errorf("saved with a column of %d bodies, wanted %d", column, n)
		}
	}
	for _, part := range [...]func() error{a.checkBodies, a.checkItems, a.checkHands, a.checkNature, a.Land.check} {
		if err := part(); err != nil {
			return err
		}
	}
	if w := a.Match.winner; w != systems.NoTeam && !Below(w, len(a.Match.teams)) {
		return fmt.Errorf("team %d has won, of %d", w, len(a.Match.teams))
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
	for b := range a.Health {
		if wrong := a.wrongWith(int32(b)); wrong != "" {
			return fmt.Errorf("%s %s", a.Called(int32(b)), wrong)
		}
	}
	return nil
}

// Called returns a body as errors of saves call it.
func (bs *bodies) Called(b int32) string {
	if _, _, ids := bs.Game.Columns(); int(b) < len(ids) && bs.Game.World.Slot(components.ID(ids[b])) == b {
		return fmt.Sprintf("%s (id %d)", bs.Game.NameOf(components.ID(ids[b])), ids[b])
	}
	return fmt.Sprintf("slot %d, which is nobody's,", b)
}

// wrongWith says what of a body stands for something that is not there; empty for nothing.
func (a *Arena) wrongWith(b int32) string {
	m, c, k := &a.Mind[b], &a.Cargo[b], &a.walks[b]
	no := func(what string, n, of int) string {
		return fmt.Sprintf("has %s %d, and the scene has %d", what, n, of)
	}
	if class := a.Class[b]; class != ecs.Human && !Below(class, max(len(a.Game.Setup.Classes), 1)) {
		return no("class", int(class), len(a.Game.Setup.Classes))
	}
	switch {
	case !Maybe(m.Home, len(a.places.setup)):
		return no("its home in place", int(m.Home), len(a.places.setup))
	case !Maybe(c.First, len(a.items.list)):
		return no("item", int(c.First), len(a.items.list))
	case !Below(a.Group[b], len(a.Groups)):
		return no("group", int(a.Group[b]), len(a.Groups))
	case !Below(a.Form[b], len(a.forms)):
		return no("the abilities of sort", int(a.Form[b]), len(a.forms))
	case !Below(m.Note, MaxNote+1):
		return fmt.Sprintf("noted %d, wanted at most %d", m.Note, MaxNote)
	case !Below(m.Pose, len(Poses)):
		return fmt.Sprintf("has pose %d of %d", m.Pose, len(Poses))
	case !Below(m.Alert, len(AlertLevels)):
		return fmt.Sprintf("is alert at level %d of %d", m.Alert, len(AlertLevels))
	case !Below(c.Hand, MaxWeapons):
		return fmt.Sprintf("has weapon %d in hand, and can carry %d", c.Hand, MaxWeapons)
	case !Finite(a.Eyes[b].X, a.Eyes[b].Y):
		return "looks nowhere"
	case !Finite(k.X, k.Y, k.Pace):
		return "goes nowhere"
	}
	for i := range c.Arms {
		if w := c.Arms[i].Weapon; !Maybe(w, len(a.Config.Weapons)) {
			return no("weapon", int(w), len(a.Config.Weapons))
		}
	}
	return ""
}

// checkItems checks the items, and what scripts asked to be done with them.
func (a *Arena) checkItems() error {
	t := &a.items
	for k := range t.kinds {
		for i := t.kinds[k].first; i < t.kinds[k].last; i++ {
			switch it := &t.list[i]; {
			case int(it.Kind) != k:
				return fmt.Errorf("item %d is of kind %d, wanted %d", i, it.Kind, k)
			case !Maybe(it.Next, len(t.list)):
				return fmt.Errorf("beside item %d somebody carries item %d, and the scene has %d", i, it.Next, len(t.list))
			case !Finite(it.X, it.Y):
				return fmt.Errorf("item %d lies nowhere", i)
			}
		}
	}
	for i := range t.asked {
		switch h := &t.asked[i]; {
		case h.kind > handSpend:
			return fmt.Errorf("a script does with an item what is unknown, number %d", h.kind)
		case !Below(h.item, len(t.list)):
			return fmt.Errorf("a script has to do with item %d, and the scene has %d", h.item, len(t.list))
		case !Finite(h.x, h.y):
			return fmt.Errorf("a script lays item %d down nowhere", h.item)
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
	n := &a.calendar.nature
	for _, part := range [...]struct {
		what  string
		is    int
		names int
	}{
		{"season", n.Season, len(Seasons)}, {"part of the day", n.Phase, len(Phases)}, {"moon", n.Moon, len(Moons)},
		{"weather", n.Weather, len(Weathers)}, {"nightmare", n.Nightmare, len(Nightmares)}, {"day of the moon", n.moonDay, len(moonDays)},
	} {
		if !Below(part.is, part.names) {
			return fmt.Errorf("it is %s %d of %d", part.what, part.is, part.names)
		}
	}
	switch behind := a.calendar.dayNumber() - n.day; {
	case a.Now < 0:
		return fmt.Errorf("it is tick %d", a.Now)
	case !(math.Abs(a.calendar.day.shift) <= 24*mostDays):
		return fmt.Errorf("the clock was moved by %v hours", a.calendar.day.shift)
	case a.calendar.day.length > 0 && (behind < -mostDays || behind > mostDays):
		return fmt.Errorf("the clock is at day %d, and the season at day %d", a.calendar.dayNumber(), n.day)
	}
	return nil
}

func (l *land) check() error {
	if len(l.kept) > l.most {
		return fmt.Errorf("%d ways to posts are kept, wanted %d at most", len(l.kept), l.most)
	}
	kept := make([]bool, len(l.flowOf))
	for i := range l.kept {
		if b := l.kept[i].post; !Below(b, len(kept)) || kept[b] {
			return fmt.Errorf("the way to post %d is kept twice, or there is no such of %d", b, len(kept))
		}
		kept[l.kept[i].post] = true
	}
	for _, post := range l.wanted {
		if !Maybe(post-1, len(kept)) {
			return fmt.Errorf("somebody looks for the way to post %d of %d", post-1, len(kept))
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
			Below(w.Want.note, MaxNote+1) && (Maybe(w.Want.flow-1, len(a.Land.kept)) || Below(-1-w.Want.flow, len(a.Land.flows)))
		for k := range w.Texts {
			ok = ok && w.Texts[k].Value.Kind() <= host.Opaque
		}
		for k := range w.Deeds {
			ok = ok && a.possible(&w.Deeds[k], len(w.Texts))
		}
		if !ok {
			return fmt.Errorf("%s wants what cannot be done", a.Called(w.Body))
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
	case doHand:
		return Below(d.Arg, len(verbs)+1)
	case doJump, doPush:
		return Finite(d.X, d.Y)
	}
	return d.Kind > 0 && d.Kind <= doHand
}
