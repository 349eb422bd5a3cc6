package core

import (
	"fmt"
	"slices"

	"github.com/thicket-sim/thicket/internal/ecs"
	"github.com/thicket-sim/thicket/internal/ground/state"
	"github.com/thicket-sim/thicket/internal/systems"
)

// What an arena saves: whether it is awake; then the vocabularies that have states, in the
// order of these; itself; what bodies want that is not done yet; and what each state keeps.
// What is not in there follows from the scene, or is made anew in each tick: fields say
// which by their tags. A digest is made of the same.

var _ systems.Saver = (*Arena)(nil)

// SaveState implements [systems.Saver].
func (a *Arena) SaveState() ([]byte, error) {
	const least, body = 1 << 12, 1 << 10
	e := state.NewEncoder(make([]byte, 0, least+body*len(a.Health)))
	a.write(e)
	return e.Bytes()
}

func (a *Arena) write(e *state.Encoder) {
	e.Bool(a.awake)
	if !a.awake {
		return
	}
	e.Blob(a.woken)
	e.Value(a)
	wishes := a.wishes()
	e.Value(&wishes)
	for _, s := range a.states {
		if kept := s.Kept(); kept != nil {
			e.Value(kept)
		}
	}
}

// Digest returns a number made of all that the arena keeps, but for fields whose tag says
// why not; 0 while it sleeps.
func (a *Arena) Digest() uint64 {
	if !a.awake {
		return 0
	}
	return state.Sum(a.write) | 1
}

// Memory returns how many bytes the arena has reserved.
func (a *Arena) Memory() []ecs.Part {
	if !a.awake {
		return nil
	}
	n := state.Memory(a)
	for _, s := range a.states {
		n += state.Memory(s)
	}
	return []ecs.Part{{Name: "arena", Bytes: n}}
}

// RestoreState implements [systems.Saver].
func (a *Arena) RestoreState(b []byte) error {
	d := state.NewDecoder(b)
	awake := d.Bool()
	switch {
	case d.Err() != nil:
		return d.Err()
	case !awake && a.awake:
		return fmt.Errorf("arena: it slept when it was saved, and is awake")
	case !awake:
		return d.Close()
	}
	a.rouse()
	if err := a.wakeAs(d.Blob()); err != nil {
		return err
	}
	was := a.shape()
	d.Value(a)
	var wishes []wish
	d.Value(&wishes)
	for _, s := range a.states {
		if kept := s.Kept(); kept != nil {
			d.Value(kept)
		}
	}
	if err := d.Close(); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	if err := a.check(was, wishes); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	if err := a.regroup(); err != nil {
		return fmt.Errorf("arena: %w", err)
	}
	a.follow(wishes)
	for _, s := range a.states {
		if err := s.Restored(len(a.Health)); err != nil {
			return fmt.Errorf("arena: %w", err)
		}
	}
	return nil
}

// wakeAs makes the states of vocabularies, in their order.
func (a *Arena) wakeAs(woken []uint8) error {
	if slices.Equal(a.woken, woken) {
		return nil
	}
	a.initForms() // states take from them
	a.states, a.woken, a.tellers = nil, nil, nil
	for _, v := range woken {
		if int(v) >= len(a.vocabularies) || a.vocabularies[v].NewState == nil || slices.Contains(a.woken, v) {
			return fmt.Errorf("arena: no vocabulary %d that has a state", v)
		}
		a.wakeState(int(v))
	}
	return nil
}

// wish holds the wishes of a body that are not done yet: between two ticks nobody wants
// anything, unless a script that was called then said so.
type wish struct {
	Body   int32
	Want   want
	Deeds  []Deed
	Texts  []Utterance
	Kept   keptHealth
	Onward walk
}

// said returns what a body wants to say.
func (bs *bodies) said(body int32) []Utterance {
	if bs.want[body].texts == 0 {
		return nil
	}
	return bs.utterances[body][:bs.want[body].texts]
}

func (a *Arena) wishes() (list []wish) {
	for b := range a.want {
		if w := &a.want[b]; *w != (want{}) {
			list = append(list, wish{int32(b), *w, a.deeds[b][:w.deedCount], a.said(int32(b)), a.kept[b], a.onward[b]})
		}
	}
	return list
}

// regroup makes anew what follows from the indexes of groups, which are as the last tick
// began: what is asked for before the next tick is answered from them.
func (bs *bodies) regroup() error {
	_, _, id := bs.Game.Columns()
	for i := range bs.Groups {
		g := &bs.Groups[i]
		if err := g.Index.Rebuild(bs.Field, id[:min(len(id), len(bs.Health))]); err != nil {
			return err
		}
		g.Members, g.classes = g.Index.Members(g.Members[:0]), 0
		for _, b := range g.Members {
			g.classes |= 1 << (uint(bs.Class[b]) % 64)
		}
	}
	for _, b := range bs.fallen {
		if !Below(b, len(bs.Health)) {
			return fmt.Errorf("body %d of %d is dead", b, len(bs.Health))
		}
	}
	return nil
}

// follow makes anew what follows from what was read.
func (a *Arena) follow(wishes []wish) {
	n := len(a.Health)
	a.grow(n)
	clear(a.want)
	clear(a.utterances)
	for i := range wishes {
		w := &wishes[i]
		a.want[w.Body], a.kept[w.Body], a.onward[w.Body] = w.Want, w.Kept, w.Onward
		copy(a.deeds[w.Body][:], w.Deeds)
		if len(w.Texts) > 0 {
			copy(a.say(w.Body)[:], w.Texts)
		}
	}
	for b := range a.Sight.foes {
		a.Sight.foes[b] = found{at: -1}
	}
	for i := range a.items.list {
		a.items.x[i], a.items.y[i] = a.items.list[i].X, a.items.list[i].Y
	}
	for i := range a.items.kinds {
		a.items.kinds[i].stale = true
	}
	a.Land.follow()
}

// follow makes the flows to posts that are not there.
func (l *land) follow() {
	for i := range l.flowOf {
		l.flowOf[i] = -1
	}
	for k := range l.kept {
		f := &l.kept[k]
		if l.flowOf[f.post] = int16(k); f.made != f.post+1 {
			f.lead(l)
		}
	}
}
