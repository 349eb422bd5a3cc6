package graph

import "github.com/thicket-sim/thicket/internal/dialect/lua/machine"

// Scale tells how many bytes the values of scripts hold on to, each counted once; long texts
// wherever they are kept, as nobody can tell whether two that are equal are one. What they
// weigh is the same on any machine, and after a save was read.
type Scale struct {
	// Inside names the values that the owner keeps behind a value of Go, or behind the
	// table of an Object. It may be nil.
	Inside func(v machine.Value, add func(machine.Value))
	// Bytes is what was found so far.
	Bytes int64

	seen map[machine.Ref]struct{}
	todo []machine.Value
	held machine.Contents
}

// Skip keeps a value from being weighed.
func (w *Scale) Skip(v machine.Value) { w.first(v) }

func (w *Scale) first(v machine.Value) bool {
	if _, ok := w.seen[v.Ref()]; ok {
		return false
	}
	if w.seen == nil {
		w.seen = map[machine.Ref]struct{}{}
	}
	w.seen[v.Ref()] = struct{}{}
	return true
}

// Add weighs a value and all that it leads to.
func (w *Scale) Add(v machine.Value) {
	w.add(v)
	w.rest()
}

// AddInside adds what a value leads to, without the check that the value was added or skipped
// before.
func (w *Scale) AddInside(v machine.Value) {
	w.weigh(v)
	w.rest()
}

func (w *Scale) rest() {
	for len(w.todo) > 0 {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.weigh(v)
	}
}

func (w *Scale) add(v machine.Value) {
	switch v.Kind() {
	case machine.KindNil, machine.KindBool, machine.KindNumber:
	case machine.KindText:
		if text, _ := v.Text(); len(text) > machine.BytesOfText {
			w.Bytes += int64(len(text)) + machine.BytesOfText
		}
	default:
		if w.first(v) {
			w.todo = append(w.todo, v)
		}
	}
}

func (w *Scale) weigh(v machine.Value) {
	switch v.Kind() {
	case machine.KindTable:
		t, held := v.Table(), &w.held
		held.Of(t)
		w.Bytes += machine.BytesOfTable + int64(len(held.List))*machine.BytesOfItem
		w.add(held.Meta)
		for _, e := range held.List {
			w.add(e)
		}
		for i, e := range held.Values {
			if !e.IsNil() {
				w.Bytes += machine.BytesOfSlot
				w.add(held.Keys[i])
				w.add(e)
			}
		}
		if t.Host() != nil && w.Inside != nil {
			w.Inside(v, w.add)
		}
	case machine.KindFunction:
		f := v.Function()
		w.Bytes += machine.BytesOfFunction + int64(len(f.Cells()))*8
		for _, c := range f.Cells() {
			w.add(c.V())
		}
		for _, kept := range f.Kept() {
			w.add(kept)
		}
	case machine.KindCell:
		w.Bytes += machine.BytesOfCell
		w.add(*v.Cell().Held())
	case machine.KindData:
		if t, ok := v.Data().Value.(*machine.Thread); ok {
			w.Bytes += machine.BytesOfThread
			t.Each(w.add)
		} else if w.Inside != nil {
			w.Inside(v, w.add)
		}
	}
}

// Weigh adds the globals, the files that were required and all that they lead to.
func (w *Scale) Weigh(s *machine.State) {
	w.Add(s.Globals().V())
	for _, v := range s.Kept().Values {
		w.Add(v)
	}
}
