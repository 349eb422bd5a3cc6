package lua

import glua "github.com/yuin/gopher-lua"

// Scale tells how many bytes the values of scripts hold on to, each counted
// once; long texts wherever they are kept, as nobody can tell whether two that are equal
// are one. What they weigh is the same on any machine, and after a save was read.
type Scale struct {
	// Inside names the values that the owner keeps behind a userdata; data is the
	// userdata itself if it is of the owner's own type. It may be nil.
	Inside func(data any, add func(glua.LValue))
	// Bytes is what was found so far.
	Bytes int64

	seen map[any]struct{}
	todo []glua.LValue
}

// Skip keeps a value from being weighed.
func (w *Scale) Skip(v glua.LValue) { w.first(v) }

func (w *Scale) first(key any) bool {
	if _, ok := w.seen[key]; ok {
		return false
	}
	if w.seen == nil {
		w.seen = map[any]struct{}{}
	}
	w.seen[key] = struct{}{}
	return true
}

// Add weighs a value and all that it leads to.
func (w *Scale) Add(v glua.LValue) {
	w.add(v)
	for len(w.todo) > 0 {
		v = w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.weigh(v)
	}
}

// AddInside adds what a value leads to, without the check that the value was added
// or skipped before.
func (w *Scale) AddInside(v glua.LValue) {
	w.weigh(v)
	for len(w.todo) > 0 {
		v = w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.weigh(v)
	}
}

func (w *Scale) add(v glua.LValue) {
	switch v := v.(type) {
	case glua.LString:
		if len(v) > bytesOfItem {
			w.Bytes += int64(len(v))
		}
	case nil:
	default:
		if t := v.Type(); (t == glua.LTTable || t == glua.LTFunction || t == glua.LTUserData) && w.first(v) {
			w.todo = append(w.todo, v)
		}
	}
}

func (w *Scale) weigh(v glua.LValue) {
	switch v := v.(type) {
	case *glua.LTable:
		size := listSize(v)
		w.Bytes += bytesOfList + int64(size)*bytesOfItem
		w.add(MetatableOf(v))
		mend(v)
		in := insideOf(v)
		for _, e := range in.list {
			w.add(e)
		}
		named := false
		name := func(k, e glua.LValue) {
			if e != glua.LNil {
				w.Bytes += bytesOfSlot
				named = true
				w.add(k)
				w.add(e)
			}
		}
		if in.folded() {
			for k, i := range in.places { // in any order: keys that are texts lead to nothing
				name(k, in.keys[i])
			}
		} else {
			for _, k := range in.keys {
				name(k, v.RawGet(k))
			}
		}
		if named {
			w.Bytes += bytesOfTable
		}
	case *glua.LFunction:
		w.Bytes += bytesOfFunction
		for _, up := range v.Upvalues {
			if up != nil {
				w.add(up.Value())
			}
		}
	case *glua.LUserData:
		if w.Inside != nil {
			w.Inside(v.Value, w.add)
		}
	default: // the owner's own kind of userdata
		if w.Inside != nil {
			w.Inside(v, w.add)
		}
	}
}

// Weigh adds the globals, the files that were required and all that they lead
// to.
func (s *State) Weigh(w *Scale) {
	w.Add(s.globals)
	for _, name := range s.Modules() {
		if v := s.modules[name]; v != nil {
			w.Add(v)
		}
	}
}
