package machine

import (
	"unsafe"

	"github.com/thicket-sim/thicket/internal/dialect/lua/bytecode"

	"github.com/thicket-sim/thicket/behavior/syntax"
)

// thread is a stack of calls. A state has one, and one more for each [Thread].
type thread struct {
	stack []Value
	last  *frame // of the function that runs; root where there is none
	root  frame
	depth int // frames behind root
	top   int // what is behind is nobody's
	open  int // where values end of which nobody knows the number
	runs  int // loops of the machine that are under way
}

// frame is a call of a function of a script. Frames stay where they are, for the next calls.
type frame struct {
	fn *Function
	pc int // of the next instruction
	place
	outer *frame
	next  *frame // one that ended, and is used again
	by    *Call  // which function of Go called it, if Go did; nil for what handles an event of a script
	lost  lost
}

// lost is a function of the user's in whose frame one of the owner's goes on that it called as its last.
type lost struct {
	proto *Proto
	pc    int32 // of that call
	tails int32 // of the frame since
}

// hand has a frame go on with another function, which it calls as its last.
func (fr *frame) hand(to *code) {
	if fr.tails++; !to.library {
		return
	}
	if from := fr.fn.code; !from.library {
		fr.lost = lost{from.Proto, int32(fr.pc - 1), fr.tails}
	} else if fr.tails == 1 {
		fr.lost.proto = nil
	}
}

// lostUser is the user's function whose place the function of a frame has; nil if there is none.
func (fr *frame) lostUser() *Proto {
	if fr.tails == 0 || !fr.fn.code.library {
		return nil
	}
	return fr.lost.proto
}

// place is where the values of a call lie.
type place struct {
	base  int32 // of the registers
	ret   int32 // where the results go
	want  int32 // how many; negative for all
	extra int32 // values of ..., right before the registers
	tails int32 // functions whose place it took, each of which called the next as its last
	entry bool  // Go called it
}

func newThread() *thread {
	th := &thread{stack: make([]Value, 64)}
	th.last = &th.root
	return th
}

// begin adds a frame behind the last.
func (th *thread) begin() *frame {
	f := th.last.next
	if f == nil {
		f = &frame{outer: th.last}
		th.last.next = f
	}
	th.last = f
	th.depth++
	return f
}

// room makes the stack so long.
func (th *thread) room(s *State, n int) {
	if n <= len(th.stack) {
		return
	}
	if n > MaxStack {
		s.Raise("stack overflow: more than %d values of all functions under way", MaxStack)
	}
	more := make([]Value, max(n, 2*len(th.stack)))
	copy(more, th.stack)
	th.stack = more
}

// Call is a call of a function of Go by a script, or by another function of Go.
type Call struct {
	S     *State
	th    *thread
	f     *Function
	base  int // of the arguments
	n     int // how many there are
	byGo  bool
	outer *Call
}

// Len is how many arguments there are.
func (c *Call) Len() int { return c.n }

// Get returns an argument, from 1 on; nil where there is none.
func (c *Call) Get(i int) Value {
	if i > c.n {
		return Nil
	}
	return c.th.stack[c.base+i-1]
}

// FreshArg returns an argument of a call that a script makes, from 1 on as it stands there, if it
// is a table that stands there itself: nobody else has it. It returns nil for any other one.
func (c *Call) FreshArg(i int) *Table {
	if c.byGo || c.th.last == &c.th.root {
		return nil
	}
	fr := c.th.last
	in := &fr.fn.code.Code[max(fr.pc-1, 0)]
	if in.Op != bytecode.Call || int(fr.base)+int(in.A)+1 != c.base || in.B == 0 || in.D>>(i-1)&1 == 0 {
		return nil
	}
	return c.Get(i + c.n - int(in.B) + 1).Table() // what handles the call of a value gets that first
}

// Push adds a result.
func (c *Call) Push(v Value) {
	th := c.th
	if th.top >= len(th.stack) {
		th.room(c.S, th.top+1)
	}
	th.stack[th.top] = v
	th.top++
}

// Kept is what the function works with, see [State.NewFunction].
func (c *Call) Kept() []Value { return c.f.goes().kept }

