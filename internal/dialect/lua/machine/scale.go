package machine

// Scale tells how many bytes the values of scripts hold on to, each counted once; long texts
// wherever they are kept, as nobody can tell whether two that are equal are one. What they
// weigh is the same on any machine, and after a save was read.
type Scale struct {
	// Inside names the values that the owner keeps behind a value of Go, or behind the
	// table of an Object. It may be nil.
	Inside func(v Value, add func(Value))
	// Bytes is what was found so far.
	Bytes int64

	seen map[Value]struct{}
	todo []Value
}

// Skip keeps a value from being weighed.
func (w *Scale) Skip(v Value) { w.first(v) }

func (w *Scale) first(v Value) bool {
	v.n = 0
	if _, ok := w.seen[v]; ok {
		return false
	}
	if w.seen == nil {
		w.seen = map[Value]struct{}{}
	}
	w.seen[v] = struct{}{}
	return true
}

// Add weighs a value and all that it leads to.
func (w *Scale) Add(v Value) {
	w.add(v)
	w.rest()
}

// AddInside adds what a value leads to, without the check that the value was added or skipped
// before.
func (w *Scale) AddInside(v Value) {
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

func (w *Scale) add(v Value) {
	switch v.Kind() {
	case KindNil, KindBool, KindNumber:
	case KindText:
		if n := len(v.text().s); n > bytesOfText {
			w.Bytes += int64(n) + bytesOfText
		}
	default:
		if w.first(v) {
			w.todo = append(w.todo, v)
		}
	}
}

func (w *Scale) weigh(v Value) {
	switch v.Kind() {
	case KindTable:
		t := v.table()
		w.Bytes += bytesOfTable + int64(len(t.list))*bytesOfItem
		if t.meta != nil {
			w.add(t.meta.V())
		}
		for at := 0; at < len(t.list)+t.keys(); at++ {
			k, e, ok := t.pair(at)
			if ok && at >= len(t.list) {
				w.Bytes += bytesOfSlot
				w.add(k)
			}
			w.add(e)
		}
		if t.bits&hasHost != 0 && w.Inside != nil {
			w.Inside(v, w.add)
		}
	case KindFunction:
		f := v.Function()
		w.Bytes += bytesOfFunction + int64(len(f.cells))*8
		for _, c := range f.cells {
			w.add(c.V())
		}
		for _, kept := range f.Kept() {
			w.add(kept)
		}
	case kindCell:
		w.Bytes += bytesOfCell
		w.add(v.cell().v)
	case KindData:
		if t, ok := v.Data().Value.(*Thread); ok {
			w.Bytes += bytesOfThread
			t.Each(w.add)
		} else if w.Inside != nil {
			w.Inside(v, w.add)
		}
	}
}

// Weigh adds the globals, the files that were required and all that they lead to.
func (s *State) Weigh(w *Scale) {
	w.Add(s.globals.V())
	for _, name := range s.Modules() {
		w.Add(s.modules[name])
	}
}
