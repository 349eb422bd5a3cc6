package machine

import "github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"

// Thread is a call of a function that may stop in its middle and go on later. Scripts cannot
// make any: the owner of the state does, and gives them something to stop with, see Stop. What a
// thread that stopped holds is data, and is saved as such.
type Thread struct {
	th   *thread
	f    *Function
	ends bool
	data *Data // which stands for it in saves
}

// AsData is a value that stands for the thread in saves.
func (t *Thread) AsData() *Data {
	if t.data == nil {
		t.data = NewData(t, nil)
	}
	return t.data
}

// BytesOfThread is what the stack of a thread takes.
const BytesOfThread = 2 << 10

// NewThread makes a thread that has not begun.
func (s *State) NewThread(f *Function) *Thread {
	s.Take(BytesOfThread)
	return &Thread{th: newThread(), f: f}
}

// Done reports whether the thread has ended.
func (t *Thread) Done() bool { return t.ends }

// Resume begins a thread, or goes on with it from where it stopped, until it stops again or is
// done. It must be called within Protect; an error in the thread ends the script that called.
func (s *State) Resume(t *Thread) (done bool) {
	if t.ends {
		return true
	}
	from, outer := s.th, s.running
	if from.depth+s.nesting+1 >= s.lim.Calls {
		s.Raise("stack overflow: more than %d functions and threads that wait for each other, the limit lua.calls; --limit lua.calls=NUMBER sets it", s.lim.Calls)
	}
	s.nesting, s.waiting = s.nesting+from.depth, s.waiting+from.depth
	t.ends = true // an error ends it
	s.th, s.running = t.th, nil
	if t.th.depth > 0 || s.begins(t) {
		s.run()
	}
	stopped := s.yields
	s.yields = false
	s.th, s.running = from, outer
	s.nesting, s.waiting = s.nesting-from.depth, s.waiting-from.depth
	t.ends = !stopped
	return t.ends
}

// begins begins the function of a thread, unless that is one of Go, which has ended then.
func (s *State) begins(t *Thread) bool {
	t.th.stack[0] = t.f.V()
	return s.push(0, 0, 0, true)
}

// Stop stops the thread that runs. The function of Go that a script called must return with
// what Stop returns. It fails where a function of Go waits for a script that the thread
// called, because that cannot be left.
func (c *Call) Stop() int {
	s := c.S
	switch {
	case s.th == s.main:
		s.Raise("only a thread can wait")
	case s.th.runs != 1 || c.byGo:
		s.Raise("a thread cannot wait within a function that the engine called")
	}
	s.yields = true
	return 0
}

// Each calls f for what the thread holds: its function, and all values of its calls.
func (t *Thread) Each(f func(Value)) {
	f(t.f.V())
	for _, v := range t.th.stack[:t.live()] {
		if v.Kind() == KindCell {
			v = v.cell().v
		}
		f(v)
	}
}

// live is where the values end that the thread still needs: at the function that stopped it.
func (t *Thread) live() int {
	fr := t.th.last
	if fr == &t.th.root || t.ends {
		return 0
	}
	return int(fr.base) + int(fr.fn.code.Code[fr.pc-1].A)
}

// Code visits a thread: its calls, which stand where they were called, and their values.
func (t *Thread) Code(c Codec, s *State) {
	var f Value
	if t.f != nil {
		f = t.f.V()
	}
	c.Value(&f)
	c.Bool(&t.ends)
	var frames []*frame
	if t.th == nil {
		t.th = newThread()
	} else if !t.ends {
		for fr := t.th.last; fr != &t.th.root; fr = fr.outer {
			frames = append([]*frame{fr}, frames...)
		}
	}
	n := c.Length(len(frames))
	reads := n > len(frames)
	if t.f = f.Function(); t.f == nil || reads && (t.ends || n >= s.lim.Calls) {
		panic(ErrDamaged)
	}
	ret := 0
	for i := range n {
		var fr *frame
		if reads {
			fr = t.th.begin()
		} else {
			fr = frames[i]
		}
		var fn Value
		if fr.fn != nil {
			fn = fr.fn.V()
		}
		c.Value(&fn)
		pc, extra := int(c.Whole(int64(fr.pc))), int(c.Whole(int64(fr.extra)))
		tails := c.Whole(int64(fr.tails))
		if reads {
			if fr.fn, fr.pc, fr.tails = fn.Function(), pc, int32(tails); int64(fr.tails) != tails || tails < 0 {
				panic(ErrDamaged)
			}
			ret = fr.restore(s, ret, extra, i == n-1)
			if i > 0 {
				fr.want = fr.outer.fn.code.Code[fr.outer.pc-1].C - 1
			} else {
				fr.entry, fr.by = true, nil
			}
			t.th.room(s, int(fr.base)+fr.fn.code.size)
			t.th.top = int(fr.base) + fr.fn.code.size
			t.th.open = ret
		}
	}
	values := t.th.stack[:c.Length(t.live())]
	if len(values) != t.live() {
		panic(ErrDamaged)
	}
	for i := range values {
		isCell := values[i].Kind() == KindCell
		if c.Bool(&isCell); isCell {
			cell := values[i].cell()
			c.Variable(&cell)
			values[i] = cell.V()
		} else {
			c.Value(&values[i])
		}
	}
	if reads {
		t.check()
	}
}

// restore finds where the values of a frame that was read lie, and returns where the function
// lies that it called.
func (fr *frame) restore(s *State, ret, extra int, last bool) int {
	if fr.fn == nil || fr.fn.code == nil || fr.pc < 1 || fr.pc >= len(fr.fn.code.Code) || extra < 0 || extra > MaxResults || extra > 0 && !fr.fn.code.Rest {
		panic(ErrDamaged)
	}
	fr.fn.code.ready(s)
	in := fr.fn.code.Code[fr.pc-1]
	if in.Op != bytecode.Call && (in.Op != bytecode.Tail || !last) {
		panic(ErrDamaged)
	}
	fr.ret, fr.extra, fr.base = int32(ret), int32(extra), int32(ret+1)
	if extra > 0 {
		fr.base += int32(fr.fn.code.params + extra)
	}
	if int(fr.base)+fr.fn.code.size > MaxStack {
		panic(ErrDamaged)
	}
	return int(fr.base) + int(in.A)
}

// check refuses values that no thread can have: a variable that functions share lies in a
// register if and only if that is a local which one of them keeps.
func (t *Thread) check() {
	shared := map[int]bool{}
	for fr := t.th.last; fr != &t.th.root; fr = fr.outer {
		for _, l := range fr.fn.code.Locals {
			if l.Captured && int(l.From) < fr.pc && fr.pc-1 < int(l.To) {
				shared[int(fr.base)+int(l.Reg)] = true
			}
		}
	}
	for i, v := range t.th.stack[:t.live()] {
		if (v.Kind() == KindCell) != shared[i] {
			panic(ErrDamaged)
		}
	}
}