// NewFunction makes a function of Go for scripts. It returns how many results it pushed. Its
// name is that in messages. What it keeps is saved with it.
func (s *State) NewFunction(name string, f func(*Call) int, kept ...Value) *Function {
	return &Function{head: head{KindFunction}, native: true, with: unsafe.Pointer(&native{name: name, f: f, kept: kept})}
}

// Function makes the function of a chunk in the state. It takes the chunk's parameters.
func (s *State) Function(c *Chunk) *Function {
	s.chunks[c.Name] = c
	return newFunction(s.codeOf(c.Protos[0]))
}

func newFunction(c *code) *Function {
	return &Function{head: head{KindFunction}, fixed: !c.Rest, code: c}
}

// codeOf returns the code of a function in this state.
func (s *State) codeOf(p *Proto) *code {
	c := s.codes[p]
	if c == nil {
		c = s.load(p)
		s.codes[p] = c
	}
	return c
}

// Forget lets the state drop what it keeps of a piece of code, of which it will make no more
// functions. Those that there are stay.
func (s *State) Forget(c *Chunk) {
	for _, p := range c.Protos {
		delete(s.codes, p)
	}
}

// callNative calls a function of Go with the n arguments at a place of the stack, and puts the
// results there where the function lay, before the arguments. The open end is behind them.
func (s *State) callNative(f *Function, at, n, want int, byGo bool) {
	th := s.th
	if s.calls == len(s.natives) {
		s.natives = append(s.natives, new(Call))
	}
	c := s.natives[s.calls]
	*c = Call{S: s, th: th, f: f, base: at, n: n, byGo: byGo, outer: s.running}
	s.calls++
	s.running = c
	th.top = at + n
	got := f.goes().f(c)
	s.running = c.outer
	s.calls--
	from, to := th.top-got, at-1
	if want > got && to+want > len(th.stack) {
		th.room(s, to+want)
	}
	if want < 0 {
		want = got
	}
	for i := range want {
		if i < got {
			th.stack[to+i] = th.stack[from+i]
		} else {
			th.stack[to+i] = Nil
		}
	}
	th.open = to + want
}

// push begins a call of the value at a place of the stack, with n arguments behind it. It
// reports whether that is a function of a script, whose frame is the last then; a function of
// Go has ended.
func (s *State) push(at, n, want int, byGo bool) bool {
	th := s.th
	f := th.stack[at].Function()
	if f == nil { // what handles a call must be a function itself
		m := s.meta(th.stack[at], eventCall)
		if f = m.Function(); f == nil {
			s.refuseCall(at)
		}
		th.room(s, at+n+2)
		copy(th.stack[at+1:at+n+2], th.stack[at:at+n+1])
		th.stack[at] = m
		n++
	}
	if f.native {
		s.Charge(1)
		s.callNative(f, at+1, n, want, byGo)
		return false
	}
	s.enter(f, at, n, want)
	if th.last.entry = byGo; byGo {
		th.last.by = s.running
	}
	return true
}

// enter adds the frame of a function of a script.
func (s *State) enter(f *Function, at, n, want int) {
	th, p := s.th, f.code
	if th.depth+s.nesting >= s.lim.Calls {
		s.Raise("stack overflow: more than %d functions that wait for each other, the limit lua.calls; --limit lua.calls=NUMBER sets it", s.lim.Calls)
	}
	if s.left -= p.cost; s.left < 0 {
		s.tired()
	}
	base, extra := at+1, 0
	if p.Rest && n > p.params {
		extra = n - p.params
		base = at + 1 + n
		s.Charge(int64(extra / itemsPerStep))
	}
	th.room(s, base+p.size)
	regs := th.stack[base : base+p.size]
	if extra > 0 {
		copy(regs, th.stack[at+1:at+1+p.params])
	}
	for i := min(n, p.params); i < p.params; i++ {
		regs[i] = Nil
	}
	fr := th.begin()
	fr.fn, fr.pc = f, 0
	fr.place = place{base: int32(base), ret: int32(at), want: int32(want), extra: int32(extra)}
	th.top = base + p.size
}

// invoke calls a value with arguments. The results lie on the stack from a place on, which is
// the top afterwards; they are want, or n.
func (s *State) invoke(f Value, args []Value, want int) (at, n int) {
	th := s.th
	at = th.top
	th.room(s, at+len(args)+2)
	th.stack[at] = f
	copy(th.stack[at+1:], args)
	return at, s.invokeAt(at, len(args), want)
}

// invokeAt is invoke of what lies on the stack already.
func (s *State) invokeAt(at, n, want int) int {
	th := s.th
	outer := s.running
	if s.nesting-s.waiting >= MaxNesting {
		s.Raise("stack overflow: more than %d functions of the program and of scripts that call each other", MaxNesting)
	}
	s.nesting++
	if s.push(at, n, want, true) {
		s.running = nil
		s.run()
		s.running = outer
	}
	s.nesting--
	th.top = at
	if want < 0 {
		return th.open - at
	}
	return want
}

// Call calls a value from within Protect, and returns its first result.
func (s *State) Call(f Value, args ...Value) Value {
	at, _ := s.invoke(f, args, 1)
	return s.th.stack[at]
}

// CallAll is Call for all results, which are valid until scripts run again.
func (s *State) CallAll(f Value, args ...Value) []Value {
	at, n := s.invoke(f, args, -1)
	return s.th.stack[at : at+n]
}

// mark is where a state stands, for when an error ends what follows.
type mark struct {
	th                                        *thread
	last                                      *frame
	depth, top, runs, nesting, waiting, calls int
	running                                   *Call
	witness                                   func(Comparison)
}

func (s *State) mark() mark {
	th := s.th
	return mark{th, th.last, th.depth, th.top, th.runs, s.nesting, s.waiting, s.calls, s.running, s.witness}
}

func (s *State) back(m mark) {
	for f := m.th.last; f != m.last; f = f.outer {
		f.fn = nil
	}
	s.th, m.th.last, m.th.depth, m.th.top, m.th.runs = m.th, m.last, m.depth, m.top, m.runs
	s.nesting, s.waiting, s.calls, s.running, s.witness, s.yields = m.nesting, m.waiting, m.calls, m.running, m.witness, false
}

// Protect calls f, which may call into Lua, with a budget of steps. Whatever ends f early, a
// script's error or a panic, is returned as a *syntax.Error. Within another Protect the budget
// is the outer one's.
func (s *State) Protect(b Budget, f func()) *syntax.Error {
	if s.depth == 0 {
		s.left, s.budget, s.turn, s.over = b.Steps, b, s.taken, ""
		if s.sampler != nil {
			s.sampler.begin(s)
			defer s.sampler.end(s)
		}
	}
	return s.guard(f)
}

// ProtectApart is Protect with budgets of f's own, also within another Protect, which goes on
// with what it had left.
func (s *State) ProtectApart(b Budget, f func()) *syntax.Error {
	left, held, budget, turn, over, taken := s.left, s.held, s.budget, s.turn, s.over, s.taken
	s.left, s.held, s.budget, s.turn, s.over = b.Steps, 0, b, taken, ""
	s.sampler.portion(s)
	err := s.guard(f)
	s.left, s.held, s.budget, s.turn, s.over = left, held, budget, turn+s.taken-taken, over
	return err
}

func (s *State) guard(f func()) (err *syntax.Error) {
	m := s.mark()
	s.depth++
	defer func() {
		s.depth--
		if v := recover(); v != nil {
			err = s.faultOf(v)
			s.back(m)
		}
	}()
	f()
	return nil
}

// Run calls a function with a budget, and returns its first result. It takes no memory.
func (s *State) Run(b Budget, f *Function, args ...Value) (v Value, err *syntax.Error) {
	if s.depth > 0 || !f.fixed {
		err = s.Protect(b, func() { v = s.Call(f.V(), args...) })
		return v, err
	}
	s.left, s.budget, s.turn, s.over = b.Steps, b, s.taken, ""
	s.depth, s.nesting = 1, 1
	defer s.stopped(&err)
	th := s.th
	th.room(s, len(args)+2)
	copy(th.stack[1:], args)
	s.enterFixed(f, 0, len(args), 1)
	th.last.entry, th.last.by = true, nil
	s.run()
	s.depth, s.nesting, th.top = 0, 0, 0
	return th.stack[0], nil
}

// stopped ends a Run that an error, or a panic, ended: nothing was under way when it began.
func (s *State) stopped(err **syntax.Error) {
	if s.depth == 0 {
		return
	}
	s.depth = 0
	if v := recover(); v != nil {
		*err = s.faultOf(v)
	}
	s.back(mark{th: s.main, last: &s.main.root, witness: s.witness})
}

// failureSteps is what a call costs that failed under pcall, so that towers of pcall end soon.
const failureSteps = 2000

// try calls what lies on the stack, for pcall and xpcall. failed says that an error ended it,
// which a script may catch.
func (s *State) try(at, n int) (got int, e *thrown) {
	m := s.mark()
	defer func() {
		if e == nil {
			return
		}
		s.back(m)
		s.Charge(failureSteps)
	}()
	defer func() {
		if v := recover(); v != nil {
			t, ok := v.(*thrown)
			if !ok || t.quota {
				panic(v)
			}
			e = t
		}
	}()
	return s.invokeAt(at, n, -1), nil
}

// enterFixed is enter for a function without ..., which most are.
func (s *State) enterFixed(f *Function, at, n, want int) {
	th, p := s.th, f.code
	base := at + 1
	next := th.last.next
	if th.depth+s.nesting >= s.lim.Calls || s.left < p.cost || base+p.size > len(th.stack) || next == nil {
		s.enter(f, at, n, want)
		return
	}
	s.left -= p.cost
	for i := n; i < p.params; i++ {
		th.stack[base+i] = Nil
	}
	th.last = next
	th.depth++
	next.fn, next.pc = f, 0
	next.place = place{base: int32(base), ret: int32(at), want: int32(want)}
	th.top = base + p.size
}

// retake lets a function without ... go on in the frame of the one that calls it as its last.
func (s *State) retake(f *Function, at, n int) {
	th, p := s.th, f.code
	if s.left -= p.cost; s.left < 0 {
		s.tired()
	}
	fr := th.last
	base := int(fr.ret) + 1
	th.room(s, base+p.size)
	for i := range p.params {
		if i < n {
			th.stack[base+i] = th.stack[at+1+i]
		} else {
			th.stack[base+i] = Nil
		}
	}
	fr.hand(p)
	fr.fn, fr.pc, fr.base, fr.extra = f, 0, int32(base), 0
	th.top = base + p.size
}

// replace puts the last frame in the place of the one before, which called it as its last.
func (s *State) replace() {
	th := s.th
	last, caller := th.last, th.last.outer
	from := int(last.ret)                               // the function; its values of ... and registers follow
	size := int(last.base) + last.fn.code.params - from // what was given to it
	to := int(caller.ret)
	copy(th.stack[to:], th.stack[from:from+size])
	caller.hand(last.fn.code)
	caller.fn, caller.pc, caller.base, caller.extra = last.fn, 0, last.base-int32(from-to), last.extra
	last.fn = nil
	th.last = caller
	th.depth--
	th.top = int(caller.base) + caller.fn.code.size
}

// closure makes a function that stands in another.
func (s *State) closure(of *Function, i int, r unsafe.Pointer) *Function {
	inner := of.code.inner[i]
	if inner == nil {
		inner = s.codeOf(of.code.Protos[i])
		of.code.inner[i] = inner
	}
	s.Take(BytesOfFunction + 8*int64(len(inner.Caps)))
	f := newFunction(inner)
	if n := len(inner.Caps); n > 0 {
		cells := make([]*Cell, n)
		f.with = unsafe.Pointer(unsafe.SliceData(cells))
		for j, c := range inner.Caps {
			if c.Local {
				cells[j] = reg(r, uint8(c.At)).cell()
			} else {
				cells[j] = of.cell(uintptr(c.At))
			}
		}
	}
	return f
}

// argTable is the table that a function with ... may ask for by the name arg.
func (s *State) argTable(extra []Value) *Table {
	s.Take(BytesOfTable + BytesOfSlot + int64(len(extra))*BytesOfItem)
	t := s.NewTable()
	for i, v := range extra {
		if v.p != nil {
			t.setAt(s, i+1, v)
		}
	}
	s.SetField(t, "n", Number(float64(len(extra))))
	return t
}
